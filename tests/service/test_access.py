"""Every method of the book names its caller and asks the policy; whatever is not plainly allowed is refused."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copy
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from records.core.ids import SeatKey
from records.core.secret import ALL, secret
from records.core.shared import CardExposed, Corrected, GapNoted, IrregularityNoted, Replacement
from records.core.viewers import LOCAL, OPEN, PUBLIC, Caller, CallerKind, Viewer
from records.errors import NotYours, RecordNotFound, RecordsError, SeatNotFound
from records.service import Bound, Entry, GameBook, NewTable
from records.service.access import AccessGate, AccessSight, LocalPolicy, Permission, RecordReach
from records.service.cases.drafts import NewClaim, NewRuling, ReadingNamed
from records.service.chapters.whole import WholeStudy
from records.service.desks.access import AccessDesk
from records.service.desks.cases import CaseDesk
from records.service.desks.classes import ClassDesk
from records.service.desks.learning import LearningDesk
from records.service.desks.linking import NewLink
from records.service.desks.notes import NoteDesk
from records.service.desks.people import PeopleDesk
from records.service.desks.pruning import PruningDesk
from records.service.desks.records import RecordDesk
from records.service.desks.retelling import RetellingDesk
from records.service.desks.studies import StudyDesk
from records.service.desks.writing import WritingDesk
from records.service.incoming import IncomingLayer
from records.service.layers.notes import NoteText
from records.store import Pairing, RecordAccess, Release
from records.studies.classes.attendance import ChosenAnswer
from records.studies.retellings.events import LineSkipped
from support.stocked import Stocked, begun, stock, stock_classes, stocked_store

A = SeatKey("A")
EVE = Caller("eve", CallerKind.ACCOUNT, account="eve")
AT = datetime(2026, 11, 21, 12, tzinfo=UTC)
OWN = {"agree_to_hands", "held_of_me", "leave_seat", "me", "seats_of", "answer_poll", "take_seat"}
"""Of one's own account; the policy is not asked."""
DESKS = {
    "access": AccessDesk,
    "pruning": PruningDesk,
    "records": RecordDesk,
    "writing": WritingDesk,
    "notes": NoteDesk,
    "cases": CaseDesk,
    "retelling": RetellingDesk,
    "studies": StudyDesk,
    "learning": LearningDesk,
    "classes": ClassDesk,
    "people": PeopleDesk,
}
AMONG_DESKS = {"account_caller", "holder", "key_of", "own_study", "sit_from_start", "through_view", "whole_line"}
"""What one desk asks of another, which has asked the policy; no page, route or command calls these."""
METHODS = {
    name: (desk, member)
    for desk, kind in {"": GameBook, **DESKS}.items()
    for name, member in inspect.getmembers(kind, inspect.isfunction)
    if not name.startswith("_") and name not in {"open", "close", "room", "looking", *AMONG_DESKS}
}
"""Of the book and its desks, by name: the desk, and the function; the room of a store, and a moment of looking at it, are nobody's."""
PUBLIC_METHODS = sorted({*METHODS} - OWN)


