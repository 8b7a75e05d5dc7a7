"""How templates are compiled, kept and written."""
