"""A teacher's pages of classes, and the actions of their forms."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec
from flask import url_for
from markupsafe import Markup

from records.accounts.tokens import shown_code
from records.core.viewers import viewer_key
from records.errors import AmbiguousEntry, AmbiguousSeat, MalformedCommand, RecordNotFound, RecordsError, SeatNotFound
from records.service.classes.live_views import counted
from records.studies.chapters.events import ChapterId, FindMove, GuidedReading
from records.studies.classes.attendance import ChosenAnswer, PolledAnswer
from records.studies.classes.events import ChapterPoll, ChoicePoll
from records.studies.tasks.answers import GivenMove, NamedCards, SaidChance, SaidKnows, read_answer
from web.looking import look, why_not
from web.pages.classes.tables import CountBar, LiveTable
from web.pages.learning.chapter import HOW_KNOWN
from web.pages.replay.viewers import eyes_of
from web.problems import Refused
from web.words.texts import _, ngettext
from web.words.wording import say_plainly, seat_name, title_of, told_apart

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.chapters.views import ChapterView, StudyView
    from records.service.classes.live_views import ClassProgress, LearnerLine
    from records.service.classes.views import ClassView, PollView, TaughtClass
    from records.studies.classes.attendance import PollAnswer
    from records.studies.classes.events import PollTask
    from web.pages.replay.viewers import Eyes

UNPROCESSABLE = HTTPStatus.UNPROCESSABLE_ENTITY
MOST_WRONG = 3
"""How many wrong answers of a chapter are listed."""
LARGEST_QUESTION = 6
"""Fields for answers in the form of a question."""


class TaughtGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game on which a class can be begun."""

    record: str
    names: tuple[str, ...]
    together: bool
    """Whether the people with these names play together."""
    eyes: tuple[Eyes, ...]
    """The viewers as whom it can be taught."""
    chosen: str
    """The viewer as whom it was being looked at."""


class RefusedForm(msgspec.Struct, frozen=True):
    """A form as it was sent, its wrong field, if it is only one, and the reason."""

    sent: Mapping[str, str]
    wrong: str
    why: str


class ClassesPage(msgspec.Struct, frozen=True, kw_only=True):
    """The classes that somebody holds, and the studies on which another one can be begun."""

    classes: Sequence[ClassView]
    studies: Sequence[StudyView]
    game: TaughtGame | None = None
    """The game from which the reader comes to teach it."""
    refused: RefusedForm | None = None

    @property
    def status(self) -> HTTPStatus:
        """Whether a form was refused."""
        return HTTPStatus.OK if self.refused is None else UNPROCESSABLE

    def sent(self, field: str, *, beside: str) -> str:
        """Return what was sent in a field of the refused form that has the field ``beside``; nothing was in another one."""
        return "" if self.refused is None or not self.refused.sent.get(beside) else self.refused.sent.get(field, "")

    def wrong(self, field: str) -> str:
        """Return why a field was refused."""
        return "" if self.refused is None or self.refused.wrong != field else self.refused.why


