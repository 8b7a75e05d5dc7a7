"""The pages of notes: all of them beside a record, and the form of one."""

from __future__ import annotations

from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from records.core.secret import ALL
from records.core.sentences import N_
from records.core.table import HAND
from records.core.viewers import viewer_key
from records.errors import MalformedCommand
from records.service.layers.disagreeing import disagreements
from records.service.layers.notes import NoteText
from records.studies.layers.viewpoints import NoteStatus
from records.values import replace
from web.looking import look_at, refuse_suspense
from web.pages.board.places import place_in_words
from web.pages.notes.writing import END, HERE, reason_of
from web.pages.replay.notes import note_html, readers_in_words, shown_note
from web.pages.replay.of_step import OfStep
from web.problems import Refused
from web.words.games import game_face
from web.words.signatures import signed
from web.words.texts import _, number
from web.words.wording import say_plainly, seat_name, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markupsafe import Markup

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.layers.notes import NoteDraft, NoteView, NoteWarning
    from records.service.layers.views import LayerView
    from web.pages.replay.notes import ShownNote

GLYPHS = {
    "!!": N_("brilliant"),
    "!": N_("good"),
    "!?": N_("interesting"),
    "?!": N_("doubtful"),
    "?": N_("a mistake"),
    "??": N_("a blunder"),
}
"""Signs of a note, with their words."""
_WARNINGS = {
    "claim": N_("The note says where a card lies (%(card)s): %(reader)s cannot know that yet."),
    "wrong": N_("The note says where a card lies (%(card)s): %(reader)s knows that this is not so."),
    "name": N_("The note names a card that %(reader)s cannot know yet: %(card)s."),
    "mark": N_("The note judges or marks a decision whose card %(reader)s was not shown."),
}


