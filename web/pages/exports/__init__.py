"""Exports for looking at elsewhere: a picture of a position, a game as a printed sheet."""
