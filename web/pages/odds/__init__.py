"""The odds at a step."""
