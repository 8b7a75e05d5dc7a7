"""What one person writes beside a record: notes and lines, each with its audience (design/events: Layers)."""
