"""The bytes that the chain runs over, pinned: whatever is made faster, no stored record may become unreadable or broken.

Two witnesses: values written down once, and a slow second implementation of the seals (design/events: Seals), on plain JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, ClassVar

import msgspec
import pytest

from bench.play import SEATS, START, entries
from bench.skirmish import EVOLVE, SKIRMISH, CardDrawn, CardLaid
from records.core.events import Event, Recorded, Sort
from records.core.faces import among, none_of
from records.core.header import Header
from records.core.ids import DeckId, PileId, RecordId, SlotId
from records.core.logs.chain import Chain
from records.core.logs.seals import Sealer, first_hash
from records.core.secret import ALL, NOBODY, Sealed, Secret, ordered, secret
from records.core.shared import Asked, Corrected, DeckSet, GapNoted, HandSet, PileSet, PositionSet, Replacement, Shown, SlotSet, TakenBack
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.core.wording.narration import narrate_shared
from records.knowledge.door import redact
from records.values import replace

KEY = bytes(range(32))
START_HASH = bytes(range(100, 132))
"""Links are pinned apart from what a record starts from."""
AT = datetime(2026, 11, 21, 10, 2, 11, 120000, tzinfo=UTC)
HEADER = Header(
    record=RecordId("0123456789abcdef"),
    game="skirmish",
    ruleset="none",
    ruleset_hash="aa",
    catalogue="none",
    catalogue_hash="",
    seats=SEATS,
    started=START,
)


class Noted(Event, frozen=True, kw_only=True, tag="skirmish.noted/1"):
    """A move with a channel for each seat."""

    sort: ClassVar[Sort] = Sort.FACT
    lines: tuple[str, ...] = ()
    private: tuple[Sealed, ...]


GAME = replace(SKIRMISH, own=(*EVOLVE, Noted), evolve={**EVOLVE, Noted: lambda _draft, _recorded: None}, narrate=narrate_shared)
SALT, SEAL = "5a" * 16, "c0" * 16
_HERE = (secret("axe-1", to=("A",)), secret("bow-2", "oak-3", to=("A", "B"), hint=none_of(["ram"])), secret("?"))

EVENTS: dict[str, Event] = {
    "nothing hidden": GapNoted(why="a page is missing"),
    "words that look like an envelope": Asked(id="q2", seat=SEATS[0], what='","prev":"', why='{"prev":"00"} \\ " ü — \u0001 \U0001f0a1'),
    "one face": CardDrawn(seat=SEATS[0], card=secret("axe-1", to=("A",)), rule="3.2"),
    "a face and what it may be": CardLaid(
        seat=SEATS[1], pile=PileId("left:B"), slot=SlotId("s4"), card=secret("fox-2", to=("B",), hint=among(["fox-2", "elm-1"]))
    ),
    "known to everybody": CardDrawn(seat=SEATS[0], card=secret("axe-1", to=ALL)),
    "known to nobody": CardDrawn(seat=SEATS[0], card=secret("axe-1", to=NOBODY)),
    "unknown, one of some, none of some": CardDrawn(seat=SEATS[0], card=ordered("?", among(["b", "a"]), none_of(["c"]), "é", to=("A",))),
    "no face": CardDrawn(seat=SEATS[0], card=secret(to=("A",))),
    "shown with its salt": CardDrawn(seat=SEATS[0], card=Secret(("axe-1",), ("A",), salt=(SALT,))),
    "sealed before": CardDrawn(seat=SEATS[0], card=Secret(("?",), ("A",), seal=(SEAL,))),
    "inside a position": PositionSet(
        hands=(HandSet(seat=SEATS[0], cards=_HERE), HandSet(seat=SEATS[1])),
        piles=(PileSet(pile=PileId("left:A"), slots=(SlotSet(slot=SlotId("s11"), card=_HERE[0], up=True),)),),
        decks=(DeckSet(deck=DeckId("draw"), blocks=_HERE[::-1]),),
        counters=(("turn", 3), ("won", False)),
    ),
    "inside a take-back": TakenBack(to=0, shown=(Shown(place="hand:A", card=_HERE[0]), Shown(place="s4", index=1, card=_HERE[1]))),
    "inside a correction": Corrected(of=(Replacement(version=3, event=CardDrawn(seat=SEATS[0], card=secret("axe-2", to=("A",)))),)),
    "channels": Noted(
        lines=("Anna draws",),
        private=(
            Sealed(("A",), msgspec.Raw(b'[{"uid":"1","n":1}]')),
            Sealed(("B",), msgspec.Raw(b"[]")),
            Sealed(("C",), msgspec.Raw(b"[]"), salt=SALT),
            Sealed(("D",), seal=SEAL),
        ),
    ),
}

WRITTEN = {
    "nothing hidden": "526b7aa7bd67774d1606d8c0",
    "words that look like an envelope": "b8ff80338f7a017e91e56884",
    "one face": "ac7f0634077dc1ed48fe1b92",
    "a face and what it may be": "f4287972ed223df2ec0052ef",
    "known to everybody": "d86a144bfab006ef62ec71da",
    "known to nobody": "7d051ef5435a60ce54877157",
    "unknown, one of some, none of some": "0b776dfcf4dc089e840dc6c4",
    "no face": "9542c73c6202f71fbc9d9238",
    "shown with its salt": "5d27fc85311ed50b189568dc",
    "sealed before": "4a7defefaf7af3f02c1fabc7",
    "inside a position": "187f374bd77e4d37718f7d5e",
    "inside a take-back": "45b15d1a49d45907b5a3f25f",
    "inside a correction": "4f2c61097838e6732a2f7e11",
    "channels": "af7434fa1e9de18d69564935",
}
CANONICAL = (
    '{"v":1,"cause":1,"at":"2026-11-21T10:02:11.120000Z","event":{"e":"skirmish.card-laid/1","seat":"B","pile":"lef'
    't:B","slot":"s4","card":{"faces":["?"],"known_to":["B"],"hint":{"in":["elm-1","fox-2"]},"seal":["67448107a3c8c'
    'cf54d5cab3e83e3a02d"]}}}'
)
LINE = (
    '{"v":1,"cause":1,"at":"2026-11-21T10:02:11.120000Z","prev":"6465666768696a6b6c6d6e6f707172737475767778797a7b7c'
    '7d7e7f80818283","event":{"e":"skirmish.card-laid/1","seat":"B","pile":"left:B","slot":"s4","card":{"faces":["f'
    'ox-2"],"known_to":["B"],"hint":{"in":["elm-1","fox-2"]}}}}'
)
HEAD = "ab60b57fa0e67c6c95da6bfac947f31e5ef7c504743494ec893b18c5e62cf928"
FIRST = "d9ce28744c2e83fc36f193df3e65ebb1ad80bd5e2ea5da784f6262f45c47f14e"


def chained(events: Iterable[Event], key: bytes | None = KEY) -> tuple[list[Recorded[Any]], list[bytes], list[bytes]]:
    """Chain ``events``; returns them in their envelopes, their lines, and the hash after each."""
    chain = Chain(GAME, HEADER, key, after=START_HASH)
    log, lines, hashes = [], [], []
    for event in events:
        recorded, line = chain.add(AT, event)
        log.append(recorded)
        lines.append(line)
        hashes.append(chain.hash)
    return log, lines, hashes


def slow_canonical(line: bytes) -> bytes:
    """Return what the chain runs over, from the stored line alone: no ``prev``, commitments for all that is hidden."""
    envelope = json.loads(line)
    before = f"{envelope.pop('prev')} {envelope['at']}"
    return compact(hidden(envelope, "", before))


def compact(value: Any) -> bytes:
    """Return JSON without blanks."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def hidden(value: Any, path: str, before: str) -> Any:
    """Return ``value`` with commitments; ``path`` counts from the event."""
    if isinstance(value, list):
        return [hidden(item, f"{path}.{i}", before) for i, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    if "seal" in value:
        return value
    if "body" in value:
        return {
            "known_to": value["known_to"],
            "seal": seal(value["body"], value.get("salt"), f"{before} {path} 0 {','.join(value.get('known_to', []))}"),
        }
    if "faces" in value and "zone" not in value:
        return value if value.get("known_to") == ["*"] else hidden_faces(value, path, before)
    if path == "" and "event" in value:
        return {**value, "event": hidden(value["event"], "", before)}
    return {key: hidden(item, f"{path}.{key}" if path else key, before) for key, item in value.items()}


def hidden_faces(part: dict[str, Any], path: str, before: str) -> dict[str, Any]:
    """Return a ``Secret`` whose reader was shown nothing."""
    faces, salts = part["faces"], part.get("salt")
    seats = ",".join(part.get("known_to", []))
    seals = [seal(face, salts[i] if salts else None, f"{before} {path} {i} {seats}") for i, face in enumerate(faces)]
    kept = {key: item for key, item in part.items() if key != "salt"}
    return {**kept, "faces": ["?"] * len(faces)} | ({"seal": seals} if seals else {})


def seal(content: Any, salt: str | None, place: str) -> str:
    """Return the commitment to ``content``."""
    made = blake2b(place.encode(), key=KEY, digest_size=16).hexdigest() if salt is None else salt
    return blake2b(bytes.fromhex(made) + compact(content), digest_size=16).hexdigest()


@pytest.mark.parametrize("name", EVENTS)
def test_each_kind_of_event_keeps_its_hash(name: str) -> None:
    """The hash after a record's only event is the one that was written down when the format was made."""
    assert chained([EVENTS[name]])[2][0].hex()[:24] == WRITTEN[name]


@pytest.mark.parametrize("name", EVENTS)
def test_the_chain_runs_over_what_section_9_says(name: str) -> None:
    """Canonical bytes and hash are those of a slow second implementation on plain JSON."""
    log, lines, hashes = chained([EVENTS[name]])
    canonical = slow_canonical(lines[0])
    assert Sealer(GAME.parts, KEY).canonical(log[0]) == canonical
    assert hashes[0] == blake2b(START_HASH + canonical, digest_size=32).digest()


def test_the_start_of_a_chain_stays() -> None:
    """hash(0) runs over the header as JSON, and is the one written down."""
    assert first_hash(HEADER) == blake2b(msgspec.json.encode(HEADER), digest_size=32).digest()
    assert first_hash(HEADER).hex() == FIRST


def test_canonical_bytes_stay() -> None:
    """The line as somebody gets it who was shown nothing, to the letter."""
    log, _, _ = chained([EVENTS["a face and what it may be"]])
    assert Sealer(GAME.parts, KEY).canonical(log[0]).decode() == CANONICAL


def test_the_stored_line_stays() -> None:
    """The stored line, to the letter."""
    _, lines, _ = chained([EVENTS["a face and what it may be"]])
    assert lines[0].decode() == LINE


def test_a_whole_game_keeps_its_head() -> None:
    """Every link of a game of 300 events is that of the slow implementation, and the head is the one written down."""
    chain = Chain(GAME, HEADER, KEY, after=START_HASH)
    before = chain.hash
    for entry in entries(1):
        recorded, line = chain.add(entry.at, entry.event, entry.cause)
        assert recorded.prev == before.hex()
        assert line == msgspec.json.encode(recorded)
        before = blake2b(before + slow_canonical(line), digest_size=32).digest()
        assert chain.hash == before
    assert chain.hash.hex() == HEAD


@pytest.mark.parametrize("viewer", [*SEATS, PUBLIC, OPEN])
def test_a_redacted_log_has_the_same_chain(viewer: Viewer) -> None:
    """What a viewer is given gives the same hashes without the key."""
    log, _, hashes = chained(EVENTS.values())
    without_key = Chain(GAME, HEADER, None, after=START_HASH)
    for recorded, after in zip(redact(Sealer(GAME.parts, KEY), log, viewer), hashes, strict=True):
        without_key.accept(GAME.codec.decode(GAME.codec.encode(recorded)))
        assert without_key.hash == after


def test_reading_gives_the_same_chain() -> None:
    """Lines that were read again are accepted with the hashes that they were written with."""
    _, lines, hashes = chained(EVENTS.values())
    chain = Chain(GAME, HEADER, KEY, after=START_HASH)
    for line, after in zip(lines, hashes, strict=True):
        chain.accept(GAME.codec.decode(line))
        assert chain.hash == after
