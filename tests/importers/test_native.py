"""The native file: what is written is read back byte for byte, what is cut, changed or foreign is refused with line and reason."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from importers import ImportOptions, native, read_file
from importers.native import NativeImporter
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.logs.chain import Chain
from records.core.logs.seals import Sealer
from records.core.secret import secret
from records.core.shared import CardExposed, GameStarted, GapNoted
from records.core.viewers import LOCAL, viewer_key
from records.errors import ImportRefused
from records.knowledge.door import redact
from records.service import Exchanged, GameBook
from records.store import open_store
from records.values import replace
from support.soaking import one_in, rest_soaked, shares
from support.tiny import CARDS, GAMES, NOON, SEATS, TINY, drawn, laid, new_game, whispered

VIEWERS = ("open", "public", "A", "B")


def shelf() -> GameBook:
    """An empty book."""
    return GameBook(open_store("sqlite:///:memory:"), games=GAMES)


def written(book: GameBook, record: str, viewer: str) -> bytes:
    """The file of a record for a viewer."""
    return native.write(GAMES, book.records.export(LOCAL, record, viewer), viewer)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """One record as a file for each viewer."""
    with shelf() as book:
        (stored,) = book.writing.add(LOCAL, new_game())
        return {viewer: written(book, stored.id, viewer) for viewer in VIEWERS}


def refusal(data: bytes) -> ImportRefused:
    """Why a file is refused."""
    with pytest.raises(ImportRefused) as caught:
        native.read(GAMES, data, "game.jsonl")
    return caught.value


def test_a_file_names_the_line_of_each_event(files: dict[str, bytes]) -> None:
    """A file is a header line, the names, the key where it is for the open table, the events in order, and a footer."""
    lines = [msgspec.json.decode(line) for line in files["open"].splitlines()]
    assert [min(line) for line in lines[:3]] == ["as", "foreign_ids", "key"]
    assert [line["v"] for line in lines[3:-1]] == [1, 2, 3, 4, 5, 6, 7]
    assert lines[-1]["count"] == 7
    assert b'"key"' not in files["A"]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_import_and_export_give_the_same_bytes(files: dict[str, bytes], viewer: str) -> None:
    """A file taken in by an empty shelf and written for the same viewer is the same file, and its record verifies."""
    with shelf() as other:
        stored = other.writing.take_in(LOCAL, native.read(GAMES, files[viewer], "game.jsonl"))
        assert written(other, stored.id, viewer) == files[viewer]
        assert list(other.records.verify(LOCAL)) == []


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("later", one_in(2, VIEWERS))
def test_a_redacted_record_travels_on(files: dict[str, bytes], viewer: str, later: str) -> None:
    """A record that came redacted can be written for anybody again: a file that verifies and shows no more than what came."""
    with shelf() as other, shelf() as third:
        stored = other.writing.take_in(LOCAL, native.read(GAMES, files[viewer], "game.jsonl"))
        again = written(other, stored.id, later)
        third.writing.take_in(LOCAL, native.read(GAMES, again, "again.jsonl"))
        assert written(third, stored.id, later) == again
    shown = {card for card in CARDS if f'"{card}"'.encode() in again}
    assert shown <= {card for card in CARDS if f'"{card}"'.encode() in files[viewer]}
    if viewer == later:
        assert again == files[viewer]


def test_no_file_holds_what_its_viewer_was_not_shown(files: dict[str, bytes]) -> None:
    """Anna's file has Anna's card and not Ben's, nor Ben's words, nor ids of people elsewhere; the public's has neither card."""
    assert b'"ace"' in files["A"]
    assert b'"king"' in files["B"]
    assert b"the ten lies below" in files["B"]
    for viewer, hidden in (("A", (b'"king"', b"the ten")), ("B", (b'"ace"',)), ("public", (b'"king"', b"the ten", b'"ace"'))):
        assert [word for word in (*hidden, b"foreign_ids", b"elsewhere") if word in files[viewer]] == []


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("stride", shares(7, 1))
def test_a_file_cut_anywhere_is_refused(files: dict[str, bytes], viewer: str, stride: int) -> None:
    """Whatever number of bytes is left, less than the whole is refused, at a line that the file has or should have next."""
    data = files[viewer]
    for length in range(0, len(data), stride):
        refused = refusal(data[:length])
        (problem,) = refused.problems
        lines = data[:length].count(b"\n") + 1
        assert problem.line == lines, (length, str(refused))
        with pytest.raises(ImportRefused, match="line"):
            read_file(GAMES, data[:length], "game.jsonl", ImportOptions())


