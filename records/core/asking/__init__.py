"""What is asked of the table and of the odds: chance that is read from a record or typed in, and the questions that a game names."""
