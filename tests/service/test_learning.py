"""Learners: published studies are read and answered, it is kept how far somebody came, and of who is forgotten nothing stays."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.core.viewers import ANONYMOUS, LOCAL, Caller, CallerKind, Role
from records.errors import MalformedCommand, NotYours, RecordNotFound
from records.service import GameBook
from records.service.accounts.policy import AccountPolicy
from records.service.chapters.drafts import NewChapter
from records.service.learning.views import DRAFT
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import Account, open_store
from records.studies.chapters import events as ev
from records.studies.tasks.answers import GivenMove, SaidChance
from records.studies.tasks.grading import GradedMove
from support import books

if TYPE_CHECKING:
    from pathlib import Path

    from records.service.chapters.views import StudyView
    from records.service.viewing import RecordView

TOM, EVE = (
    Caller(name, CallerKind.ACCOUNT, account=f"key{name}", roles=frozenset({role}))
    for name, role in (("tom", Role.RECORDER), ("eve", Role.PLAYER))
)


book = books.own


def _game(book: GameBook, caller: Caller = LOCAL) -> RecordView:
    return book.record(caller, book.writing.add(caller, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id, "A")


def _move(view: RecordView, since: int = 30) -> tuple[int, list[msgspec.Raw]]:
    """Return a step at which Ana can choose, and her moves."""
    assert view.game.play is not None
    for at in range(since, view.steps):
        legal = view.game.play.legal(view.position(at))
        if len(legal) > 2:
            return at, [msgspec.Raw(msgspec.json.encode(command)) for command in legal]
    raise AssertionError("no choice in this game")


def _study(book: GameBook, view: RecordView, caller: Caller = LOCAL, **of_task: Any) -> StudyView:
    """Return a published study: a chapter to be read, and one whose second best move is worth 60."""
    at, moves = _move(view)
    study = book.studies.open_study(caller, "A study").id
    record = view.header.record
    book.studies.add_chapter(caller, study, NewChapter(title="Read", record=record, viewer="A", first=3, last=9))
    answers = ev.AcceptedMove(pattern=moves[0], says="Yes."), ev.AcceptedMove(pattern=moves[1], worth=60)
    task = ev.FindMove(answers=answers, hints=("One.", "Two."), **of_task)
    book.studies.add_chapter(caller, study, NewChapter(title="Find", record=record, viewer="A", last=at, task=task))
    return book.studies.publish_study(caller, study)


def test_answers_are_graded_and_kept_until_the_key_is_told(book: GameBook) -> None:
    """A wrong move, one worth 60 and the best: tried till solved; hints come one by one; what is answered later is not kept."""
    view = _game(book)
    study = _study(book, view)
    read, find = study.chapters
    _at, moves = _move(view)
    assert [one.done for one in book.learning.lesson(LOCAL, study.id).chapters] == [False, False]
    book.learning.reach_step(LOCAL, study.id, read.id, 9)
    for nth in range(2):
        book.learning.take_hint(LOCAL, study.id, find.id)
        assert book.learning.lesson(LOCAL, study.id).chapters[1].hints == ("One.", "Two.")[: nth + 1]
    worth = [book.learning.answer_task(LOCAL, study.id, find.id, GivenMove(command=moves[nth])).worth for nth in (2, 1)]
    assert worth == [0, 60]
    before = book.learning.lesson(LOCAL, study.id).chapters[1]
    assert (before.key, before.asks, before.progress.worth) == (None, True, 60)
    assert book.learning.answer_task(LOCAL, study.id, find.id, GivenMove(command=moves[0])) == GradedMove(worth=100, nth=0, says="Yes.")
    after = book.learning.lesson(LOCAL, study.id).chapters[1]
    assert after.progress.solved
    assert after.key is not None
    book.learning.answer_task(LOCAL, study.id, find.id, GivenMove(command=moves[2]))
    assert len(book.learning.lesson(LOCAL, study.id).chapters[1].progress.answers) == 3
    assert [one.done for one in book.learning.lesson(LOCAL, study.id).chapters] == [True, True]
    assert book.learning.lessons(LOCAL)[0].done == 2


def test_the_best_move_solves_a_task_whose_best_is_worth_less_than_all(book: GameBook) -> None:
    """Where nothing is worth more, it is solved."""
    view = _game(book)
    at, moves = _move(view)
    study = book.studies.open_study(LOCAL, "A study").id
    task = ev.FindMove(answers=(ev.AcceptedMove(pattern=moves[0], worth=70),))
    book.studies.add_chapter(LOCAL, study, NewChapter(title="Find", record=view.header.record, viewer="A", last=at, task=task))
    find = book.studies.publish_study(LOCAL, study).chapters[0]
    book.learning.answer_task(LOCAL, study, find.id, GivenMove(command=moves[0]))
    assert book.learning.lesson(LOCAL, study).chapters[0].progress.solved


def test_learners_keep_their_number_until_they_take_the_newest(book: GameBook) -> None:
    """What was done stays done in chapters that stayed; the key is that of the number that is learnt."""
    view = _game(book)
    study = _study(book, view)
    read, find = study.chapters
    book.learning.give_up(LOCAL, study.id, find.id)
    book.studies.remove_chapter(LOCAL, study.id, read.id, was=read.version)
    assert book.studies.publish_study(LOCAL, study.id).number == 2
    assert [one.id for one in book.learning.lesson(LOCAL, study.id).chapters] == [read.id, find.id]
    book.learning.take_number(LOCAL, study.id)
    (kept,) = book.learning.lesson(LOCAL, study.id).chapters
    assert kept.progress.gave_up


def test_what_is_no_answer_is_refused_and_not_kept(book: GameBook) -> None:
    """An answer of another kind, a move that is none, a chapter and a step that are not there."""
    view = _game(book)
    study = _study(book, view)
    read, find = study.chapters
    for answer in (SaidChance(percent=50), GivenMove(command=msgspec.Raw(b'{"type":"nothing"}'))):
        with pytest.raises(MalformedCommand):
            book.learning.answer_task(LOCAL, study.id, find.id, answer)
    with pytest.raises(MalformedCommand):
        book.learning.reach_step(LOCAL, study.id, read.id, 10)
    with pytest.raises(RecordNotFound):
        book.learning.lesson(LOCAL, study.id, 2)
    with pytest.raises(RecordNotFound):
        book.learning.through_chapter(LOCAL, study.id, "0" * 16)
    assert book.learning.lesson(LOCAL, study.id).chapters[1].progress.answers == ()


def test_a_draft_is_read_by_who_writes_it_and_nothing_is_kept(book: GameBook) -> None:
    """It is answered by keys that are worked out then."""
    view = _game(book)
    study = _study(book, view)
    _at, moves = _move(view)
    find = study.chapters[1].id
    assert book.learning.answer_task(LOCAL, study.id, find, GivenMove(command=moves[0]), DRAFT).worth == 100
    assert not book.learning.lesson(LOCAL, study.id, DRAFT).chapters[1].progress.answers
    assert not book.learning.lesson(LOCAL, study.id).chapters[1].progress.answers


def test_of_who_begins_anew_nothing_stays(tmp_path: Path) -> None:
    """Not in the store's file either; verify finds nothing, and a study that is deleted takes its learners along."""
    with GameBook.open(f"sqlite:///{tmp_path}/learn.db") as book:
        view = _game(book)
        study = _study(book, view)
        _at, moves = _move(view)
        book.learning.answer_task(LOCAL, study.id, study.chapters[1].id, GivenMove(command=moves[2]))
        stream = book._office.store.bound(study.id, "learner")[0]
        book.learning.forget_progress(LOCAL, study.id)
        assert list(book.records.verify(LOCAL)) == []
        book.records.back_up(LOCAL, tmp_path / "copy.db")
        assert stream.encode() not in (tmp_path / "copy.db").read_bytes()
        book.learning.give_up(LOCAL, study.id, study.chapters[1].id)
        book.studies.remove_study(LOCAL, study.id)
        assert book._office.store.ids("learner") == []
        assert {stone.kind for stone in book._office.store.tombstones()} == {"study"}


