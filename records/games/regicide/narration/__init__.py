"""Events and commands in sentences, and the turning points of a game."""
