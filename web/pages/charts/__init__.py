"""The charts of a record."""
