"""Vocabulary that every game shares; pure, standard library and msgspec only.

Flat beside its rooms, though it holds a little over 25 files: each is one word of the vocabulary, and a game imports most of them.
"""
