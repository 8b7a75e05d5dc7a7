"""Live classes: learners join by a code, see the board cut at the step that is shown, answer, and can be removed without a trace."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from records.accounts.tokens import new_token
from records.core.ids import SeatKey
from records.core.viewers import ANONYMOUS, LOCAL, Caller, CallerKind, Role
from records.errors import MalformedCommand, NotYours, RecordNotFound, SignInRefused, TooManyAttempts
from records.service import GameBook
from records.service.accounts import guessing
from records.service.chapters.drafts import NewChapter
from records.service.classes.live_views import is_stuck
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import Account
from records.studies.chapters.events import AskCandidates
from records.studies.classes.attendance import ChosenAnswer
from records.studies.classes.events import ChapterPoll, ChoicePoll
from records.studies.learners.fold import ChapterProgress, GivenAnswer
from records.studies.tasks.answers import NamedCards
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from records.service.chapters.views import StudyView
    from records.service.classes.views import ClassView
    from records.service.viewing import RecordView

A, B = SeatKey("A"), SeatKey("B")
CHOICE = ChoicePoll(question="Who wins?", choices=("Ana", "Ben"), right=1)
HERE = "192.0.2.7"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the store lies."""
    return tmp_path_factory.mktemp("live") / "live.db"


@pytest.fixture(scope="module")
def book(place: Path) -> Iterator[GameBook]:
    """A store with one game."""
    with GameBook.open(f"sqlite:///{place}") as opened:
        opened.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))
        yield opened


@pytest.fixture(scope="module")
def study(book: GameBook) -> StudyView:
    """A published study: read up to step 9, then say what a closed card can be."""
    record = book.records.shelf(LOCAL).entries[0].id
    view = book.record(LOCAL, record, B)
    at, slot = closed_card(view)
    made = book.studies.open_study(LOCAL, "First lessons")
    book.studies.add_chapter(LOCAL, made.id, NewChapter(title="read", record=record, last=9, viewer="B"))
    book.studies.add_chapter(LOCAL, made.id, NewChapter(title="ask", record=record, last=at, viewer="B", task=AskCandidates(place=slot)))
    return book.studies.publish_study(LOCAL, made.id)


@pytest.fixture
def held(book: GameBook, study: StudyView) -> ClassView:
    """A class in a lesson."""
    return book.classes.begin_session(LOCAL, book.classes.open_class(LOCAL, study.id, "Tuesdays").id)


def closed_card(view: RecordView) -> tuple[int, str]:
    """Return a step and a card of which something can be asked then."""
    return next(
        (at, slot)
        for at in range(5, view.steps)
        for slot, chances in view.knowledge(at).slots.items()
        if chances.exact and chances.certain is None
    )


def joined(book: GameBook, held: ClassView, *nicknames: str) -> list[Caller]:
    """Learners of a class."""
    code = book.classes.set_class_code(LOCAL, held.id)
    found = [book.class_door.caller_of(book.class_door.join(code, name, HERE).token) for name in nicknames]
    return [one for one in found if one is not None]


def test_a_learner_joins_and_comes_back(book: GameBook, held: ClassView) -> None:
    """With the code in any writing and a nickname that nobody there has; back with a code of the learner's own."""
    code = book.classes.set_class_code(LOCAL, held.id)
    door = book.class_door
    came = door.join(f" {code[:4].upper()}-{code[4:]} ", " Kim ", HERE)
    learner = door.caller_of(came.token)
    assert learner is not None
    assert (learner.kind, came.in_class, book.classes.live_class(learner, held.id).nickname) == (CallerKind.LEARNER, held.id, "Kim")
    with pytest.raises(MalformedCommand, match="is called so"):
        door.join(code, "KIM", HERE)
    with pytest.raises(MalformedCommand, match="nickname"):
        door.join(code, "", HERE)
    back = door.come_back("-".join(came.return_code[at : at + 4] for at in range(0, 32, 4)).upper(), HERE)
    again = door.caller_of(back.token)
    assert again is not None
    assert again.account == learner.account
    door.leave(again)
    assert door.caller_of(back.token) is None
    book.classes.set_class_code(LOCAL, held.id)
    with pytest.raises(SignInRefused):
        door.join(code, "Lou", HERE)


