"""Questions to learners, and what their answers are worth."""
