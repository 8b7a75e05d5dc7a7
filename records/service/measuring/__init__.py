"""What is measured of a record through one viewer's eyes, step by step, and the moments that stand out by it."""
