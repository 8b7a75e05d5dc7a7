"""Commands about what the rules say: audit, compare, impact, puzzles and cases."""
