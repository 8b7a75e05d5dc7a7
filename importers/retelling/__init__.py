"""The log of a table told again as a game that is known here: which words stand for which move is learnt while it is written down."""
