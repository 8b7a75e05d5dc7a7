"""Each event in words, for each viewer."""
