"""Questions to the table and about odds: chance that is read from a record or typed in, and a game's own questions."""
