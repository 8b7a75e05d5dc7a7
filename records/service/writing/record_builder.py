"""How a record comes to be: its id and key are drawn, its log is chained, folded and put into rows."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from records.core.events import Recorded, name_of
from records.core.header import Header
from records.core.ids import ALPHABET, RecordId
from records.core.logs.chain import Chain
from records.core.logs.fill import Filler
from records.core.logs.present import present
from records.core.logs.seals import KEY_BYTES
from records.service.incoming import Entry, check_names, checked_label
from records.service.writing.checks import RecordedCheck
from records.service.writing.record_filler import filled
from records.store import Head, NewRecord, Row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.game import Game
    from records.core.logs.fold import Folder
    from records.projections.turn_count import TurnCount
    from records.service.incoming import NewGame
    from records.store import GameLabel

_ID_LENGTH = 16
"""Letters; 80 bits."""
Seated: TypeAlias = "tuple[Mapping[str, str], Mapping[str, Mapping[str, Any]], GameLabel]"
"""Names and ids at other sites, by seat key; what game and table are called."""


def new_id() -> RecordId:
    """Return an id that nobody can guess."""
    return RecordId("".join(secrets.choice(ALPHABET) for _ in range(_ID_LENGTH)))


def new_key() -> bytes:
    """Return the key that the salts of a record come from."""
    return secrets.token_bytes(KEY_BYTES)


def header_of(new: NewGame) -> Header:
    """Return the header of a game that is to be recorded, under an id of its own."""
    return Header(
        record=new_id(),
        game=new.game,
        ruleset=new.ruleset,
        ruleset_hash=new.ruleset_hash,
        catalogue=new.catalogue,
        catalogue_hash=new.catalogue_hash,
        seats=new.seats,
        started=new.started,
    )


def chained(chain: Chain, entries: Sequence[Entry | Recorded[Any]]) -> tuple[list[Recorded[Any]], list[Row]]:
    """Add ``entries`` to ``chain``; return them as they are recorded, and as rows."""
    log, rows = [], []
    names: dict[type, str] = {}
    add = chain.add
    for entry in entries:
        event = entry.event
        recorded, line = add(entry.at, event, entry.cause)
        log.append(recorded)
        rows.append(Row(recorded.v, names.get(cls := type(event)) or names.setdefault(cls, name_of(event)), line))
    return log, rows


def made(  # noqa: PLR0917 -- what a record is made of
    game: Game,
    folder: Folder,
    header: Header,
    key: bytes,
    people: Seated,
    entries: Sequence[Entry | Recorded[Any]],
    origin: str | None,
    turns: TurnCount | None = None,
) -> tuple[NewRecord, Sequence[Recorded[Any]]]:
    """Return a record ready to be stored, and its log in the present shape.

    New ``entries`` are written with every face that the log holds; events that were recorded elsewhere stay as they are, byte for byte.
    ``turns`` counts the new entries.
    Raises ``ImpossibleEvent`` or ``Contradiction`` if the log cannot have happened, ``MalformedCommand`` for what is no name of a person.
    """
    check_names(people[0])
    new = [entry for entry in entries if isinstance(entry, Entry)]
    log: Sequence[Recorded[Any]] = [recorded for recorded in entries if isinstance(recorded, Recorded)]
    check = RecordedCheck(game, header, new=False)
    for recorded in log:
        check(recorded)
    if log:
        folder.fold(header, present(game, header, log))
    chain = Chain(game, header, key)
    written, rows = chained(chain, log or filled(game, header, Filler(game, header, folder=folder), new, 0, turns))
    names, foreign_ids, label = people
    record = NewRecord(
        id=header.record,
        header=msgspec.json.encode(header),
        key=key,
        names={seat: names.get(seat, "") for seat in header.seats},
        foreign_ids=foreign_ids,
        label=checked_label(label),
        origin=origin,
        rows=rows,
        head=Head(chain.count, chain.hash),
    )
    return record, present(game, header, written)
