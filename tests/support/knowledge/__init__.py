"""What a viewer can know, found in two slow and plain ways, against which the engine is held (design/knowledge: Tests).

``deals`` goes through every world: all deals, all shuffles, all blind picks. ``branches`` keeps weighted branches of classes and pools, and
can follow whole games. ``bare`` is a game whose events are the methods of the card table; ``random_games`` plays it by chance on tiny
tables. None of it shares a line with the engine but the types of the answers.
"""
