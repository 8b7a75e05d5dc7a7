"""What people write beside records: layers with their notes and lines, read, written and carried along."""
