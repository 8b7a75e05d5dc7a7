"""The table: dealt by the program, or written down by a scorekeeper."""
