"""Disputes that are brought as files: read as they are where they come from, by who brought them; they lend nothing."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import msgspec
import pytest

from importers import ImportOptions
from importers.native_cases import read_case_file, write_case_file
from importers.storing import store_file
from records.core.viewers import LOCAL, OPEN, OPERATOR, PUBLIC, Caller
from records.errors import ImportRefused, NotYours, RecordNotFound
from records.service import GameBook, Stored
from records.service.cases.drafts import NewClaim, NewRuling, ReadingNamed
from records.service.cases.files import CaseFile
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import HandsOpen, Listed, Onlookers, Release
from records.values import replace
from support import books
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from pathlib import Path

OTHER = ReadingNamed(switches=(("strengthening_when", "before other cards"),))
EVERYBODY = ("*",)
FILE = "it.case"
CASES = [*product(("open", "A", "B", "public"), (False, True))]
"""Whom a file is made for, and whether the record is there."""


home = books.shared


@pytest.fixture(scope="module")
def case(home: GameBook) -> str:
    """A dispute with claims for everybody and for B, and a ruling; its record has more steps than the disputed one."""
    record = home.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id
    made = home.cases.open_case(LOCAL, record, 20, "Is that so?", by="Ana", to=EVERYBODY, event="Cup").id
    home.cases.make_claim(LOCAL, made, NewClaim(party="A", reading=ReadingNamed(), text="for all"), to=EVERYBODY)
    home.cases.make_claim(LOCAL, made, NewClaim(party="B", reading=OTHER, says="refused", text="for B"), to=("B",))
    home.cases.release_side(LOCAL, made, "A")
    home.cases.rule(LOCAL, made, NewRuling(by="Judge", cites=("4.2",), text="So be it.", winners=("B",)), to=EVERYBODY)
    return made


elsewhere = books.own


def data_of(home: GameBook, case: str, viewer: str) -> bytes:
    """The dispute's file for a viewer."""
    return write_case_file(home.games, home.cases.case_file(LOCAL, case, viewer))


def brought(book: GameBook, data: bytes, caller: Caller = LOCAL) -> Stored:
    """What bringing a file gives."""
    (stored,) = store_file(book, caller, data, FILE, ImportOptions())
    return stored


@pytest.mark.parametrize(("viewer", "with_record"), rest_soaked([("A", False), ("open", True), ("B", False), *CASES], keep=3))
def test_a_dispute_is_read_elsewhere_as_at_home(home: GameBook, case: str, elsewhere: GameBook, viewer: str, *, with_record: bool) -> None:
    """Question, claims, verdicts, ruling and table are those that the file's viewer has at home, whether the game is here or not."""
    at_home = home.cases.case(LOCAL, case, viewer)
    if with_record:
        elsewhere.writing.take_in(LOCAL, home.records.export(LOCAL, at_home.record, OPEN))
    data = data_of(home, case, viewer)
    stored = brought(elsewhere, data)
    assert (stored.kind, stored.already, stored.id == case) == ("case-file", False, False)
    found = elsewhere.cases.case(LOCAL, stored.id)
    expected = replace(at_home, id=stored.id, released=(), brought=found.brought, read_only=True)
    assert (found.brought is not None, msgspec.to_builtins(plain(found))) == (True, msgspec.to_builtins(plain(expected)))
    filed = elsewhere.cases.brought_case(LOCAL, stored.id)
    assert filed is not None
    assert (filed.here, filed.record.steps) == (with_record, at_home.header.of.v)
    last = home.record(LOCAL, at_home.record, viewer).position(filed.record.steps)
    assert filed.record.position(filed.record.steps).table == last.table
    assert filed.verdict(elsewhere.games).found == "reproduced"
    assert write_case_file(elsewhere.games, elsewhere.cases.case_file(LOCAL, stored.id)) == data
    assert [one.id for one in elsewhere.cases.all_cases(LOCAL, viewer, event="Cup")] == [stored.id]
    assert elsewhere.cases.resolve_case(LOCAL, stored.id[:6]) == stored.id
    assert list(elsewhere.records.verify(LOCAL)) == []


def plain(view: object) -> dict[str, object]:
    """What a case says, without the values that are made of it anew each time."""
    shown = ("id", "record", "viewer", "v", "question", "released", "brought", "read_only", "standing")
    told = {name: getattr(view, name) for name in shown}
    claims = [(one.id, one.body, one.verdict, None if one.reading is None else one.reading.hash) for one in view.claims]  # type: ignore[attr-defined]
    rulings = [(one.id, one.standing.value, one.body) for one in view.rulings]  # type: ignore[attr-defined]
    return told | {"claims": claims, "rulings": rulings, "brought": None}


