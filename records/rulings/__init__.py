"""Rulings: a record against the rules that it was played by."""
