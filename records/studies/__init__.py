"""Streams that people write beside records and about them: layers, disputes, studies; and the grading of answers."""
