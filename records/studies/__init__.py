"""Annotation layers, chapters, variations, quizzes."""
