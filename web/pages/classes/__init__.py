"""Classes: the pages of their teachers, the projector, and the phones of their learners."""
