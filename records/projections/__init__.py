"""Pure folds over a stream of events."""
