"""The card table and what runs on it: the fold, the count of cards, the search for where cards went, and what a viewer may see."""
