"""What CreatureCrush keeps: places, events, counters, commands."""
