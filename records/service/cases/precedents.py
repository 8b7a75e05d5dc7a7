"""Precedents: rulings in force that everybody may read, found by paragraph and card, and shown where another game has the same situation.

A precedent is derived from the public view of its own game, and matched against a viewer's log of theirs. So it reveals
nothing beyond that log.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.secret import ALL
from records.errors import MalformedCommand
from records.rulings.precedents import situation
from records.service.pieces import CountedDict
from records.service.views import rereading
from records.studies.cases.events import RulingBody

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.core.editions.rulesets import Ruleset
    from records.rulings.precedents import Situation
    from records.service.kinds import StoredCase
    from records.service.seen_log import SeenLog

MOST_READINGS = 8
"""Most other readings for which a record is searched; each costs a search of the plays that ask the switches it changes."""


class _Parted(CountedDict["tuple[int, str, str]", "Situation | None"]):
    """How readings differ at steps of a log."""


class Precedent(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling in force, as everybody may read it."""

    case: str
    record: str
    game: str
    ruling: str
    by: str
    text: str
    paragraphs: tuple[str, ...]
    """Paragraphs that it cites, and those of the deciding switches."""
    switches: tuple[tuple[str, str], ...]
    """Switches on which the ruling departs from the rules of its record, with the ruled values; () if it does not."""
    cards: frozenset[str]
    """Cards that lay open in the disputed play."""
    situation: Situation | None
    """How the readings differ there; None if the public could not tell."""


class PrecedentMoment(msgspec.Struct, frozen=True, kw_only=True):
    """A play of a record to which a precedent applies."""

    first: int
    last: int
    precedent: Precedent


def precedent_of(case: StoredCase, seen: SeenLog) -> Precedent | None:
    """Return the precedent that a case sets, if it sets one; ``seen`` is the public view of its record."""
    ruling = case.state.ruling
    if ruling is None or ruling.written.sealed.known_to != ALL or isinstance(ruling.written.sealed.body, msgspec.UnsetType):
        return None
    body = msgspec.json.decode(ruling.written.sealed.body, type=RulingBody)
    own, other = _readings(seen, body)
    switches: tuple[tuple[str, str], ...] = ()
    paragraphs, found = list(body.cites), None
    if own is not None and other is not None:
        apart = [switch for switch in own.switches if own[switch.name] != other[switch.name]]
        switches = tuple((switch.name, other[switch.name]) for switch in apart)
        paragraphs += [switch.paragraph for switch in apart]
        found = _parted(seen, case.state.v, own, other)
    play = range(case.state.v, case.header.of.v + 1)
    shown = {name for one in seen.events if one.v in play for name in _words(msgspec.to_builtins(one.event))}
    return Precedent(
        case=case.header.stream,
        record=case.header.of.record,
        game=case.header.of.game,
        ruling=ruling.id,
        by=body.by,
        text=body.text,
        paragraphs=tuple(dict.fromkeys(paragraphs)),
        switches=switches,
        cards=frozenset(name for name in shown if name in seen.faces),
        situation=found,
    )


def precedent_moments(seen: SeenLog, precedents: Sequence[Precedent]) -> Iterator[PrecedentMoment]:
    """Yield the plays of a log to which precedents from other records apply: the same switches make the same difference."""
    asked: dict[tuple[tuple[str, str], ...], list[Precedent]] = {}
    for one in precedents:
        if one.game == seen.header.game and one.record != seen.header.record and one.switches and one.situation is not None:
            asked.setdefault(one.switches, []).append(one)
    others: list[Ruleset] = []
    speaking: list[list[Precedent]] = []
    for switches, fitting in islice(asked.items(), MOST_READINGS):
        try:
            others.append(rereading.reading(seen, "", dict(switches)))
        except MalformedCommand:
            continue  # its rules or cards are not known here
        speaking.append(fitting)
    if not others:
        return
    for nth, moment in rereading.moments_of_each(seen, rereading.reading(seen), others):
        how = situation(moment)
        for one in speaking[nth]:
            if how is not None and how == one.situation:
                yield PrecedentMoment(first=moment.play.first, last=moment.play.last, precedent=one)


def _parted(seen: SeenLog, at: int, own: Ruleset, other: Ruleset) -> Situation | None:
    """Return how two readings differ in the play of a step; computed once as long as the log is cached."""
    kept, key = seen.pieces.once("parted", _Parted), (at, own.hash, other.hash)
    if key not in kept:
        moment = next(rereading.moments(seen, own, other, at=at), None) if at else None
        kept.put(key, None if moment is None else situation(moment))
    return kept[key]


def _readings(seen: SeenLog, body: RulingBody) -> tuple[Ruleset | None, Ruleset | None]:
    if body.reading is None:
        return None, None
    try:
        own = rereading.reading(seen)
        other = rereading.reading(seen, body.reading.ruleset, dict(body.reading.switches))
    except MalformedCommand:
        return None, None
    return own, other


def _words(plain: Any) -> Iterator[str]:
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for part in plain.values():
            yield from _words(part)
    elif isinstance(plain, (list, tuple)):
        for part in plain:
            yield from _words(part)
