"""What differs between tables that stand side by side, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.words.texts import _, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from web.pages.replay.table import ShownTable


def differing(tables: Sequence[ShownTable]) -> list[tuple[str, list[str]]]:
    """Return every figure and place that is not the same on all tables: title, what each table has."""
    told = [dict(_told(table)) for table in tables]
    titles = list(dict.fromkeys(title for one in told for title in one))
    rows = [(title, [one.get(title, "") for one in told]) for title in titles]
    return [(title, each) for title, each in rows if len(set(each)) > 1]


def _told(table: ShownTable) -> Iterator[tuple[str, str]]:
    """Yield title and words of everything that a table tells: figures, the fight, who has to act, each place."""
    seats: Sequence[tuple[str, str]] = [(table.name(seat), table.part(seat)) for seat in (table.near_seat, *table.far_seats)]
    yield from seats
    for seat in (table.near_seat, *table.far_seats):
        yield from ((f"{table.name(seat)}: {label}", figure) for label, figure in table.figures(seat))
    yield _("Result"), table.outcome
    fight, enemy, field = table.board.fight, table.board.enemy, table.board.field
    if fight is not None:
        yield _("Attack"), f"{fight.title} {number(fight.total)}: {number(fight.strength)}, {fight.line}"
    if enemy is not None:
        yield from ((meter.title, number(meter.number)) for meter in enemy.meters)
        yield from ((table.name(seat), note) for seat, note in enemy.notes.items() if note)
        if enemy.due is not None:
            yield _("Still to give"), str(enemy.due.words.striptags())
    if field is not None:
        yield from ((_("Dice of %(name)s", name=table.name(seat)), dice.words) for seat, dice in field.dice.items())
        yield _("Stack of effects"), "; ".join(f"{effect.name}: {effect.title} ({effect.state})" for effect in field.stack)
    yield from ((place.title, place.cards) for place in table.lying)
