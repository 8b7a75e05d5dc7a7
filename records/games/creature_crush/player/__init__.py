"""A player for simulated games."""
