"""What each event does to the table and the counters."""
