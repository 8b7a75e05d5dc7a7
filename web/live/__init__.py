"""Live classes: who waits for what comes next, and what goes over the wire."""
