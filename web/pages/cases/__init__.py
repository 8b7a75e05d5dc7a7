"""Disputes as pages: opened at a step, claimed, ruled, appealed, closed, printed."""
