"""The form of a chapter: what it is made of, what it asks, and the key that the engine works out for it."""

from __future__ import annotations

from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from flask import url_for

from records.core.sentences import N_
from records.core.viewers import viewer_key
from records.errors import MalformedCommand, RecordNotFound, RecordsError
from records.service.chapters.asking import askable_places
from records.service.chapters.drafts import NewChapter
from records.service.commands import command_from
from records.studies.chapters import events as ev
from records.values import replace
from web.looking import check_step, look
from web.pages.board.places import place_in_words
from web.pages.lines.words import step_words
from web.problems import Refused
from web.words.games import game_face
from web.words.markdown import markdown
from web.words.review_tasks import review_tasks, task_fields
from web.words.signatures import named
from web.words.texts import _, ngettext, number, percent
from web.words.wording import say_plainly, seat_name, title_of, told_apart

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.layers.views import LayerView

MOST_MOVES = 8
"""Accepted moves that the form has room for."""
KINDS = {
    "guided": N_("Nothing: the chapter is read step by step"),
    "move": N_("Which move?"),
    "candidates": N_("What can it be?"),
    "chance": N_("How likely?"),
    "knows": N_("Who knows it?"),
}
CONCEAL = {
    "later steps": N_("the steps after the last"),
    "until solved": N_("these, until the task is solved or given up"),
    "nothing": N_("nothing"),
}
HOW_KNOWN = {"sees it": N_("sees it"), "can work it out": N_("can work it out"), "cannot": N_("cannot know it")}
FIELDS = (
    *("act", "once", "was", "title", "text", "record", "as", "conceal", "kind", "place", "card", "seat", "says", "hints", "layer"),
    *("first", "last", "then", "first-step", "last-step", "then-step"),
    *(f"{name}-{nth}" for name in ("move", "worth", "said") for nth in range(MOST_MOVES)),
)
REPEATED = ("seat", "layer")
TEXTS = ("text", "says", "hints", *(f"{name}-{nth}" for name in ("move", "said") for nth in range(MOST_MOVES)))
"""Of any length, in several lines."""


