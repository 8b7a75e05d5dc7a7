"""What a native file may not say although its chain holds: audiences, foreign JSON and salts that no program writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from importers import native
from records.core.events import Event, Recorded
from records.core.header import Header
from records.core.ids import RecordId
from records.core.logs.chain import Chain
from records.core.logs.seals import Sealer
from records.core.secret import ALL, Sealed, Secret, secret
from records.core.shared import GameStarted
from records.core.viewers import LOCAL, OPEN, PUBLIC, viewer_key
from records.errors import ImportRefused
from records.knowledge.door import redact
from records.service import Exchanged, GameBook
from records.service.library import library
from records.store import open_store
from records.values import replace
from support.archives import read as read_archive
from support.command_line import plain_archive
from support.tiny import GAMES as TINY_GAMES
from support.tiny import NOON, SEATS, TINY, Drawn, drawn

OBSERVED = library()["observed"]
GAMES = {**TINY_GAMES, "observed": OBSERVED}
KEY = bytes(range(32))
SALT = "5a" * 16
TINY_HEADER = Header(
    record=RecordId("0123456789abcdef"),
    game="tiny",
    ruleset="none",
    ruleset_hash="",
    catalogue="none",
    catalogue_hash="",
    seats=SEATS,
    started=NOON,
)
ARCHIVE = read_archive(plain_archive())
Change = Callable[[str], str]


def chained(header: Header, events: list[Event], key: bytes | None = KEY) -> Exchanged:
    """A record of these events whose chain holds."""
    chain = Chain(GAMES[header.game], header, key)
    log = [chain.add(NOON, event)[0] for event in events]
    return Exchanged(header=header, names={}, key=key, log=log, head=chain.hash)


def refused(data: bytes) -> str:
    """Why a file is refused, with its line."""
    with pytest.raises(ImportRefused) as caught, GameBook(open_store("sqlite:///:memory:"), games=GAMES) as book:
        book.writing.take_in(LOCAL, native.read(GAMES, data, "game.jsonl"))
    (problem,) = caught.value.problems
    return str(problem)


def forged(header: Header, *events: Event) -> bytes:
    """The open table's file of these events."""
    return native.write(GAMES, chained(header, list(events)), "open")


def observed(change: Change, at: int) -> bytes:
    """The file of an observed table whose event ``at`` is changed in its JSON, and then chained."""
    events = [recorded.event for recorded in ARCHIVE.log]
    line = OBSERVED.codec.encode(Recorded(1, 1, NOON, "", events[at - 1])).decode()
    assert change(line) != line
    events[at - 1] = OBSERVED.codec.decode(change(line)).event
    return forged(ARCHIVE.header, *events)


def test_the_unchanged_file_is_taken() -> None:
    """What the changes below begin with is a file that is read."""
    events = [recorded.event for recorded in ARCHIVE.log]
    assert list(native.read(GAMES, forged(ARCHIVE.header, *events), "game.jsonl").log)


@pytest.mark.parametrize(
    ("at", "change", "reason"),
    [
        (3, lambda line: put_args(line, '"words"'), "version 3: lines.0.args is neither an object nor a list"),
        (3, lambda line: put_args(line, "null"), "version 3: lines.0.args is neither an object nor a list"),
        (3, lambda line: put_args(line, '{"a": 1}'), "not in its written form"),
        (3, lambda line: put_args(line, '{"a":1,"a":1}'), "not in its written form"),
        (3, lambda line: put_args(line, '{"a":"\\u0041"}'), "not in its written form"),
        (3, lambda line: put_args(line, '{"a":1e3}'), "not in its written form"),
        (3, lambda line: line.replace('"body":[', '"body":[ ', 1), "not in its written form"),
        (3, lambda line: line.replace('"body":[]', '"body":{}', 1), "version 3: private.1 cannot be read"),
        (3, lambda line: line.replace('"body":[]', '"body":[{"after":"x"}]', 1), "version 3: private.1 cannot be read"),
        (3, lambda line: line.replace('"known_to":["B"]', '"known_to":["A"]', 1), "version 3: private has not one part for each of A, B"),
        (3, lambda line: line.replace(',{"known_to":["B"],"body":[]}', "", 1), "version 3: private has not one part for each of A, B"),
        (3, lambda line: line.replace('"private":[', '"private":[{"known_to":["A"],"body":[]},', 1), "version 3: private has not one part"),
        (
            3,
            lambda line: line.replace('"known_to":["B"]', '"known_to":["Z"]', 1),
            "version 3: private.1 is known to 'Z'; the seats are A, B",
        ),
        (2, lambda line: line.replace('"origin":{"body":{', '"origin":{"body":{"more":1,', 1), "version 2: origin cannot be read"),
        (2, lambda line: line.replace('["A","#aa0000"]', '["Z","#aa0000"]', 1), "version 2: colours names 'Z'"),
    ],
)
def test_an_observed_table_is_what_an_importer_writes(at: int, change: Change, reason: str) -> None:
    """Arguments, sealed parts and their owners of another shape than an importer writes are refused at their line, chained or not."""
    told = refused(observed(change, at))
    assert reason in told
    assert told.startswith(f"line {at + 3}: ")


