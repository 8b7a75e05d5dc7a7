"""The rules' decisions about commands: legality, costs, attacks, the next turn."""
