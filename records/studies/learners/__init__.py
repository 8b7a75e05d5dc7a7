"""Learners: what somebody did in a study, and how far they came."""
