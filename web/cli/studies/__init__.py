"""Commands for what people write beside records: notes and lines."""
