"""What a request passes before its page or route is asked: host, origin, body, entrance, lane, and the answer to a repetition."""