@pytest.mark.parametrize(("viewer", "stride"), rest_soaked([("A", 7), ("A", 1), ("open", 1)]))
def test_no_changed_byte_is_taken_for_what_was_written(files: dict[str, bytes], viewer: str, stride: int) -> None:
    """With any one bit turned a file is refused, or else only the names differ, which no chain holds, and what is read is written again."""
    data = files[viewer]
    true = native.read(GAMES, data, "game.jsonl")
    picker = random.Random(3)  # noqa: S311 -- a sample
    unplaced: list[str] = []
    for place in range(0, len(data), stride):
        changed = bytearray(data)
        changed[place] ^= 1 << picker.randrange(8)
        try:
            taken = native.read(GAMES, bytes(changed), "game.jsonl")
        except ImportRefused as refused:
            unplaced += [str(problem) for problem in refused.problems if not problem.line]
            continue
        assert (taken.header, taken.key, list(taken.log), taken.head) == (true.header, true.key, list(true.log), true.head)
        assert data[:place].count(b"\n") == 1
    assert unplaced == []


Change = Callable[[list[bytes]], list[bytes]]
"""Gets the lines of the open table's file without their ends."""


def put(number: int, old: bytes, new: bytes) -> Change:
    """Replace ``old`` in a line by ``new``."""

    def change(lines: list[bytes]) -> list[bytes]:
        assert old in lines[number - 1]
        return [*lines[: number - 1], lines[number - 1].replace(old, new, 1), *lines[number:]]

    return change


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (put(1, b'{"kiebitz":1', b'{"kiebitz":2'), 1, "this is format 2; this program reads format 1"),
        (put(1, b'{"kiebitz":1', b'{"kiebitz":"1"'), 1, "the header was expected: kiebitz: "),
        (put(1, b'"format":1', b'"format":7'), 1, "the header is of format 7"),
        (put(1, b'"game":"tiny"', b'"game":"whist"'), 1, "no game is called 'whist' here; there are tiny"),
        (put(1, b'["A","B"]', b'["A","A"]'), 1, "seats are one or two capitals or digits each, none twice"),
        (put(1, b'"as":"open"', b'"as":"Anna"'), 1, "no viewer is called 'Anna'"),
        (put(1, b'"as":"open"', b'"as":"public"'), 3, "a file for the open table has the record's key in line 3"),
        (put(1, b'"catalogue":"none",', b""), 1, "missing required field `catalogue`"),
        (put(1, b'"ruleset":"none"', b'"ruleset":"none","more":1'), 1, "unknown field `more`"),
        (put(1, b'"started":"2026', b'"started":"2025'), 4, "the chain is broken: prev is not the hash of the header"),
        (put(1, b'"format":1,"record"', b'"record"'), 1, "not in its written form"),
        (put(1, b"{", b"\xef\xbb\xbf{"), 1, "byte order mark"),
        (put(1, b'"seats":["A","B"]', b'"seats":[' + b",".join(b'"%02d"' % n for n in range(21)) + b"]"), 1, "21 seats; at most 20"),
        (put(1, b'"ruleset":"none"', b'"ruleset":"a\\nb"'), 1, "is not a name of a ruleset"),
        (put(1, b'"catalogue":"none"', b'"catalogue":"' + b"x" * 101 + b'"'), 1, "is not a name of a catalogue"),
        (put(1, b'"catalogue_hash":""', b'"catalogue_hash":"A0"'), 1, "'A0' is not a hash of a catalogue"),
        (put(2, b'"Ben"', b'"' + b"B" * 100_000 + b'"'), 2, "is not a name: a name is a line of 1 to 100 characters"),
        (put(2, b'"Ben"', b'"Ben\\u001b[2J"'), 2, "is not a name"),
        (put(2, b'"Ben"', b'" "'), 2, "is not a name"),
        (put(2, b'"Ben"', b'"Ben" '), 2, "not in its written form"),
        (put(2, b'"B":"Ben"', b'"C":"Ben"'), 2, "nobody sits at 'C'; the seats are A, B"),
        (put(2, b',"B":"Ben"', b""), 2, "not in its written form"),
        (put(3, b'"key":"', b'"key":"0'), 3, "the key's line was expected"),
        (put(4, b"table.game-started/1", b"table.game-begun/1"), 4, "no event of this game is named 'table.game-begun/1'"),
        (put(4, b"table.game-started/1", b"table.game-started/2"), 4, "no event of this game is named 'table.game-started/2'"),
        (put(5, b'"seat":"A"', b'"seat":1'), 5, "Expected `str`, got `int`"),
        (put(5, b'"seat":"A"', b'"seat":"A","luck":1'), 5, "unknown field `luck`"),
        (put(5, b'{"v":2', b'{"v":3'), 5, "version 3 stands where 2 belongs"),
        (put(5, b'"cause":2', b'"cause":9'), 5, "names 9 as its cause"),
        (put(5, b'Z","prev"', b'+01:00","prev"'), 5, "not a time in UTC"),
        (put(5, b'"ace"', b'"ten"'), 6, "the chain is broken: prev is not the hash of the line before"),
        (put(10, b'"seat":"A"', b'"seat":"B"'), 11, "the chain is broken: the head is not the hash of the last event"),
        (put(11, b'"count":7', b'"count":8'), 11, "the footer counts 8 events, 7 are there"),
        (lambda lines: [*lines[:4], lines[5], lines[4], *lines[6:]], 5, "version 3 stands where 2 belongs"),
        (lambda lines: [*lines[:4], *lines[5:]], 5, "version 3 stands where 2 belongs"),
        (lambda lines: [*lines[:9], lines[10]], 10, "the footer counts 7 events, 6 are there"),
        (lambda lines: [*lines, b""], 12, "nothing may follow the footer"),
        (lambda lines: [*lines, lines[-1]], 12, "nothing may follow the footer"),
        (lambda lines: [line + b"\r" for line in lines], 1, "not in its written form"),
        (lambda lines: [*lines[:3], lines[3] + b"\r", *lines[4:]], 4, "not in its written form"),
        (lambda lines: [*lines[:3], b"", *lines[3:]], 4, "an event or the footer was expected"),
        (lambda lines: [lines[0], *lines[2:]], 2, "the line of names was expected"),
        (lambda lines: [*lines[:2], *lines[3:]], 3, "a file for the open table has the record's key in line 3"),
        (lambda lines: [*lines[:3], lines[-1].replace(b":7", b":0")], 4, "the footer was expected: count: Must be"),
        (
            lambda lines: [*lines[:4], b'{"v":2,"event":{"e":"tiny.whispered/1","words":{"body":' + b"[" * 100_000, *lines[4:]],
            5,
            "recursion",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_line(files: dict[str, bytes], change: Change, line: int, reason: str) -> None:
    """Each way in which a file can be wrong is told with its line and the reason."""
    lines = change(files["open"].split(b"\n")[:-1])
    refused = refusal(b"\n".join(lines) + b"\n")
    assert refused.name == "game.jsonl"
    (problem,) = refused.problems
    assert (problem.line, True) == (line, reason in problem.reason), problem


@pytest.mark.parametrize("record", ["", "..", "../../../etc/pass", "7" * 5000, "0123456789ABCDEF", "0123456789abcde\n", "short"])
def test_a_record_is_called_by_16_letters_and_digits(files: dict[str, bytes], record: str) -> None:
    """An id of any other form, which could be taken for a path or fill a page, is refused in line 1."""
    name = re.findall(rb'"record":("[0-9a-z]{16}")', files["open"])[0]
    assert "line 1: " in (told := str(refusal(files["open"].replace(name, msgspec.json.encode(record), 1))))
    assert "is not a record's id: 16 small letters and digits" in told
    assert len(told) < 200


def forged(files: dict[str, bytes], viewer: str, event: Any) -> bytes:
    """A file for ``viewer`` with a chain that holds, and ``event`` as its first."""
    true = native.read(GAMES, files["open"], "game.jsonl")
    chain = Chain(TINY, true.header, true.key)
    recorded, _ = chain.add(NOON, event)
    log = [recorded] if viewer == "open" else redact(Sealer(TINY.parts, true.key), [recorded], SeatKey(viewer))
    return native.write(GAMES, replace(true, key=true.key if viewer == "open" else None, log=log, head=chain.hash), viewer)


def test_a_file_that_shows_too_much_is_refused(files: dict[str, bytes]) -> None:
    """A file that is said to be Ben's and shows what Ben was not shown is refused."""
    changed = forged(files, "A", drawn(SEATS[0], "ace")).replace(b'"as":"A"', b'"as":"B"', 1)
    assert "line 3: the event shows what B was not shown" in str(refusal(changed))


@pytest.mark.parametrize(
    "damage", [str.upper, lambda salt: salt[:-2], lambda salt: salt[:-1] + "g", lambda salt: salt[:16] + " " + salt[17:]]
)
def test_a_salt_has_one_written_form(files: dict[str, bytes], damage: Callable[[str], str]) -> None:
    """A salt in capitals, too short, or no number at all is refused at its line."""
    salt = re.findall(r'"salt":\["([0-9a-f]{32})"', files["A"].decode())[0]
    assert damage(salt) != salt
    assert "line 4: version 2: card has the salt" in str(refusal(files["A"].replace(salt.encode(), damage(salt).encode())))


def test_an_impossible_log_is_refused_although_its_chain_holds(files: dict[str, bytes]) -> None:
    """A card that leaves a hand in which it cannot be is refused, and nothing of the record is stored."""
    exchanged = native.read(GAMES, forged(files, "open", laid(SEATS[0], "s1", "ace")), "game.jsonl")
    with shelf() as book:
        with pytest.raises(Exception, match="version 1, Laid: 1 cards leave the hand of A, which has 0"):
            book.writing.take_in(LOCAL, exchanged)
        assert book.records.count(LOCAL) == (0, 0)
        assert book.records.shelf(LOCAL).total == 0


def test_the_same_record_is_stored_once(files: dict[str, bytes]) -> None:
    """A record that is there already keeps its id and is not stored twice, from whatever viewer's file it comes."""
    with shelf() as book:
        first = book.writing.take_in(LOCAL, native.read(GAMES, files["open"], "game.jsonl"))
        for viewer in VIEWERS:
            again = book.writing.take_in(LOCAL, native.read(GAMES, files[viewer], "game.jsonl"))
            assert (again.id, again.already) == (first.id, True)
        assert book.records.count(LOCAL) == (1, 0)


def test_another_record_of_the_same_id_gets_a_new_one_once(files: dict[str, bytes]) -> None:
    """Other content under a taken id is chained anew under a new id, shows the same, verifies, and is known again when it comes again."""
    other = native.read(GAMES, forged(files, "open", drawn(SEATS[1], "ten")), "other.jsonl")
    with shelf() as book:
        first = book.writing.take_in(LOCAL, native.read(GAMES, files["open"], "game.jsonl"))
        second, again = book.writing.take_in(LOCAL, other), book.writing.take_in(LOCAL, other)
        assert first.id != second.id
        assert (again.id, again.already) == (second.id, True)
        assert [recorded.event for recorded in book.record(LOCAL, second.id, "open").events] == [recorded.event for recorded in other.log]
        assert written(book, first.id, "open") == files["open"]
        assert list(book.records.verify(LOCAL)) == []


def test_a_record_deleted_for_good_comes_back_under_a_new_id(files: dict[str, bytes]) -> None:
    """The id of a record that was deleted for good is not used again, also for a redacted file of it."""
    with shelf() as book:
        first = book.writing.take_in(LOCAL, native.read(GAMES, files["open"], "game.jsonl"))
        book.records.trash(LOCAL, first.id)
        book.records.purge(LOCAL, first.id)
        second = book.writing.take_in(LOCAL, native.read(GAMES, files["A"], "game.jsonl"))
        assert second.id != first.id
        assert list(book.records.verify(LOCAL)) == []
        assert b"king" not in written(book, second.id, "open")


def test_pseudonyms_replace_names_and_ids(files: dict[str, bytes]) -> None:
    """With pseudonyms the people of a native file come in as Player A and Player B, without ids, and the chain is the same."""
    (taken,) = NativeImporter(GAMES).read(files["open"], "game.jsonl", ImportOptions(pseudonyms=True))
    assert isinstance(taken, Exchanged)
    assert (taken.names, taken.foreign_ids) == ({"A": "Player A", "B": "Player B"}, {})
    assert taken.head == native.read(GAMES, files["open"], "game.jsonl").head


@pytest.mark.parametrize(
    ("data", "name", "reason"),
    [
        (b"", "game.txt", "the file is empty"),
        (b" \n", "game.txt", "the file is empty"),
        (b"1. e4 e5", "game.pgn", "no importer knows it"),
        (b"\x00\xff\xfe", "game", "no importer knows it"),
        (b'{"kiebitz":1}\n', "<stdin>", "the header was expected"),
        (b"hello\n", "game.jsonl", "the header was expected, but this is no JSON"),
    ],
)
def test_a_file_that_nobody_knows_is_refused(data: bytes, name: str, reason: str) -> None:
    """A file of no known format is refused with its name; one that claims to be native is told what is wrong with it."""
    with pytest.raises(ImportRefused, match=reason) as caught:
        read_file(GAMES, data, name, ImportOptions())
    assert str(caught.value).startswith(f"{name}: line 1: ")


words = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=3),
    max_leaves=8,
)
seats = st.sampled_from(SEATS)
events = st.one_of(
    st.builds(GameStarted, seats=st.just(SEATS), begins=st.none() | seats),
    st.builds(drawn, seats, st.sampled_from((*CARDS, "?"))),
    st.builds(laid, seats, st.sampled_from(("s1", "s2.2")), st.sampled_from(CARDS)),
    st.builds(whispered, seats, words),
    st.builds(GapNoted, why=st.text(st.characters(exclude_categories=["Cs"]))),
    st.builds(
        CardExposed,
        place=st.just("draw"),
        card=st.builds(secret, st.sampled_from(CARDS), to=st.sampled_from([(), ("A",), ("B",), ("A", "B"), ("*",)])),
    ),
)
people = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=100).filter(
    lambda name: not name or name.strip() != ""
)
names = st.fixed_dictionaries({"A": people, "B": people})


