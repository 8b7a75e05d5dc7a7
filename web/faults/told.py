"""What is wrong with a typed game, in the reader's language."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from records.core.sentences import N_, Sentence
from web.faults.words import REASONS
from web.words.texts import _, translated
from web.words.wording import NO_FACES, say_plainly

if TYPE_CHECKING:
    from collections.abc import Mapping

    from importers.notation.problems import LineRefused
    from records.core.board import CardFace
    from records.core.ids import SeatKey

KINDS = {"malformed": N_("cannot be read"), "illegal": N_("not possible"), "ambiguous": N_("ambiguous")}
MOST_TOLD = 12
"""How many possible things are listed."""
_FIELD = re.compile(r"%\((\w+)\)s")
_MOMENT = re.compile(r"turn (?P<turn>\d+)(?:, (?P<seat>\w+)(?P<first> is asked first)?)?, after event (?P<event>\d+)")
_LINE = re.compile(
    rf"(?P<fault>malformed|illegal|ambiguous): (?P<reason>.+?)(?:; (?P<moment>{_MOMENT.pattern}))?(?:; possible: (?P<possible>.+))?",
    re.DOTALL,
)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The reasons as patterns, those with the most words of their own first: they say the most."""
    ordered = sorted(REASONS, key=lambda text: -len(_FIELD.sub("", text)))
    return tuple((re.compile(_pattern(text), re.DOTALL), text) for text in ordered)


def _pattern(text: str) -> str:
    literal = _FIELD.split(text)
    return "".join(f"(?P<{part}>.+?)" if nth % 2 else re.escape(part) for nth, part in enumerate(literal))


def reason_told(reason: str, fields: Mapping[str, str] | None = None) -> str:
    """Return a reason of the notation's reader in the reader's language, some of its ``fields`` said anew; "" where no words are known."""
    for pattern, message in _patterns():
        if found := pattern.fullmatch(reason):
            return translated(message) % {**found.groupdict(), **(fields or {})}
    return ""


def fault_told(refused: LineRefused, names: Mapping[SeatKey, str], faces: Mapping[str, CardFace] = NO_FACES) -> str:
    """Return kind, reason and moment of a refused line, and what would be possible there."""
    broken = refused.rule
    if broken is not None and isinstance(broken.why, Sentence):
        why = say_plainly(broken.why, names, faces)
        reason = f"{why} (§ {broken.paragraph})" if broken.paragraph else why
    else:
        asks = {"x": say_plainly(refused.asks, names, faces)} if refused.asks is not None else None
        reason = reason_told(refused.reason, asks) or refused.reason
    told = [f"{translated(KINDS[refused.fault])}: {reason}"]
    if refused.moment:
        told.append(_moment(refused.moment))
    if possible := refused.alternatives:
        listed = ", ".join(possible[:MOST_TOLD])
        more = len(possible) - MOST_TOLD
        told.append(
            _("possible: %(listed)s and %(n)s more", listed=listed, n=more) if more > 0 else _("possible: %(listed)s", listed=listed)
        )
    return "; ".join(told)


def line_told(text: str) -> str:
    """Return a refused line, as an importer tells it in one text, in the reader's language; "" for anything else."""
    found = _LINE.fullmatch(text)
    reason = reason_told(found["reason"]) if found is not None else ""
    if found is None or not reason:
        return ""
    possible = found["possible"]
    moment = _moment(found["moment"]) if found["moment"] else ""
    told = (f"{translated(KINDS[found['fault']])}: {reason}", moment, _("possible: %(listed)s", listed=possible) if possible else "")
    return "; ".join(filter(None, told))


def _moment(text: str) -> str:
    found = _MOMENT.fullmatch(text)
    if found is None:
        return text
    if not found["seat"]:
        return _("turn %(turn)s, after event %(event)s", turn=found["turn"], event=found["event"])
    if found["first"]:
        return _(
            "turn %(turn)s, %(seat)s is asked first, after event %(event)s", turn=found["turn"], seat=found["seat"], event=found["event"]
        )
    return _("turn %(turn)s, %(seat)s, after event %(event)s", turn=found["turn"], seat=found["seat"], event=found["event"])
