"""Values of the lines of cards, made of phrases; what does not fit is refused with its place.

``filters`` makes what is counted and meant, ``verbs`` the steps, ``whole_lines`` conditions, abilities, lasting changes and flags.
"""
