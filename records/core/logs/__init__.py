"""A record's log as a whole: which events count, their fold to a position, what is filled in, and the chain of hashes."""
