"""What people write down outside the rules of HOLLOW: slips, corrections, gaps, positions laid out anew."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from records.core.events import Event, Recorded
from records.core.ids import DeckId, PileId, SeatKey, ZoneId, slot_id
from records.core.secret import ALL, Audience, secret
from records.core.shared import (
    CardExposed,
    CardReturned,
    Corrected,
    DeckSet,
    GapNoted,
    HandSet,
    IrregularityNoted,
    PileSet,
    PositionSet,
    Replacement,
    SlotSet,
    TakenBack,
    ZoneSet,
)
from records.core.table import hand_place
from support.mini_game.cards import DRAW, SEATS, UNDER
from support.mini_game.evolve import HollowCounters
from support.mini_game.world import World

AUDIENCES: tuple[Audience, ...] = (ALL, *((seat,) for seat in SEATS), ("A", "B"), ("A", "C"), ("B", "C"), ("A", "B", "C"))


def slip(world: World, random: Random) -> IrregularityNoted:
    """Return a note that something went wrong."""
    return IrregularityNoted(what=random.choice(["out-of-turn", "missed-effect", "other"]), seat=random.choice(SEATS), words="a slip")


def exposed(world: World, random: Random) -> CardExposed | None:
    """Return that a card of a hand, a slot or a deck was shown by mistake."""
    places = [
        *((hand_place(SeatKey(seat)), nth, card) for seat, hand in world.hands.items() for nth, card in enumerate(hand)),
        *((slot, 0, card) for slot, card in world.slots.items()),
        *((deck, nth, card) for deck, cards in world.decks.items() for nth, card in enumerate(cards[:4])),
    ]
    if not places:
        return None
    place, index, card = random.choice(places)
    known_to = random.choice(AUDIENCES)
    if place.startswith("hand:"):
        known_to, index = tuple(sorted({*known_to, place[-1]})) if known_to != ALL else ALL, 0
    return CardExposed(place=place, index=index, card=secret(world.names[card], to=known_to))


def returned(world: World, random: Random) -> CardReturned | None:
    """Return that a card went back from a hand."""
    holders = [seat for seat, hand in world.hands.items() if hand]
    if not holders:
        return None
    seat = random.choice(holders)
    name = world.names[random.choice(world.hands[seat])]
    known_to = random.choice([(seat,), ALL, tuple(sorted({seat, random.choice(SEATS)}))])
    return CardReturned(seat=SeatKey(seat), deck=random.choice([DRAW, UNDER]), end=random.choice(END), card=secret(name, to=known_to))


END = ("top", "bottom", "shuffled")


def corrected(log: Sequence[Recorded[Any]], random: Random) -> Corrected[Any]:
    """Return a correction of words, or of an event that turns out to have been right."""
    slips = [recorded for recorded in log if isinstance(recorded.event, IrregularityNoted)]
    if slips and random.random() < 0.5:
        wrong = random.choice(slips)
        return Corrected(of=(Replacement(version=wrong.v, event=msgspec.structs.replace(wrong.event, words="no slip")),), why="misheard")
    right = random.choice([recorded for recorded in log if not isinstance(recorded.event, TakenBack | Corrected)])
    return Corrected(of=(Replacement(version=right.v, event=right.event),), why="looked up")


def position_set(world: World, random: Random, version: int, state: HollowCounters) -> PositionSet:
    """Return the cards as they lie, known to whomever chance chooses; the slots get new ids."""
    made = 0

    def slots(cards: Sequence[int]) -> tuple[SlotSet, ...]:
        nonlocal made
        laid = []
        for card in cards:
            made += 1
            known_to = random.choice([(), *AUDIENCES])
            laid.append(SlotSet(slot=slot_id(version, made), card=secret(world.names[card], to=known_to), up=known_to == ALL))
        return tuple(laid)

    def hand(seat: str) -> HandSet:
        cards = world.faces(world.hands[seat])
        cut = random.randint(0, len(cards))
        partner = tuple(sorted({seat, random.choice(SEATS)}))
        return HandSet(seat=SeatKey(seat), cards=(secret(*cards[:cut], to=(seat,)), secret(*cards[cut:], to=partner)))

    def deck(name: str) -> DeckSet:
        cards = world.faces(world.decks[name])
        cut = random.randint(0, len(cards))
        return DeckSet(
            deck=DeckId(name), blocks=tuple(secret(*part, to=random.choice([(), *AUDIENCES])) for part in (cards[:cut], cards[cut:]))
        )

    lying = list(world.slots.values())
    third = len(lying) // 3
    parts = (lying[:third], lying[third : 2 * third], lying[2 * third :])
    return PositionSet(
        hands=tuple(map(hand, world.hands)),
        piles=tuple(PileSet(pile=PileId(f"row:{seat}"), slots=slots(part)) for seat, part in zip(SEATS, parts, strict=True)),
        decks=tuple(map(deck, world.decks)),
        zones=tuple(ZoneSet(zone=ZoneId(zone), faces=tuple(world.faces(cards))) for zone, cards in world.zones.items()),
        counters=(("active", state.active or SEATS[0]), ("turn", max(state.turn, 1))),
        why="laid out again",
    )


def fact(kind: str, world: World, random: Random, log: Sequence[Recorded[Any]], state: HollowCounters) -> list[Event]:
    """Return what is written down, nothing where the table has nothing for it."""
    version = len(log) + 1
    match kind:
        case "slip":
            return [slip(world, random)]
        case "exposed":
            found: list[Event | None] = [exposed(world, random)]
            return [event for event in found if event is not None]
        case "returned":
            found = [returned(world, random)]
            return [event for event in found if event is not None]
        case "corrected":
            return [corrected(log, random)]
        case "position":
            return [position_set(world, random, version, state)]
        case _:
            return [GapNoted(why="a page is missing"), slip(world, random), position_set(world, random, version + 2, state)]


KINDS = ("slip", "exposed", "exposed", "exposed", "returned", "corrected", "position", "gap", "taken back", "taken back", "taken back")
"""Kinds of facts, as often as they should come."""
