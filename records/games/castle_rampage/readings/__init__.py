"""The points of the rules on which sources differ or are silent, by topic; a ruleset is a value for each.

The first value of a switch is the default. ``house`` marks a point that no source answers. Sources are named as in the catalogue:
DE and EN are the texts of the online table, PG and PGE the printed rulebook, GOB a review.
"""
