"""What the lines of a card say, as frozen values (docs/catalogues.md).

One line is a ``CardLine``: an ``Ability`` (keyword, conditions, steps), a ``Lasting`` change or a ``Flag``. A step is done by one verb of
``verbs``. All sides (``yours``, ``theirs``) are seen from the seat whose effect it is. The values know no language, no table and no rule of
play; two lines mean the same if their values are equal.
"""
