"""Writing a game down."""