def test_forty_phones_behind_one_address_join_though_codes_are_wrong(book: GameBook, held: ClassView) -> None:
    """Fifty wrong codes of one phone, and five of each other, keep nobody out; what is no code at all counts nothing."""
    code, school = book.classes.set_class_code(LOCAL, held.id), "198.51.100.9"
    for turn in range(50 + 40 * 5):
        with pytest.raises(SignInRefused):
            book.class_door.join(f"0000-{turn:04}", "Kim", school)
    came = [book.class_door.join(code, f"Phone {turn}", school) for turn in range(40)]
    assert len({one.token for one in came}) == 40
    assert book.class_door.come_back(came[0].return_code, school).token


def test_who_guesses_codes_waits(book: GameBook, held: ClassView, monkeypatch: pytest.MonkeyPatch) -> None:
    """By network, in the database, and by purpose: who is in a class already, or has a code of their own, is let in all the same."""
    monkeypatch.setattr(guessing, "CODES_HERE", guessing.Limit(20, timedelta(seconds=60)))
    code, there = book.classes.set_class_code(LOCAL, held.id), "203.0.113.9"
    kim = book.class_door.join(code, "Kim", HERE)
    for turn in range(20):
        with pytest.raises(SignInRefused):
            book.class_door.join(f"0000-{turn:04}", "Lou", there)
    with pytest.raises(TooManyAttempts) as waits:
        book.class_door.join(code, "Lou", there)
    assert 0 < waits.value.seconds <= 60
    assert book.class_door.come_back(kim.return_code, there).token
    other = book.classes.open_class(LOCAL, held.study).id
    assert book.class_door.join(book.classes.set_class_code(LOCAL, other), "Kim", there, token=kim.token).in_class == other
    assert book.class_door.join(code, "Lou", HERE).token


def test_a_learner_reaches_the_class_and_nothing_else(book: GameBook, held: ClassView, study: StudyView) -> None:
    """No record, no shelf, no other class, nothing that is the teacher's."""
    (kim,) = joined(book, held, "Kim")
    other = book.classes.open_class(LOCAL, study.id).id
    record = book.records.shelf(LOCAL).entries[0].id
    for refused in (
        lambda: book.record(kim, record, "public"),
        lambda: book.records.shelf(kim),
        lambda: book.classes.live_class(kim, other),
        lambda: book.classes.class_events(kim, other),
        lambda: book.classes.taught_class(kim, held.id),
        lambda: book.classes.show(kim, held.id, study.chapters[0].id, 1),
        lambda: book.classes.learners(kim, held.id),
        lambda: book.classes.poll_counts(kim, held.id, 1),
        lambda: book.classes.set_class_code(kim, held.id),
    ):
        with pytest.raises((RecordNotFound, NotYours)):
            refused()


def test_each_phone_sees_its_own_seat_cut_at_the_step(book: GameBook, study: StudyView) -> None:
    """Seats in turn, as the record would be if it ended there; without seats the chapter's eyes, and nothing between two lessons."""
    held = book.classes.open_class(LOCAL, study.id)
    kim, lou, max_ = joined(book, held, "Kim", "Lou", "Max")
    assert book.classes.live_board(kim, held.id) is None
    book.classes.begin_session(LOCAL, held.id, "seats")
    book.classes.show(LOCAL, held.id, study.chapters[0].id, 7)
    boards = [book.classes.live_board(one, held.id) for one in (kim, lou, max_, LOCAL)]
    assert [(one.viewer, one.at, one.view.steps) for one in boards if one is not None] == [(A, 7, 7), (B, 7, 7), (A, 7, 7), (B, 7, 7)]
    record = book.records.shelf(LOCAL).entries[0].id
    assert boards[0] is not None
    assert boards[0].view.events == book.record(LOCAL, record, A).events[:7]
    with pytest.raises(MalformedCommand, match="eyes of the chapter"):
        book.classes.open_poll(LOCAL, held.id, ChapterPoll(chapter=study.chapters[1].id))
    book.classes.end_session(LOCAL, held.id)
    assert book.classes.live_board(kim, held.id) is None
    book.classes.begin_session(LOCAL, held.id)
    chapters = book.classes.live_board(kim, held.id)
    assert chapters is not None
    assert (chapters.viewer, chapters.at) == (B, 1)


