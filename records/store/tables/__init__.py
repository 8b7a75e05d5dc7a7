"""Our tables beside the events, one module each: accounts and sign-ins, people, releases, the trail, kept answers."""