def test_a_published_study_is_there_for_whom_its_author_lists_it(tmp_path: Path) -> None:
    """With accounts: nobody, those who have one, all; a draft for its author; never more than the author sees."""
    store = open_store(f"sqlite:///{tmp_path}/club.sqlite")
    for caller in (TOM, EVE):
        roles = frozenset(map(str, caller.roles))
        store.accounts.put(Account(key=caller.account, name=caller.name, roles=roles, created_at=datetime(2026, 11, 23, tzinfo=UTC)))
    with GameBook(store, policy=AccountPolicy(store)) as book:
        view = _game(book, TOM)
        study = _study(book, view, TOM)
        find = study.chapters[1].id
        there: dict[str, list[bool]] = {}
        for to in ("nobody", "accounts", "everybody"):
            book.studies.list_study(TOM, study.id, to)
            there[to] = [_reads(book, caller, study.id) for caller in (TOM, EVE, ANONYMOUS)]
        assert there == {"nobody": [True, False, False], "accounts": [True, True, False], "everybody": [True, True, True]}
        with pytest.raises(RecordNotFound):
            book.learning.lesson(EVE, study.id, DRAFT)
        through = book.learning.through_chapter(EVE, study.id, find)
        assert book.record(through, view.header.record, "A").steps == study.chapters[1].body.source.last  # type: ignore[union-attr]
        for eyes in ("B", "open", "public"):
            with pytest.raises(NotYours):
                book.record(through, view.header.record, eyes)
        book.learning.give_up(EVE, study.id, find)
        assert book.learning.lesson(EVE, study.id).chapters[1].progress.gave_up
        assert not book.learning.lesson(TOM, study.id).chapters[1].progress.gave_up
        book._office.store.access.own(view.header.record, None)  # the author has lost the record, and readers with them
        with pytest.raises(RecordNotFound):
            book.record(book.learning.through_chapter(EVE, study.id, find), view.header.record, "A")


def _reads(book: GameBook, caller: Caller, study: str) -> bool:
    try:
        book.learning.lesson(caller, study)
    except (RecordNotFound, NotYours):
        return False
    return any(card.study == study for card in book.learning.lessons(caller))
