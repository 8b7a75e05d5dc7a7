"""What is handed out of logs that are told again, and of tables of words."""
