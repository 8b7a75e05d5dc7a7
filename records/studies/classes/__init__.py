"""Classes: a study taught to learners, live: what the teacher shows, and what is asked."""
