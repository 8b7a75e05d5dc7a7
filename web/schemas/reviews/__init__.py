"""Reviews as JSON values, and what is asked of them."""
