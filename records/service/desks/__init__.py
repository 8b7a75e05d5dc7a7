"""Desks for records and for writing them; notes, disputes, studies, classes and accounts have theirs in their own rooms."""
