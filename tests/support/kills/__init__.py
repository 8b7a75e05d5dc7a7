"""What kills programs under writers, and finds out whether anything was lost."""
