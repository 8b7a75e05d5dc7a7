"""What people wrote beside a record, as the replay shows it at a step: notes, their authors, their marks on the bar."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
from markupsafe import Markup, escape

from records.core.secret import ALL
from records.core.sentences import N_, Quoted, Sentence
from records.core.viewers import OPEN, viewer_key
from records.studies.layers.events import Spot
from web.choices import HIDE, SHOW, hidden_layers
from web.pages.board.places import place_in_words
from web.pages.board.seat_colors import percent
from web.pages.replay.marks import BarMark
from web.roots import path_to
from web.words.markdown import markdown
from web.words.signatures import named, signed
from web.words.texts import _, listing, number
from web.words.wording import seat_name, title_of

if TYPE_CHECKING:
    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.layers.notes import NoteView
    from records.service.layers.views import LayerView

_CLAIM = re.compile(r"\[\[([a-z0-9]+(?:-[a-z0-9]+)*)@([^\s\[\]@<>&]{1,40})\]\]")
_NOTE, _NOTE_BY, _NOTE_BROUGHT = N_("A note"), N_("A note by %(name)s"), N_("A note, %(name)s")


class ShownNote(msgspec.Struct, frozen=True, kw_only=True):
    """A note as a page shows it."""

    note: NoteView
    author: str
    html: Markup
    marks: str
    """JSON of its marks, for the script that draws them."""
    marked: tuple[str, ...]
    """The same in words."""
    readers: str
    knows: str
    """What its author could have seen of what comes later, in words; "" for nothing."""
    to: str
    """Address of the step that it is about."""
    edit: str
    """Address of its form; "" for somebody else's."""


class LayerChip(msgspec.Struct, frozen=True, kw_only=True):
    """An author whose notes may be shown or not."""

    author: str
    count: int
    """Notes up to this step."""
    hidden: bool
    brought: bool
    """Whether they came from elsewhere."""
    other: str
    """Address of this step with them, or without."""

    @property
    def does(self) -> str:
        """What a touch does, in words."""
        if self.brought:
            return _("Show these notes") if self.hidden else _("Hide these notes")
        if self.hidden:
            return _("Show the notes of %(name)s", name=self.author)
        return _("Hide the notes of %(name)s", name=self.author)


class NotesHere(msgspec.Struct, frozen=True, kw_only=True):
    """What of the notes is shown at a step."""

    notes: tuple[ShownNote, ...] = ()
    """Those about this step."""
    chips: tuple[LayerChip, ...] = ()
    """One for each author with notes up to this step."""
    bar: tuple[BarMark, ...] = ()
    write: str = ""
    """Address of the form for a new one; "" for readers who may not write."""
    study: str = ""
    """Address at which a chapter of a study is made from this step, "" for readers who may not."""
    quiz: str = ""
    """Address of what can be asked of this viewer; "" at the open table, and where the cards are not known."""
    all: str = ""
    """Address of the page with all of them."""


def notes_here(book: GameBook, caller: Caller, view: RecordView, at: int, count: int, *, suspense: bool) -> NotesHere:
    """Return the notes of step ``at``, with marks on a bar of ``count`` told steps.

    None of them lies ahead of the reader; in suspense none knows what comes later either.
    """
    record, eyes = view.header.record, viewer_key(view.viewer)
    beside = book.notes.has_layers(caller, record)
    mine = book.notes.author_key(caller, record) if beside else None
    replay = path_to("pages.replay", record=record)
    nth, timeline, gone = view.timeline.step_number(at), view.timeline, hidden_layers()
    here: list[ShownNote] = []
    chips: list[LayerChip] = []
    bar: list[BarMark] = []
    for layer in book.notes.layers(caller, record, view.viewer, at if suspense else None) if beside else ():
        behind = [note for note in layer.notes if note.at.line is None and note.at.v <= at]
        if not behind:
            continue
        hidden = layer.id in gone
        path = f"{replay}?at={at}&as={eyes}&{SHOW if hidden else HIDE}={layer.id}"
        chips.append(
            LayerChip(author=signed(layer.author), count=len(behind), hidden=hidden, brought=layer.author.brought is not None, other=path)
        )
        if hidden:
            continue
        here += [shown_note(view, note, mine) for note in behind if timeline.step_number(note.at.v) == nth]
        bar += [_bar_mark(view, layer, v, count) for v in dict.fromkeys(note.at.v for note in behind)]
    moment = f"at={at}&as={eyes}"
    asks = view.game.play is not None and not asks_nothing(view)
    return NotesHere(
        notes=tuple(here),
        chips=tuple(chips),
        bar=tuple(bar),
        write=f"{replay}/notes/edit?{moment}" if book.notes.may_annotate(caller, record) else "",
        quiz=f"{replay}/quiz?{moment}" if asks else "",
        study=f"{replay}/study?{moment}" if book.notes.may_annotate(caller, record) else "",
        all=f"{replay}/notes?{moment}",
    )


def asks_nothing(view: RecordView) -> bool:
    """Whether nothing can be asked of a viewer: who sees all, or where other cards were played with than are known here."""
    return view.viewer is OPEN or bool(view.seen.other_cards)


def shown_note(view: RecordView, note: NoteView, mine: str | None) -> ShownNote:
    """Return a note for a page; ``mine`` is the reader's own key."""
    record, eyes = view.header.record, viewer_key(view.viewer)
    edit = f"{path_to('notes.edit', record=record)}?at={note.at.v}&as={eyes}&layer={note.layer}&note={note.id}"
    later = note.since > note.at.v
    return ShownNote(
        note=note,
        author=signed(note.person),
        html=note_html(view, note.text),
        marks=msgspec.json.encode(note.marks).decode(),
        marked=tuple(_marked(view, note)),
        readers=readers_in_words(view, note.known_to),
        knows=_("knows the game to step %(n)s", n=number(view.timeline.step_number(note.since))) if later else "",
        to=f"{path_to('pages.replay', record=record)}?at={note.at.v}&as={eyes}",
        edit=edit if mine == note.author and note.at.line is None else "",
    )


def note_html(view: RecordView, text: str) -> Markup:
    """Return a note's text as HTML; ``[[knight@s31]]`` is the card's title there."""
    told = _CLAIM.sub(lambda found: f"<b class=claim>{escape(title_of(found[1], view.faces))}</b>", str(markdown(text)))
    return Markup(told)  # noqa: S704 -- cleaned, and the title is escaped


def readers_in_words(view: RecordView, known_to: tuple[str, ...]) -> str:
    """Return who may read what is for this audience."""
    if known_to == ALL:
        return _("everybody")
    names = [seat_name(seat, view.names) for seat in view.header.seats if seat in known_to]
    return _("%(names)s and the open table", names=listing(names)) if names else _("only the open table")


def _marked(view: RecordView, note: NoteView) -> list[str]:
    position = view.position(min(note.at.v, view.steps))
    said = []
    for mark in note.marks:
        if isinstance(mark, Spot):
            said.append(place_in_words(view, position, mark.place))
        else:
            said.append(f"{place_in_words(view, position, mark.start)} → {place_in_words(view, position, mark.end)}")
    return said


def _bar_mark(view: RecordView, layer: LayerView, v: int, count: int) -> BarMark:
    says = Sentence(_NOTE)
    if called := named(layer.author):
        says = Sentence(_NOTE_BY if layer.author.brought is None else _NOTE_BROUGHT, {"name": Quoted((called,))})
    return BarMark(v, "note", "m-note", says, percent(max(view.timeline.step_number(v) - 0.5, 0), count))
