"""The walk of docs/operating.md in an empty Debian."""
