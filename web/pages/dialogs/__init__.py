"""Dialogs over the board: a card, a place, and the reasons for what is known."""
