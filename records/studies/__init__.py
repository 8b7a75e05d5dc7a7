"""What people write beside records and about them: layers, disputes, studies; and what an answer is worth."""