def test_counts_and_what_is_right_are_told_when_they_are_revealed(book: GameBook, held: ClassView) -> None:
    """Before that the teacher alone reads counts; an answer can be changed while the poll is open."""
    kim, lou = joined(book, held, "Kim", "Lou")
    book.classes.open_poll(LOCAL, held.id, CHOICE)
    book.classes.answer_poll(kim, held.id, 1, ChosenAnswer(choice=0))
    book.classes.answer_poll(lou, held.id, 1, ChosenAnswer(choice=0))
    book.classes.answer_poll(lou, held.id, 1, ChosenAnswer(choice=1))
    counts = book.classes.poll_counts(LOCAL, held.id, 1)
    assert (counts.answered, counts.learners, counts.of_choice(0), counts.of_choice(1)) == (2, 2, 1, 1)
    assert [(one.answer, one.number) for one in counts.wrong] == [(ChosenAnswer(choice=0), 1)]
    for revealed in (False, True):
        if revealed:
            book.classes.reveal_poll(LOCAL, held.id, 1)
        poll = book.classes.live_class(kim, held.id).poll
        assert poll is not None
        assert poll.choice is not None
        assert poll.mine is not None
        assert (poll.choice.right, poll.mine.worth, poll.counts) == ((1, 0, counts) if revealed else (None, None, None))
    with pytest.raises(MalformedCommand, match="poll 1 is closed"):
        book.classes.answer_poll(kim, held.id, 1, ChosenAnswer(choice=1))
    with pytest.raises(RecordNotFound, match="no poll 9"):
        book.classes.answer_poll(kim, held.id, 9, ChosenAnswer(choice=1))
    with pytest.raises(NotYours):
        book.classes.answer_poll(LOCAL, held.id, 1, ChosenAnswer(choice=1))


def test_the_task_of_a_chapter_is_graded_by_its_key(book: GameBook, study: StudyView, held: ClassView) -> None:
    """The most common wrong answers are told by number; cards count in any order; what is no answer is refused."""
    kim, lou, max_ = joined(book, held, "Kim", "Lou", "Max")
    ask = study.chapters[1]
    assert ask.key is not None
    true = ask.key.candidates
    book.classes.open_poll(LOCAL, held.id, ChapterPoll(chapter=ask.id))
    poll = book.classes.live_class(kim, held.id).poll
    assert poll is not None
    assert poll.key is None
    book.classes.answer_poll(kim, held.id, 1, NamedCards(cards=true))
    book.classes.answer_poll(lou, held.id, 1, NamedCards(cards=true[:1]))
    book.classes.answer_poll(max_, held.id, 1, NamedCards(cards=true[:1]))
    counts = book.classes.poll_counts(LOCAL, held.id, 1)
    assert [(one.number, one.worth == 100) for one in counts.answers] == [(2, False), (1, True)]
    for wrong in (ChosenAnswer(choice=0), NamedCards(cards=("nobody",))):
        with pytest.raises(MalformedCommand, match="answer"):
            book.classes.answer_poll(kim, held.id, 1, wrong)
    book.classes.reveal_poll(LOCAL, held.id, 1)
    poll = book.classes.live_class(kim, held.id).poll
    assert poll is not None
    assert poll.key is not None
    assert poll.key.candidates == true


def test_a_removed_learner_leaves_no_trace_in_the_file(book: GameBook, held: ClassView, place: Path) -> None:
    """Neither name nor answers, ids nor ways in, searched for in the file after vacuum; verify stays green."""
    (kim, lou) = joined(book, held, "Quillfeather Kim", "Lou")
    book.classes.open_poll(LOCAL, held.id, CHOICE)
    book.classes.answer_poll(kim, held.id, 1, ChosenAnswer(choice=0))
    found = book.classes.learners(LOCAL, held.id)
    assert [(one.nickname, one.place) for one in found] == [("Quillfeather Kim", 0), ("Lou", 1)]
    traces = [found[0].nickname, found[0].id, found[0].learner, kim.via]
    files = b"".join(file.read_bytes() for file in place.parent.iterdir())
    assert [trace for trace in traces if trace.encode() not in files] == []
    book.classes.remove_learner(LOCAL, held.id, found[0].id)
    assert [one.nickname for one in book.classes.learners(LOCAL, held.id)] == ["Lou"]
    with pytest.raises(RecordNotFound):
        book.classes.live_class(kim, held.id)
    assert book.classes.live_class(lou, held.id).nickname == "Lou"
    assert list(book.records.verify(LOCAL)) == []
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        dump = "\n".join(connection.iterdump())
    data = b"".join(file.read_bytes() for file in place.parent.iterdir())
    assert [trace for trace in traces if trace.encode() in data or trace in dump] == []
    with pytest.raises(RecordNotFound):
        book.classes.remove_learner(LOCAL, held.id, found[0].id)


