"""HOLLOW as a Game value."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, get_origin

from records.core.events import name_of
from records.core.game import Edition, Game, GamePlay, GameRules
from records.core.header import Header
from records.core.ids import RecordId
from records.core.secret import ALL, secret
from records.core.sentences import SeatRef, Sentence
from records.core.shared import DeckSet, PositionSet, SharedEvent, ZoneSet
from records.core.wording.acting import acting
from records.core.wording.narration import Moment, Narration
from records.core.wording.narrator import Narrator
from support.mini_game.cards import CARDS, DISCARD, DRAW, NEST, SEATS, UNDER
from support.mini_game.commands import command_of
from support.mini_game.decide import decide
from support.mini_game.events import OWN
from support.mini_game.evolve import EVOLVE, HollowCounters, set_counters
from support.mini_game.legal import legal

NOON = datetime(2026, 3, 14, 12, 0, 0, tzinfo=UTC)


def header() -> Header:
    """Return a header of three seats."""
    return Header(
        record=RecordId("0123456789abcdef"),
        game="hollow",
        seats=SEATS,
        started=NOON,
        **edition(""),
    )


def edition(_ruleset: str) -> Edition:
    """Return the one edition that there is."""
    return Edition(ruleset="hollow/plain", ruleset_hash="00", catalogue="hollow", catalogue_hash="00")


def initial(_header: Header) -> PositionSet:
    """Return the cards before the first event: everybody knows which there are."""
    ravens = [card for card in CARDS if card == "raven"]
    others = [card for card in CARDS if card != "raven"]
    decks = (
        DeckSet(deck=DRAW, blocks=(secret(*others, to=ALL),)),
        DeckSet(deck=NEST, blocks=(secret(*ravens, to=ALL),)),
        DeckSet(deck=UNDER),
    )
    return PositionSet(decks=decks, zones=(ZoneSet(zone=DISCARD),))


@acting(lambda _before, event: (getattr(event, "seat", None), False))
def _told(_moment: Moment[Any], event: Any) -> Narration:
    """Tell an event by its name; the laws do not ask for more."""
    seat = getattr(event, "seat", None)
    words = Sentence("%(seat)s: " + name_of(event), {"seat": SeatRef(seat)}) if seat else Sentence(name_of(event))
    return Narration(lines=(words,), seat=seat)


HOLLOW = Game(
    name="hollow",
    title="Hollow",
    icon="s-play",
    own=OWN,
    evolve=EVOLVE,
    initial=initial,
    counters=lambda _header: HollowCounters(),
    set_counters=set_counters,
    narrate=Narrator(dict.fromkeys([*OWN, *(get_origin(cls) or cls for cls in SharedEvent.__args__)], _told)),
    play=GamePlay(decide=decide, legal=legal, command_of=command_of),
    rules=GameRules(edition=edition),
)
