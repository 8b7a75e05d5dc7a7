"""Every sort of read of a step, each asked from scratch: nothing that an earlier question worked out is kept."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from werkzeug.test import create_environ, run_wsgi_app

from records.core.asking.questions import Choice
from records.core.table import hand_place
from records.core.viewers import Spectator
from records.errors import Contradiction, MalformedCommand
from records.service.knowing import Knowing
from records.service.measuring.measures import UNCERTAINTY
from records.service.measuring.series import measure as chart
from records.service.seen_log import SeenLog
from records.service.views.odds import ways_to_attack
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from flask import Flask

    from records.service import RecordView

KNOWN, BACK, WHY = "what is known", "in hindsight", "why: one place"
ATTACK, DRAW, ASKED, TEAM = "odds of an attack, any", "odds of a draw", "a question of the game", "what a team holds"
TURNING, PAGE, BESIDE = "turning points", "a page of the board", "the page of a place, a card or why"
CHART, AUDIT, OTHER, STEPS = "a chart by step, each part of it", "an audit", "another ruleset", "a record's steps over the API"
KINDS = (KNOWN, BACK, WHY, ATTACK, DRAW, ASKED, TEAM, TURNING, PAGE, BESIDE, CHART, AUDIT, OTHER, STEPS)
STRENGTHS, DRAWN = (2, 5, 9), (1, 4)

Read = tuple[str, str, "Callable[[], Any]"]
"""Which sort, where, and what is timed."""


def reads_of_step(view: RecordView, at: int, app: Flask) -> Iterator[Read]:
    """Yield each question that can be asked at a step, of every place."""
    knowing = Knowing(view.game, view.header, view.events, view.viewer)
    known = knowing.known
    if not view.other_cards:
        yield KNOWN, "", partial(known.at, at)
        yield BACK, "", partial(known.hindsight, at)
        found = known.at(at)
        places = [*found.slots, *map(hand_place, found.hands), *found.decks]
        for place in places:
            yield WHY, place, partial(_why, at, place, _new(view, knowing))
        for kind, what, ask in _chances(view, at):
            yield kind, what, partial(ask, _new(view, knowing))
        yield from _addresses(view, at, app, places)
        if view.game.together:
            yield TEAM, "", partial(_new(view, knowing).team, at)
    yield TURNING, "", partial(_new(view, knowing).turning_points, at)
    address = f"/records/{view.header.record}?at={at}&as={_key(view)}"
    yield PAGE, address, partial(_answered, app, address)


def reads_of_record(view: RecordView, app: Flask) -> Iterator[Read]:
    """Yield each question about the whole record; a chart is asked for again until all of it is there."""
    pending = not view.other_cards
    while pending:
        left: list[int] = []
        yield CHART, "", partial(_chart, view, left)
        pending = bool(left)
    address = f"/api/records/{view.header.record}/steps?as={_key(view)}"
    yield STEPS, address, partial(_answered, app, address)
    if view.game.rules.rulesets and not view.other_cards and not view.unknown_rules:
        yield AUDIT, "", _new(view).audit
        for name in view.game.rules.rulesets:
            if name != view.header.ruleset:
                yield OTHER, name, partial(_redone, _new(view), name)


def _chart(view: RecordView, left: list[int]) -> None:
    left += chart(view, (0, *view.timeline.versions), UNCERTAINTY).pending


def _new(view: RecordView, knowing: Knowing | None = None) -> RecordView:
    """Return the record as it is first looked at: no position, no world of a step is kept."""
    seen = SeenLog(view.game, view.seen.folder, view.header, view.viewer, view.events)
    if knowing is not None:
        seen.pieces.once("known", lambda: knowing)
    return replace(view, seen=seen)


def _key(view: RecordView) -> str:
    return view.viewer.value if isinstance(view.viewer, Spectator) else str(view.viewer)


def _answered(app: Flask, address: str) -> None:
    body, status, _headers = run_wsgi_app(app, create_environ(address, environ_base={"REMOTE_ADDR": "127.0.0.1"}), buffered=True)
    del body
    if status != "200 OK":
        raise ValueError(f"{address}: {status}")


def _addresses(view: RecordView, at: int, app: Flask, places: list[str]) -> Iterator[Read]:
    """Yield the pages that are opened from the board: of a few places, since all of them were asked why."""
    pick = random.Random(f"{view.header.record} {at}")  # noqa: S311 -- which places, not a secret
    record, moment = view.header.record, f"?at={at}&as={_key(view)}"
    paths = [f"why/{place}" for place in pick.sample(places, min(2, len(places)))]
    if view.faces:
        paths.append(f"cards/{pick.choice(sorted(view.faces))}")
    paths += [f"places/{pile}" for pile in view.position(at).table.piles][:1]
    for path in paths:
        address = f"/records/{record}/{path}{moment}"
        yield BESIDE, address, partial(_answered, app, address)


def _chances(view: RecordView, at: int) -> Iterator[tuple[str, str, Callable[[RecordView], Any]]]:
    """Yield the questions about chances: each attack, each deck, and what the game offers, with what is usual and with what is drawn."""
    pick = random.Random(f"{view.header.record} {at}")  # noqa: S311 -- which choices, not a secret
    if view.game.odds.assaults is not None:
        try:
            ways = ways_to_attack(view.seen, at)
        except MalformedCommand:  # nobody is to move
            ways = ()
        for way in ways:
            for strength in STRENGTHS:
                yield ATTACK, f"{way.name} of {strength}", partial(_attack, at, strength, way.name)
    cards = sorted({str(face) for deck in view.game.initial(view.header).decks for block in deck.blocks for face in block.faces})
    for deck in view.position(at).table.decks:
        for number in DRAWN:
            card = pick.choice(cards)
            yield DRAW, f"{number} of {deck}: {card}", partial(_draw, at, number, card, deck)
    for name, (_question, parameters) in view.questions(at).items():
        yield ASKED, name, partial(_ask, at, name, {})
        for _again in range(3):
            said = {
                one.name: pick.choice(list(one.options)) if isinstance(one, Choice) else str(pick.randint(one.least, one.most))
                for one in parameters
            }
            yield ASKED, f"{name} {said}", partial(_ask, at, name, said)


def _why(at: int, place: str, view: RecordView) -> None:
    with suppress(Contradiction):  # where it cannot be answered, the time until it says so is what it takes
        view.why(at, place)


def _attack(at: int, strength: int, way: str, view: RecordView) -> None:
    with suppress(MalformedCommand, Contradiction):
        view.odds(at, strength, way=way)


def _draw(at: int, number: int, card: str, deck: str, view: RecordView) -> None:
    with suppress(MalformedCommand, Contradiction):
        view.odds_of_draw(at, number, [card], deck)


def _ask(at: int, name: str, said: Mapping[str, str], view: RecordView) -> None:
    with suppress(MalformedCommand, Contradiction):
        view.ask(at, name, said)


def _redone(view: RecordView, ruleset: str) -> None:
    own, other = view.reading(), view.reading(ruleset)
    view.compare(own, other)
    for _moment in view.moments(own, other):
        pass
