"""The points on which the rules are read in several ways."""
