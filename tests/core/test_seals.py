"""Commitments in the place of what is hidden (design/events: Seals)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, get_origin

import msgspec
import msgspec.inspect
import pytest

from records.core.events import Event, Recorded
from records.core.header import Header
from records.core.logs.chain import Chain
from records.core.logs.seals import Sealer, commitment, first_hash
from records.core.secret import ALL, Sealed, Secret, secret
from records.core.shared import Corrected, GameStarted, GameWon, Replacement
from records.core.viewers import OPEN, PUBLIC
from records.errors import BrokenChain
from records.games.regicide.model.events import ShieldRaised
from records.knowledge.door import redact
from records.service.library import library
from records.studies.cases.events import CASE_BOOK
from records.studies.chapters.events import STUDY_BOOK
from records.studies.classes.events import CLASS_BOOK
from records.studies.layers.events import LAYER_BOOK, LineBegun
from records.studies.learners.events import LEARNER_BOOK
from support.tiny import CARDS, NOON, SEATS, TINY, Drawn, drawn, laid, whispered

KEY = bytes(range(32))
HEADER = Header(
    record="sealed0000000001", game="tiny", ruleset="none", ruleset_hash="", catalogue="none", catalogue_hash="", seats=SEATS, started=NOON
)
EVENTS = (
    GameStarted(seats=SEATS),
    drawn("A", "ace"),
    drawn("B", "ace"),
    Drawn(seat="A", card=secret("?", to=("A",))),
    whispered("B", {"hint": " spaces  stay "}),
    laid("A", "s6", "ace"),
    Drawn(seat="B", card=secret("ten", to=ALL)),
    GameWon(seat="A"),
)


def sealer(key: bytes | None = KEY) -> Sealer:
    """What seals the tiny game's events; None is a record that came redacted."""
    return Sealer(TINY.parts, key)


def written(*events: Event, key: bytes = KEY) -> tuple[list[Recorded[Any]], bytes]:
    """A chained log of these events and its head."""
    chain = Chain(TINY, HEADER, key)
    return [chain.add(NOON, event)[0] for event in events], chain.hash


def head(log: Iterable[Recorded[Any]], key: bytes | None) -> bytes:
    """The head that these lines give."""
    chain = Chain(TINY, HEADER, key)
    for recorded in log:
        chain.accept(recorded)
    return chain.hash


LOG, HEAD = written(*EVENTS)
REGICIDE = library()["regicide"]
VIEWERS = ("A", "B", PUBLIC, OPEN)


def test_equal_faces_never_look_equal() -> None:
    """The same card at two versions, and twice in one secret, has four different salts and commitments."""
    log, _ = written(Drawn(seat="A", card=secret("ace", "ace", to=("A",))), Drawn(seat="A", card=secret("ace", "ace", to=("A",))))
    seals = [seal for recorded in redact(sealer(), log, PUBLIC) for seal in recorded.event.card.seal]
    salts = [salt for recorded in redact(sealer(), log, "A") for salt in recorded.event.card.salt]
    assert len(set(seals)) == len(set(salts)) == 4


def test_the_salts_of_two_records_differ() -> None:
    """Another key gives another salt to the same card at the same place."""
    mine, other = (redact(sealer(key), LOG, PUBLIC)[1].event.card.seal for key in (KEY, bytes(32)))
    assert mine != other


def _forks(ours: Event, theirs: Event, *, later: bool) -> tuple[bytes, Secret]:
    """The salt that A has of a card in one continuation of an open file, and the card at the same place of another, as A is sent it."""
    shared = (GameStarted(seats=SEATS), drawn("A", "ace"))
    one, two = (written(*shared, *([drawn(seat, "king")] if later else []), event)[0] for seat, event in (("A", ours), ("B", theirs)))
    assert one[:2] == two[:2]
    return bytes.fromhex(redact(sealer(), one, "A")[-1].event.card.salt[0]), redact(sealer(), two, "A")[-1].event.card


@pytest.mark.parametrize("later", [False, True], ids=["where they part", "later"])
def test_what_a_seat_was_shown_in_one_fork_opens_nothing_in_another(later: bool) -> None:
    """Of two records that continue one open file, under one key, the salt of A's card is not that of B's at the same place."""
    salt, card = _forks(drawn("A", "ten"), drawn("B", "ten"), later=later)
    assert card.faces == ("?",)
    assert commitment(salt, b'"ten"') not in card.seal


