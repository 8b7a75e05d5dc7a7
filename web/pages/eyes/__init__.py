"""A record through two pairs of eyes at once."""
