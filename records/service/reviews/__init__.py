"""Reviews beside a record: who may see them, what stored rows say together, and the long work that makes them (design/review: Words)."""
