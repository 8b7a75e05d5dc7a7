"""A player that plays sensibly by what its seat was shown, for simulations."""
