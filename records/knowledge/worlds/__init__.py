"""The worlds that a viewer can imagine, counted: positions of hidden cards, constraints on them, and their weights."""
