"""Regicide: one to four players together against twelve royals, with a standard deck of cards.

Flat beside its rooms, though it holds a little over 25 files: each is a topic of the rules, and they lean on one another.
"""
