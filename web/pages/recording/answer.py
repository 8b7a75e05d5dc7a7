"""The page that asks what the table answered, before a batch can be written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.asking.typed import whole
from records.core.faces import UNKNOWN
from web.pages.recording.suits import Suits, suits_of
from web.pages.recording.touch_data import texts
from web.words.texts import _
from web.words.wording import say, say_plainly, told_apart

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from records.core.asking.typed import TableQuestion
    from records.core.board import CardFace
    from records.core.ids import SeatKey
    from records.errors import AnswerNeeded
    from web.pages.recording.asked_of_log import AskedOfLog

FIELDS = ("answer", "chosen", "asked")
"""``answer``: each earlier one, its keys apart by spaces; ``chosen``: the keys of the present one; ``asked`` marks that there is one."""
REPEATED = ("answer", "chosen")


def read_answers(fields: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Return the answers that a form brings, in their order."""
    answers = [tuple(answer.split()) for answer in fields.get("answer", ())]
    if "asked" in fields:
        answers.append(tuple(chosen for chosen in fields.get("chosen", ()) if chosen))
    return answers


class AnswerForm(msgspec.Struct, frozen=True):
    """The form that asked."""

    path: str
    """Where it is sent."""
    fields: Mapping[str, Sequence[str]]
    back: str = ""
    """Address of the page that it stood on, "" where that is ``path``."""


class Answering(msgspec.Struct, frozen=True, kw_only=True):
    """What the template of the page needs."""

    path: str
    """Where the form is sent."""
    back: str
    """Address that gives the move up."""
    kept: tuple[tuple[str, str], ...]
    """Fields of the form that asked, name and value."""
    asks: Markup
    options: tuple[tuple[str, str], ...]
    """Key and words."""
    least: int
    most: int
    unknown: bool
    before: tuple[tuple[Markup, str], ...]
    """Questions answered already, and what was said."""
    wrong: bool
    """Whether what was chosen cannot be."""
    chosen: list[str]
    """What was chosen for it, if that cannot be."""
    times: Mapping[str, int]
    """How often each may be chosen."""
    suits: Suits | None
    """Suit and rank of each, for cards that have them."""
    slot: str
    """The card on the table that it is about, "" for none."""
    log: tuple[str, ...] = ()
    """The next lines of the log beside which the game is written down."""
    proposed: bool = False
    """Whether what is chosen is what a line of the log says."""

    @property
    def data(self) -> dict[str, Any]:
        """The question for the script."""
        return {
            "back": self.back,
            "kept": self.kept,
            "asks": self.asks.striptags(),
            "options": [(key, words, self.times[key]) for key, words in self.options],
            "least": self.least,
            "most": self.most,
            "suits": self.suits,
            "slot": self.slot,
            "wrong": self.wrong,
            "proposed": self.chosen if self.proposed else [],
            "texts": texts(),
        }


def answering_page(
    needed: AnswerNeeded, form: AnswerForm, names: Mapping[SeatKey, str], faces: Mapping[str, CardFace], log: AskedOfLog | None = None
) -> Answering:
    """Return the page for the question that is still open; what ``log`` answers to it is chosen already."""
    question = whole(needed.question)
    proposed = log.chosen if log is not None and not needed.wrong else ()
    chosen = form.fields.get("chosen", ()) if needed.wrong else proposed

    def words(asked: TableQuestion) -> dict[str, str]:
        return told_apart({option.key: _key_words(option.key) or say_plainly(option.says, names, faces) for option in asked.options}, faces)

    options = words(question)
    first = [key for key in options if key == UNKNOWN]
    rest = sorted((key for key in options if key != UNKNOWN), key=lambda key: (key.startswith("?"), options[key].casefold()))
    answers = [("answer", " ".join(answer)) for _question, answer in needed.answered]
    return Answering(
        path=form.path,
        back=form.back or form.path,
        kept=(*((name, value) for name in form.fields if name not in FIELDS for value in form.fields[name]), *answers),
        asks=say(question.asks, names, faces),
        options=tuple((key, options[key]) for key in (*first, *rest)),
        least=question.least,
        most=question.most,
        unknown=question.unknown,
        before=tuple(
            (say(asked.asks, names, faces), ", ".join(words(asked)[key] for key in answer) or _("none"))
            for asked, answer in ((whole(earlier), said) for earlier, said in needed.answered)
        ),
        wrong=bool(needed.wrong),
        chosen=list(chosen),
        times={option.key: option.most for option in question.options},
        suits=suits_of(options, faces),
        slot=question.slot or "",
        log=log.lines if log is not None else (),
        proposed=bool(proposed),
    )


def _key_words(key: str) -> str:
    return _("unknown") if key == UNKNOWN else ""