class Nobody:
    """A policy that allows nothing, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def reach(self, caller: Caller) -> RecordReach:  # noqa: ARG002 -- every policy's
        """Nothing."""
        self.asked += 1
        return RecordReach(everything=False)

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:  # noqa: ARG002
        """None."""
        self.asked += 1
        return None

    def may(self, caller: Caller, permission: Permission, record: str | None, access: RecordAccess | None) -> bool:  # noqa: ARG002
        """No."""
        self.asked += 1
        return False


class Broken(Nobody):
    """A policy that fails."""

    def reach(self, caller: Caller) -> RecordReach:
        """Fail."""
        raise RuntimeError(caller.name)

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:  # noqa: ARG002
        """Fail."""
        raise RuntimeError(f"{caller} {record}")

    def may(self, caller: Caller, permission: Permission, record: str | None, access: RecordAccess | None) -> bool:  # noqa: ARG002
        """Fail."""
        raise RuntimeError(f"{caller} {permission} {record}")


class Looks(LocalPolicy):
    """Everybody may look at every record in one way, and do nothing."""

    def __init__(self, sight: AccessSight, *allowed: Permission) -> None:
        self.one, self.allowed = sight, allowed

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight:  # noqa: ARG002 -- every policy's
        """The one way."""
        return self.one

    def may(self, caller: Caller, permission: Permission, record: str | None, access: RecordAccess | None) -> bool:  # noqa: ARG002
        """What was allowed."""
        return permission in self.allowed


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameBook]:
    """An empty book of the games that come with the program, with a folder of its own for what is written."""
    monkeypatch.chdir(tmp_path)
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite", policy=LocalPolicy()) as opened:
        yield opened


@pytest.fixture
def record(book: GameBook) -> str:
    """A game that was begun."""
    return begun(book)


@pytest.fixture(scope="session")
def stocked(tmp_path_factory: pytest.TempPathFactory) -> Stocked:
    """A store for all methods but those of classes."""
    return stocked_store(tmp_path_factory.mktemp("stocked"), stock)


@pytest.fixture(scope="session")
def stocked_classes(tmp_path_factory: pytest.TempPathFactory) -> Stocked:
    """A store for the methods of classes."""
    return stocked_store(tmp_path_factory.mktemp("classes"), stock_classes)


def calls(book: GameBook, record: str, made: SimpleNamespace) -> dict[str, Callable[[Caller], Any]]:
    """Every method with arguments that are right, on a copy of a store with one of everything."""
    return {
        "account_names": lambda caller: book.access.account_names(caller, record),
        "allows": lambda caller: _allowed(book.access.allows(caller, Permission.WRITE, record)),
        "add_member": lambda caller: book.people.add_member(caller, "Zoe", ["admin"]),
        "admit": lambda caller: book.records.admit(caller, record),
        "end_link": lambda caller: book.access.end_link(caller, record, made.shared.id),
        "links": lambda caller: book.access.links(caller, record),
        "share": lambda caller: book.access.share(caller, record, NewLink(viewer=PUBLIC)),
        "end_member": lambda caller: book.people.end_member(caller, "Bea"),
        "forget_member": lambda caller: book.people.forget_member(caller, "Bea"),
        "held_of": lambda caller: book.people.held_of(caller, "Bea"),
        "members": book.people.members,
        "members_from": lambda caller: book.people.members_from(caller, "", 1),
        "rename_member": lambda caller: book.people.rename_member(caller, "Bea", "Bo"),
        "reset_member": lambda caller: book.people.reset_member(caller, "Bea"),
        "seat_code": lambda caller: book.access.seat_code(caller, record, "A"),
        "set_roles": lambda caller: book.people.set_roles(caller, "Bea", ["player"]),
        "close_record": lambda caller: book.access.close_record(caller, record),
        "give_record": lambda caller: book.access.give_record(caller, record, None),
        "hand_trail": lambda caller: book.access.hand_trail(caller, record),
        "open_hand": lambda caller: book.access.open_hand(caller, record, A, "a complaint"),
        "record_access": lambda caller: book.access.record_access(caller, record),
        "release_record": lambda caller: book.access.release_record(caller, record, Release()),
        "reopen_record": lambda caller: book.access.reopen_record(caller, record),
        "close_finally": lambda caller: book.access.close_finally(caller, record),
        "leave_seat": lambda caller: book.access.leave_seat(caller, record, "A"),
        "call_seat_free": lambda caller: book.access.call_seat_free(caller, record, "A", "away"),
        "seat_account": lambda caller: book.access.seat_account(caller, record, "A", None),
        "adjusted": lambda caller: book.cases.adjusted(caller, [record]),
        "all_cases": book.cases.all_cases,
        "author_key": lambda caller: book.notes.author_key(caller, record),
        "has_layers": lambda caller: book.notes.has_layers(caller, record),
        "may_annotate": lambda caller: _allowed(book.notes.may_annotate(caller, record)),
        "note_draft": lambda caller: book.notes.note_draft(caller, record, NoteText(at=0, text="x")),
        "case": lambda caller: book.cases.case(caller, made.ruled),
        "case_file": lambda caller: book.cases.case_file(caller, made.ruled),
        "case_log": lambda caller: book.cases.case_log(caller, made.ruled, "arbiter"),
        "cases": lambda caller: book.cases.cases(caller, record),
        "cases_from": lambda caller: book.cases.cases_from(caller, record, most=1),
        "check_export": lambda caller: book.records.check_export(caller, record, made.exchanged, OPEN),
        "close_case": lambda caller: book.cases.close_case(caller, made.ruled, "x"),
        "drift": lambda caller: book.records.drift(caller, record),
        "make_claim": lambda caller: book.cases.make_claim(caller, made.ruled, NewClaim(party="A", reading=ReadingNamed())),
        "erase_case_text": lambda caller: book.cases.erase_case_text(caller, made.ruled, "question"),
        "erase_case_writings": lambda caller: book.cases.erase_case_writings(caller, "x"),
        "is_case": lambda caller: book.cases.is_case(caller, made.ruled),
        "ask_case": lambda caller: book.cases.ask_case(caller, record, made.steps, "?"),
        "open_case": lambda caller: book.cases.open_case(caller, record, made.steps, "?"),
        "precedent_moments": lambda caller: book.cases.precedent_moments(caller, record),
        "precedents": book.cases.precedents,
        "release_side": lambda caller: book.cases.release_side(caller, made.ruled, "A"),
        "resolve_case": lambda caller: book.cases.resolve_case(caller, made.ruled[:6]),
        "rule": lambda caller: book.cases.rule(caller, made.unruled, NewRuling(by="x")),
        "brought_case": lambda caller: book.cases.brought_case(caller, made.ruled),
        "filed_case": lambda caller: book.cases.filed_case(caller, made.ruled),
        "take_in_case_file": lambda caller: book.cases.take_in_case_file(caller, made.filed),
        "take_in_case": lambda caller: book.cases.take_in_case(caller, made.stream),
        "answer_ruling": lambda caller: book.cases.answer_ruling(caller, made.appealed, "uphold", "r1", "x"),
        "begin_line": lambda caller: book.notes.begin_line(caller, record, made.steps),
        "line_branch": lambda caller: book.notes.line_branch(caller, made.line.layer, made.line.id),
        "call_me": lambda caller: book.people.call_me(caller, "Ana"),
        "erase_note": lambda caller: book.notes.erase_note(caller, made.written.layer, made.written.id),
        "erase_writings": lambda caller: book.notes.files.erase_writings(caller, "nobody"),
        "export_layer": lambda caller: book.notes.files.export_layer(caller, made.written.layer),
        "grow_line": lambda caller: book.notes.grow_line(caller, made.line.layer, made.line.id, _first(book, record), parent=0),
        "layer": lambda caller: book.notes.layer(caller, made.written.layer),
        "layers": lambda caller: book.notes.layers(caller, record),
        "name_line": lambda caller: book.notes.name_line(caller, made.line.layer, made.line.id, "b"),
        "note_warnings": lambda caller: book.notes.note_warnings(caller, record, NoteText(at=0, text="x")),
        "person": book.people.person,
        "prune_line": lambda caller: book.notes.prune_line(caller, made.line.layer, made.line.id),
        "rebind_layer": lambda caller: book.notes.files.rebind_layer(caller, made.written.layer, record),
        "remove_layer": lambda caller: book.notes.files.remove_layer(caller, made.written.layer),
        "remove_note": lambda caller: book.notes.remove_note(caller, made.written.layer, made.written.id, was=1),
        "resolve_layer": lambda caller: book.notes.resolve_layer(caller, made.written.layer[:6]),
        "revise_note": lambda caller: book.notes.revise_note(caller, made.written.layer, made.written.id, NoteText(at=0, text="y"), was=1),
        "take_in_layer": lambda caller: book.notes.files.take_in_layer(caller, made.file),
        "line_logs": lambda caller: book.notes.line_logs(caller, made.line.layer, made.line.id),
        "begin_retelling": lambda caller: book.retelling.begin_retelling(caller, made.retold, made.nameless),
        "retelling_of": lambda caller: book.retelling.retelling_of(caller, book.record(LOCAL, record)),
        "written_beside": lambda caller: book.retelling.written_beside(caller, book.record(LOCAL, record)),
        "tellings": lambda caller: book.retelling.tellings(caller, made.nameless),
        "tell_lines": lambda caller: book.retelling.tell_lines(caller, book.record(LOCAL, record), [LineSkipped(line="3.0")]),
        "word_tables": book.retelling.word_tables,
        "word_table": lambda caller: book.retelling.word_table(caller, made.table.id),
        "word_table_for": lambda caller: book.retelling.word_table_for(caller, "castle-rampage", ""),
        "learn_words": lambda caller: book.retelling.learn_words(caller, "castle-rampage", "", {"{seat} ends": "end"}),
        "unlearn_words": lambda caller: book.retelling.unlearn_words(caller, made.table.id, 1),
        "remove_word_table": lambda caller: book.retelling.remove_word_table(caller, made.table.id),
        "take_in_told": lambda caller: book.retelling.take_in_told(caller, made.told),
        "erase_words": lambda caller: book.retelling.erase_words(caller, "nobody"),
        "open_study": lambda caller: book.studies.open_study(caller, "x"),
        "studies": book.studies.studies,
        "study": lambda caller: book.studies.study(caller, made.study.id),
        "name_study": lambda caller: book.studies.name_study(caller, made.study.id, "y"),
        "add_chapter": lambda caller: book.studies.add_chapter(caller, made.study.id, made.chapter),
        "revise_chapter": lambda caller: book.studies.revise_chapter(caller, made.study.id, made.first, made.chapter, was=2),
        "move_chapter": lambda caller: book.studies.move_chapter(caller, made.study.id, made.first, None),
        "remove_chapter": lambda caller: book.studies.remove_chapter(caller, made.study.id, made.first, was=2),
        "publish_study": lambda caller: book.studies.publish_study(caller, made.study.id),
        "erase_chapter": lambda caller: book.studies.erase_chapter(caller, made.study.id, made.first),
        "erase_studies": lambda caller: book.studies.erase_studies(caller, "nobody"),
        "remove_study": lambda caller: book.studies.remove_study(caller, made.study.id),
        "export_study": lambda caller: book.studies.export_study(caller, made.study.id),
        "take_in_study": lambda caller: book.studies.take_in_study(caller, made.studied),
        "list_study": lambda caller: book.studies.list_study(caller, made.study.id, "accounts"),
        "may_take_along": lambda caller: book.records.may_take_along(caller, record),
        "was_written": lambda caller: book.studies.was_written(caller, "x"),
        "study_called": lambda caller: book.studies.study_called(caller, "x"),
        "lessons": book.learning.lessons,
        "lesson": lambda caller: book.learning.lesson(caller, made.lesson.id),
        "steps_of": lambda caller: _allowed(book.classes.steps_of(caller, made.body) is not None),
        "opens": lambda caller: (_allowed(book.classes.steps_of(caller, made.body) is not None), book.classes.opens(caller, made.body)),
        "through_chapter": lambda caller: book.learning.through_chapter(caller, made.lesson.id, made.step),
        "chapter_draft": lambda caller: book.studies.chapter_draft(caller, made.chapter),
        "chapter_log": lambda caller: book.studies.chapter_log(caller, made.body),
        "chapter_then": lambda caller: book.studies.chapter_then(caller, made.body),
        "chapter_notes": lambda caller: book.studies.chapter_notes(caller, made.body),
        "write_study": lambda caller: book.studies.write_study(caller, WholeStudy(name="x", title="x", chapters=(("a", made.chapter),))),
        "publish_changes": lambda caller: book.studies.publish_changes(caller, made.study.id),
        "not_there": lambda caller: book.learning.not_there(caller, made.lesson.id),
        "chapter_shown": lambda caller: book.learning.chapter_shown(caller, made.lesson.id, made.step),
        "told_chapter": lambda caller: book.learning.told_chapter(caller, made.lesson.id, made.step),
        "share_study": lambda caller: book.learning.share_study(caller, made.lesson.id),
        "study_links": lambda caller: book.learning.study_links(caller, made.lesson.id),
        "end_study_link": lambda caller: book.learning.end_study_link(caller, made.lesson.id, made.handed),
        "open_chapter": lambda caller: book.learning.open_chapter(caller, made.lesson.id, made.step),
        "reach_step": lambda caller: book.learning.reach_step(caller, made.lesson.id, made.step, 0),
        "take_hint": lambda caller: book.learning.take_hint(caller, made.lesson.id, made.step),
        "give_up": lambda caller: book.learning.give_up(caller, made.lesson.id, made.step),
        "answer_task": lambda caller: book.learning.answer_task(caller, made.asked.id, made.asked_step, made.answer),
        "grade_again": lambda caller: book.learning.grade_again(caller, made.asked.id, made.asked_step, made.answer),
        "take_number": lambda caller: book.learning.take_number(caller, made.lesson.id),
        "forget_progress": lambda caller: book.learning.forget_progress(caller, made.lesson.id),
        "write_layer": lambda caller: book.notes.write_layer(caller, record, IncomingLayer(notes=(NoteText(at=0, text="x"),))),
        "write_note": lambda caller: book.notes.write_note(caller, record, NoteText(at=0, text="x")),
        "back_up": lambda caller: book.records.back_up(caller, Path("never")),
        "add": lambda caller: book.writing.add(caller, made.new),
        "append": lambda caller: book.writing.append(caller, record, [Entry(at=AT, event=made.fact)], expected=made.steps),
        "beginning": lambda caller: book.records.beginning(caller, record[:6]),
        "begin": lambda caller: book.writing.begin(caller, NewTable(game="castle-rampage", names=("C", "D"), begins=A, dealt=True)),
        "answering": lambda caller: _answered(book, caller),
        "command": lambda caller: book.command(caller, record, _first(book, record), expected=made.steps),
        "count": book.records.count,
        "pair": lambda caller: book.people.pair(caller, record, Pairing("Cup")),
        "pairing": lambda caller: book.people.pairing(caller, record),
        "events": book.people.events,
        "event": lambda caller: book.people.event(caller, "Cup"),
        "entries": lambda caller: book.records.entries(caller, [record]),
        "export": lambda caller: book.records.export(caller, record, PUBLIC),
        "forget": lambda caller: book.people.forget(caller, "Ben"),
        "inspect": book.records.inspect,
        "keep_so_far": book.writing.keep_so_far,
        "kept_answer": lambda caller: book.writing.kept_answer(caller, "key"),
        "known_file": lambda caller: book.writing.known_file(caller, "digest"),
        "mentions": lambda caller: book.people.mentions(caller, "Ben"),
        "merge": lambda caller: book.writing.merge(caller, made.new, made.new),
        "name_game": lambda caller: book.records.name_game(caller, made.nameless, "Go"),
        "note": lambda caller: book.writing.note(caller, record, made.fact, expected=made.steps),
        "find": lambda caller: book.pruning.find(caller, trash=timedelta(1)),
        "prune": lambda caller: book.pruning.prune(caller, []),
        "purge": lambda caller: book.records.purge(caller, record, Bound.WITH),
        "rebuild": book.records.rebuild,
        "record": lambda caller: book.record(caller, record, PUBLIC),
        "being_played": lambda caller: book.records.being_played(caller, 5),
        "following": lambda caller: book.records.following(caller, record, PUBLIC),
        "remember_file": lambda caller: book.writing.remember_file(caller, "digest", [record]),
        "rename": lambda caller: book.records.rename(caller, record, "A", "Zoe"),
        "rescue": book.records.rescue,
        "resolve": lambda caller: book.records.resolve(caller, record[:6]),
        "restore": lambda caller: book.records.restore(caller, record),
        "shelf": book.records.shelf,
        "running": lambda caller: book.people.running(caller, 5),
        "take_back": lambda caller: book.writing.take_back(caller, record, 0, expected=made.steps),
        "take_in": lambda caller: book.writing.take_in(caller, made.exchanged),
        "trash": lambda caller: book.records.trash(caller, record),
        "verify": book.records.verify,
        "viewer": lambda caller: book.records.viewer(caller, record, "A"),
    }


OF_CLASSES = {
    "begin_session",
    "class_events",
    "class_progress",
    "classes",
    "close_poll",
    "end_class_code",
    "end_session",
    "erase_classes",
    "export_class",
    "learners",
    "live_board",
    "live_class",
    "name_class",
    "teach_newest",
    "open_class",
    "open_class_on_record",
    "open_poll",
    "poll_counts",
    "remove_class",
    "remove_learner",
    "reveal_poll",
    "set_class_code",
    "show",
    "take_in_class",
    "taught_class",
}
"""Methods of classes, whose store holds nothing else."""


def _of_classes(book: GameBook, record: str, made: SimpleNamespace) -> dict[str, Callable[[Caller], Any]]:
    return {
        "learners": lambda caller: book.classes.learners(caller, made.held.id),
        "live_board": lambda caller: book.classes.live_board(caller, made.held.id),
        "live_class": lambda caller: book.classes.live_class(caller, made.held.id),
        "poll_counts": lambda caller: book.classes.poll_counts(caller, made.held.id, 1),
        "remove_learner": lambda caller: book.classes.remove_learner(caller, made.held.id, made.learner),
        "classes": book.classes.classes,
        "class_progress": lambda caller: book.classes.class_progress(caller, made.held.id),
        "class_events": lambda caller: book.classes.class_events(caller, made.held.id),
        "close_poll": lambda caller: book.classes.close_poll(caller, made.held.id, 1),
        "end_class_code": lambda caller: book.classes.end_class_code(caller, made.held.id),
        "begin_session": lambda caller: book.classes.begin_session(caller, made.held.id),
        "end_session": lambda caller: book.classes.end_session(caller, made.held.id),
        "erase_classes": lambda caller: book.classes.erase_classes(caller, "nobody"),
        "export_class": lambda caller: book.classes.export_class(caller, made.held.id),
        "teach_newest": lambda caller: book.classes.teach_newest(caller, made.held.id),
        "name_class": lambda caller: book.classes.name_class(caller, made.held.id, "y"),
        "open_class": lambda caller: book.classes.open_class(caller, made.held.study),
        "open_class_on_record": lambda caller: book.classes.open_class_on_record(caller, record, "public", "x"),
        "open_poll": lambda caller: (
            book.classes.close_poll(caller, made.held.id, 1),
            book.classes.open_poll(caller, made.held.id, made.asked),
        ),
        "remove_class": lambda caller: book.classes.remove_class(caller, made.held.id),
        "reveal_poll": lambda caller: book.classes.reveal_poll(caller, made.held.id, 1),
        "set_class_code": lambda caller: book.classes.set_class_code(caller, made.held.id),
        "show": lambda caller: book.classes.show(caller, made.held.id, made.chapter, 0),
        "take_in_class": lambda caller: book.classes.take_in_class(caller, made.stream),
        "taught_class": lambda caller: book.classes.taught_class(caller, made.held.id),
    }


def _allowed(may: bool) -> None:
    """Raise as a refusal for an answer that is no."""
    if not may:
        raise NotYours("no")


def _answered(book: GameBook, caller: Caller) -> None:
    with book.writing.answering(caller, "key"):
        """Nothing is written."""


def _first(book: GameBook, record: str) -> Any:
    view = book.record(LOCAL, record)
    play = view.game.play
    assert play is not None
    return play.legal(view.position(view.steps))[0]


@pytest.mark.parametrize("name", sorted(OWN))
def test_what_needs_an_account_is_refused_without(book: GameBook, record: str, name: str) -> None:
    """Nobody is known to the program without having signed in, the local user too."""
    arguments: dict[str, tuple[object, ...]] = {
        "take_seat": ("ABCD-EFGH", "127.0.0.1"),
        "agree_to_hands": (record,),
        "leave_seat": (record, "A"),
        "answer_poll": ("none", 1, ChosenAnswer(choice=0)),
    }
    more = {"agreed": True} if name == "agree_to_hands" else {}
    for caller in (LOCAL, Caller("zoe"), Caller("zoe", CallerKind.ACCOUNT, account="nobody")):
        with pytest.raises((NotYours, RecordNotFound)):
            getattr(getattr(book, METHODS[name][0]), name)(caller, *arguments.get(name, ()), **more)


@pytest.mark.parametrize("name", PUBLIC_METHODS)
def test_every_method_names_its_caller_and_asks(
    tmp_path: Path, stocked: Stocked, stocked_classes: Stocked, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The caller comes first. A policy that allows nothing, or fails, refuses the call itself, generators too, and nothing changes."""
    assert [*inspect.signature(METHODS[name][1]).parameters][:2] == ["self", "caller"]
    store, of = (stocked_classes, _of_classes) if name in OF_CLASSES else (stocked, calls)
    monkeypatch.chdir(tmp_path)
    copy(store.file, tmp_path / "book.sqlite")
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite", policy=LocalPolicy()) as book:
        _asks(book, store.record, name, of(book, store.record, store.made)[name])


