"""From commands to events."""
