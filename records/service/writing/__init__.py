"""How events come to be stored: whole records, the next command of a game that is written down, and games that play themselves."""