def _asks(book: GameBook, record: str, name: str, call: Callable[[Caller], Any]) -> None:
    if name == "purge":
        book.records.trash(LOCAL, record)
    if name == "close_finally":
        book.access.close_record(LOCAL, record)
    if name == "call_seat_free":
        book._office.store.access.claim(record, "A", "x")
    before = (book.records.count(LOCAL), book.record(LOCAL, record).steps)
    local, nobody = book._office.gate._policy, Nobody()
    for policy in (nobody, Broken()):
        book._office.gate._policy = policy
        with pytest.raises((RecordNotFound, NotYours)):
            call(LOCAL)
    assert nobody.asked
    book._office.gate._policy = local
    with pytest.raises((RecordNotFound, NotYours)):
        call(EVE)
    assert (book.records.count(LOCAL), book.record(LOCAL, record).steps) == before
    call(LOCAL)


def test_what_is_hidden_is_refused_as_what_is_missing(book: GameBook, record: str) -> None:
    """Same class and same words but for the id, for reading and for every act on a record."""
    missing = "0" * len(record)
    for of in (
        lambda book, record: book.record(EVE, record),
        lambda book, record: book.records.resolve(EVE, record),
        lambda book, record: book.writing.note(EVE, record, GapNoted(), expected=1),
        lambda book, record: book.records.trash(EVE, record),
        lambda book, record: book.records.rename(EVE, record, "A", "Zoe"),
    ):
        said = []
        for one in (record, missing):
            with pytest.raises(RecordNotFound) as refused:
                of(book, one)
            said.append(str(refused.value).replace(one, "ID"))
        assert said[0] == said[1]
    with pytest.raises(RecordNotFound) as really:
        book.record(LOCAL, missing)
    with pytest.raises(RecordNotFound) as hidden:
        book.record(EVE, missing)
    assert str(really.value) == str(hidden.value)