def test_a_file_lends_nothing(home: GameBook, case: str, elsewhere: GameBook) -> None:
    """It counts as no ruling, releases no side, takes no id, and nothing is written in it; the record's own disputes stay as they are."""
    record = home.cases.case(LOCAL, case).record
    elsewhere.writing.take_in(LOCAL, home.records.export(LOCAL, record, OPEN))
    before = elsewhere.record(LOCAL, record, OPEN).events
    stored = brought(elsewhere, data_of(home, case, "open"))
    assert elsewhere.cases.adjusted(LOCAL, [record]) == {}
    assert elsewhere.cases.precedents(LOCAL) == []
    assert [one.read_only for one in elsewhere.cases.cases(LOCAL, record, OPEN)] == [True]
    assert elsewhere.cases.cases(LOCAL, record, "A") == []  # made for other eyes
    claim = NewClaim(party="A", reading=ReadingNamed())
    for write in (
        lambda: elsewhere.cases.make_claim(LOCAL, stored.id, claim),
        lambda: elsewhere.cases.rule(LOCAL, stored.id, NewRuling(by="x")),
        lambda: elsewhere.cases.answer_ruling(LOCAL, stored.id, "appeal", "r1", "x"),
        lambda: elsewhere.cases.release_side(LOCAL, stored.id, "A"),
        lambda: elsewhere.cases.close_case(LOCAL, stored.id, "x"),
        lambda: elsewhere.cases.erase_case_text(LOCAL, stored.id, "c1"),
    ):
        with pytest.raises(NotYours, match="came as a file"):
            write()
    assert elsewhere.record(LOCAL, record, OPEN).events == before
    with pytest.raises(RecordNotFound):
        elsewhere.cases.case(LOCAL, case)


@pytest.mark.parametrize("eyes", rest_soaked(["open B B", "A open A", "open public public", "A B A"], keep=2))
def test_nobody_reads_more_than_the_file_shows(home: GameBook, case: str, elsewhere: GameBook, eyes: str) -> None:
    """Narrower eyes read what they have at home; wider ones, or others, what the file was made for."""
    made_for, asked, shown = eyes.split()
    stored = brought(elsewhere, data_of(home, case, made_for))
    assert plain(elsewhere.cases.case(LOCAL, stored.id, asked))["claims"] == plain(home.cases.case(LOCAL, case, shown))["claims"]
    assert data_of(elsewhere, stored.id, asked) == data_of(home, case, shown)


@pytest.mark.soak
def test_the_same_is_kept_once_and_what_goes_on_takes_its_place(home: GameBook, elsewhere: GameBook) -> None:
    """A file again, or an older one, is here already; at home the dispute itself is."""
    record = home.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=4, games=1))))[0].id
    case = home.cases.open_case(LOCAL, record, 20, "And this?", to=EVERYBODY).id
    early = data_of(home, case, "A")
    home.cases.rule(LOCAL, case, NewRuling(by="Judge"), to=EVERYBODY)
    late = data_of(home, case, "A")
    assert [brought(home, data) for data in (early, late)] == [Stored(case, already=True, kind="case")] * 2  # type: ignore[arg-type]
    found = [brought(elsewhere, data) for data in (early, early, late, early, late)]
    assert [one.already for one in found] == [False, True, False, True, True]
    assert len({one.id for one in found}) == 1
    assert elsewhere.cases.case(LOCAL, found[0].id).standing == "ruled"
    (again,) = (one for one in elsewhere.records.rescue(LOCAL) if isinstance(one, CaseFile))
    assert write_case_file(home.games, again) == late
    assert elsewhere.cases.erase_case_text(LOCAL, found[0].id, "file") == 2
    assert elsewhere.cases.all_cases(LOCAL) == []
    assert not brought(elsewhere, late).already


