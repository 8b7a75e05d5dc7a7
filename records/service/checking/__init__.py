"""Checks whether the store is intact: chains, read models, files compared with records, and erased names."""
