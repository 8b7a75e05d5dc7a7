"""Regicide: one to four players together against twelve royals, with a standard deck of cards."""
