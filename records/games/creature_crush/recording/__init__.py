"""The table of a game: dealt by the program, or typed in."""
