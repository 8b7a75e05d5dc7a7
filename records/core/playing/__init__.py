"""How a game is played on: a live draft of its position, and play-outs to the end."""