def test_a_class_is_deleted_with_its_learners(book: GameBook, held: ClassView) -> None:
    """Nothing of them is left, and the code leads nowhere."""
    (kim,) = joined(book, held, "Kim")
    stream = kim.account.removeprefix("learner:")
    book.classes.remove_class(LOCAL, held.id)
    assert stream not in {stone.id for stone in book._office.store.tombstones()}
    assert book._office.store.head_counts([stream]) == {}
    with pytest.raises(RecordNotFound):
        book.classes.live_class(kim, held.id)
    assert list(book.records.verify(LOCAL)) == []


def test_learners_read_the_study_at_home_and_the_teacher_sees_how_far_they_are(book: GameBook, study: StudyView, held: ClassView) -> None:
    """The number of the class and nothing else; by learner and chapter, with who is stuck; removed without a trace."""
    kim, lou = joined(book, held, "Kim", "Lou")
    read, ask = study.chapters
    assert ask.key is not None
    book.studies.publish_study(LOCAL, study.id)
    lesson = book.learning.lesson(kim, study.id)
    assert (lesson.number, lesson.kept, lesson.own) == (held.number, True, False)
    other = book.studies.open_study(LOCAL, "another")
    for hidden in (
        lambda: book.learning.lesson(kim, other.id),
        lambda: book.learning.lesson(kim, study.id, 1),
        lambda: book.learning.lessons(kim),
    ):
        with pytest.raises((RecordNotFound, NotYours)):
            hidden()
    book.learning.open_chapter(kim, study.id, read.id)
    book.learning.reach_step(kim, study.id, read.id, 9)
    for _ in range(3):
        assert book.learning.answer_task(kim, study.id, ask.id, NamedCards(cards=ask.key.candidates[:1])).worth < 100
    book.learning.answer_task(lou, study.id, ask.id, NamedCards(cards=ask.key.candidates))
    learners = {one.learner: one.nickname for one in book.classes.learners(LOCAL, held.id)}
    found = {(learners[one.learner], one.chapter): one for one in book.classes.class_progress(LOCAL, held.id)}
    assert {key: (one.progress.reached, len(one.progress.answers), one.progress.solved, one.stuck) for key, one in found.items()} == {
        ("Kim", read.id): (9, 0, False, False),
        ("Kim", ask.id): (0, 3, False, True),
        ("Lou", ask.id): (0, 1, True, False),
    }
    streams = [one.header.stream for one in book.studies._learners.all(study.id) if one.header.in_class == held.id]
    assert len(streams) == 2
    for one in book.classes.learners(LOCAL, held.id):
        book.classes.remove_learner(LOCAL, held.id, one.id)
    assert book._office.store.head_counts(streams) == {}
    with pytest.raises(RecordNotFound):
        book.learning.lesson(kim, study.id)


