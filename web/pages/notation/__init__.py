"""Games as texts: a record in notation as its viewer may see it, and a text that becomes a record."""
