"""Games in a text that people write by hand (docs/notation.md)."""
