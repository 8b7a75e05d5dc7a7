"""Pages of events: which games were played there, and how players stand."""
