"""What a lesson shows to everybody: the table after a step, and the question in words."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from flask import current_app, render_template, request
from markupsafe import Markup

from records.core.viewers import viewer_key
from records.service.commands import command_from
from records.studies.chapters import events as ev
from records.studies.classes.attendance import ChosenAnswer
from records.studies.tasks.answers import GivenMove, NamedCards, SaidChance, SaidKnows
from web.pages.board.places import place_in_words
from web.pages.learning.chapter import HOW_KNOWN
from web.pages.learning.odds_words import odds_question, place_question
from web.pages.recording.touches import Touching
from web.pages.replay.table import ShownTable
from web.words.markdown import markdown
from web.words.texts import _, percent, tag
from web.words.wording import say_plainly, seat_name, title_of, told_apart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.classes.live_views import AskedPoll, LiveClass, PollCounts
    from records.studies.classes.attendance import PollAnswer
    from web.live.drawn import DrawnTables

MOST_SHOWN = 8
"""Different answers whose numbers are shown; the others are summed up."""


class LegalMove(msgspec.Struct, frozen=True):
    """A move that can be an answer."""

    command: bytes
    """As JSON."""
    words: str
    touches: tuple[str, ...]
    """Keys of the places and cards to touch for it."""


class CountBar(msgspec.Struct, frozen=True):
    """How many gave an answer."""

    words: str
    number: int
    share: int
    """Of all who answered, per cent."""
    right: bool | None
    """None if it is not revealed, or if no answer is right."""


class LiveTable:
    """Values for the templates of a lesson. The record is seen as it would be if it ended with the shown step."""

    def __init__(self, book: GameBook, caller: Caller, in_class: str) -> None:
        """Raise ``RecordNotFound`` for somebody who is not in the class."""
        self._book = book
        self.live: LiveClass = book.classes.live_class(caller, in_class)
        board = book.classes.live_board(caller, in_class)
        self._view: RecordView | None = None if board is None else board.view
        self.at = 0 if board is None else board.at

    @property
    def home(self) -> str:
        """Address at which learners read the study of the class."""
        return f"{request.script_root}/in/{self.live.in_class}/learn/{self.live.study}"

    @property
    def board_key(self) -> str:
        """Identifies the table's content: equal keys mean equal tables."""
        shown = self.live.shown
        if shown is None or self._view is None:
            return "none"
        return f"{self.live.session}:{shown.chapter}:{shown.step}:{viewer_key(self._view.viewer)}:{self.asked}:{int(self._view.closed)}"

    @property
    def poll_key(self) -> str:
        """Identifies the question: while it is equal, a form that is being filled in stays."""
        poll = self.live.poll
        if poll is None:
            return "none"
        mine = "" if poll.mine is None else f":{poll.mine.at.timestamp()}"
        return f"{poll.number}:{int(poll.closed)}:{int(poll.revealed)}{mine}"

    @cached_property
    def table(self) -> ShownTable | None:
        """The table; None between two lessons, and if nothing may be shown."""
        return None if self._view is None else ShownTable(self._view, self.at)

    @property
    def drawn(self) -> Markup:
        """The table as HTML, drawn once for all who are shown the same."""
        table, view = self.table, self._view
        if table is None or view is None:
            return Markup("")
        tables: DrawnTables = current_app.extensions["kiebitz-drawn"]
        key = self.live.in_class, self.board_key, tuple(sorted(view.names.items())), tag(), request.script_root
        return tables.drawn(key, lambda: Markup(render_template("parts/class_drawn.html", page=table, asked=self.asked)))  # noqa: S704 -- ours

    @property
    def text(self) -> Markup:
        """The chapter's text."""
        return markdown(self.live.text)

    @property
    def eyes(self) -> str:
        """Through whose eyes one looks."""
        return "" if self.table is None else self.table.viewer.label

    # -- what is asked -------------------------------------------------------------------------------------------------

    @property
    def poll(self) -> AskedPoll | None:
        """The present or last poll; None if it was at another step."""
        return self.live.poll

    @property
    def kind(self) -> str:
        """Of what kind the question is; "" where it was erased."""
        poll = self.live.poll
        if poll is None:
            return ""
        if poll.choice is not None:
            return "choice"
        kinds = {ev.AskCandidates: "candidates", ev.AskChance: "chance", ev.AskOdds: "chance", ev.AskKnows: "knows", ev.FindMove: "move"}
        return "" if poll.task is None else kinds.get(type(poll.task), "")

    @property
    def question(self) -> str:
        """What is asked, in a sentence."""
        poll = self.live.poll
        if poll is None:
            return ""
        if isinstance(poll.task, ev.FindMove):
            return _("Which move?")
        if isinstance(poll.task, ev.AskOdds):
            return "" if self._view is None else odds_question(self._view, self.at, poll.task.of)
        return f"{self._place}: {self._of_place}" if poll.choice is None else poll.choice.question

    @property
    def asked(self) -> str:
        """The place that is asked about; "" for none."""
        return getattr(None if self.live.poll is None else self.live.poll.task, "place", "")

    @property
    def _of_place(self) -> str:
        if self._view is None or self.live.poll is None:
            return ""
        task = self.live.poll.task
        if isinstance(task, ev.AskCandidates | ev.AskChance):
            return place_question(self._view, self.at, task, self._title(task.card) if isinstance(task, ev.AskChance) else "")
        return _("Who sees this card, who can work out what it is, and who cannot know it?")

    @property
    def _place(self) -> str:
        if self._view is None or not self.asked:
            return ""
        return place_in_words(self._view, self._view.position(self.at), self.asked)

    @cached_property
    def cards(self) -> list[tuple[str, str]]:
        """The cards that may be named: name and words."""
        if self._view is None:
            return []
        faces = self._view.faces
        titles = told_apart({name: title_of(name, faces) for name in faces}, faces)
        return sorted(titles.items(), key=lambda card: card[1].casefold())

    @property
    def seats(self) -> list[tuple[str, str]]:
        """The seats that are asked about: key and name."""
        task = None if self.live.poll is None else self.live.poll.task
        if not isinstance(task, ev.AskKnows) or self._view is None:
            return []
        of = task.seats or self._view.header.seats
        return [(seat, seat_name(seat, self._view.names)) for seat in self._view.header.seats if seat in of]

    @property
    def how_known(self) -> list[tuple[str, str]]:
        """What can be said of a seat: key and words."""
        return [(key, _(words)) for key, words in HOW_KNOWN.items()]

    @cached_property
    def moves(self) -> list[LegalMove]:
        """The legal moves, each sentence once."""
        if self._view is None or self._view.game.play is None or self._view.game.recording is None:
            return []
        found: dict[str, LegalMove] = {}
        position = self._view.position(self.at)
        touching = Touching(self._view, position)
        for command in self._view.game.play.legal(position):
            data = msgspec.json.encode(command)
            words = self._in_words(data)
            found.setdefault(words, LegalMove(data, words, touching.touches(command)))
        return sorted(found.values(), key=lambda one: one.words)

    def answered(self, answer: PollAnswer) -> str:
        """Return an answer in words."""
        match answer:
            case ChosenAnswer(choice=choice):
                of = None if self.live.poll is None else self.live.poll.choice
                return "" if of is None or not 0 <= choice < len(of.choices) else of.choices[choice]
            case NamedCards(cards=cards):
                titles = dict(self.cards)
                return ", ".join(sorted((titles.get(card, card) for card in cards), key=str.casefold))
            case SaidChance(percent=said):
                return percent(said / 100)
            case SaidKnows(seats=seats):
                names, words = dict(self.seats), dict(self.how_known)
                return ", ".join(f"{names.get(seat, seat)}: {words[how]}" for seat, how in seats.items())
            case GivenMove(command=command):
                return self._in_words(bytes(command))

    @property
    def right(self) -> list[str]:
        """The right answers, once they are revealed."""
        poll = self.live.poll
        if poll is None or not poll.revealed:
            return []
        if poll.choice is not None:
            return [] if poll.choice.right is None else [poll.choice.choices[poll.choice.right]]
        key = poll.key
        if key is None:
            return []
        match poll.task:
            case ev.AskCandidates():
                return [self.answered(NamedCards(cards=key.candidates))]
            case ev.AskChance() | ev.AskOdds() if key.chance is not None:
                return [percent(key.chance[0] / key.chance[1])]
            case ev.AskKnows():
                return [self.answered(SaidKnows(seats=dict(key.knows)))]
            case _:
                return list(dict.fromkeys(self._in_words(bytes(command)) for _nth, command in key.moves))

    @property
    def bars(self) -> list[CountBar]:
        """How many answered what, once it is revealed."""
        poll = self.live.poll
        return [] if poll is None or poll.counts is None else self.bars_of(poll.counts)

    def bars_of(self, counts: PollCounts) -> list[CountBar]:
        """Return how many answered what, the most frequent first; of a question with choices all of these, in their order."""
        poll = self.live.poll
        whole = max(counts.answered, 1)
        if poll is not None and poll.choice is not None:
            right = poll.choice.right
            numbers = [
                (words, counts.of_choice(nth), None if right is None else nth == right) for nth, words in enumerate(poll.choice.choices)
            ]
        else:
            numbers = [(self.answered(one.answer), one.number, one.worth == _ALL) for one in counts.answers[:MOST_SHOWN]]
            rest = sum(one.number for one in counts.answers[MOST_SHOWN:])
            if rest:
                numbers.append((_("other answers"), rest, None))
        return [CountBar(words, number, round(100 * number / whole), right) for words, number, right in numbers]

    def _title(self, card: str) -> str:
        return card if self._view is None else title_of(card, self._view.faces)

    def _in_words(self, command: bytes) -> str:
        if self._view is None or self._view.game.recording is None:
            return ""
        read = command_from(self._view.game, command)
        return say_plainly(self._view.game.recording.tell(self._view.position(self.at), read), self._view.names, self._view.faces)


_ALL = 100


def answer_of(table: LiveTable, fields: Mapping[str, list[str]]) -> PollAnswer | None:
    """Return the answer in the fields of a form; None if it is empty or incomplete."""
    first = {name: values[0] for name, values in fields.items() if values}
    match table.kind:
        case "choice" if first.get("choice", "").isdecimal():
            return ChosenAnswer(choice=int(first["choice"]))
        case "candidates" if fields.get("card"):
            return NamedCards(cards=tuple(fields["card"]))
        case "chance":
            typed = first.get("chance", "").replace(",", ".").strip()
            return SaidChance(percent=float(typed)) if typed.replace(".", "", 1).isdecimal() and typed.isascii() else None
        case "knows":
            known = {seat: first.get(f"seat-{seat}", "") for seat, _name in table.seats}
            return SaidKnows(seats=known) if all(one in HOW_KNOWN for one in known.values()) else None  # type: ignore[arg-type]
        case "move" if first.get("move", "").isdecimal() and int(first["move"]) < len(table.moves):
            return GivenMove(command=msgspec.Raw(table.moves[int(first["move"])].command))
        case _:
            return None
