"""What the rules make of a command: what is legal, what it costs, how an attack goes, whose turn comes."""
