"""Audits, comparisons of rulesets, dispute cases."""
