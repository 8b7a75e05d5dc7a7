"""CreatureCrush: two players, a field of three columns each, dice that pay, cards whose lines are read as data.

``effects`` holds what a card's line says, as frozen values.
"""