class ClassPage(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A class between two lessons: who is in it, and the code by which others join."""

    taught: TaughtClass
    learners: Sequence[LearnerLine]
    progress: Sequence[ClassProgress]
    titles: Mapping[str, Mapping[str, str]]
    """The cards of each chapter that has a task: name and words."""
    code: str = ""
    """A new code, shown this once."""
    address: str = ""
    qr: Markup = msgspec.field(default_factory=Markup)
    said: str = ""
    status: HTTPStatus = HTTPStatus.OK

    @property
    def path(self) -> str:
        """Address of the class."""
        return url_for("classes.in_class", in_class=self.taught.view.id)

    @cached_property
    def _progress(self) -> dict[tuple[str, str], ClassProgress]:
        return {(one.learner, one.chapter): one for one in self.progress}

    @property
    def chapters(self) -> list[ChapterView]:
        """The chapters of the study that were not erased."""
        return [one for one in self.taught.study.chapters if one.body is not None]

    @property
    def stuck(self) -> list[str]:
        """Learners who make no progress, and where."""
        titles = {one.id: one.body.title for one in self.chapters if one.body is not None}
        names = {one.learner: one.nickname for one in self.learners}
        return [f"{names.get(one.learner, '')} ({titles[one.chapter]})" for one in self.progress if one.stuck and one.chapter in titles]

    def done(self, learner: LearnerLine, chapter: ChapterView) -> str:
        """Return how far a learner is in a chapter, in a word; "" where it was not begun."""
        found = self._progress.get((learner.learner, chapter.id))
        if found is None or chapter.body is None:
            return ""
        progress, tries = found.progress, len(found.progress.answers)
        if progress.solved or progress.gave_up:
            word = _("solved") if progress.solved else _("gave up")
            return f"{word}, {ngettext('%(n)s try', '%(n)s tries', tries, n=tries)}" if tries else word
        if tries:
            return ngettext("%(n)s try", "%(n)s tries", tries, n=tries)
        return _("read") if progress.reached >= chapter.body.source.last else "…"

    def is_stuck(self, learner: LearnerLine, chapter: ChapterView) -> bool:
        """Whether a learner does not get on in a chapter."""
        found = self._progress.get((learner.learner, chapter.id))
        return found is not None and found.stuck

    @property
    def wrong(self) -> list[tuple[str, list[tuple[str, int]]]]:
        """The most common wrong answers to each task of the study: its chapter, and the answers with how many gave them."""
        found = []
        for chapter in self.chapters:
            given = [
                PolledAnswer(at=answer.at, answer=read_answer(answer.answer.encode()), worth=answer.worth)
                for one in self.progress
                if one.chapter == chapter.id
                for answer in one.progress.answers
            ]
            counts = counted(given, len(self.learners))
            wrong = [(_plainly(self.titles.get(chapter.id, {}), one.answer), one.number) for one in counts.wrong[:MOST_WRONG]]
            if wrong and chapter.body is not None:
                found.append((chapter.body.title, wrong))
        return found

    @property
    def polls(self) -> list[PollView]:
        """What was asked, in its order."""
        return [self.taught.view.polls[number] for number in sorted(self.taught.view.polls)]

    def worth(self, learner: LearnerLine) -> str:
        """Return what a learner's graded answers are worth on the average, in per cent; "" without any."""
        graded = [one.worth for one in learner.answers.values() if one.worth is not None]
        return f"{round(sum(graded) / len(graded))}" if graded else ""


class LivePage(LiveTable):
    """The page on which a lesson is led."""

    def __init__(self, book: GameBook, caller: Caller, in_class: str, said: str = "", status: HTTPStatus = HTTPStatus.OK) -> None:
        super().__init__(book, caller, in_class)
        self.taught, self.said, self.status = book.classes.taught_class(caller, in_class), said, status
        self.learners = book.classes.learners(caller, in_class)
        self._caller = caller

    @property
    def path(self) -> str:
        """Address of this page."""
        return url_for("classes.lead", in_class=self.taught.view.id)

    @property
    def chapters(self) -> list[ChapterView]:
        """The chapters that can be shown."""
        return [one for one in self.taught.study.chapters if one.body is not None]

    @property
    def chapter(self) -> ChapterView | None:
        """The one that is shown."""
        shown = self.live.shown
        return None if shown is None else next((one for one in self.chapters if one.id == shown.chapter), None)

    @property
    def ways(self) -> dict[str, int | None]:
        """Steps to which the controls lead in this chapter; None where there is nothing further."""
        body, shown = None if self.chapter is None else self.chapter.body, self.live.shown
        if body is None or shown is None:
            return {"first": None, "back": None, "on": None, "last": None}
        first, last, at = body.source.first, body.source.last, shown.step
        stops = (first, *(stop for stop in self._told if first < stop < last), last)
        return {
            "first": first if at > first else None,
            "back": max((stop for stop in stops if stop < at), default=None),
            "on": min((stop for stop in stops if stop > at), default=None),
            "last": last if at < last else None,
        }

    @property
    def number(self) -> int:
        """The number of the step that is shown, as on every page."""
        return 0 if self.live.shown is None else bisect_right(self._told, self.live.shown.step)

    @cached_property
    def _told(self) -> Sequence[int]:
        """Versions of the narrated steps of the chapter's record; all where it is not here any more."""
        body = None if self.chapter is None else self.chapter.body
        if body is None:
            return ()
        line = self._book.classes.steps_of(self._caller, body)
        return range(1, body.source.last + 1) if line is None else line.versions

    @property
    def has_task(self) -> bool:
        """Whether the chapter that is shown asks something that can be asked of everybody here."""
        body = None if self.chapter is None else self.chapter.body
        return body is not None and not isinstance(body.task, GuidedReading) and self.live.eyes == "chapter"

    @property
    def standing(self) -> PollView | None:
        """The poll of this lesson that is not revealed yet."""
        session = self.taught.view.session
        poll = None if session is None else session.poll
        return None if poll is None or poll.revealed else poll

    @property
    def so_far(self) -> str:
        """How many answered what is asked."""
        poll = self.standing
        if poll is None:
            return ""
        counts = self._book.classes.poll_counts(self._caller, self.taught.view.id, poll.number)
        return _("%(n)s of %(all)s answered", n=counts.answered, all=counts.learners)

    @property
    def own_bars(self) -> list[CountBar]:
        """The counted answers, only for the teacher until they are revealed."""
        poll = self.standing
        if poll is None:
            return self.bars
        found = self.bars_of(self._book.classes.poll_counts(self._caller, self.taught.view.id, poll.number))
        if not isinstance(poll.task, ChoicePoll) or poll.task.right is None:
            return found
        return [CountBar(one.words, one.number, one.share, nth == poll.task.right) for nth, one in enumerate(found)]


WRONG: tuple[tuple[type[RecordsError], str], ...] = (
    (RecordNotFound, "record"),
    (AmbiguousEntry, "record"),
    (SeatNotFound, "viewer"),
    (AmbiguousSeat, "viewer"),
)
"""The field of the form for a game to which a refusal belongs; other refusals are shown above the forms."""


def refused_form(form: Mapping[str, str], error: RecordsError) -> RefusedForm:
    """Return a form that was refused."""
    fields = (field for kind, field in WRONG if isinstance(error, kind) and form.get("record"))
    return RefusedForm(form, next(fields, ""), why_not(error, form.get("viewer")))


def classes_page(book: GameBook, caller: Caller, asked: Mapping[str, str], refused: RefusedForm | None = None) -> ClassesPage:
    """Return the classes of the caller, and with them a form that was ``refused``.

    ``asked`` may name a game to teach (``record``) and through whose eyes (``as``); raises Refused for one that is not there.
    """
    return ClassesPage(
        classes=book.classes.classes(caller),
        studies=[one for one in book.studies.studies(caller) if one.numbers],
        game=_taught_game(look(book, caller, asked["record"], asked.get("as"))) if asked.get("record") else None,
        refused=refused,
    )


def _taught_game(view: RecordView) -> TaughtGame:
    return TaughtGame(
        record=view.header.record,
        names=tuple(seat_name(seat, view.names) for seat in view.header.seats),
        together=view.game.together,
        eyes=tuple(eyes_of(view, viewer, "") for viewer in view.eyes),
        chosen=viewer_key(view.viewer),
    )


def class_page(book: GameBook, caller: Caller, in_class: str, *, code: str = "", said: str = "") -> ClassPage:
    """Return a class of the caller's; ``code`` is a new one, which is shown this once."""
    address = url_for("classes.join", code=shown_code(code), _external=True) if code else ""
    taught = book.classes.taught_class(caller, in_class)
    return ClassPage(
        taught=taught,
        learners=book.classes.learners(caller, in_class),
        progress=(progress := book.classes.class_progress(caller, in_class)),
        titles=_titles(book, caller, taught, {one.chapter for one in progress if one.progress.answers}),
        code=shown_code(code) if code else "",
        address=address,
        qr=_qr(address) if address else Markup(""),
        said=said,
        status=UNPROCESSABLE if said else HTTPStatus.OK,
    )


def begun(book: GameBook, caller: Caller, form: Mapping[str, str]) -> str:
    """Begin a class from a form, and return its id. Raises ``MalformedCommand``, and as ``open_class`` does."""
    title = form.get("title", "")
    if form.get("record", "").strip():
        record = book.records.resolve(caller, form["record"].strip())
        return book.classes.open_class_on_record(caller, record, form.get("viewer", "").strip() or "public", title).id
    return book.classes.open_class(caller, form.get("study", ""), title).id


def _opening(book: GameBook, caller: Caller, in_class: str, chapter: str) -> int:
    """Return the step at which another chapter is opened."""
    found = next((one.body for one in book.classes.taught_class(caller, in_class).study.chapters if one.id == chapter), None)
    return 0 if found is None else book.classes.opens(caller, found)


def _named_step(book: GameBook, caller: Caller, in_class: str, form: Mapping[str, str]) -> int:
    """Return the event that a form names, by the step's number where one was typed; raises ``MalformedCommand``."""
    number, event = form.get("number", ""), form.get("step", "")
    if not (number or event).isdecimal():
        raise MalformedCommand("a step is a whole number from 0")
    if not number:
        return int(event)
    found = next(
        (one.body for one in book.classes.taught_class(caller, in_class).study.chapters if one.id == form.get("chapter", "")), None
    )
    line = None if found is None else book.classes.steps_of(caller, found)
    if found is None or line is None:
        return int(number)
    if line.step_number(found.source.last) == int(number):
        return found.source.last
    version = line.version_of(int(number))
    if version is None:
        raise MalformedCommand(f"there is no step {number}")
    return version


def led(book: GameBook, caller: Caller, in_class: str, form: Mapping[str, str]) -> ClassView:
    """Lead the class by a form. Raises ``MalformedCommand``, Refused (422) for a form with an unknown action."""
    poll = int(form["poll"]) if form.get("poll", "").isdecimal() else 0
    match form.get("act", ""):
        case "begin":
            eyes = form.get("eyes", "chapter")
            return book.classes.begin_session(caller, in_class, "seats" if eyes == "seats" else "chapter")
        case "show":
            chapter = form.get("chapter", "")
            if form.get("of", chapter) != chapter:
                return book.classes.show(caller, in_class, chapter, _opening(book, caller, in_class, chapter))
            return book.classes.show(caller, in_class, chapter, _named_step(book, caller, in_class, form))
        case "ask":
            return book.classes.open_poll(caller, in_class, ChapterPoll(chapter=ChapterId(form.get("chapter", ""))))
        case "question":
            typed = [form.get(f"answer-{nth}", "").strip() for nth in range(1, LARGEST_QUESTION + 1)]
            right = form.get("right", "")
            choices = tuple(one for one in typed if one)
            marked = typed[int(right) - 1] if right.isdecimal() and 1 <= int(right) <= len(typed) else ""
            known = choices.index(marked) if marked in choices else None
            return book.classes.open_poll(caller, in_class, ChoicePoll(question=form.get("question", ""), choices=choices, right=known))
        case "close":
            return book.classes.close_poll(caller, in_class, poll)
        case "reveal":
            return book.classes.reveal_poll(caller, in_class, poll)
        case "end":
            return book.classes.end_session(caller, in_class)
        case _unknown:
            raise Refused(UNPROCESSABLE, _("This form asks for an unknown action."), ("form", "act"))


def answer_rows(book: GameBook, caller: Caller, in_class: str) -> Iterator[tuple[str, ...]]:
    """Yield each answer of a class as a row: learner, when they joined, poll or "", what was asked, when it was answered, answer, worth."""
    taught, progress = book.classes.taught_class(caller, in_class), book.classes.class_progress(caller, in_class)
    titles = {one.id: one.body.title for one in taught.study.chapters if one.body is not None}
    moves = _titles(book, caller, taught, {one.id for one in taught.study.chapters if one.body and isinstance(one.body.task, FindMove)})
    for one in book.classes.learners(caller, in_class):
        who = one.nickname, one.joined.isoformat()
        for number, answer in sorted(one.answers.items()):
            question, words = told(taught, taught.view.polls[number].task if number in taught.view.polls else None, answer, moves)
            yield *who, str(number), question, answer.at.isoformat(), words, "" if answer.worth is None else str(answer.worth)
        for here in progress:
            for given in here.progress.answers if here.learner == one.learner else ():
                words = _plainly(moves.get(here.chapter, {}), read_answer(given.answer.encode()))
                yield *who, "", titles.get(here.chapter, ""), given.at.isoformat(), words, str(given.worth)


def told(
    taught: TaughtClass, asked: PollTask | None, given: PolledAnswer, moves: Mapping[str, Mapping[str, str]] | None = None
) -> tuple[str, str]:
    """Return a question and an answer to it as they stand in a table for other programs: names of cards and seats as in the record.

    ``moves`` are words for those that can be answers, by chapter.
    """
    words: Mapping[str, str] = {}
    if isinstance(asked, ChapterPoll):
        words = (moves or {}).get(asked.chapter, {})
        chapter = next((one.body for one in taught.study.chapters if one.id == asked.chapter), None)
        question = "" if chapter is None else chapter.title
    else:
        question = "" if asked is None else asked.question
    if isinstance(given.answer, ChosenAnswer):
        choice = given.answer.choice
        return question, asked.choices[choice] if isinstance(asked, ChoicePoll) and choice < len(asked.choices) else str(choice + 1)
    return question, _plainly(words, given.answer)


def _plainly(titles: Mapping[str, str], answer: PollAnswer) -> str:
    """Return an answer in words that need no table; cards and moves as in the record where their words are not known."""
    match answer:
        case ChosenAnswer(choice=choice):
            return str(choice + 1)
        case NamedCards(cards=cards):
            return ", ".join(sorted(titles.get(card, card) for card in cards))
        case SaidChance(percent=said):
            return f"{said:g} %"
        case SaidKnows(seats=seats):
            return ", ".join(f"{seat}: {_(HOW_KNOWN[how])}" for seat, how in seats.items())
        case GivenMove(command=command):
            return titles.get(text := bytes(command).decode(), text)


def _titles(book: GameBook, caller: Caller, taught: TaughtClass, chapters: set[str]) -> dict[str, dict[str, str]]:
    found = {}
    for chapter in taught.study.chapters:
        if chapter.id not in chapters or chapter.body is None:
            continue
        try:
            view = book.studies.chapter_log(caller, chapter.body).view
        except RecordsError:
            continue  # its record is gone; the answers are shown by the names of cards
        titles = told_apart({name: title_of(name, view.faces) for name in view.faces}, view.faces)
        found[chapter.id] = titles | (_moves(view, chapter.body.source.last) if isinstance(chapter.body.task, FindMove) else {})
    return found


def _moves(view: RecordView, at: int) -> dict[str, str]:
    """Return the moves that can be made after event ``at``, as they are answered, and in words."""
    play, keeping = view.game.play, view.game.recording
    if play is None or keeping is None:
        return {}
    position = view.position(at)
    told = ((one, keeping.tell(position, one)) for one in play.legal(position))
    return {msgspec.json.encode(one).decode(): say_plainly(sentence, view.names, view.faces) for one, sentence in told}


def _qr(address: str) -> Markup:
    # Drawn by the library only from the address: it contains no text of users.
    import segno  # noqa: PLC0415 -- what a start does not need

    return Markup(segno.make(address, micro=False).svg_inline(scale=6, border=2, dark="#000", light="#fff"))  # noqa: S704
