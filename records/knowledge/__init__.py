"""Who may see what, what a hidden card can still be, and the odds."""
