"""The published editions of the game."""
