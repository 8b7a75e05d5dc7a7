"""Who somebody is: passwords, and the tokens that stand for somebody. Pure functions on text; it knows no store, no web and no game."""
