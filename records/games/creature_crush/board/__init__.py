"""What a page draws of the game."""
