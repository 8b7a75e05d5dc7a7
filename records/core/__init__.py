"""Vocabulary that every game shares; pure, standard library and msgspec only."""
