"""Live classes and running games: waiting for new events, and the messages sent about them."""
