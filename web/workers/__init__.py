"""The processes of the server: what keeps them, and how they end."""
