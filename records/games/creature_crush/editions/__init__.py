"""What was published of the game."""
