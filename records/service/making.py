"""How a record comes to be: its id and key are drawn, its log is chained, folded and put into rows."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from records.core.chain import Chain
from records.core.events import name_of
from records.core.header import Header
from records.core.ids import RecordId
from records.core.seals import KEY_BYTES
from records.service.checks import check_recorded
from records.service.incoming import Entry, check_names
from records.store import Head, NewRecord, Row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.events import Recorded
    from records.core.fold import Folder
    from records.core.game import Game
    from records.service.incoming import NewGame

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_ID_LENGTH = 16
"""Letters; 80 bits."""
People: TypeAlias = "tuple[Mapping[str, str], Mapping[str, Mapping[str, Any]]]"
"""Names and ids at other sites, by seat key."""


def new_id() -> RecordId:
    """Return an id that nobody can guess."""
    return RecordId("".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH)))


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


def chained(game: Game, header: Header, chain: Chain, entries: Sequence[Entry | Recorded[Any]]) -> tuple[list[Row], list[Recorded[Any]]]:
    """Add ``entries`` to ``chain``; return them as rows and in their envelopes. Raises ``ImpossibleEvent`` for what no log can hold."""
    rows, log = [], []
    for entry in entries:
        recorded, line = chain.add(entry.at, entry.event, entry.cause)
        check_recorded(game, header, recorded, new=isinstance(entry, Entry))
        rows.append(Row(recorded.v, name_of(recorded.event), line))
        log.append(recorded)
    return rows, log


def made(  # noqa: PLR0917 -- what a record is made of
    game: Game,
    folder: Folder,
    header: Header,
    key: bytes,
    people: People,
    entries: Sequence[Entry | Recorded[Any]],
    origin: str | None,
) -> NewRecord:
    """Return a record ready to be stored; raises ``ImpossibleEvent`` or ``Contradiction`` if its log cannot have happened.

    Raises ``MalformedCommand`` for what is no name of a person.
    """
    chain = Chain(game, header, key)
    check_names(people[0])
    rows, log = chained(game, header, chain, entries)
    folder.fold(header, log)
    names, foreign_ids = people
    return NewRecord(
        id=header.record,
        header=msgspec.json.encode(header),
        key=key,
        names={seat: names.get(seat, "") for seat in header.seats},
        foreign_ids=foreign_ids,
        origin=origin,
        rows=rows,
        head=Head(chain.count, chain.hash),
    )
