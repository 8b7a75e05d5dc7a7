"""Which events a viewer's knowledge rests on."""
