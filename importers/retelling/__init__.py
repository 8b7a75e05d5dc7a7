"""Retells a table's log as a game that is known here, and learns during this which words mean which move."""
