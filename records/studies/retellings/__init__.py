"""Logs told again: which line of an observed table's log belongs to which move of the record that was written beside it."""
