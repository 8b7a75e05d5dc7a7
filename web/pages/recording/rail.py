"""The log beside a game that is written down: what was told of it, the next line, and what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from importers.notation.problems import LineRefused
from importers.retelling.shapes import FIELD
from importers.retelling.telling import telling_of
from records.values import replace
from web.faults.told import fault_told
from web.words.texts import _, number

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping

    from importers.retelling.telling import MarkedLine, Telling
    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from web.pages.forms import Fields

SHOWN_BEFORE, SHOWN_AFTER = 3, 5
"""Lines that are shown before and after the next one."""
FIELDS = ("do", "at", "version", "line", "says", "means")


class RailLine(msgspec.Struct, frozen=True):
    """A line of the log as the page shows it."""

    place: str
    text: str
    became: str = ""
    """What became of it, "" for one that waits."""


class Meaning(msgspec.Struct, frozen=True, kw_only=True):
    """What the last line may stand for each time."""

    means: str
    says: str
    """In words."""


class Rail(msgspec.Struct, frozen=True, kw_only=True):
    """The log for the template."""

    path: str
    """Where its forms are sent."""
    source: str
    """Id of the table known by its log."""
    told: tuple[RailLine, ...]
    """The last that are told."""
    next: RailLine | None
    """None at the end of the log."""
    after: tuple[RailLine, ...]
    done: int
    count: int
    known: str
    """The move for which the next line stands by the table of words, in notation; "" for none."""
    moved: bool
    """Whether there is a move to which lines can belong."""
    table: str
    """Id of the table of words."""
    words: int
    """How many lines it has."""
    says: str
    """The words of the last line, as they stand in the table; "" where nothing is to be learnt of it."""
    in_words: str
    """The same with words for what changes."""
    may: tuple[Meaning, ...]


def rail_of(book: GameBook, caller: Caller, view: RecordView, path: str) -> Rail | None:
    """Return the log of a record that is written beside one, for who writes it; None for any other."""
    telling = telling_of(book, caller, view)
    if telling is None:
        return None
    lines = telling.lines
    rest = [_line(view, one) for one in lines[telling.at : telling.at + 1 + SHOWN_AFTER]]
    learn = telling.to_learn
    table = book.retelling.word_table_for(caller, view.header.game, telling.site)
    return Rail(
        path=path,
        source=telling.source.header.record,
        told=tuple(_line(view, one) for one in lines[max(0, telling.at - SHOWN_BEFORE) : telling.at]),
        next=rest[0] if rest else None,
        after=tuple(rest[1:]),
        done=telling.at,
        count=len(lines),
        known=telling.known,
        moved=bool(telling.last),
        table=table.id if table.lines else "",
        words=len(table.lines),
        says=learn[1] if learn else "",
        in_words=shown(learn[1]) if learn else "",
        may=tuple(Meaning(means=means, says=shown(means)) for means in learn[2]) if learn else (),
    )


def shown(text: str) -> str:
    """Return words of a table with what changes in them in the reader's language: ``Ana plays {cards}`` as ``Ana plays [cards]``."""
    words = {"seat": _("name"), "cards": _("cards"), "n": _("number")}

    def field(found: re.Match[str]) -> str:
        return f"[{words[found[1]]}{' ' if found[2] else ''}{found[2]}]"

    return FIELD.sub(field, text)


def _line(view: RecordView, one: MarkedLine) -> RailLine:
    mark = one.mark
    if mark is None:
        became = ""
    elif mark.skipped:
        became = _("left out")
    elif mark.version is None:
        became = _("with the next move")
    else:
        became = _("step %(n)s", n=number(view.timeline.step_with(mark.version)))
    return RailLine(one.line.place, one.line.text, became)


def acted(telling: Telling, do: str, fields: Fields) -> str:
    """Do what a form of the rail says; return why not, "" where it was done.

    Raises ``MalformedCommand`` for what cannot be, ``LineRefused`` where the table must answer more than the log says.
    """

    def said(name: str) -> str:
        return fields.get(name, ("",))[0]

    acts: Mapping[str, Callable[[], object]] = {
        "play": telling.play,
        "on": telling.play_on,
        "upto": lambda: telling.belong_upto(said("line")),
        "wait": lambda: telling.wait(skip=False),
        "skip": lambda: telling.wait(skip=True),
        "untie": lambda: telling.untie(said("line")),
        "each": lambda: telling.learn(said("says"), said("means")),
    }
    try:
        acts[do]()
    except LineRefused as error:
        if error.asks is not None:
            raise
        short = replace(error, possible=(), moment="")
        why = fault_told(short, telling.view.names, telling.view.seen.faces)
        return _("This line cannot be played as it stands. Make its move on the board. (%(why)s)", why=why)
    return ""


ACTS = ("play", "on", "upto", "wait", "skip", "untie", "each")
