"""A record or a study as one file that works without a network, from one viewpoint."""