def test_equal_cards_of_two_forks_do_not_look_equal() -> None:
    """Two records that part in one seat's draw of the same card at different times have different commitments to it."""
    start = written(GameStarted(seats=SEATS))[1]
    seals = []
    for at in (NOON, NOON.replace(second=1)):
        chain = Chain(TINY, HEADER, KEY, 1, start)
        recorded, _ = chain.add(at, drawn("A", "ten"))
        seals.append(redact(sealer(), [recorded], PUBLIC)[0].event.card.seal)
    assert seals[0] != seals[1]


def test_forks_share_the_salts_of_what_they_share() -> None:
    """Up to where two continuations part, a seat's file of either has the same lines."""
    one, two = (written(*EVENTS[:3], event)[0] for event in (laid("A", "s4", "ace"), GameWon(seat="A")))
    assert redact(sealer(), one, "A")[:3] == redact(sealer(), two, "A")[:3]


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
def test_a_redacted_log_verifies_without_the_key_to_the_same_head(viewer: Any) -> None:
    """What any viewer is given has the record's head, and each line follows the one before."""
    redacted = redact(sealer(), LOG, viewer)
    assert head(redacted, None) == HEAD
    assert [recorded.prev for recorded in redacted] == [recorded.prev for recorded in LOG]


def test_a_redacted_log_shows_only_what_its_viewer_was_shown() -> None:
    """A face that was shown has its salt and no seal, one that was not a seal and no salt, an open one neither."""
    log = redact(sealer(), LOG, "A")
    own, others, open_ = (log[index].event.card for index in (1, 2, 6))
    assert (own.faces, len(own.salt), own.seal) == (("ace",), 1, ())
    assert (others.faces, others.salt, len(others.seal)) == (("?",), (), 1)
    assert (open_.faces, open_.salt, open_.seal) == (("ten",), (), ())
    whisper = log[4].event.words
    assert (whisper.body, whisper.salt, len(whisper.seal)) == (msgspec.UNSET, "", 32)
    assert redact(sealer(), LOG, "B")[4].event.words.body == LOG[4].event.words.body


def test_an_unknown_face_is_sealed_too() -> None:
    """Whether the record knows a hidden card cannot be seen from outside."""
    known, unknown = (redact(sealer(), LOG, "B")[index].event.card for index in (1, 3))
    assert (known.faces, len(known.seal[0])) == (unknown.faces, len(unknown.seal[0]))


def test_trying_all_faces_without_the_salt_finds_nothing() -> None:
    """No face, bare or with any salt that a viewer has, gives a commitment; with its own salt exactly one does."""
    card = redact(sealer(), LOG, PUBLIC)[1].event.card
    own_salt = bytes.fromhex(redact(sealer(), LOG, "A")[1].event.card.salt[0])
    theirs = [bytes.fromhex(redact(sealer(), LOG, "B")[2].event.card.salt[0]), b"", bytes(16)]
    faces = [msgspec.json.encode(face) for face in (*CARDS, "?")]
    assert [face for face in faces if any(commitment(salt, face) == card.seal[0] for salt in theirs)] == []
    assert [face for face in faces if commitment(own_salt, face) == card.seal[0]] == [b'"ace"']


def test_imported_salts_and_seals_are_kept() -> None:
    """A redacted log is given out as it came, with a key of its own for what is added later."""
    redacted = redact(sealer(), LOG, "A")
    for key in (None, bytes(32)):
        assert redact(sealer(key), redacted, "A") == redacted
        assert head(redacted, key) == HEAD


def test_a_redacted_log_can_be_redacted_further() -> None:
    """From A's copy the public's is made without the record's key, equal to that made from the full log."""
    assert redact(sealer(None), redact(sealer(), LOG, "A"), PUBLIC) == redact(sealer(), LOG, PUBLIC)


def _with(index: int, **changes: Any) -> list[Recorded[Any]]:
    log = redact(sealer(), LOG, "A")
    event = msgspec.structs.replace(log[index].event, **changes)
    return [*log[:index], msgspec.structs.replace(log[index], event=event), *log[index + 1 :]]


OWN: Secret = redact(sealer(), LOG, "A")[1].event.card
OTHERS: Secret = redact(sealer(), LOG, "A")[2].event.card


