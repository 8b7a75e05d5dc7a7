"""Notes beside a record: the form that writes one, and the page with all of them."""
