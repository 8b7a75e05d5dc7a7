"""A record as rows of the two tables ``games`` and ``events``, from what its viewer was shown and nothing else (docs/analytics)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.events import name_of
from records.core.sentences import CardRef
from records.core.viewers import viewer_key
from web.schemas.events import shown_event
from web.words.phrases import Locale, Printed, say_plainly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.sentences import Sentence
    from records.projections.timeline import Step
    from records.service import RecordView


def game_row(view: RecordView, locale: Locale) -> dict[str, Any]:
    """Return the record as a row of ``games``."""
    header, outcome = view.header, view.timeline.outcome
    return {
        "record": header.record,
        "viewer": viewer_key(view.viewer),
        "game": header.game,
        "title": view.label.title,
        "table": view.label.number,
        "ruleset": header.ruleset,
        "catalogue": header.catalogue,
        "started": header.started,
        "seats": list(header.seats),
        "players": [view.names.get(seat, "") for seat in header.seats],
        "events": view.steps,
        "turns": max((turn.number for turn in view.timeline.turns), default=0),
        "ended": outcome is not None,
        "drawn": outcome is not None and outcome.drawn,
        "winners": list(outcome.winners) if outcome is not None else [],
        "scores": list(outcome.scores) if outcome is not None else [],
        "why": _said(view, locale, outcome.why) if outcome is not None and outcome.why is not None else "",
    }


def event_rows(view: RecordView, locale: Locale) -> Iterator[dict[str, Any]]:
    """Yield each event of the record as a row of ``events``, in their order."""
    printed = Printed(locale, view.faces)
    told = {step.version: step for step in view.timeline.steps}
    for recorded in view.events:
        step = told[recorded.v]
        yield {
            "record": view.header.record,
            "version": recorded.v,
            "cause": recorded.cause,
            "turn": step.turn,
            "seat": step.seat,
            "name": name_of(recorded.event),
            "at": recorded.at,
            "rule": step.rule,
            "taken_back": step.cut,
            "cards": list(_cards(step)),
            "text": " ".join(say_plainly(line, view.names, printed) for line in step.lines),
            "told": [say_plainly(tell.sentence, view.names, printed) for tell in step.tells],
            "data": bytes(shown_event(view.game.parts, recorded)).decode(),
        }


def _said(view: RecordView, locale: Locale, sentence: Sentence) -> str:
    return say_plainly(sentence, view.names, Printed(locale, view.faces))


def _cards(step: Step) -> Iterator[str]:
    """Yield the cards that a step names, by their names in the catalogue."""
    for sentence in (*step.lines, *(tell.sentence for tell in step.tells)):
        for arg in sentence.args.values():
            for part in arg if isinstance(arg, tuple) else (arg,):
                if isinstance(part, CardRef) and part.card != "?":
                    yield part.card
