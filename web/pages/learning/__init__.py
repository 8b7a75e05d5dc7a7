"""Studies as learners read them, and the tasks in them."""
