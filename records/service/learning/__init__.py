"""Studies as learners read them, and how far they came."""
