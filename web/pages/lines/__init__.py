"""Lines: what could have been played instead, grown move by move from a step of a record."""
