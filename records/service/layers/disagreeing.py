"""Finds moments about which the layers of several authors disagree."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.service.layers.notes import NoteView
    from records.service.layers.views import LayerView

_SLOT = re.compile(r"s\d+(\.\d+)?")


class NoteDispute(msgspec.Struct, frozen=True, kw_only=True):
    """Notes of different layers that cannot all be right."""

    v: int
    """The step that they are about."""
    kind: Literal["glyph", "claim"]
    """Different glyphs for the step, or claims of different cards in one place."""
    place: str
    """Of claims: the slot; "" for glyphs."""
    notes: tuple[NoteView, ...]


def disagreements(layers: Iterable[LayerView]) -> list[NoteDispute]:
    """Return where layers disagree, by step: other glyphs for one step, or another card in one slot at one step.

    Notes in lines, and claims of hands and decks, which hold several cards, are left out.
    """
    judged: dict[int, list[NoteView]] = defaultdict(list)
    claimed: dict[tuple[int, str], list[tuple[NoteView, str]]] = defaultdict(list)
    for layer in layers:
        for note in layer.notes:
            if note.at.line is not None:
                continue
            if note.glyph is not None:
                judged[note.at.v].append(note)
            for claim in note.claims:
                if _SLOT.fullmatch(claim.place):
                    claimed[note.at.v, claim.place].append((note, claim.card))
    found = [
        NoteDispute(v=v, kind="glyph", place="", notes=tuple(notes))
        for v, notes in judged.items()
        if len({note.layer for note in notes}) > 1 and len({note.glyph for note in notes}) > 1
    ]
    for (v, place), claims in claimed.items():
        if len({note.layer for note, _card in claims}) > 1 and len({card for _note, card in claims}) > 1:
            found.append(NoteDispute(v=v, kind="claim", place=place, notes=tuple(note for note, _card in claims)))
    return sorted(found, key=lambda one: (one.v, one.kind, one.place))
