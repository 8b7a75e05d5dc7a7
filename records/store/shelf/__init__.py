"""The shelf: its read model, how it is searched, counted and paged, and the databases' own indexes of words."""
