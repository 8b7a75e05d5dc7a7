"""The board of a step, as one viewer sees it: places, cards and the enemy."""