@pytest.mark.soak
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(
    log=st.lists(events, min_size=1, max_size=8),
    people=names,
    ids=st.dictionaries(seats, st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), words, min_size=1, max_size=2)),
    key=st.binary(min_size=32, max_size=32),
    started=st.datetimes(timezones=st.just(NOON.tzinfo)),
)
def test_every_record_has_one_file(log: list[Any], people: dict[str, str], ids: Any, key: bytes, started: Any) -> None:
    """Whatever the events, names, ids, key and time: what is written for a viewer is read as the same and written as the same bytes."""
    header = Header(
        record=RecordId("0123456789abcdef"),
        game="tiny",
        ruleset="",
        ruleset_hash="",
        catalogue="",
        catalogue_hash="",
        seats=SEATS,
        started=started,
    )
    chain = Chain(TINY, header, key)
    full = [chain.add(NOON, event)[0] for event in log]
    whole = Exchanged(header=header, names=people, key=key, log=full, head=chain.hash, foreign_ids=ids)
    parts = [replace(whole, key=None, foreign_ids={}, log=redact(Sealer(TINY.parts, key), full, seat)) for seat in SEATS]
    for exchanged, viewer in [(whole, "open"), *zip(parts, map(viewer_key, SEATS), strict=True)]:
        data = native.write(GAMES, exchanged, viewer)
        taken = native.read(GAMES, data, "game.jsonl")
        assert native.write(GAMES, taken, viewer) == data
        assert (taken.header, list(taken.log), taken.head) == (exchanged.header, exchanged.log, exchanged.head)


def test_the_name_of_a_file_is_enough_to_be_told_what_is_wrong(tmp_path: Path) -> None:
    """A native file cut within its first bytes is known by its name, and told that it is cut."""
    with pytest.raises(ImportRefused, match="line 1: the file is cut"):
        read_file(GAMES, b'{"ki', str(tmp_path / "game.JSONL"), ImportOptions())
