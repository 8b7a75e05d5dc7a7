"""Recorded decisions and chance under a reading of the rules: what would have followed, play by play."""
