"""The page of a review: what each decision was worth by what its seat could know, and luck apart from skill."""