class ChapterForm:
    """What the template of a chapter's form may ask. ``fields`` are what was typed, by name."""

    def __init__(self, book: GameBook, caller: Caller, study: str, chapter: str | None, fields: Mapping[str, Sequence[str]]) -> None:
        """Raise ``RecordNotFound`` for a study or a chapter that is not the caller's, and Refused as the replay does."""
        self._book, self._caller = book, caller
        self.study = book.studies.study(caller, study)
        found = None if chapter is None else next((one for one in self.study.chapters if one.id == chapter), None)
        if chapter is not None and (found is None or found.body is None):
            raise RecordNotFound(f"study {study} has no chapter {chapter!r}")
        self.chapter, self.body = chapter, None if found is None else found.body
        self.was = 0 if found is None else found.version
        self.fields = dict(fields)
        if self.body is not None and "title" not in self.fields:
            self.fields = _told(self.body) | self.fields
        self.path = url_for("studies.chapter", study=study, chapter=chapter or "new")
        self.back = url_for("studies.study", study=study)
        self.complaint: Markup | str = ""
        self.view = self._look()
        self.game = game_face(book.games, self.view.header.game)
        self.names = tuple(seat_name(seat, self.view.names) for seat in self.view.header.seats)
        self.last, self.first = self._step("last", self.view.steps), self._step("first", 0)
        self.then = self._step("then", 0)
        check_step(self.view, self.last, "form")
        if self.body is None and self.kind == "move" and not any(name.startswith("move-") for name in self.fields):
            self.fields |= self._reviewed_moves()

    def _look(self) -> RecordView:
        eyes = self.one("as") or None
        if self.body is not None and not isinstance(self.body.source, ev.RecordPart):
            return self._book.studies.chapter_log(self._caller, self.body).view
        record = self.one("record") if self.body is None else self.body.source.anchor.record  # type: ignore[union-attr]  # a RecordPart's
        if not record:
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("A chapter is made from a record: open one and choose “Add to a study”."))
        return look(self._book, self._caller, record, eyes)

    def _reviewed_moves(self) -> dict[str, Sequence[str]]:
        """Return what a review says of the decision after the last step, as fields; nothing where it says nothing that is sure."""
        found = review_tasks(self._book, self._caller, self.view) if self.of_record else []
        decision = next((one for one in found if one.version == self.last + 1 and one.seat == self.view.viewer), None)
        return {} if decision is None else {**task_fields(decision, MOST_MOVES)}

    def one(self, name: str) -> str:
        """Return a field, "" for none."""
        return self.fields.get(name, [""])[0]

    def _number(self, name: str, usual: int) -> int:
        typed = self.one(name)
        if not typed:
            return usual
        if not (typed.isdecimal() and typed.isascii() and len(typed) < 9):  # noqa: PLR2004 -- digits of a step
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("“%(typed)s” is not a step.", typed=typed[:20]), ("form", name))
        return int(typed)

    def _step(self, name: str, usual: int) -> int:
        """Return an event: the one that is named, or where another step's number was typed that step's last."""
        event, typed = self._number(name, usual), self.one(f"{name}-step")
        if not typed or (event and self._number(f"{name}-step", 0) == self.view.timeline.step_number(event)):
            return event if typed or f"{name}-step" not in self.fields else 0
        found = self.view.timeline.version_of(self._number(f"{name}-step", 0))
        if found is None:
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("“%(typed)s” is not a step.", typed=typed), ("form", f"{name}-step"))
        return found

    def number_of(self, event: int) -> str:
        """Return the number of the step that an event belongs to, "" for none."""
        return str(self.view.timeline.step_number(event)) if event else ""

    @property
    def of_record(self) -> bool:
        """Whether it is made of a record's own steps, so that eyes and steps can be chosen."""
        return self.body is None or isinstance(self.body.source, ev.RecordPart)

    @property
    def record(self) -> str:
        """Id of the record."""
        return self.view.header.record

    @property
    def kind(self) -> str:
        """What is asked."""
        return self.one("kind") if self.one("kind") in KINDS or self.one("kind") == "odds" else "guided"

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """What can be asked: key and words."""
        odds = [("odds", _("How likely? (written in a study's text)"))] if self._counted is not None else []
        return [*((key, _(words)) for key, words in KINDS.items()), *odds]

    @property
    def _counted(self) -> ev.AskOdds | None:
        return self.body.task if self.body is not None and isinstance(self.body.task, ev.AskOdds) else None

    @property
    def conceals(self) -> list[tuple[str, str]]:
        """What can be hidden: key and words."""
        return [(key, _(words)) for key, words in CONCEAL.items()]

    @property
    def eyes(self) -> list[tuple[str, str]]:
        """Through whose eyes it can be read: key and words."""
        there = [viewer_key(viewer) for viewer in self.view.allowed] if self.view.allowed is not None else None
        every = [("open", _("Open table")), ("public", _("Public")), *zip(self.view.header.seats, self.names, strict=True)]
        return [(key, words) for key, words in every if there is None or key in there]

    @property
    def viewer(self) -> str:
        """Through whose eyes it is read."""
        return viewer_key(self.view.viewer)

    @property
    def step(self) -> str:
        """The last step in words."""
        return step_words(self.view, self.last)

    @property
    def table(self) -> str:
        """Address of the record at the last step."""
        return f"{url_for('pages.replay', record=self.record)}?at={self.last}&as={self.viewer}" if self.of_record else ""

    @property
    def text(self) -> Markup:
        """The text as it will be read."""
        return markdown(self.one("text"))

    @cached_property
    def cards(self) -> list[tuple[str, str]]:
        """Every card: name and title."""
        titles = told_apart({name: title_of(name, self.view.faces) for name in self.view.faces}, self.view.faces)
        return sorted(titles.items(), key=lambda card: card[1].casefold())

    @cached_property
    def places(self) -> list[tuple[str, str]]:
        """The places of which something exact can be asked: key and words."""
        position = self.view.position(self.last)
        try:
            if self.kind == "knows":
                return [(slot, place_in_words(self.view, position, slot)) for slot in position.table.slots]
            return [(place, place_in_words(self.view, position, place)) for place in askable_places(self.view, self.last)]
        except RecordsError:
            return []

    @cached_property
    def moves(self) -> list[tuple[str, str]]:
        """The moves that can be made after the last step: command and words."""
        play, keeping = self.view.game.play, self.view.game.recording
        if play is None or keeping is None:
            return []
        position = self.view.position(self.last)
        told = [(msgspec.json.encode(one).decode(), keeping.tell(position, one)) for one in play.legal(position)]
        return [(key, say_plainly(sentence, self.view.names, self.view.faces)) for key, sentence in told]

    @property
    def answers(self) -> list[tuple[str, str, str]]:
        """The accepted moves that were typed, and one place more: command, worth, what is said."""
        rows = [(self.one(f"move-{nth}"), self.one(f"worth-{nth}") or "100", self.one(f"said-{nth}")) for nth in range(MOST_MOVES)]
        there = [row for row in rows if row[0]]
        return [*there, *[("", "100", "")] * (1 if there else 2)][:MOST_MOVES]

    def new(self) -> NewChapter:
        """Return the chapter that was typed. Raises ``MalformedCommand`` for what is none."""
        then: Any = self.then or None
        if (
            isinstance(self.body, ev.ChapterBody)
            and isinstance(self.body.task, ev.FindMove)
            and isinstance(self.body.task.then, ev.LinePart)
        ):
            then = self.body.task.then
        return NewChapter(
            title=self.one("title"),
            record=self.record if self.of_record else "",
            first=self.first,
            last=self.last,
            viewer=self.viewer,
            text=self.one("text").replace("\r\n", "\n"),
            conceal=self.one("conceal") or ("nothing" if self.kind == "guided" and not self.one("last") else "later steps"),  # type: ignore[arg-type]  # checked there
            task=self._task(),
            then=then if self.kind == "move" else None,
            layers=self.chosen_layers,
        )

    @property
    def chosen_layers(self) -> tuple[str, ...]:
        """Ids of the layers whose notes are shown."""
        if "layer" in self.fields:
            return tuple(one for one in self.fields["layer"] if one)
        return self.body.layers if self.body is not None else ()

    @cached_property
    def layers(self) -> list[tuple[str, str]]:
        """The layers beside the record that can be shown: id, and whose they are with the number of their notes."""
        if not self.of_record:
            return []
        own = self._book.people.person(self._caller).key
        found = self._book.notes.layers(self._caller, self.record, self.viewer)
        return [(one.id, _notes_by(one, own)) for one in found if one.notes]

    def _task(self) -> ev.ChapterTask:
        hints = tuple(line.strip() for line in self.one("hints").splitlines() if line.strip())
        places = self.places if self.kind in {"candidates", "chance", "knows"} else []
        place, says = self.one("place") or (places[0][0] if places else ""), self.one("says")
        match self.kind:
            case "move":
                answers = []
                for command, worth, said in self.answers:
                    if command:
                        if not (worth.isdecimal() and worth.isascii()):
                            raise MalformedCommand(_("The worth of a move is a number from 0 to 100, not “%(typed)s”.", typed=worth[:20]))
                        answers.append(ev.AcceptedMove(pattern=msgspec.Raw(command.encode()), worth=int(worth), says=said))
                return ev.FindMove(answers=tuple(answers), hints=hints)
            case "candidates":
                return ev.AskCandidates(place=place, hints=hints, says=says)
            case "chance":
                return ev.AskChance(place=place, card=self.one("card") or self.cards[0][0], hints=hints, says=says)
            case "knows":
                return ev.AskKnows(place=place, seats=tuple(self.fields.get("seat", ())), hints=hints, says=says)
            case "odds" if self._counted is not None:
                return msgspec.structs.replace(self._counted, hints=hints, says=says)
            case _:
                return ev.GuidedReading()

    @cached_property
    def key(self) -> list[str]:
        """The key of the task as it is typed, in words; empty where nothing is asked, or nothing can be said yet."""
        if self.kind == "guided":
            return []
        try:
            new = self.new()
            key = self._book.studies.chapter_draft(self._caller, replace(new, title=new.title or "-"), self.body).key
        except (MalformedCommand, RecordNotFound):
            return []
        if key.chance is not None:
            return [percent(key.chance[0] / key.chance[1])]
        if key.candidates:
            titles = dict(self.cards)
            return sorted((titles.get(card, card) for card in key.candidates), key=str.casefold)
        if key.knows:
            names = dict(zip(map(str, self.view.header.seats), self.names, strict=True))
            return [f"{names.get(seat, seat)}: {_(HOW_KNOWN[how])}" for seat, how in key.knows]
        words = dict(self.moves)
        return [words.get(_canonical(self.view, command), str(nth)) for nth, command in key.moves]


