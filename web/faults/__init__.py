"""What is wrong with a game in notation, in the reader's language."""
