"""Castle Rampage: two players, a Gate and a Castle each, an attack at a time."""
