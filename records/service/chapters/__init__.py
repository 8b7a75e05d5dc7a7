"""Studies in the store, and the part of the book for them."""
