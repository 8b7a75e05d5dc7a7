"""Disputes: claims are checked by their own readings, texts go to their readers alone, files reproduce (design/rulings: Cases)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from importers.native_cases import verify_case_file, write_case_file
from importers.native_streams import read_stream, write_stream
from records.core.events import Sort
from records.core.faces import UNKNOWN
from records.core.ids import SeatKey
from records.core.secret import ALL, Sealed, Secret
from records.core.shared import IrregularityNoted
from records.core.viewers import LOCAL, OPEN, Caller
from records.errors import ImportRefused, ImpossibleEvent, MalformedCommand, NotYours, RecordNotFound
from records.rulings.precedents import situation
from records.rulings.redoing import compare
from records.rulings.redoing.plays import recorded_plays
from records.service import GameBook
from records.service.access import AccessSight, LocalPolicy
from records.service.cases.drafts import NewClaim, NewRuling, ReadingNamed
from records.service.cases.precedents import precedent_moments
from records.service.cases.views import ARBITER
from records.service.kinds import CASES
from records.service.library import library, library_of
from records.service.streams.files import StreamFile
from records.service.views import rereading
from records.service.writing.simulation import simulate
from records.values import replace
from support.catalogue import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from records.service.access import Permission
    from records.store import RecordAccess

LIBRARY = library()
SWITCH = (("strengthening_when", "before other cards"),)
OTHER, OWN = ReadingNamed(switches=SWITCH), ReadingNamed()
BEN = Caller("ben")
EVERYBODY = ("*",)
SEEDS: dict[str, int] = {}
"""With which a record was played."""


class BensSeat(LocalPolicy):
    """Ben may look as B alone, and neither rule nor dispute."""

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:
        """B's eyes for Ben."""
        return AccessSight(viewers=(SeatKey("B"),), default=SeatKey("B")) if caller == BEN else super().sight(caller, record, access)

    def may(self, caller: Caller, permission: Permission, record: str | None, access: RecordAccess | None) -> bool:
        """Nothing, to Ben."""
        return caller != BEN and super().may(caller, permission, record, access)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A store with one game in which somebody strengthens after another card."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('cases')}/cases.db", policy=BensSeat()) as opened:
        yield opened


@pytest.fixture(scope="module")
def disputed(book: GameBook) -> tuple[str, int]:
    """A record and a step that goes otherwise under ``SWITCH``."""
    for seed in range(40):
        new = next(iter(simulate(LIBRARY["castle-rampage"], seed=seed, games=1)))
        record = book.writing.add(LOCAL, new)[0].id
        view = book.record(LOCAL, record, OPEN)
        found = next(iter(view.moments(view.reading(), view.reading("", dict(SWITCH)))), None)
        SEEDS[record] = seed
        if found is not None:
            return record, found.play.first
    raise AssertionError("no such game in 40")


@pytest.fixture(scope="module")
def twin(book: GameBook, disputed: tuple[str, int]) -> str:
    """Another record of the same game as the disputed one."""
    return book.writing.add(LOCAL, next(iter(simulate(LIBRARY["castle-rampage"], seed=SEEDS[disputed[0]], games=1))))[0].id


def opened(book: GameBook, disputed: tuple[str, int], to: tuple[str, ...] = EVERYBODY) -> str:
    """A new dispute about the step, to these readers."""
    return book.cases.open_case(LOCAL, *disputed, "May one strengthen now?", by="Ana", to=to, event="Cup", round_="2", table="4").id


