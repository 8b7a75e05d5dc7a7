"""Disputes beside records: the book's part for them, what each reader has of one, its file, and what rulings say elsewhere."""
