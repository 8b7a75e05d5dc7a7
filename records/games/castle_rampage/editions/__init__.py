"""What was published once: records were made with it, so it stays."""
