"""Commands that keep a store: names, trash, copies and checks."""