@pytest.mark.parametrize(
    "log",
    [
        _with(1, card=msgspec.structs.replace(OWN, faces=("king",))),
        _with(1, card=msgspec.structs.replace(OWN, salt=("00" * 16,))),
        _with(1, card=msgspec.structs.replace(OWN, known_to=ALL)),
        _with(1, card=msgspec.structs.replace(OWN, hint="ace")),
        _with(2, card=msgspec.structs.replace(OTHERS, faces=("?",), seal=("00" * 16,))),
        _with(4, words=Sealed(known_to=("B",), seal="00" * 16)),
        _with(5, slot="s7"),
        _with(5, rule="1"),
        _with(7, seat="B"),
    ],
    ids=["face", "salt", "audience", "hint", "seal", "sealed", "slot", "rule", "seat"],
)
def test_any_change_of_a_redacted_log_breaks_the_chain(log: list[Recorded[Any]]) -> None:
    """A changed face, salt, seal, audience or public field gives another head."""
    assert head(log, None) != HEAD


@pytest.mark.parametrize(
    "changes",
    [{"faces": ("ace",)}, {"salt": ("00" * 16,)}, {"seal": ("hello",)}],
    ids=["face beside seal", "salt beside seal", "no commitment"],
)
def test_a_seal_stands_alone(changes: dict[str, Any]) -> None:
    """What is sealed has no face and no salt beside it, so that nothing hidden can travel with its own commitment."""
    with pytest.raises(ValueError, match="stands in place of"):
        msgspec.structs.replace(OTHERS, **changes)


def test_a_sealed_part_has_no_body() -> None:
    """A body beside its commitment is refused: it would go out to whoever is sent the commitment."""
    with pytest.raises(ValueError, match="stands in place of"):
        Sealed(known_to=("B",), seal="00" * 16, body=msgspec.Raw(b"1"))


def test_every_flipped_byte_of_a_line_breaks_or_does_not_decode() -> None:
    """Each byte of a line, flipped, is refused by the wire or gives another head; ``prev`` is compared by itself."""
    line = TINY.codec.encode(LOG[5])
    before = bytes.fromhex(LOG[5].prev)
    after = bytes.fromhex(LOG[6].prev)
    for index in range(len(line)):
        flipped = line[:index] + bytes([line[index] ^ 1]) + line[index + 1 :]
        try:
            recorded = TINY.codec.decode(flipped)
        except Exception as error:  # noqa: BLE001 -- the kinds are tested with the wire
            assert type(error).__module__ == "records.errors"  # noqa: PT017 -- one of ours, for every byte
        else:
            assert recorded.prev != LOG[5].prev or sealer().hash(before, recorded) != after, flipped


def test_a_version_a_cause_and_a_time_are_in_the_chain() -> None:
    """The envelope cannot be changed either."""
    later = datetime(2026, 3, 14, 13, tzinfo=UTC)
    for change in ({"v": 9}, {"cause": 1}, {"at": later}):
        assert sealer().hash(HEAD, msgspec.structs.replace(LOG[7], **change)) != sealer().hash(HEAD, LOG[7])


def test_without_key_and_salt_nothing_is_sealed() -> None:
    """A record that came redacted cannot seal a face of which it has no salt; the refusal names version and path."""
    with pytest.raises(BrokenChain, match="version 2: card has no salt and the record no key"):
        head(LOG, None)


def test_a_sealed_part_is_there_or_sealed() -> None:
    """A part with neither content nor commitment breaks the chain."""
    with pytest.raises(BrokenChain, match="version 5: words is neither there nor sealed"):
        head(_with(4, words=Sealed(known_to=("B",))), None)


@pytest.mark.parametrize("salt", ["", "00", "zz" * 16, "AB" * 16, "0 " * 16])
def test_a_salt_is_32_hex_digits(salt: str) -> None:
    """A salt in another form is refused with its place."""
    with pytest.raises(BrokenChain, match="version 2: card has the salt"):
        head(_with(1, card=msgspec.structs.replace(OWN, salt=(salt,))), None)


def test_what_everybody_was_shown_needs_no_key() -> None:
    """An open card enters the chain as it is."""
    log, its_head = written(GameStarted(seats=SEATS), Drawn(seat="A", card=secret("ace", to=ALL)), key=bytes(32))
    assert head(log, None) == head(log, KEY) == its_head


