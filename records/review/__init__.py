"""Evaluates decisions by what each seat could know, and separates luck from skill: pure, from logs to rows (design/review: Words)."""
