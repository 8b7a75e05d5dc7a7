"""Reviews beside a record: who may see them, views of their stored rows, and the long work that makes them (design/review: Words)."""
