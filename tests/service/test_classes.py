"""Classes: led by their teacher through a published study, asked in polls, kept in a chain that names no learner."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from importers.native_streams import read_stream, write_stream
from records.core.ids import SeatKey
from records.core.viewers import LOCAL, Caller
from records.errors import ImportRefused, MalformedCommand, NotYours, RecordNotFound
from records.service import GameBook
from records.service.chapters.drafts import NewChapter
from records.service.kinds import CLASSES
from records.service.library import library
from records.service.streams.files import StreamFile
from records.service.writing.simulation import simulate
from records.studies.chapters.events import AskCandidates
from records.studies.classes.events import ChapterPoll, ChoicePoll

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from records.service.chapters.views import StudyView
    from records.service.classes.views import ClassView

B = SeatKey("B")
CHOICE = ChoicePoll(question="Who wins?", choices=("Ana", "Ben"), right=1)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A store with one game."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('classes')}/classes.db") as opened:
        opened.writing.add(LOCAL, next(iter(simulate(library()["castle-rampage"], seed=3, games=1))))
        yield opened


@pytest.fixture(scope="module")
def study(book: GameBook) -> StudyView:
    """A published study: read up to step 4, then say what a closed card can be."""
    record = book.records.shelf(LOCAL).entries[0].id
    view = book.record(LOCAL, record, B)
    at, slot = next(
        (at, slot)
        for at in range(5, view.steps)
        for slot, chances in view.knowledge(at).slots.items()
        if chances.exact and chances.certain is None
    )
    made = book.studies.open_study(LOCAL, "First lessons")
    book.studies.add_chapter(LOCAL, made.id, NewChapter(title="read", record=record, last=4, viewer="B"))
    book.studies.add_chapter(LOCAL, made.id, NewChapter(title="ask", record=record, last=at, viewer="B", task=AskCandidates(place=slot)))
    return book.studies.publish_study(LOCAL, made.id)


@pytest.fixture
def held(book: GameBook, study: StudyView) -> ClassView:
    """A class in a lesson."""
    return book.classes.begin_session(LOCAL, book.classes.open_class(LOCAL, study.id, "Tuesdays").id)


def test_a_class_learns_a_published_number(book: GameBook, study: StudyView) -> None:
    """Without one there is nothing to teach; the class keeps its number when another one is published."""
    draft = book.studies.open_study(LOCAL, "draft")
    with pytest.raises(MalformedCommand, match="was not published"):
        book.classes.open_class(LOCAL, draft.id)
    with pytest.raises(RecordNotFound, match="no number 7"):
        book.classes.open_class(LOCAL, study.id, number=7)
    begun = book.classes.open_class(LOCAL, study.id)
    assert (begun.title, begun.number, begun.session, begun.code_until) == ("First lessons", 1, None, None)
    book.studies.name_study(LOCAL, study.id, "Later lessons")
    book.studies.publish_study(LOCAL, study.id)
    taught = book.classes.taught_class(LOCAL, begun.id)
    assert (taught.study.title, taught.study.number) == ("First lessons", 1)
    assert begun.id in {one.id for one in book.classes.classes(LOCAL)}
    assert book.classes.name_class(LOCAL, begun.id, "Fridays").title == "Fridays"


def test_a_class_on_a_record_is_one_on_a_study_of_one_chapter(book: GameBook) -> None:
    """The whole record through the eyes that were chosen."""
    record = book.records.shelf(LOCAL).entries[0].id
    begun = book.classes.open_class_on_record(LOCAL, record, "B", "One game")
    (chapter,) = book.classes.taught_class(LOCAL, begun.id).study.chapters
    assert chapter.body is not None
    assert (chapter.body.viewer, chapter.body.source.first, chapter.body.source.last) == ("B", 0, book.record(LOCAL, record).steps)


def test_number_14_a_lesson_begins_where_its_chapter_has_something_to_see(book: GameBook) -> None:
    """At the first move of a game that is shown from its start, as the reader of a study does."""
    record = book.records.shelf(LOCAL).entries[0].id
    begun = book.classes.begin_session(LOCAL, book.classes.open_class_on_record(LOCAL, record, "B", "Whole").id)
    assert begun.session is not None
    assert begun.session.shown is not None
    assert begun.session.shown.step == book.record(LOCAL, record, B).timeline.first_move > 1


def test_number_14_a_lesson_begins_where_its_first_chapter_asks_something(book: GameBook, study: StudyView) -> None:
    """After the last step, before which a reader of the study is asked too, though there is something to see earlier."""
    asking = study.chapters[1].body
    assert asking is not None
    alone = book.studies.open_study(LOCAL, "Questions").id
    of, last = asking.source.anchor.record, asking.source.last  # type: ignore[union-attr]  # it is of a record
    book.studies.add_chapter(LOCAL, alone, NewChapter(title="ask", record=of, last=last, viewer="B", task=asking.task))
    book.studies.publish_study(LOCAL, alone)
    begun = book.classes.begin_session(LOCAL, book.classes.open_class(LOCAL, alone, "Asked").id)
    assert begun.session is not None
    assert begun.session.shown is not None
    assert begun.session.shown.step == last > book.record(LOCAL, of, B).timeline.opening(0, last)


def test_the_teacher_leads_a_lesson(book: GameBook, study: StudyView, held: ClassView) -> None:
    """From where the first chapter has something to see; to no step that the chapter has not; to the same step no second time."""
    first, second = study.chapters
    assert held.session is not None
    assert held.session.shown is not None
    assert first.body is not None
    opened = book.studies.chapter_log(LOCAL, first.body).view.timeline.opening(0, 4)
    assert opened > 0
    assert (held.session.number, held.session.shown.chapter, held.session.shown.step) == (1, first.id, opened)
    assert book.classes.begin_session(LOCAL, held.id) == held
    shown = book.classes.show(LOCAL, held.id, first.id, 3)
    assert book.classes.show(LOCAL, held.id, first.id, 3).version == shown.version
    with pytest.raises(MalformedCommand, match="has the steps 0 to 4, not 5"):
        book.classes.show(LOCAL, held.id, first.id, 5)
    with pytest.raises(RecordNotFound, match="learns no chapter"):
        book.classes.show(LOCAL, held.id, "none", 0)
    ended = book.classes.end_session(LOCAL, held.id)
    assert ended.session is None
    assert book.classes.end_session(LOCAL, held.id).version == ended.version
    with pytest.raises(MalformedCommand, match="no lesson is held"):
        book.classes.show(LOCAL, held.id, second.id, 0)
    again = book.classes.begin_session(LOCAL, held.id, "seats").session
    assert again is not None
    assert (again.number, again.eyes) == (2, "seats")


def test_a_poll_is_opened_closed_revealed_in_this_order(book: GameBook, study: StudyView, held: ClassView) -> None:
    """One at a time; the task of a chapter is asked at its last step; revealing and ending close what is open."""
    ask = study.chapters[1]
    asked = book.classes.open_poll(LOCAL, held.id, ChapterPoll(chapter=ask.id))
    assert asked.session is not None
    assert asked.session.shown is not None
    assert ask.body is not None
    assert (asked.session.shown.chapter, asked.session.shown.step) == (ask.id, ask.body.source.last)
    with pytest.raises(MalformedCommand, match="poll 1 is open"):
        book.classes.open_poll(LOCAL, held.id, CHOICE)
    with pytest.raises(RecordNotFound, match="no poll 2"):
        book.classes.close_poll(LOCAL, held.id, 2)
    revealed = book.classes.reveal_poll(LOCAL, held.id, 1).polls[1]
    assert (revealed.closed, revealed.revealed) == (True, True)
    with pytest.raises(MalformedCommand, match="asks nothing"):
        book.classes.open_poll(LOCAL, held.id, ChapterPoll(chapter=study.chapters[0].id))
    for wrong in (
        ChoicePoll(question="", choices=("a", "b")),
        ChoicePoll(question="?", choices=("a",)),
        ChoicePoll(question="?", choices=("a", "a")),
        ChoicePoll(question="?", choices=("a", "b"), right=2),
    ):
        with pytest.raises(MalformedCommand):
            book.classes.open_poll(LOCAL, held.id, wrong)
    book.classes.open_poll(LOCAL, held.id, CHOICE)
    assert book.classes.end_session(LOCAL, held.id).polls[2].closed


def test_the_wire_tells_ids_and_numbers_alone(book: GameBook, study: StudyView, held: ClassView) -> None:
    """No question, no answer, no name, no card; whoever comes back is told what was missed."""
    book.classes.set_class_code(LOCAL, held.id)
    book.classes.open_poll(LOCAL, held.id, CHOICE)
    book.classes.reveal_poll(LOCAL, held.id, 1)
    book.classes.end_session(LOCAL, held.id)
    told = book.classes.class_events(LOCAL, held.id)[1]
    assert [one.name for one in told] == ["began", "shown", "poll", "closed", "revealed", "ended"]
    assert [dict(one.data) for one in told] == [
        {"session": 1},
        {"chapter": study.chapters[0].id, "step": 1},
        {"poll": 1},
        {"poll": 1},
        {"poll": 1},
        {},
    ]
    assert [one.name for one in book.classes.class_events(LOCAL, held.id, after=told[3].version)[1]] == ["revealed", "ended"]


def test_a_code_is_hashed_and_replaced(book: GameBook, held: ClassView) -> None:
    """The chain holds its hash, a day at most; another code or an end makes it none."""
    code = book.classes.set_class_code(LOCAL, held.id)
    assert code not in write_stream(book.classes.export_class(LOCAL, held.id)).decode()
    view = book.classes.taught_class(LOCAL, held.id).view
    assert view.code_until is not None
    assert (view.code_until - view.opened).total_seconds() < 86_500
    assert book.classes.end_class_code(LOCAL, held.id).code_until is None


def test_a_class_is_for_its_teacher(book: GameBook, held: ClassView) -> None:
    """Nobody else learns that it is there."""
    for other in (Caller("ben"), Caller("")):
        with pytest.raises(NotYours):
            book.classes.taught_class(other, held.id)
    with pytest.raises(RecordNotFound, match="no class"):
        book.classes.taught_class(LOCAL, "none")


def test_a_class_travels_whole_and_is_checked(book: GameBook, held: ClassView, tmp_path: Path) -> None:
    """Exported, taken in elsewhere, rescued, verified; a changed line is refused with its number."""
    stream = book.classes.export_class(LOCAL, held.id)
    data = write_stream(stream)
    assert write_stream(read_stream(data, "a.class", CLASSES)) == data
    with pytest.raises(ImportRefused, match="line 3"):
        read_stream(data.replace(b"class.session-began/1", b"class.session-begin/1", 1), "a.class", CLASSES)
    with GameBook.open(f"sqlite:///{tmp_path}/other.db") as other:
        assert other.classes.take_in_class(LOCAL, read_stream(data, "a.class", CLASSES))
        assert not other.classes.take_in_class(LOCAL, stream)
        assert [one.header.stream for one in other.records.rescue(LOCAL) if isinstance(one, StreamFile) and one.header.kind == "class"] == [
            held.id
        ]
        assert other.records.inspect(LOCAL).others == {"class": 1}
        assert list(other.records.verify(LOCAL)) == []


def test_erasing_a_teachers_texts_leaves_the_chain_whole(book: GameBook, study: StudyView) -> None:
    """Title and questions are gone, where they were kept too; what was shown when stays."""
    begun = book.classes.open_class(LOCAL, study.id, "Tuesdays")
    book.classes.begin_session(LOCAL, begun.id)
    book.classes.open_poll(LOCAL, begun.id, CHOICE)
    teacher = book.people.person(LOCAL).key
    assert book.classes.erase_classes(LOCAL, teacher) >= 2
    view = book.classes.taught_class(LOCAL, begun.id).view
    assert (view.title, view.polls[1].task) == ("", None)
    assert b"Who wins" not in write_stream(book.classes.export_class(LOCAL, begun.id))
    assert list(book.records.verify(LOCAL)) == []
