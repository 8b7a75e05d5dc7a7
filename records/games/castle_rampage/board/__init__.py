"""What a page draws of a position, and what the odds are told of it."""