@pytest.mark.parametrize("default", [OPEN, PUBLIC, A])
def test_without_a_viewer_it_is_the_usual_one(book: GameBook, record: str, default: Viewer) -> None:
    """Where none is named the policy's default looks; the local one's is the open table."""
    assert book.record(LOCAL, record).viewer is OPEN
    book.access.close_record(LOCAL, record)
    book._office.gate._policy = Looks(AccessSight(viewers=None, default=default))
    assert book.record(EVE, record).viewer == default


def test_a_sight_is_kept_to(book: GameBook, record: str) -> None:
    """Other viewers, hidden names and later steps are not there; a name that is not shown names nobody, and no part is exported."""
    book._office.store.access.claim(record, "A", EVE.account)
    book._office.gate._policy = Looks(AccessSight(viewers=(A,), default=A, upto=2, names=False, mine=(A,)))
    view = book.record(EVE, record)
    assert (view.viewer, view.steps, dict(view.names)) == (A, 2, {})
    for viewer in (OPEN, PUBLIC, "B"):
        with pytest.raises(NotYours):
            book.record(EVE, record, viewer)
    with pytest.raises(SeatNotFound) as refused:
        book.record(EVE, record, "Ben")
    assert "Ana" not in str(refused.value)
    with pytest.raises(NotYours):
        book.records.export(EVE, record)


