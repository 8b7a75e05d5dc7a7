"""Folds names again, if an earlier program folded them differently or they were damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from records.core.folding import folded
from records.store.schema import accounts, names, persons

if TYPE_CHECKING:
    from sqlalchemy import Connection


def fold_names(connection: Connection) -> list[str]:
    """Fold the names at seats; returns the records of which one changed, in order."""
    changed = set()
    for record, seat, name, fold in connection.execute(select(names.c.id, names.c.seat, names.c.name, names.c.folded)).all():
        if isinstance(name, str) and fold != folded(name):
            connection.execute(update(names).where(names.c.id == record, names.c.seat == seat).values(folded=folded(name)))
            changed.add(record)
    return sorted(changed)


def fold_people(connection: Connection) -> None:
    """Fold the names of persons and accounts.

    Names of accounts must be unique: of two whose folded names are equal, the younger is renamed "... (2)".
    """
    for key, name, fold in connection.execute(select(persons.c.key, persons.c.name, persons.c.folded)).all():
        if fold != folded(name):
            connection.execute(update(persons).where(persons.c.key == key).values(folded=folded(name)))
    oldest_first = select(accounts.c.key, accounts.c.name, accounts.c.folded).order_by(accounts.c.created_at, accounts.c.key)
    rows = connection.execute(oldest_first).all()
    if all(fold == folded(name) for _key, name, fold in rows):
        return
    taken: set[str] = set()
    connection.execute(update(accounts).values(folded=accounts.c.key))  # so that no two collide
    for key, name, _fold in rows:
        called, number = name, 1
        while folded(called) in taken:
            number += 1
            called = f"{name} ({number})"
        taken.add(folded(called))
        connection.execute(update(accounts).where(accounts.c.key == key).values(name=called, folded=folded(called)))
