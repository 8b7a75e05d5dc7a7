"""Regicide played on to the end in whole numbers: rules and simulated player once more, to be compiled (design/playouts: The kernel)."""
