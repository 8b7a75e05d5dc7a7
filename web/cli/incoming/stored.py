"""What was stored, as a table and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.core.viewers import PUBLIC
from records.store import RECORD
from web.cli.output import print_json, print_table, tell, tell_of_edition
from web.words.phrases import locale_of, seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.ids import SeatKey
    from records.service import GameBook, Stored


def stored_data(book: GameBook, stored: Stored, *, read: bool = True) -> dict[str, Any]:
    """Return a stored record as JSON values; one that was here before, or is not to be ``read``, as the shelf has it.

    What stands beside records is told by id and kind.
    One of a game that is known here is read in any case: it may have been made by rules that are not.
    """
    if stored.kind != RECORD:
        return {"id": stored.id, "kind": stored.kind, "already": stored.already}
    known = book.records.entries(book.keeper, [stored.id]) if stored.already or not read else []
    if not stored.already and known and not book.games[known[0].game].nameless:
        known = []
    if known and not known[0].damaged:
        (entry,) = known
        if entry.trashed is not None:
            tell(f"Record {entry.id} lies in the trash; kiebitz restore {entry.id} takes it back.")
        return _data(stored, entry.game, entry.ruleset, entry.seats, entry.names, entry.steps)
    view = book.record(book.keeper, stored.id, PUBLIC)
    tell_of_edition(view)
    return _data(stored, view.header.game, view.header.ruleset, view.header.seats, view.names, view.steps)


def made_data(book: GameBook, stored: Sequence[Stored]) -> list[dict[str, Any]]:
    """Return records that were made by the rules that are known here, as the shelf has them: none of them is read for that."""
    entries = {entry.id: entry for entry in book.records.entries(book.keeper, [one.id for one in stored])}
    found = [(one, entries[one.id]) for one in stored]
    return [_data(one, entry.game, entry.ruleset, entry.seats, entry.names, entry.steps) for one, entry in found]


def _data(  # noqa: PLR0917 -- a line of the table
    stored: Stored, game: str, ruleset: str, seats: Sequence[SeatKey], names: Mapping[SeatKey, str], steps: int
) -> dict[str, Any]:
    return {
        "id": stored.id,
        "game": game,
        "ruleset": ruleset,
        "seats": seats,
        "players": [names.get(seat, "") for seat in seats],
        "steps": steps,
        "already": stored.already,
        **({"copy_of": stored.copy_of} if stored.copy_of else {}),
    }


def print_stored(records: Sequence[dict[str, Any]], *, as_json: bool) -> None:
    """Print stored records, nothing where there are none and a person reads."""
    if as_json:
        print_json(records)
        return
    for one in records:
        if "kind" in one:
            click.echo(f"{one['id']}  {one['kind']}{'  was there already' if one['already'] else ''}")
    if rows := [_row(one) for one in records if "kind" not in one]:
        print_table(("id", "game", "players", "events", ""), rows, right=("events",))


def _row(data: dict[str, Any]) -> tuple[str, ...]:
    names = dict(zip(data["seats"], data["players"], strict=True))
    players = ", ".join(seat_name(seat, names, locale_of("en")) for seat in names)
    return data["id"], data["game"], players, str(data["steps"]), _remark(data)


def _remark(data: dict[str, Any]) -> str:
    if "copy_of" in data:
        return f"was there already, as the copy for {data['copy_of']}"
    return "was there already" if data["already"] else ""