def test_each_claim_is_checked_under_its_own_reading(book: GameBook, disputed: tuple[str, int]) -> None:
    """What was recorded follows from the record's rules; by the other reading it is forbidden, and does not stand as recorded."""
    case = opened(book, disputed)
    for reading, says in ((OWN, "recorded"), (OWN, "refused"), (OTHER, "refused"), (OTHER, "recorded"), (OTHER, "otherwise")):
        view = book.cases.make_claim(LOCAL, case, NewClaim(party="A", reading=reading, says=says), to=EVERYBODY)
    assert [one.verdict for one in view.claims] == ["follows", "does not follow", "follows", "does not follow", "follows"]
    event = '{"e":"castle-rampage.strengthened/1"}'
    view = book.cases.make_claim(LOCAL, case, NewClaim(party="A", reading=OWN, says="events", patterns=(event,)), to=EVERYBODY)
    absent = '{"e":"castle-rampage.strengthened/1","seat":"nobody"}'
    view = book.cases.make_claim(LOCAL, case, NewClaim(party="A", reading=OWN, says="events", patterns=(absent,)), to=EVERYBODY)
    assert [one.verdict for one in view.claims[-2:]] == ["follows", "does not follow"]
    assert (view.header.event, view.header.round, view.header.table, view.question.by) == (
        "Cup",
        "2",
        "4",
        "A",
    )  # a player's name stays outside the chain


def test_a_ruling_is_appealed_overruled_and_made_anew(book: GameBook, disputed: tuple[str, int]) -> None:
    """While one stands no other is made; overruled it counts no more, its adjusted result neither; a closed case takes nothing in."""
    record, _step = disputed
    case = opened(book, disputed)
    book.cases.rule(LOCAL, case, NewRuling(by="Judge", reading=OTHER, cites=("4.2",), winners=("B",)), to=EVERYBODY)
    assert book.cases.adjusted(LOCAL, [record])[record].winners == ("B",)
    with pytest.raises(ImpossibleEvent, match="ruling r1 stands"):
        book.cases.rule(LOCAL, case, NewRuling(by="Judge"), to=EVERYBODY)
    with pytest.raises(ImpossibleEvent, match="nobody appealed"):
        book.cases.answer_ruling(LOCAL, case, "uphold", "r1", "Head")
    assert book.cases.answer_ruling(LOCAL, case, "appeal", "r1", "Ana", text="No.", to=EVERYBODY).standing == "appealed"
    assert book.cases.adjusted(LOCAL, [record]) == {}
    assert book.cases.answer_ruling(LOCAL, case, "uphold", "r1", "Head", to=EVERYBODY).rulings[0].holds
    assert book.cases.answer_ruling(LOCAL, case, "overrule", "r1", "Head", to=EVERYBODY).standing == "open"
    assert book.cases.adjusted(LOCAL, [record]) == {}
    view = book.cases.rule(LOCAL, case, NewRuling(by="Head", drawn=True))
    assert [one.standing.value for one in view.rulings] == ["overruled", "in force"]
    assert book.cases.adjusted(LOCAL, [record]) == {}  # that ruling is for the open table alone
    assert book.cases.close_case(LOCAL, case, "Head", to=EVERYBODY).standing == "closed"
    with pytest.raises(ImpossibleEvent, match="closed"):
        book.cases.make_claim(LOCAL, case, NewClaim(party="A", reading=OWN))


def test_a_text_is_for_its_readers_alone(book: GameBook, disputed: tuple[str, int]) -> None:
    """Who may not read the question finds no case, neither in the list nor by its id; of an open case only what is theirs."""
    record, _step = disputed
    secret = opened(book, disputed, to=("A",))
    assert book.cases.case(LOCAL, secret, "A").question.text
    for viewer in ("B", "public"):
        with pytest.raises(RecordNotFound):
            book.cases.case(LOCAL, secret, viewer)
        assert secret not in {one.id for one in book.cases.cases(LOCAL, record, viewer)}
    case = opened(book, disputed)
    book.cases.make_claim(LOCAL, case, NewClaim(party="A", reading=OWN, text="for A"), to=("A",))
    book.cases.make_claim(LOCAL, case, NewClaim(party="B", reading=OWN, text="for all"), to=EVERYBODY)
    assert [one.body.text for one in book.cases.case(LOCAL, case, "B").claims] == ["for all"]
    assert [one.id for one in book.cases.case(BEN, case).claims] == ["c2"]
    for viewer in ("A", ARBITER):
        with pytest.raises(NotYours):
            book.cases.case(BEN, case, viewer)


