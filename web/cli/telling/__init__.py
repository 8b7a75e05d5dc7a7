"""Commands that tell what records, games and rules hold."""
