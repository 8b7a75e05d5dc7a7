"""Studies as their author writes them: the list, one with its chapters in order, and the form of a chapter with its key."""