def hidden_parts(whole: Any, seen: Any) -> Iterator[tuple[Secret | Sealed, Secret | Sealed]]:
    """Each part of an event that can be hidden, as the record has it, and as somebody is shown it."""
    if isinstance(whole, (Secret, Sealed)):
        yield whole, seen
    elif isinstance(whole, msgspec.Struct):
        for name in whole.__struct_fields__:
            yield from hidden_parts(getattr(whole, name), getattr(seen, name))
    elif isinstance(whole, (tuple, list)):
        for one, shown in zip(whole, seen, strict=True):
            yield from hidden_parts(one, shown)


def test_the_arbiter_of_a_running_game_sees_what_the_sides_release_and_no_more(book: GameBook) -> None:
    """Each hidden face up to the play is shown where a side that released it was shown it, and no third one; nothing after it ever is."""
    played = next(iter(simulate(LIBRARY["regicide"], seed=5, games=1, players=3)))
    record = book.writing.add(LOCAL, replace(played, entries=played.entries[:60]))[0].id
    whole = book.record(LOCAL, record, OPEN)
    assert whole.outcome is None
    step = next(one.v for one in reversed(whole.events) if one.event.sort is Sort.DECISION)
    case = opened(book, (record, step))
    of = book.cases.case(LOCAL, case).header.of.v
    shown: dict[tuple[str, ...], int] = {}
    for seats in ((), ("A",), ("A", "B")):
        for seat in seats:
            book.cases.release_side(LOCAL, case, seat)
        log = book.cases.case_log(LOCAL, case, ARBITER)
        assert [one.v for one in log.events] == [*range(1, of + 1)]
        parts = [pair for one, seen in zip(whole.events, log.events, strict=False) for pair in hidden_parts(one.event, seen.event)]
        for full, seen in parts:
            may = full.known_to == ALL or bool(set(full.known_to) & set(seats))
            if isinstance(full, Secret):
                assert seen.faces == (full.faces if may else (UNKNOWN,) * len(full.faces)), (seats, full, seen)
            else:
                assert (seen.body is msgspec.UNSET) is not may
        shown[seats] = sum(1 for full, seen in parts if full == seen)
        version = book.writing.note(LOCAL, record, IrregularityNoted(what="other"), expected=book.record(LOCAL, record).steps)
        assert len(book.cases.case_log(LOCAL, case, ARBITER).events) == of < version
    assert shown[()] < shown["A",] < shown["A", "B"] < len(parts)
    assert book.cases.case(LOCAL, case, ARBITER).released == ("A", "B")


def ruled(book: GameBook, disputed: tuple[str, int]) -> str:
    """A dispute with two claims and a ruling."""
    case = opened(book, disputed)
    book.cases.make_claim(LOCAL, case, NewClaim(party="A", reading=OWN, says="recorded"), to=EVERYBODY)
    book.cases.make_claim(LOCAL, case, NewClaim(party="B", reading=OTHER, says="refused", text="for B"), to=("B",))
    book.cases.rule(LOCAL, case, NewRuling(by="Judge", reading=OTHER, cites=("4.2",)), to=EVERYBODY)
    return case


@pytest.mark.soak
def test_a_case_file_and_its_twins_reproduce_without_a_store(book: GameBook, disputed: tuple[str, int]) -> None:
    """Each viewer's file has the same heads, shows what that viewer was shown, and reproduces by itself."""
    case = ruled(book, disputed)
    files = {viewer: write_case_file(book.games, book.cases.case_file(LOCAL, case, viewer)) for viewer in ("open", "A", "B", "public")}
    assert {str(verify_case_file(LIBRARY, data)).split(":")[0] for data in files.values()} == {"reproduced"}
    heads = {msgspec.json.decode(data.split(b"\n")[-2])["case_head"] for data in files.values()}
    assert len(heads) == 1
    assert {viewer for viewer, data in files.items() if b"for B" in data} == {"open", "B"}
    with pytest.raises(NotYours, match="case file"):
        book.cases.case_file(LOCAL, case, ARBITER)


