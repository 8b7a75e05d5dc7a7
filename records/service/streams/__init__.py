"""Streams that people write: their kinds, their store, their chains, and how they travel. It is told the kinds and knows no feature."""