def test_a_file_is_there_for_who_brought_it(home: GameBook, case: str, tmp_path: Path) -> None:
    """Another member neither finds nor deletes it, and no role reads it; each who brings it has their own."""
    data = data_of(home, case, "B")
    with GameBook.open(f"sqlite:///{tmp_path}/club.db") as club:
        club.people.add_member(LOCAL, "Ada", ["admin"])
        for name in ("Ana", "Eve"):
            club.people.add_member(OPERATOR, name, ["recorder"])
        ana, eve = (club.people.account_caller(name) for name in ("Ana", "Eve"))
        hers = brought(club, data, ana)
        assert club.cases.case(ana, hers.id).brought is not None
        for ask in (
            lambda: club.cases.case(eve, hers.id),
            lambda: club.cases.case_file(eve, hers.id),
            lambda: club.cases.erase_case_text(eve, hers.id, "file"),
            lambda: club.cases.resolve_case(eve, hers.id),
        ):
            with pytest.raises((RecordNotFound, NotYours)) as refused:
                ask()
            assert "came as a file" not in str(refused.value)
        assert (club.cases.all_cases(eve), club.cases.is_case(eve, hers.id)) == ([], False)
        theirs = brought(club, data, eve)
        assert hers.id in repr(club.people.held_of_me(ana)["writings"]["brought"])
        assert theirs.id not in repr(club.people.held_of_me(ana))
        assert (theirs.already, theirs.id == hers.id) == (False, False)
        club.people.set_roles(OPERATOR, "Eve", ["admin", "arbiter", "recorder"])
        for other in (OPERATOR, club.people.account_caller("Eve")):
            with pytest.raises(RecordNotFound):
                club.cases.case(other, hers.id)
            assert club.cases.is_case(other, hers.id)  # who erases people's words may delete it unread
        assert club.cases.erase_case_text(OPERATOR, hers.id, "file") == 1
        with pytest.raises(RecordNotFound):
            club.cases.case(ana, hers.id)


def test_a_file_in_which_a_forgotten_person_speaks_goes(home: GameBook, case: str, elsewhere: GameBook) -> None:
    """All of it, for the chain of a file cannot spare a word of it that is read."""
    stored = brought(elsewhere, data_of(home, case, "open"))
    assert elsewhere.cases.erase_case_writings(LOCAL, "nobody here") == 0
    assert elsewhere.cases.erase_case_writings(LOCAL, "Judge") == 1
    with pytest.raises(RecordNotFound):
        elsewhere.cases.case(LOCAL, stored.id)


def test_a_damaged_file_is_refused_with_line_and_reason(home: GameBook, case: str, elsewhere: GameBook) -> None:
    """And nothing of it is stored: cut, a changed byte in each part, a part from another viewer's file, a game that is not known."""
    data = data_of(home, case, "A")
    lines = data.split(b"\n")
    damaged = {len(lines): data[:-1]}
    for number in (1, 2, 5, len(lines) - 4, len(lines) - 1):
        line = lines[number - 1]
        damaged[number] = b"\n".join([*lines[: number - 1], line.replace(b"a", b"e", 1), *lines[number:]])
    for number, text in damaged.items():
        with pytest.raises(ImportRefused) as refused:
            brought(elsewhere, text)
        (problem,) = refused.value.problems
        assert problem.line in {number, number - 1 if number == len(lines) else number}, (number, str(problem))
        assert problem.reason
    with pytest.raises(ImportRefused, match="line 1: no game is called 'castle-rampage' here"):
        read_case_file({}, data, FILE)
    file, wide = (home.cases.case_file(LOCAL, case, viewer) for viewer in ("A", "open"))
    for mixed in (replace(file, log=wide.log), replace(file, case_log=wide.case_log)):
        with pytest.raises(ImportRefused, match="shows what A was not shown"):
            brought(elsewhere, write_case_file(home.games, mixed))
    assert elsewhere.cases.all_cases(LOCAL) == []
    assert list(elsewhere.records.rescue(LOCAL)) == []


def test_a_released_game_opens_nothing_of_a_file(home: GameBook, case: str, elsewhere: GameBook) -> None:
    """Who may see the record by its release finds the record, and no dispute that somebody else brought."""
    record = home.cases.case(LOCAL, case).record
    elsewhere.writing.take_in(LOCAL, home.records.export(LOCAL, record, OPEN))
    brought(elsewhere, data_of(home, case, "open"))
    elsewhere.people.add_member(LOCAL, "Ada", ["admin"])
    elsewhere.people.add_member(OPERATOR, "Eve", ["player"])
    elsewhere.access.release_record(
        OPERATOR, record, Release(listed=Listed.EVERYBODY, after=Onlookers.HANDS, hands=HandsOpen.NOW, names=True)
    )
    eve = elsewhere.people.account_caller("Eve")
    assert elsewhere.record(eve, record, PUBLIC).steps
    assert elsewhere.cases.cases(eve, record) == []
