"""A game's decisions weighed by what each seat could know, and luck apart from skill: pure, from logs to rows (design/review: Words)."""
