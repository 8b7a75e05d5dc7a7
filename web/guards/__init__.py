"""Checks that a request passes before its page or route is called: host, origin, body, entrance, lane, repeated requests."""
