"""What the game is made of: its events and their older shapes, its commands, its counters, its refusals."""