def test_the_first_hash_stands_for_the_header() -> None:
    """Another record, ruleset, seat or start begins another chain."""
    others = ({"record": "x"}, {"ruleset_hash": "00"}, {"seats": ("B", "A")}, {"catalogue_hash": "00"}, {"game": "x"})
    hashes = {first_hash(msgspec.structs.replace(HEADER, **change)) for change in ({}, *others)}
    assert len(hashes) == 6


def test_the_chain_grows_as_it_is_accepted() -> None:
    """Written or read, the chain counts and hashes alike, and asking for the next hash changes nothing."""
    chain = Chain(TINY, HEADER, KEY)
    for recorded in LOG:
        assert recorded.prev == chain.hash.hex()
        after = chain.after(recorded)
        assert chain.count == recorded.v - 1
        chain.accept(recorded)
        assert chain.hash == after
    assert (chain.count, chain.hash) == (len(LOG), HEAD)


def test_a_line_and_its_event_are_sealed_alike() -> None:
    """Cutting ``prev`` out of a line that hides nothing gives what writing it anew gives, whatever stands in its words."""
    event = GameWon(seat="A", why=',"prev":"' + "0" * 64)
    (recorded,), _ = written(event)
    assert sealer().canonical(recorded, TINY.codec.encode(recorded)) == sealer().canonical(recorded)
    assert sealer().canonical(LOG[5], TINY.codec.encode(LOG[5])) == sealer().canonical(LOG[5])


def other_objects(event: Any) -> Any:
    """Return an equal event whose texts are other objects than those in the program, as when they came out of a file."""
    if isinstance(event, str):
        return event.encode().decode() if len(event) > 1 else event
    if isinstance(event, tuple):
        return tuple(map(other_objects, event))
    if isinstance(event, msgspec.Struct):
        return msgspec.structs.replace(event, **{name: other_objects(getattr(event, name)) for name in event.__struct_fields__})
    return event


@pytest.mark.parametrize("corrects", [False, True], ids=["alone", "in a correction"])
def test_an_equal_event_is_chained_as_its_reader_has_it(*, corrects: bool) -> None:
    """Wherever its texts came from: who reads the line finds the hash that was written."""
    raised: Any = other_objects(ShieldRaised(rule="4.6", amount=3, total=3))
    assert raised.suit == "spades"
    event: Any = Corrected(of=(Replacement(version=1, event=raised),)) if corrects else raised
    chain, reads = Chain(REGICIDE, HEADER, KEY), Chain(REGICIDE, HEADER, KEY)
    recorded, line = chain.add(NOON, event)
    assert recorded.event == event
    reads.accept(REGICIDE.codec.decode(line))
    assert reads.hash == chain.hash


def chosen_by_default(kind: msgspec.inspect.Type, seen: set[type]) -> Iterator[tuple[type, str]]:
    """Classes and fields below a type that are one of a few words, and one of them where nothing is said."""
    if isinstance(kind, msgspec.inspect.StructType):
        cls = get_origin(kind.cls) or kind.cls
        if cls in seen:
            return
        seen.add(cls)
        for field in kind.fields:
            if cls.__struct_config__.omit_defaults and isinstance(field.default, str) and field.default:
                several = field.type.types if isinstance(field.type, msgspec.inspect.UnionType) else (field.type,)
                if any(isinstance(one, msgspec.inspect.LiteralType) for one in several):
                    yield cls, field.name
            yield from chosen_by_default(field.type, seen)
    for name in ("types", "item_types"):
        for one in getattr(kind, name, ()):
            yield from chosen_by_default(one, seen)
    for name in ("item_type", "key_type", "value_type"):
        if (one := getattr(kind, name, None)) is not None:
            yield from chosen_by_default(one, seen)


def test_only_whole_events_have_a_default_of_a_few_words() -> None:
    """No part of an event has one: ``as_read`` is asked of events that have, and of corrections, which hold them."""
    found = set()
    for book in (*library().values(), LAYER_BOOK, CASE_BOOK, STUDY_BOOK, CLASS_BOOK, LEARNER_BOOK):
        for of in msgspec.inspect.multi_type_info(book.codec.events):
            for cls, field in chosen_by_default(of, set()):
                assert cls in book.codec.respelled, (cls, field)
                found.add(cls)
    assert found == {ShieldRaised, LineBegun}
