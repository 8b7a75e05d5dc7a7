"""Disputes beside records: the book's part for them, the view of each reader, case files, and precedents."""