def test_while_a_lessons_question_is_open_its_key_is_closed_at_home_too(book: GameBook, place: Path, study: StudyView) -> None:
    """Not told, not graded, no hints, whatever a learner knew before; in each process, until it is revealed or the lesson ends."""
    held = book.classes.begin_session(LOCAL, book.classes.open_class(LOCAL, study.id).id)
    kim, lou = joined(book, held, "Kim", "Lou")
    ask = study.chapters[1]
    assert ask.key is not None
    right = NamedCards(cards=ask.key.candidates)

    def at_home(who: Caller, of: GameBook) -> tuple[bool, bool, bool, int]:
        found = of.learning.lesson(who, study.id).chapter(ask.id)
        assert found is not None
        through = of.learning.through_chapter(who, study.id, ask.id)
        assert through.grant is not None
        return found.held, found.key is None, through.grant.asks, len(found.progress.answers)

    assert book.learning.answer_task(kim, study.id, ask.id, right).worth == 100
    assert at_home(kim, book) == (False, False, False, 1)
    with GameBook.open(f"sqlite:///{place}") as other:
        for ends in ("reveal", "session"):
            poll = book.classes.open_poll(LOCAL, held.id, ChapterPoll(chapter=ask.id)).session.poll.number  # type: ignore[union-attr]
            for again in range(2):
                for of in (book, other):
                    assert at_home(kim, of) == at_home(lou, of) == (True, True, True, 0)
                    for refused in (
                        lambda of=of: of.learning.answer_task(lou, study.id, ask.id, right),
                        lambda of=of: of.learning.grade_again(kim, study.id, ask.id, right),
                        lambda of=of: of.learning.give_up(lou, study.id, ask.id),
                        lambda of=of: of.learning.take_hint(lou, study.id, ask.id),
                    ):
                        with pytest.raises(MalformedCommand, match="asked in a lesson"):
                            refused()
                book.classes.answer_poll(lou, held.id, poll, right) if not again else None
                book.classes.close_poll(LOCAL, held.id, poll)
            assert book.learning.lesson(LOCAL, study.id).chapter(ask.id).held is False  # type: ignore[union-attr]  # who wrote it
            if ends == "reveal":
                book.classes.reveal_poll(LOCAL, held.id, poll)
            else:
                book.classes.end_session(LOCAL, held.id)
            assert at_home(kim, book) == at_home(kim, other) == (False, False, False, 1)
            assert at_home(lou, other) == (False, True, True, 0)
    assert held.id not in book._office.store.asked.of(study.id, datetime(2020, 1, 1, tzinfo=UTC))


def test_a_lessons_question_is_closed_to_readers_without_the_class(tmp_path: Path) -> None:
    """Who reads the study as anybody may, with an account, or by a link: another browser is no way round the lesson."""
    with GameBook.open(f"sqlite:///{tmp_path}/club.db") as book:
        record = book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id
        tea = Caller("Tea", CallerKind.ACCOUNT, account="tea", roles=frozenset({Role.TEACHER, Role.RECORDER}))
        ben = Caller("Ben", CallerKind.ACCOUNT, account="ben", roles=frozenset({Role.PLAYER}))
        for one in (tea, ben):
            roles = frozenset(map(str, one.roles))
            book._office.store.accounts.put(Account(key=one.account, name=one.name, roles=roles, created_at=datetime.now(UTC)))
        book._office.policy.expect_accounts()
        book.access.give_record(book.keeper, record, "Tea")
        view = book.record(tea, record, B)
        at, slot = closed_card(view)
        made = book.studies.open_study(tea, "Lessons")
        book.studies.add_chapter(tea, made.id, NewChapter(title="ask", record=record, last=at, viewer="B", task=AskCandidates(place=slot)))
        ask = book.studies.publish_study(tea, made.id).chapters[0]
        book.studies.list_study(tea, made.id, "everybody")
        link = book.sign_ins.caller_of_link(book.learning.share_study(tea, made.id), HERE)
        held = book.classes.begin_session(tea, book.classes.open_class(tea, made.id).id)
        poll = book.classes.open_poll(tea, held.id, ChapterPoll(chapter=ask.id)).session.poll.number  # type: ignore[union-attr]
        for reader in (ANONYMOUS, ben, link):
            for refused in (
                lambda reader=reader: book.learning.answer_task(reader, made.id, ask.id, NamedCards(cards=())),
                lambda reader=reader: book.learning.give_up(reader, made.id, ask.id),
            ):
                with pytest.raises(MalformedCommand, match="asked in a lesson"):
                    refused()
            shown = book.learning.lesson(reader, made.id).chapter(ask.id)
            assert shown is not None
            assert (shown.held, shown.key) == (True, None)
        for reader in (ANONYMOUS, link):
            with pytest.raises(MalformedCommand, match="asked in a lesson"):
                book.learning.told_chapter(reader, made.id, ask.id)
        book.classes.reveal_poll(tea, held.id, poll)
        assert book.learning.told_chapter(ANONYMOUS, made.id, ask.id).key is not None