def test_the_right_to_write_is_not_the_right_to_see(book: GameBook) -> None:
    """Who may write and looks as a seat alone writes what that seat does, and words: nothing whose refusal tells where cards are."""
    record = book.writing.begin(LOCAL, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=A, dealt=True))
    book._office.store.access.claim(record, "A", EVE.account)
    view = book.record(LOCAL, record)
    assert view.game.play is not None
    command, steps, first = _first(book, record), view.steps, view.events[0]
    sight = AccessSight(viewers=(A,), default=A, mine=(A,))
    for allowed in ((Permission.WRITE,), (Permission.WRITE, Permission.CORRECT)):
        book._office.gate._policy = Looks(sight, *allowed)
        with pytest.raises(NotYours):
            book.record(EVE, record, OPEN)
        for refused in (
            lambda: book.command(EVE, record, msgspec.structs.replace(command, seat=SeatKey("B")), expected=steps),
            lambda: book.writing.note(EVE, record, CardExposed(place="hand:B", card=secret("archer", to=ALL)), expected=steps),
            lambda: book.writing.note(EVE, record, Corrected(of=(Replacement(version=1, event=first.event),)), expected=steps),
            lambda: book.writing.append(EVE, record, [Entry(at=AT, event=IrregularityNoted(what="other"))], expected=steps),
        ):
            with pytest.raises(NotYours):
                refused()
    steps = book.writing.note(EVE, record, IrregularityNoted(what="other"), expected=steps)
    assert book.command(EVE, record, command, expected=steps) > steps


def test_what_is_no_permission_is_refused() -> None:
    """The local policy allows what there is, to the local caller; a word that is none, or a caller that is none, is no."""
    policy = LocalPolicy()
    assert all(policy.may(LOCAL, permission, None, None) for permission in Permission)
    assert not any(policy.may(EVE, permission, None, None) for permission in Permission)
    with pytest.raises(RecordsError):
        AccessGate(policy, lambda _record: None).check(LOCAL, "write")  # type: ignore[arg-type]  # a word that is no permission
