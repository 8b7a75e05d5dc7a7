"""Studies as texts that people write by hand (docs/study-files.md)."""
