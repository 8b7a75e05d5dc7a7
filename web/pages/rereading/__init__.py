"""A record under two readings of its rules."""
