"""The pages of accounts: signing in, what is one's own, people, and who may see a record."""
