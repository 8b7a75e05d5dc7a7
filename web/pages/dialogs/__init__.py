"""What opens over the board: a card, a place, and the reasons of what is known."""
