"""The table's side: simulated by a dealer, or written down by a scorekeeper."""