def test_each_of_200_changed_bytes_is_named(book: GameBook, disputed: tuple[str, int]) -> None:
    """A byte that is another one anywhere in the file is told with the line in which it stands."""
    data = write_case_file(book.games, book.cases.case_file(LOCAL, ruled(book, disputed), "A"))
    picker = random.Random(16)  # noqa: S311 -- no secret
    for at in picker.sample(range(len(data)), 200):
        changed = data[:at] + bytes([data[at] ^ picker.randrange(1, 256)]) + data[at + 1 :]
        found = verify_case_file(LIBRARY, changed)
        line = data.count(b"\n", 0, at) + 1
        ends = b"\n" in (data[at : at + 1], changed[at : at + 1])  # a line was cut in two, or two became one: either may be named
        assert found.found == "differs", (at, str(found))
        assert found.line in ((line, line + 1) if ends else (line,)), (at, str(found))


def test_a_result_that_was_rewritten_with_its_digests_differs_in_its_field(book: GameBook, disputed: tuple[str, int]) -> None:
    """Who makes the digests anew around another outcome is found by the rules themselves; an unknown edition cannot be judged."""
    file = book.cases.case_file(LOCAL, ruled(book, disputed), "open")

    def with_first(**changed: object) -> str:
        forged = msgspec.structs.replace(file.results[0], **changed)
        lines = type(file)(viewer=file.viewer, case=file.case, record=file.record, log=file.log, case_log=file.case_log, results=[forged])
        return str(verify_case_file(LIBRARY, write_case_file(book.games, lines)))

    assert "stop" in with_first(stop="refused")
    assert "after" in with_first(after="00" * 16)
    assert with_first(hash="00" * 16).startswith("cannot be judged")
    assert with_first(ruleset="elsewhere").startswith("cannot be judged")


@pytest.mark.soak
def test_a_ruling_in_force_speaks_to_the_same_moment_of_other_records(book: GameBook, disputed: tuple[str, int], twin: str) -> None:
    """It is found by paragraph, and at the plays of other records that part the same way; overruled, or not for everybody, it is not."""
    first, step = disputed

    def speaking(case: str, viewer: str) -> list[int]:
        return [one.first for one in book.cases.precedent_moments(LOCAL, twin, viewer) if one.precedent.case == case]

    case = opened(book, disputed)
    book.cases.rule(LOCAL, case, NewRuling(by="Judge", reading=OTHER, cites=("4.2",)), to=("A",))
    assert case not in {one.case for one in book.cases.precedents(LOCAL)}
    book.cases.answer_ruling(LOCAL, case, "overrule", "r1", "Head", to=EVERYBODY)
    book.cases.rule(LOCAL, case, NewRuling(by="Judge", reading=OTHER, cites=("4.2",)), to=EVERYBODY)
    found = {one.case: one for one in book.cases.precedents(LOCAL, game="castle-rampage", paragraph="4.2")}[case]
    assert found.switches == SWITCH
    assert found.situation is not None
    assert case not in {one.case for one in book.cases.precedents(LOCAL, paragraph="99.9")}
    assert step in speaking(case, "open")
    assert set(speaking(case, "public")) <= set(speaking(case, "open"))
    assert case not in {one.precedent.case for one in book.cases.precedent_moments(LOCAL, first, "open")}
    book.cases.answer_ruling(LOCAL, case, "overrule", "r2", "Head", to=EVERYBODY)
    assert speaking(case, "open") == []


