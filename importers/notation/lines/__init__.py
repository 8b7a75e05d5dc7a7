"""The lines of a game, read one by one: their groups, the log that they make, and how a log's batches are said in lines."""
