"""Texts and decisions that people write into a dispute, and the checks on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from records.core.secret import ALL, audience
from records.errors import MalformedCommand
from records.service.incoming import is_line
from records.studies.layers.viewpoints import audience_of, viewer_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.header import Header
    from records.core.secret import Audience
    from records.studies.layers.events import NoteSight

LONGEST_TEXT = 10_000
"""Characters of a question, a claim or a ruling."""
LONGEST_LINE = 100
MOST_CITES = 20
AnswerKind: TypeAlias = Literal["appeal", "uphold", "overrule"]
"""Answers to a ruling."""


class ReadingNamed(msgspec.Struct, frozen=True, kw_only=True):
    """A reading of the rules as named by somebody."""

    ruleset: str = ""
    """"" for the record's own."""
    switches: tuple[tuple[str, str], ...] = ()


class NewClaim(msgspec.Struct, frozen=True, kw_only=True):
    """What one side says; ``says`` and ``patterns`` as ``check_claim`` takes them."""

    party: str
    reading: ReadingNamed
    says: str = "otherwise"
    patterns: tuple[str, ...] = ()
    text: str = ""


class NewRuling(msgspec.Struct, frozen=True, kw_only=True):
    """What an arbiter decides."""

    by: str
    text: str = ""
    reading: ReadingNamed | None = None
    cites: tuple[str, ...] = ()
    winners: tuple[str, ...] | None = None
    """Seats that won by the adjusted result; () for nobody, None if the played result stands."""
    drawn: bool = False
    correction: int | None = None
    """Version of the event of the record that carries it out."""


def readers_of(header: Header, sight: NoteSight, to: Sequence[str] | None) -> Audience:
    """Return who may read a text: the named readers, else those who provably learn nothing new from it.

    Raises ``MalformedCommand`` for a reader who does not sit there.
    """
    if to is None:
        return audience_of(viewer_from(sight.widest))
    strangers = [seat for seat in to if seat not in (*header.seats, *ALL)]
    if strangers:
        raise MalformedCommand(f"nobody sits at {', '.join(strangers)}; the seats are {', '.join(header.seats)}, and * is everybody")
    return audience(*to)


def pattern_of(text: str) -> msgspec.Raw:
    """Return an event with fields left out, as JSON; raises ``MalformedCommand``."""
    try:
        plain = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise MalformedCommand(f"{text[:60]!r} is no JSON: {error}") from None
    if not isinstance(plain, dict) or "e" not in plain:
        raise MalformedCommand(f"{text[:60]!r} is no pattern: that is an event as a JSON object, with its name in e, and fields left out")
    return msgspec.Raw(msgspec.json.encode(plain))


def line_of(text: str, *, needed: bool = False) -> str:
    """Return a name or a place on one line, trimmed; raises ``MalformedCommand``."""
    text = text.strip()
    if not is_line(text, LONGEST_LINE) or (needed and not text):
        raise MalformedCommand(f"{text[: LONGEST_LINE + 1]!r} is no line of {'1' if needed else '0'} to {LONGEST_LINE} characters")
    return text


def text_of(text: str, *, needed: bool = False) -> str:
    """Return a text of a dispute, trimmed; raises ``MalformedCommand``."""
    text = text.strip()
    if len(text) > LONGEST_TEXT or (needed and not text):
        raise MalformedCommand(f"a text here has {'1' if needed else '0'} to {LONGEST_TEXT} characters, not {len(text)}")
    return text
