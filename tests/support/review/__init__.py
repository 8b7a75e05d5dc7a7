"""Records to review, and play-outs whose truth is known."""
