"""What each event does."""
