"""What leaves the program to be looked at elsewhere: a picture of a position, a game as a printed sheet."""
