"""What a game written as played says beside the rules."""
