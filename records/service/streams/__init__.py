"""Streams that people write: their kinds, their store, their chains, and how they travel. The kinds are passed in; it knows no feature."""
