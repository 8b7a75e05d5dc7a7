"""What a game of Regicide is made of: events, commands, position, and what is refused."""
