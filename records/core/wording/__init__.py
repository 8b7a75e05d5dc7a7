"""What a game says in words: its steps narrated, the reasons for them, its turning points, and how it is written by hand."""