def put_args(line: str, args: str) -> str:
    """The line of a move with other arguments of its first message."""
    start = line.index('"args":') + len('"args":')
    _, length = json.JSONDecoder().raw_decode(line[start:])
    return line[:start] + args + line[start + length :]


@pytest.mark.parametrize("known_to", [("Z",), ("A", "Z"), ("public",), ("a" * 5000,)])
def test_an_audience_sits_at_the_table(known_to: tuple[str, ...]) -> None:
    """A face that is said to be known to somebody without a seat is refused with the seats that there are."""
    told = refused(forged(TINY_HEADER, GameStarted(seats=SEATS), Drawn(seat=SEATS[0], card=secret("ace", to=known_to))))
    assert told.startswith("line 5: version 2: card is known to ")
    assert told.endswith("; the seats are A, B")
    assert len(told) < 200


def salted(event: Drawn, salt: str = SALT) -> Drawn:
    """The event with a salt from elsewhere."""
    return msgspec.structs.replace(event, card=msgspec.structs.replace(event.card, salt=(salt,)))


def sealed(event: Drawn) -> Drawn:
    """The event as a commitment."""
    return msgspec.structs.replace(event, card=Secret(("?",), event.card.known_to, seal=("c0" * 16,)))


@pytest.mark.parametrize(
    ("events", "line", "reason"),
    [
        ((drawn("A", "ace"), salted(drawn("A", "ten"))), 6, "version 3: card: parts that came with a salt or seal stand before"),
        ((drawn("A", "ace"), sealed(drawn("B", "ten"))), 6, "version 3: card: parts that came with a salt or seal stand before"),
        ((salted(drawn("A", "ace")), salted(drawn("B", "ten"))), 6, "version 3: card has a salt, but no one viewer was shown all"),
        ((salted(Drawn(seat="A", card=secret("ace"))),), 5, "version 2: card has a salt, but no one viewer was shown all"),
        ((salted(Drawn(seat="A", card=secret("ace", to=ALL))),), 5, "version 2: card is known to everybody, so it has no salt"),
    ],
)
def test_a_salt_from_elsewhere_has_no_place_in_a_whole_file(events: tuple[Event, ...], line: int, reason: str) -> None:
    """In a file with its key a salt or seal of its own stands only where a redacted record began, as one viewer's file has it."""
    told = refused(forged(TINY_HEADER, GameStarted(seats=SEATS), *events))
    assert told.startswith(f"line {line}: {reason}"), told


@pytest.mark.parametrize("first", [*SEATS, PUBLIC])
@pytest.mark.parametrize("second", [*SEATS, PUBLIC])
def test_a_redacted_record_that_was_continued_travels_whole(first: Any, second: Any) -> None:
    """Salts and seals of what came redacted, even twice, stand in the file of its new keeper, and what was added needs none."""
    whole = chained(TINY_HEADER, [GameStarted(seats=SEATS), drawn("A", "ace"), drawn("B", "ten")])
    came = redact(Sealer(TINY.parts, None), redact(Sealer(TINY.parts, KEY), whole.log, first), second)
    chain = Chain(TINY, TINY_HEADER, bytes(32))
    log = [chain.add(recorded.at, recorded.event, recorded.cause)[0] for recorded in came]
    log += [chain.add(NOON, event)[0] for event in (drawn("A", "king"), drawn("B", "queen"))]
    data = native.write(GAMES, replace(whole, key=bytes(32), log=log, head=chain.hash), "open")
    assert native.write(GAMES, native.read(GAMES, data, "game.jsonl"), viewer_key(OPEN)) == data


def test_an_open_card_has_no_salt_in_anybodys_file() -> None:
    """A salt beside a face that everybody was shown is refused in a seat's file too."""
    whole = chained(TINY_HEADER, [GameStarted(seats=SEATS), salted(Drawn(seat="A", card=secret("ace", to=ALL)))])
    data = native.write(GAMES, replace(whole, key=None, log=redact(Sealer(TINY.parts, KEY), whole.log, SEATS[0])), "A")
    assert "line 4: version 2: card is known to everybody" in refused(data)


def test_a_sealed_body_needs_an_owner_who_sits_here() -> None:
    """Words that nobody at the table was told are refused like faces."""
    event = TINY_GAMES["tiny"].event_names["tiny.whispered/1"](seat="A", words=Sealed(("Q",), msgspec.Raw(b"1")))
    assert "version 2: words is known to 'Q'" in refused(forged(TINY_HEADER, GameStarted(seats=SEATS), event))
