"""How events come to be stored: whole records, the next command of a game being recorded, and simulated games."""
