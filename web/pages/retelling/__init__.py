"""The tables of words that somebody filled in while telling logs again."""
