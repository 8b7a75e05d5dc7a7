"""What is measured of reviews over many games: a row follows from its number alone, so a run that was cut off goes on where it stopped."""
