"""The shelf in figures."""
