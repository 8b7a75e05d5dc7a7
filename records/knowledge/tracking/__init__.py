"""Following a log through the card table: what each event does to the worlds that a viewer can imagine."""