def test_a_rescued_case_is_taken_in_beside_its_record(book: GameBook, disputed: tuple[str, int], tmp_path: Path) -> None:
    """A case is carried whole to another store that has the record; a changed line is refused."""
    record, _step = disputed
    case = ruled(book, disputed)
    stream = next(one for one in book.records.rescue(LOCAL) if isinstance(one, StreamFile) and one.header.stream == case)
    data = write_stream(stream)
    with GameBook.open(f"sqlite:///{tmp_path}/elsewhere.db") as other:
        other.writing.take_in(LOCAL, book.records.export(LOCAL, record, OPEN))
        assert other.cases.take_in_case(LOCAL, read_stream(data, "case", CASES))
        assert not other.cases.take_in_case(LOCAL, read_stream(data, "case", CASES))
        assert other.cases.case(LOCAL, case, "B").rulings[0].body.by == "Judge"
        assert list(other.records.verify(LOCAL)) == []
    with pytest.raises(ImportRefused):
        read_stream(data.replace(b"Judge", b"Fudge"), "case", CASES)


@pytest.mark.soak
def test_a_case_on_cards_of_ones_own_reproduces_where_nobody_has_them(tmp_path: Path) -> None:
    """The file carries their catalogue, and each twin does; other cards in its place are named, and without them nothing can be judged."""
    strong = TEXT.replace("castle-rampage/house", "castle-rampage/mine").replace("gate: {value: 1", "gate: {value: 2", 1).encode()
    own = library_of(strong, "mine.yaml")
    with GameBook.open(f"sqlite:///{tmp_path}/own.db", games=own) as book:
        record = book.writing.add(LOCAL, next(iter(simulate(own["castle-rampage"], seed=4, games=1))))[0].id
        step = next(one.v for one in book.record(LOCAL, record, OPEN).events if one.event.sort is Sort.DECISION)
        case = ruled(book, (record, step))
        files = {viewer: book.cases.case_file(LOCAL, case, viewer) for viewer in ("open", "A", "public")}
        data = {viewer: write_case_file(book.games, file) for viewer, file in files.items()}
    assert files["A"].cards == strong
    assert {viewer: verify_case_file(LIBRARY, one).found for viewer, one in data.items()} == dict.fromkeys(data, "reproduced")
    file = files["open"]
    other = write_case_file(own, replace(file, cards=strong.replace(b"gate: {value: 2", b"gate: {value: 3", 1)))
    found = verify_case_file(LIBRARY, other)
    assert (found.found, found.line) == ("differs", other.count(b"\n") - 1)
    assert "not the one that the record was made with" in found.reason
    broken = verify_case_file(LIBRARY, write_case_file(own, replace(file, cards=b"catalogue: 7")))
    assert (broken.found, "cannot be read" in broken.reason) == ("differs", True)
    assert verify_case_file(LIBRARY, write_case_file(own, replace(file, cards=b""))).found == "cannot be judged"


