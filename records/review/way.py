"""The way in which rows of reviews are made: raised when the same question would give other rows, so that stored ones can be called old."""

WAY = 2
