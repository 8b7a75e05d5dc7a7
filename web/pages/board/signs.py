"""Small signs beside cards and plays, in the reader's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from web.words.wording import say_plainly

if TYPE_CHECKING:
    from records.core.board import Mark, Tone
    from records.service import RecordView


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """A small sign with its sentence."""

    icon: str
    figure: str
    words: str
    struck: bool
    tone: Tone = ""
    """Whether the figure is more or less than what is printed."""


def sign_of(mark: Mark, view: RecordView) -> Sign:
    """Return a mark in the reader's words."""
    words = say_plainly(mark.said, view.names, view.faces)
    return Sign(icon=mark.icon, figure=mark.figure, words=words, struck=mark.struck, tone=mark.tone)
