"""The page of a chapter: its text, the table after its last step, its task, and what an answer was worth."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
from flask import url_for

from records.core.ids import SlotId
from records.core.sentences import N_
from records.errors import RecordNotFound
from records.service.commands import command_from
from records.studies.chapters import events as ev
from records.studies.tasks import answers as said
from records.studies.tasks.grading import GradedCards, GradedChance, GradedMove, GradedSeats
from web.learning import reference
from web.pages.board.places import place_in_words
from web.pages.learning.odds_words import odds_question, place_question
from web.pages.lines.words import eyes_words, step_words
from web.pages.recording.action_sheet import ActionSheet
from web.pages.replay.table import ShownTable, mover
from web.words.games import game_face
from web.words.markdown import markdown
from web.words.texts import _, percent
from web.words.wording import say, seat_name, title_of, told_apart

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from fractions import Fraction

    from markupsafe import Markup

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.learning.views import LessonChapter
    from web.callers import ChapterPlace

HOW_KNOWN = {"sees it": N_("sees it"), "can work it out": N_("can work it out"), "cannot": N_("cannot know it")}
ADDRESS = "learning.chapter"


class ChapterPage:
    """What the template of a chapter may ask. The record is seen as the chapter shows it: it ends there."""

    template = "pages/chapter.html"

    def __init__(self, book: GameBook, reader: Caller, through: Caller, place: ChapterPlace) -> None:
        """Raise ``RecordNotFound`` for a chapter that is not there, or whose record is not, and Refused as the replay does."""
        self._book, self._reader, self._place = book, reader, place
        self.lesson = book.learning.lesson(reader, place.study, place.number)
        found = self.lesson.chapter(place.chapter)
        if found is None or found.body is None or through.grant is None:
            raise RecordNotFound(f"study {place.study} has no chapter {place.chapter!r}")
        self.chapter: LessonChapter = found
        self.body: ev.ChapterBody = found.body
        self.task = found.body.task
        self._log = book.learning.chapter_shown(reader, place.study, place.chapter, place.number)
        self._view = self._log.view
        self.opens = self._view.timeline.opening(self.body.source.first, self.body.source.last)
        self.at = self.body.source.last if found.is_task else self.opens
        self.game = game_face(book.games, self._view.header.game)
        self.names = tuple(seat_name(seat, self._view.names) for seat in self._view.header.seats)
        self.path = url_for(ADDRESS)
        self.root = f"{place.root}/learn/{reference(place.study, place.number)}"
        self._replay = url_for("pages.replay", record=through.grant.record)
        self.replay = f"{self._replay}?at={self.opens}"
        self.complaint: Markup | str = ""
        self.grade: said.TaskGrade | None = None
        self.given: said.LearnerAnswer | None = None
        self.asked: dict[str, str] = {}

    @property
    def text(self) -> Markup:
        """The chapter's text."""
        return markdown(self.body.text)

    @cached_property
    def view(self) -> RecordView:
        """The record up to the step that is shown, and nothing later."""
        return self._log.until(self.at).view

    @property
    def whole(self) -> RecordView:
        """All of the record that the chapter shows its reader now."""
        return self._log.view

    @property
    def table(self) -> ShownTable:
        """The table after this step."""
        return ShownTable(self.view, self.at, below=mover(self.view, self.at))

    @property
    def step(self) -> str:
        """The step that is shown, in words."""
        return step_words(self.view, self.at)

    @property
    def eyes(self) -> str:
        """Through whose eyes one looks."""
        return eyes_words(self._view)

    @property
    def kind(self) -> str:
        """Of which kind the task is."""
        return {
            ev.FindMove: "move",
            ev.AskCandidates: "candidates",
            ev.AskChance: "chance",
            ev.AskKnows: "knows",
            ev.AskOdds: "chance",
        }.get(type(self.task), "")

    @property
    def position(self) -> Any:
        """The position at the step that is shown, by the rules of the chapter."""
        return self._log.until(self.at).position(self.at)

    @property
    def most(self) -> int:
        """What the best answer is worth."""
        return max((one.worth for one in self.task.answers), default=0) if isinstance(self.task, ev.FindMove) else 100

    @cached_property
    def sheet(self) -> ActionSheet | None:
        """The moves that can be made, where one is asked for and not yet found."""
        keeping = self.view.game.recording
        if self.kind != "move" or not self.chapter.asks or self.chapter.held or keeping is None:
            return None
        return ActionSheet(self.view, self.position, keeping)

    @property
    def place(self) -> str:
        """Where the card that is asked about lies, in words."""
        return place_in_words(self.view, self.view.position(self.at), SlotId(self.slot)) if self.slot else ""

    @property
    def slot(self) -> str:
        """The card that is asked about, "" for none."""
        return getattr(self.task, "place", "")

    @property
    def question(self) -> str:
        """What is asked of the place, "" where it is a move or who knows a card."""
        if isinstance(self.task, ev.AskOdds):
            return odds_question(self.view, self.at, self.task.of)
        if isinstance(self.task, ev.AskCandidates | ev.AskChance):
            return place_question(self.view, self.at, self.task, self.title(self.task.card) if isinstance(self.task, ev.AskChance) else "")
        return ""

    @cached_property
    def offered(self) -> list[tuple[str, str]]:
        """The cards that may be named."""
        faces = self._view.faces
        titles = told_apart({name: title_of(name, faces) for name in faces}, faces)
        return sorted(titles.items(), key=lambda card: card[1].casefold())

    @property
    def seats(self) -> list[tuple[str, str]]:
        """The seats that are asked about: key and name."""
        if not isinstance(self.task, ev.AskKnows):
            return []
        of = self.task.seats or self._view.header.seats
        return [(seat, seat_name(seat, self._view.names)) for seat in self._view.header.seats if seat in of]

    @property
    def how_known(self) -> list[tuple[str, str]]:
        """What can be said of a seat: key and words."""
        return [(key, _(words)) for key, words in HOW_KNOWN.items()]

    def told(self, cards: Collection[str]) -> str:
        """Return cards in words."""
        titles = dict(self.offered)
        return ", ".join(sorted((titles.get(card, card) for card in cards), key=str.casefold))

    def title(self, card: str) -> str:
        """Return a card in words."""
        return title_of(card, self._view.faces)

    def in_words(self, command: bytes) -> Markup:
        """Return a move in words."""
        read = command_from(self.view.game, bytes(command))
        keeping = self.view.game.recording
        if keeping is None:
            raise RecordNotFound("moves of this game are not known here")
        return say(keeping.tell(self.view.position(self.at), read), self._view.names, self._view.faces)

    def share(self, chance: Fraction | tuple[int, int]) -> str:
        """Return a chance in words."""
        return percent(chance[0] / chance[1] if isinstance(chance, tuple) else float(chance))

    @property
    def moves(self) -> list[tuple[Markup, int, str]]:
        """The accepted moves, when they may be told: words, worth, what the author says; the best first, each answer once."""
        if self.chapter.key is None or not isinstance(self.task, ev.FindMove):
            return []
        first: dict[int, bytes] = {}
        for nth, command in self.chapter.key.moves:
            first.setdefault(nth, bytes(command))
        told = [(self.in_words(command), self.task.answers[nth].worth, self.task.answers[nth].says) for nth, command in first.items()]
        return sorted(told, key=lambda one: -one[1])

    @property
    def then(self) -> str:
        """Address of what follows, when it may be told; "" where nothing does."""
        follows = isinstance(self.task, ev.FindMove) and self.task.then is not None and self.chapter.progress.ended
        return f"{self._replay}?at={self.body.source.last}" if follows else ""

    @property
    def why(self) -> str:
        """Address of the engine's reasons, when they may be told; "" where there are none."""
        if not self.slot or self.chapter.asks:
            return ""
        return f"{url_for('pages.why', record=self._view.header.record, place=self.slot)}?at={self.at}"

    @property
    def says(self) -> str:
        """What is said with the key."""
        return getattr(self.task, "says", "") if self.chapter.progress.ended else ""

    @property
    def last_answer(self) -> said.LearnerAnswer | None:
        """The last answer that is kept."""
        kept = self.chapter.progress.answers
        return said.read_answer(kept[-1].answer.encode()) if kept else None

    def show_last(self) -> None:
        """Show what the last answer was worth, where one is kept."""
        self.given = self.last_answer
        if self.given is not None:
            self.grade = self._book.learning.grade_again(self._reader, self._place.study, self.chapter.id, self.given, self._place.number)

    @property
    def ticked(self) -> Collection[str]:
        """The cards that were named last."""
        return self.given.cards if isinstance(self.given, said.NamedCards) else ()

    @property
    def chance_said(self) -> str:
        """The chance that was said last, in per cent."""
        return f"{self.given.percent:g}" if isinstance(self.given, said.SaidChance) else ""

    @property
    def known_said(self) -> Mapping[str, str]:
        """What was said of each seat last."""
        return self.given.seats if isinstance(self.given, said.SaidKnows) else {}

    @property
    def judged(self) -> dict[str, Any]:
        """What may be told of the answer now: its worth always, its parts only when the key may be told."""
        grade, ended = self.grade, self.chapter.progress.ended
        match grade:
            case None:
                return {}
            case GradedCards():
                parts: dict[str, Any] = {"right": len(grade.right), "missed": len(grade.missed), "wrong": len(grade.wrong)}
                return {"worth": grade.worth, "cards": parts, **({"told": grade} if ended else {})}
            case GradedChance():
                return {"worth": grade.worth, "chance": grade.said}
            case GradedMove():
                move = self.in_words(bytes(self.given.command)) if isinstance(self.given, said.GivenMove) else ""
                return {"worth": grade.worth, "move": move, "says": grade.says}
            case GradedSeats():
                return {"worth": grade.worth, "seats": (sum(one.right for one in grade.seats), len(grade.seats))}

    @property
    def neighbours(self) -> tuple[LessonChapter | None, LessonChapter | None]:
        """The chapter before this one and the one after it."""
        there = [one for one in self.lesson.chapters if one.body is not None]
        nth = next(nth for nth, one in enumerate(there) if one.id == self.chapter.id)
        return there[nth - 1] if nth else None, there[nth + 1] if nth + 1 < len(there) else None

    def to(self, chapter: LessonChapter) -> str:
        """Return the address of another chapter."""
        return f"{self.root}/{chapter.id}/chapter"


def answer_of(page: ChapterPage, fields: Mapping[str, Any], command: Any = None) -> said.LearnerAnswer | None:
    """Return the answer in the fields of a form; None where nothing was said."""
    match page.kind:
        case "candidates":
            return said.NamedCards(cards=tuple(fields.get("card", ()))) if fields.get("card") else None
        case "chance":
            typed = fields.get("chance", [""])[0].replace(",", ".").strip()
            return said.SaidChance(percent=float(typed)) if _is_number(typed) else None
        case "knows":
            known = {seat: fields[f"seat-{seat}"][0] for seat, _name in page.seats if f"seat-{seat}" in fields}
            if len(known) < len(page.seats) or not all(one in HOW_KNOWN for one in known.values()):
                return None
            return said.SaidKnows(seats=known)
        case "move" if command is not None:
            return said.GivenMove(command=msgspec.Raw(msgspec.json.encode(command)))
        case _:
            return None


def _is_number(typed: str) -> bool:
    return typed.replace(".", "", 1).isdecimal() and typed.isascii()
