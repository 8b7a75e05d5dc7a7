"""Each event in one sentence, for the viewer whose log it comes from."""
