"""What an operator sees of a running server: logs, health and figures. Nobody's name, record, address or token is in it."""
