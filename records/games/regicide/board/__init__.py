"""What the page draws of Regicide: card faces, and the royal that all players fight."""