class NotesPage:
    """What the template of all notes may ask."""

    def __init__(self, book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> None:
        """Raise Refused (404, 422) and NotYours as the replay does."""
        self.view, self.at = look_at(book, caller, record, asked)
        refuse_suspense()
        self._mine = book.notes.author_key(caller, record)
        self._layers: list[LayerView] = book.notes.layers(caller, record, self.view.viewer)
        self.viewer = viewer_key(self.view.viewer)
        self.game = game_face(book.games, self.view.header.game)
        self.names = tuple(seat_name(seat, self.view.names) for seat in self.view.header.seats)
        self.may_write = book.notes.may_annotate(caller, record)
        self.name = book.people.person(caller).name if self.may_write and self._mine else ""
        self.path = url_for("notes.beside", record=record)
        self.write = f"{url_for('notes.edit', record=record)}?at={self.at}&as={self.viewer}"
        self.moments = f"{url_for('notes.moments', record=record)}?at={self.at}&as={self.viewer}"
        self.take_in = url_for("notes.take_in", record=record)
        self.of_step = OfStep(self.view, self.at, self.path)
        self.table = self.of_step.replay
        self.told = ""
        """What became of a file that was sent."""

    @property
    def layers(self) -> Iterator[tuple[LayerView, str, list[tuple[str, ShownNote]], str]]:
        """Each layer with notes: itself, its author, its notes with their steps in words, the address of its file."""
        for layer in self._layers:
            notes = [(self.step(note), shown_note(self.view, note, self._mine)) for note in layer.notes if note.at.line is None]
            yield layer, signed(layer.author), notes, f"{url_for('notes.file', layer=layer.id)}?as={self.viewer}"

    @property
    def disagreements(self) -> Iterator[tuple[str, str, str, list[tuple[str, str]]]]:
        """Where layers disagree: address, the step in words, over what, and each author with what they say."""
        for found in disagreements(self._layers):
            position = self.view.position(min(found.v, self.view.steps))
            over = place_in_words(self.view, position, found.place) if found.place else ""
            said = [(shown_note(self.view, note, self._mine).author, self._says(note, found.place)) for note in found.notes]
            yield shown_note(self.view, found.notes[0], None).to, self.step(found.notes[0]), over, said

    def step(self, note: NoteView) -> str:
        """Return the step that a note is about, in words."""
        return step_in_words(self.view, note.at.v)

    def _says(self, note: NoteView, place: str) -> str:
        if place:
            return ", ".join(title_of(claim.card, self.view.faces) for claim in note.claims if claim.place == place)
        return f"{note.glyph} {_(GLYPHS[note.glyph])}" if note.glyph else ""


def step_in_words(view: RecordView, at: int) -> str:
    """Return a step with what happened in it."""
    told = next((step for step in reversed(view.timeline.told) if step.version <= at and step.lines), None)
    nth = number(view.timeline.step_number(at))
    if told is None:
        return _("Step %(n)s", n=nth)
    return _("Step %(n)s: %(what)s", n=nth, what=say_plainly(told.lines[-1], view.names, view.faces))


class NoteForm:
    """What the template of one note's form may ask: a new one about step ``at``, or one of the caller's own to be written anew."""

    def __init__(self, book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> None:
        """Raise Refused (404 for a record, step or note that is not there, 422), and NotYours."""
        self.view, at = look_at(book, caller, record, asked)
        self._book, self._caller = book, caller
        self.was = self._standing(asked) if asked.get("note") else None
        self.at = at if self.was is None else self.was.at.v
        self.viewer = viewer_key(self.view.viewer)
        self.path = url_for("notes.beside", record=record)
        self.draft_path = url_for("notes.draft", record=record)
        self.game = game_face(book.games, self.view.header.game)
        self.names = tuple(seat_name(seat, self.view.names) for seat in self.view.header.seats)
        self.of_step = OfStep(self.view, self.at)
        self.table = self.of_step.replay
        self.complaint = ""
        self.text = NoteText(at=self.at, text=asked.get("begun", "")) if self.was is None else _text_of(self.was)
        self.draft: NoteDraft | None = None
        self.look_at(self.text)

    def _standing(self, asked: Mapping[str, str]) -> NoteView:
        mine = self._book.notes.author_key(self._caller, self.view.header.record)
        layers = self._book.notes.layers(self._caller, self.view.header.record, self.view.viewer)
        found = [note for layer in layers for note in layer.notes if note.id == asked["note"] and layer.author.key == mine]
        if not found:
            raise Refused(HTTPStatus.NOT_FOUND, _("There is no such note here that you can read."), ("query", "note"))
        return found[0]

    def look_at(self, text: NoteText) -> None:
        """Take ``text`` for what stands in the form, and find out what would become of it."""
        self.text, self.complaint, self.draft = text, "", None
        empty = not (text.text.strip() or text.glyph or text.marks)
        asked = replace(text, glyph="!") if empty else text  # its readers are shown before there is a word
        try:
            self.draft = self._book.notes.note_draft(self._caller, self.view.header.record, asked, self.view.viewer)
        except MalformedCommand as error:
            self.complaint = reason_of(str(error))
        if text.audience is None and self.draft is not None:
            self.text = replace(text, audience=self.draft.known_to)
        self.empty = empty

    @property
    def step(self) -> str:
        """The step that it is about, in words."""
        return step_in_words(self.view, self.at)

    @property
    def glyphs(self) -> list[tuple[str, str]]:
        """The signs with their words."""
        return [(glyph, _(words)) for glyph, words in GLYPHS.items()]

    @property
    def readers(self) -> list[tuple[str, str, bool]]:
        """Who may be ticked as reader: key, name, whether they are."""
        to = self.text.audience or ()
        seats = [(str(seat), seat_name(seat, self.view.names), seat in to) for seat in self.view.header.seats]
        return [("*", _("everybody"), to == ALL), *seats]

    @property
    def since(self) -> list[tuple[str, str, bool]]:
        """From when on it may be shown: key, words, whether it is."""
        here = self.text.since is not None and self.text.since <= self.at
        return [(END, _("to anyone who has seen the game to its end"), not here), (HERE, _("to anyone who has come to this step"), here)]

    @property
    def marks(self) -> str:
        """What is marked, as JSON."""
        return msgspec.json.encode(self.text.marks).decode()

    @cached_property
    def places(self) -> list[tuple[str, str]]:
        """Every place on the table at this step: id and words."""
        position = self.view.position(self.at)
        table = position.table
        piles = [place for pile, slots in table.piles.items() for place in (pile, *slots)]
        found = [*piles, *(f"{HAND}{seat}" for seat in table.hands), *table.decks, *(zone for zone in table.zones if table.zones[zone])]
        return [(str(place), place_in_words(self.view, position, str(place))) for place in found]

    @property
    def preview(self) -> Markup:
        """The text as its readers will have it."""
        return note_html(self.view, self.text.text)

    @property
    def readable(self) -> str:
        """Who can read it, and from when on, in a sentence."""
        if self.draft is None:
            return ""
        names = readers_in_words(self.view, self.draft.known_to)
        if self.draft.since <= self.at:
            return _("Can be read by %(names)s, from this step on.", names=names)
        return _("Can be read by %(names)s, once they have seen the game to its end.", names=names)

    @property
    def proven(self) -> bool:
        """Whether it is proven that it tells its readers nothing hidden."""
        return self.draft is not None and self.draft.status is NoteStatus.PROVEN

    @property
    def warnings(self) -> list[str]:
        """What a reader could not know, in words."""
        return [] if self.draft is None or self.empty else list(dict.fromkeys(map(self._warning, self.draft.warnings)))

    def _warning(self, found: NoteWarning) -> str:
        reader = {"public": _("the spectator"), "open": _("the open table")}.get(found.reader)
        names = {str(seat): seat_name(seat, self.view.names) for seat in self.view.header.seats}
        card = title_of(found.card, self.view.faces) if found.card else ""
        return _(_WARNINGS[found.kind], reader=reader or names.get(found.reader, found.reader), card=card)


def _text_of(note: NoteView) -> NoteText:
    return NoteText(
        at=note.at.v,
        text=note.text,
        glyph=note.glyph,
        marks=note.marks,
        audience=note.known_to,
        since=note.since,
        line=note.at.line,
        node=note.at.node,
    )
