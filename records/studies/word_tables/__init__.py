"""Tables of words: which words of a site's log stand for which line of notation, as somebody filled them in while telling logs again."""