def _canonical(view: RecordView, command: msgspec.Raw) -> str:
    return msgspec.json.encode(command_from(view.game, bytes(command))).decode()


def _told(body: ev.ChapterBody) -> dict[str, Sequence[str]]:
    """Return the fields of a chapter as it reads."""
    task = body.task
    kind = next((name for name, of in _KIND_OF.items() if isinstance(task, of)), "guided")
    fields: dict[str, Sequence[str]] = {
        "title": [body.title],
        "text": [body.text],
        "as": [body.viewer],
        "first": [str(body.source.first)],
        "last": [str(body.source.last)],
        "conceal": [body.conceal],
        "kind": [kind],
        "hints": ["\n".join(getattr(task, "hints", ()))],
        "says": [getattr(task, "says", "")],
        "place": [getattr(task, "place", "")],
        "card": [getattr(task, "card", "")],
        "seat": list(getattr(task, "seats", ())),
    }
    if isinstance(task, ev.FindMove):
        fields["then"] = [str(task.then.last)] if isinstance(task.then, ev.ThenSteps) else [""]
        for nth, answer in enumerate(task.answers[:MOST_MOVES]):
            fields |= {f"move-{nth}": [bytes(answer.pattern).decode()], f"worth-{nth}": [str(answer.worth)], f"said-{nth}": [answer.says]}
    return fields


_KIND_OF: Mapping[str, type] = {
    "move": ev.FindMove,
    "candidates": ev.AskCandidates,
    "chance": ev.AskChance,
    "knows": ev.AskKnows,
    "odds": ev.AskOdds,
}


def _notes_by(layer: LayerView, own: str) -> str:
    """Return whose a layer is, with the number of its notes."""
    count = len(layer.notes)
    if layer.author.brought is not None:
        return ngettext("%(n)s note, %(name)s", "%(n)s notes, %(name)s", count, n=number(count), name=named(layer.author))
    name = _("you") if layer.author.key == own else layer.author.name or _("somebody")
    return ngettext("%(n)s note by %(name)s", "%(n)s notes by %(name)s", count, n=number(count), name=name)