@pytest.mark.soak
def test_rulings_by_several_readings_are_looked_for_in_one_search(
    book: GameBook, disputed: tuple[str, int], twin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They speak where each of them alone does, but the record's own reading decides each play once for all of them."""
    case = ruled(book, disputed)
    ruling = next(one for one in book.cases.precedents(LOCAL) if one.case == case)
    seen = book.record(LOCAL, twin, "open").seen
    own = rereading.reading(seen)
    several: list[Any] = []
    for name, value in ((switch.name, value) for switch in own.switches for value in switch.values if value != own[switch.name]):
        moments = rereading.moments(seen, own, rereading.reading(seen, "", {name: value}))
        found = next((how for how in map(situation, moments) if how is not None), None)
        if found is not None and len(several) < 3:
            several.append(replace(ruling, case=name, switches=((name, value),), situation=found))
    alone = {(one.first, one.precedent.case) for each in several for one in precedent_moments(seen, [each])}
    searches = []
    monkeypatch.setattr(compare, "recorded_plays", lambda *of: searches.append(of) or recorded_plays(*of))  # type: ignore[func-returns-value]
    assert {(one.first, one.precedent.case) for one in precedent_moments(seen, several)} == alone
    assert (len(several), len(searches)) == (3, 1)


@pytest.mark.soak
def test_words_of_a_case_are_erased_and_its_chain_stays_whole(book: GameBook, disputed: tuple[str, int], twin: str) -> None:
    """A text is gone from the store, from every reader and from precedents; how the case stands does not change, and twins still verify."""
    case = ruled(book, disputed)
    before = write_case_file(book.games, book.cases.case_file(LOCAL, case, "A"))
    assert case in {one.precedent.case for one in book.cases.precedent_moments(LOCAL, twin, "open")}
    head = book.cases._cases.read(case).head
    assert book.cases.erase_case_text(LOCAL, case, "r1") == 1
    assert book.cases.erase_case_text(LOCAL, case, "r1") == 0
    view = book.cases.case(LOCAL, case, "A")
    assert [(one.written.erased, one.body.by, one.holds) for one in view.rulings] == [(True, "", True)]
    assert view.standing == "ruled"
    assert case not in {one.case for one in book.cases.precedents(LOCAL)}
    assert case not in {one.precedent.case for one in book.cases.precedent_moments(LOCAL, twin, "open")}
    assert (book.cases._cases.read(case).head, list(book.records.verify(LOCAL))) == (head, [])
    after = write_case_file(book.games, book.cases.case_file(LOCAL, case, "A"))
    assert {verify_case_file(LIBRARY, data).found for data in (before, after)} == {"reproduced"}
    with pytest.raises(RecordNotFound, match="question, c1, c2, r1"):
        book.cases.erase_case_text(LOCAL, case, "c9")


def test_forgetting_a_person_reaches_what_they_wrote_in_cases(book: GameBook, disputed: tuple[str, int]) -> None:
    """By name in any case and by the seats at which they sat; what others wrote stays, and where they name the person is told."""
    record, _step = disputed
    case = ruled(book, disputed)
    book.cases.answer_ruling(LOCAL, case, "appeal", "r1", "Zora", text="I, Quillfeather, object.", to=EVERYBODY)
    book.cases.make_claim(LOCAL, case, NewClaim(party="B", reading=OWN, text="Zora is right"), to=EVERYBODY)
    assert book.cases.erase_case_writings(LOCAL, "ZORA", [(record, "A")]) >= 2
    view = book.cases.case(LOCAL, case, OPEN)
    assert [one.written.erased for one in view.claims] == [True, False, False]
    assert [(one.kind, one.body.text, one.written.erased) for one in view.rulings[0].answers] == [("appealed", "", True)]
    assert view.rulings[0].body.by == "Judge"
    assert book.people.mentions(LOCAL, "Quillfeather") == {}
    assert book.people.mentions(LOCAL, "zora") == {case: 1}
    assert book.cases.is_case(LOCAL, case)
    assert not book.cases.is_case(LOCAL, record)
    assert list(book.records.verify(LOCAL)) == []


def test_what_cannot_be_is_refused(book: GameBook, disputed: tuple[str, int]) -> None:
    """Steps, readings, patterns, seats and corrections that are not there are named."""
    record, step = disputed
    case = opened(book, disputed)
    with pytest.raises(MalformedCommand, match="a dispute is about a step"):
        book.cases.open_case(LOCAL, record, 0, "?")
    with pytest.raises(MalformedCommand, match="nobody sits at X"):
        book.cases.open_case(LOCAL, record, step, "?", to=("X",))
    with pytest.raises(MalformedCommand, match="has no switch"):
        book.cases.make_claim(LOCAL, case, NewClaim(party="A", reading=ReadingNamed(switches=(("no", "such"),))))
    with pytest.raises(MalformedCommand, match="no JSON"):
        book.cases.make_claim(LOCAL, case, NewClaim(party="A", reading=OWN, says="events", patterns=("{",)))
    with pytest.raises(MalformedCommand, match="nobody sits at X"):
        book.cases.rule(LOCAL, case, NewRuling(by="Judge", winners=("X",)))
    with pytest.raises(MalformedCommand, match="no fact of the record"):
        book.cases.rule(LOCAL, case, NewRuling(by="Judge", correction=1))
