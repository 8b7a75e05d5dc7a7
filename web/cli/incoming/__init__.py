"""Commands by which records come into a store."""
