"""A redacted export against the full record, and that nothing sealed in it can be found by trying (design/events: Seals)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from importers import native
from records.core.logs.chain import Chain
from records.core.logs.seals import Sealer, commitment, first_hash
from records.core.secret import Secret
from records.core.viewers import LOCAL
from records.rulings.alike import secrets
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support.tiny import drawn, entries, new_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from records.core.events import Recorded
    from records.service.incoming import Exchanged

REGICIDE = library()["regicide"]
VIEWERS = ("A", "B", "public", "open")


@pytest.fixture
def record(book: GameBook) -> str:
    """A whole tiny game."""
    return book.writing.add(LOCAL, new_game())[0].id


def read(book: GameBook, record: str, viewer: str) -> Exchanged:
    """The file of a viewer, as somebody reads it who got it."""
    return native.read(book.games, native.write(book.games, book.records.export(LOCAL, record, viewer), viewer), "file")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_export_agrees_with_its_record(book: GameBook, record: str, viewer: str) -> None:
    """Whatever a file shows or hides, it is held against the full record without a difference, also when that has grown since."""
    file = read(book, record, viewer)
    assert book.records.check_export(LOCAL, record, file, viewer) is None
    book.writing.append(LOCAL, record, entries(drawn("A", "ten")), expected=len(file.log))
    assert book.records.check_export(LOCAL, record, file, viewer) is None
    grown = read(book, record, viewer)
    longer = book.records.check_export(LOCAL, record, replace(grown, log=[*grown.log, grown.log[-1]]), viewer)
    assert longer is not None
    assert longer.version == len(grown.log) + 1


def test_a_card_that_was_exchanged_under_a_chain_of_its_own_is_named(book: GameBook, record: str) -> None:
    """A file whose chain was made anew around another card is whole by itself; against the record version and field are told."""
    file = read(book, record, "A")
    chain = Chain(book.games["tiny"], file.header, None)
    where = next(index for index, one in enumerate(file.log) if any(part.salt for part in secrets(book.games["tiny"].parts, one.event)))

    def forged(_path: str, part: Any) -> Any:
        return msgspec.structs.replace(part, faces=("ten",)) if isinstance(part, Secret) else part

    log = []
    for index, one in enumerate(file.log):
        event = book.games["tiny"].parts.map(one.event, forged) if index == where else one.event
        log.append(chain.add(one.at, event, one.cause)[0])
    data = native.write(book.games, replace(file, log=log, head=chain.hash), "A")
    found = book.records.check_export(LOCAL, record, native.read(book.games, data, "forged"), "A")
    assert found is not None
    assert (found.version, found.what.field, found.what.found) == (where + 1, "event.card.faces.0", '"ten"')


def test_a_file_of_another_record_is_told_by_its_header(book: GameBook, record: str) -> None:
    """Two records of the same game part in the header."""
    other = book.writing.add(LOCAL, new_game())[0].id
    found = book.records.check_export(LOCAL, record, read(book, other, "public"), "public")
    assert found is not None
    assert (found.version, found.what.field) == (0, "record")


def faces_of(file: Exchanged) -> tuple[str, ...]:
    """Every face that a card of the game can have."""
    assert REGICIDE.board.faces is not None
    return (*sorted(REGICIDE.board.faces(file.header)), "?")


def guessed(recorded: Recorded[Any], face: str, key: bytes) -> Iterable[str]:
    """The commitments that the event would have, were all its hidden cards this face and this the record's key."""

    def visit(_path: str, part: Any) -> Any:
        return Secret((face,) * len(part.faces), part.known_to, part.hint, part.ordered) if isinstance(part, Secret) and part.seal else part

    event = msgspec.structs.replace(recorded, event=REGICIDE.parts.map(recorded.event, visit))
    sealed = Sealer(REGICIDE.parts, key).redacted(event, lambda _known_to: False)
    return [seal for part in secrets(REGICIDE.parts, sealed) for seal in part.seal]


def windows(file: Exchanged) -> Iterator[bytes]:
    """All that somebody who has the file could take for a salt: salts of what is shown, parts of every hash, nothing."""
    hashes = [first_hash(file.header), file.head, *(bytes.fromhex(one.prev) for one in file.log)]
    yield from (part for one in hashes for part in (one[:16], one[16:]))
    yield from (bytes(16), file.header.record.encode().ljust(16, b"\0")[:16])
    for one in file.log:
        yield from (bytes.fromhex(salt) for part in secrets(REGICIDE.parts, one.event) for salt in part.salt)
        yield from (bytes.fromhex(seal) for part in secrets(REGICIDE.parts, one.event) for seal in part.seal)


@pytest.mark.soak
def test_no_hidden_card_is_found_by_trying_every_face(tmp_path: Path) -> None:
    """All faces are tried with every salt that the file gives and every key that it could give: none fits. With the key all do."""
    with GameBook.open(f"sqlite:///{tmp_path}/seals.db") as book:
        record = book.writing.add(LOCAL, *simulate(REGICIDE, seed=5, games=1))[0].id
        file, whole = read(book, record, "A"), book.records.export(LOCAL, record, "open")
    hidden = [seal for one in file.log for part in secrets(REGICIDE.parts, one.event) for seal in part.seal]
    assert len(hidden) > 40
    assert len(set(hidden)) == len(hidden)  # equal cards do not look equal
    faces = faces_of(file)
    tried = {commitment(salt, msgspec.json.encode(face)) for salt in set(windows(file)) for face in faces}
    keys = {bytes(32), first_hash(file.header), file.head, file.header.record.encode().ljust(32, b"\0")}
    for one in file.log:
        for key in (*keys, bytes.fromhex(one.prev)):
            for face in faces:
                tried.update(guessed(one, face, key))
    assert len(tried) > 10_000
    assert not tried & set(hidden)
    assert whole.key is not None
    opened = {seal for one in file.log for face in faces for seal in guessed(one, face, whole.key)}
    assert set(hidden) <= opened
