"""What a page draws of a position, and what the odds need of it."""
