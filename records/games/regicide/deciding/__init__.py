"""From a command to its batch of events, step by step of a turn; pure."""
