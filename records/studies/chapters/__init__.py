"""Studies: chapters made from records, with tasks whose keys the engine computes."""