def test_who_is_idle_is_stuck_until_they_have_gone_away() -> None:
    """Five minutes at an open task, up to an hour; a task that has ended holds nobody up."""
    now = datetime.now(UTC)

    def at(minutes: int, **how: Any) -> bool:
        return is_stuck(ChapterProgress(last=now - timedelta(minutes=minutes), **how), now)

    assert [at(4), at(6), at(61), at(6, solved=True), at(6, gave_up=True)] == [False, True, False, False, False]
    three = tuple(GivenAnswer(at=now, answer="{}", worth=0) for _ in range(3))
    assert [at(0, answers=three[:2]), at(0, answers=three)] == [False, True]
    assert not is_stuck(ChapterProgress(), now)


def test_who_teaches_no_more_shows_nothing_more(tmp_path: Path) -> None:
    """A lesson shows what its teacher may see at that moment: with the role the class goes, with the record the board."""
    with GameBook.open(f"sqlite:///{tmp_path}/club.db") as book:
        record = book.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))[0].id
        book._office.store.accounts.put(
            Account(key="tea", name="Tea", roles=frozenset({"teacher", "recorder"}), created_at=datetime.now(UTC))
        )
        tea = Caller("Tea", CallerKind.ACCOUNT, account="tea", roles=frozenset({Role.TEACHER, Role.RECORDER}))
        book._office.policy.expect_accounts()
        book.access.give_record(book.keeper, record, "Tea")
        held = book.classes.open_class_on_record(tea, record, "B", "Club")
        came = book.class_door.join(book.classes.set_class_code(tea, held.id), "Kim", HERE)
        kim = book.class_door.caller_of(came.token)
        assert kim is not None
        book.classes.begin_session(tea, held.id, "seats")
        board = book.classes.live_board(kim, held.id)
        assert board is not None
        assert (board.viewer, dict(board.view.names)) == (A, {})
        book.access.give_record(book.keeper, record, None)
        assert book.classes.live_board(kim, held.id) is None
        book.people.set_roles(book.keeper, "Tea", ["player"])
        with pytest.raises(RecordNotFound):
            book.classes.live_class(kim, held.id)
        with pytest.raises(NotYours):
            book.classes.open_class(replace(tea, roles=frozenset({Role.PLAYER})), held.study)


def test_two_nicknames_of_one_phone_see_one_seat(book: GameBook, study: StudyView) -> None:
    """Who joins again stays who they are; who left and takes another name looks through the same seat, and the teacher sees it."""
    held = book.classes.open_class(LOCAL, study.id)
    book.classes.begin_session(LOCAL, held.id, "seats")
    book.classes.show(LOCAL, held.id, study.chapters[0].id, 7)
    code, door, phone = book.classes.set_class_code(LOCAL, held.id), book.class_door, new_token()
    kim = door.join(code, "Kim", HERE, browser=phone)
    again = door.join(code, "Lou", HERE, token=kim.token, browser=phone)
    assert (again.token, again.already, [one.nickname for one in book.classes.learners(LOCAL, held.id)]) == (kim.token, "Kim", ["Kim"])
    learner = door.caller_of(kim.token)
    assert learner is not None
    door.leave(learner)
    lou = door.join(code, "Lou", HERE, token=kim.token, browser=phone)
    other = door.join(code, "Max", HERE, browser=new_token())
    callers = [door.caller_of(one.token) for one in (lou, other, door.come_back(kim.return_code, HERE, browser=phone))]
    boards = [book.classes.live_board(one, held.id) for one in callers if one is not None]
    assert [one.viewer for one in boards if one is not None] == [A, A, A]  # Max is the third who came
    assert {one.nickname: one.beside for one in book.classes.learners(LOCAL, held.id)} == {"Kim": ("Lou",), "Lou": ("Kim",), "Max": ()}
    assert phone not in repr(
        book._office.store.sign_ins.browsers_of([f"learner:{one.id}" for one in book.classes.learners(LOCAL, held.id)])
    )
    book.classes.remove_learner(LOCAL, held.id, book.classes.learners(LOCAL, held.id)[0].id)
    assert {one.nickname: one.beside for one in book.classes.learners(LOCAL, held.id)} == {"Lou": (), "Max": ()}
