"""Accounts: who may see and do what in a store that has them."""
