"""The library's recorders on both databases, with their connections and the statements of the hot paths."""
