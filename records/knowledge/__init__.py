"""Decides what a viewer may see, and computes what a hidden card can still be, and the odds.

From below to above: ``worlds`` counts the worlds, ``tracking`` follows a log through them, the files of this folder read the answers and
decide what is believed, and ``odds`` and ``why`` ask them again, with something told besides or something not told. ``door`` stands by
itself: every log passes it before.
"""
