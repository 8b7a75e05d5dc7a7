"""A scene of CreatureCrush, played by hand from positions that are laid out, one command after the other.

Cards are names of the catalogue; ``b1A`` is the cell in zone B, column 1, of seat A. A card is called by the cell in which it lies now.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from records.core.ids import SEATS, PileId, SeatKey, SlotId, slot_id
from records.core.secret import ALL, secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet, ZoneSet
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model.places import CRUSH, STACK, camp, hell
from records.games.creature_crush.recording.dealer import Dealer
from scenes.log import Log

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

A, B = SEATS[:2]


class Picker:
    """Picks what was told as long as it can be picked, then by a seed."""

    def __init__(self, told: Sequence[Any], seed: int) -> None:
        self.told, self._random = list(told), random.Random(seed)  # noqa: S311 -- a game, not a secret

    def choice(self, seq: Sequence[Any]) -> Any:
        """Return the next thing told, or any."""
        return self.told.pop(0) if self.told and self.told[0] in seq else self._random.choice(seq)

    def sample(self, population: Sequence[Any], k: int) -> list[Any]:
        """Return ``k`` of them."""
        rest, picked = list(population), []
        for _ in range(k):
            picked.append(self.choice(rest))
            rest.remove(picked[-1])
        return picked

    def random(self) -> float:
        """Return a number below 1."""
        return self._random.random()


class Battle(Log):
    """A battle as it is played on."""

    def lay_out(self, why: str, field: Mapping[str, str], *, dice: str, on_turn: SeatKey = A, turn: int = 9, **places: str) -> None:
        """Lay out a position in a battle phase.

        ``hand_A``, ``camp_A`` (top first), ``hell_A`` (oldest first) and so on are cards apart by spaces; ``damage`` says ``b1A 2``.
        Crush cards of ``field`` lie face down and were paid with what they cost, X with 2 dice. Cards that are named nowhere are out.
        """
        first = self.version + 1
        cards = self.position.state.cards
        slots = {at: slot_id(first, nth) for nth, at in enumerate(field, 1)}
        named: dict[str, int | str | bool] = {"active": on_turn, "turn": turn, "phase": "battle", "dice": " ".join(dice)}
        named |= {f"paid.{slots[at]}": 2 if cards[name].any_dice else cards[name].cost for at, name in field.items() if at[0] == CRUSH}
        hurt = places.pop("damage", "").split()
        named |= {f"damage.{slots[SlotId(at)]}": int(number) for at, number in zip(hurt[::2], hurt[1::2], strict=True)}
        there = {place: tuple(words.split()) for place, words in places.items()}
        out = sorted(set(cards) - set(field.values()) - {name for names in there.values() for name in names})
        self.note(
            PositionSet(
                why=why,
                hands=tuple(HandSet(seat=seat, cards=(secret(*sorted(there.get(f"hand_{seat}", ())), to=(seat,)),)) for seat in (A, B)),
                piles=tuple(self._lying(at, slots[at], name) for at, name in field.items()),
                decks=(
                    DeckSet(deck=STACK, blocks=(secret(*out),)),
                    *(DeckSet(deck=camp(seat), blocks=tuple(secret(name) for name in there.get(f"camp_{seat}", ()))) for seat in (A, B)),
                ),
                zones=tuple(ZoneSet(zone=hell(seat), faces=there.get(f"hell_{seat}", ())) for seat in (A, B)),
                counters=tuple(sorted(named.items())),
            )
        )

    def _lying(self, at: str, slot: SlotId, name: str) -> PileSet:
        down = at[0] == CRUSH
        seat = SeatKey(at[2])
        return PileSet(pile=_cell(at), slots=(SlotSet(slot=slot, card=secret(name, to=(seat,) if down else ALL), up=not down),))

    def do(self, command: cmd.CrushCommand, *told: int | str) -> None:
        """Decide a command; ``told`` is what chance brings for it, in its order: faces of dice, slots, cards."""
        picker = Picker(told, seed=self.version)
        self.decide(command, Dealer(picker))
        if picker.told:
            raise SystemExit(f"{picker.told} was told and not asked for")

    @property
    def _asked(self) -> SeatKey:
        seat: SeatKey = self.position.state.pending[0].seat
        return seat

    def slot(self, at: str) -> SlotId:
        """Return the card in a cell."""
        found: SlotId = self.position.table.piles[_cell(at)][0]
        return found

    def summon(self, card: str, at: str, *dice: int, told: Sequence[int | str] = ()) -> None:
        """Pay for a creature of the hand and put it into a cell."""
        self.do(cmd.Summon(seat=SeatKey(at[2]), card=card, cell=_cell(at), dice=dice), *told)

    def attack(self, at: str, target: str, *dice: int, told: Sequence[int | str] = ()) -> None:
        """Attack the creature in a cell, or with ``target`` "" the opponent."""
        aimed = self.slot(target) if target else None
        self.do(cmd.AttackWith(seat=SeatKey(at[2]), slot=self.slot(at), target=aimed, dice=dice), *told)

    def flip(self, at: str, *told: int | str) -> None:
        """Turn a crush card up."""
        slot = self.slot(at)
        self.do(cmd.Flip(seat=SeatKey(at[2]), slot=slot, card=self.position.table.slots[slot].face), *told)

    def skip(self, *told: int | str) -> None:
        """Who is asked answers nothing, or declines."""
        self.do(cmd.Pass(seat=self._asked), *told)

    def choose(self, *cells: str, told: Sequence[int | str] = ()) -> None:
        """Who is asked chooses the cards in some cells."""
        self.do(cmd.Answer(seat=self._asked, slots=tuple(map(self.slot, cells))), *told)

    def put(self, at: str, *told: int | str) -> None:
        """Who is asked chooses a cell."""
        self.do(cmd.Answer(seat=self._asked, cells=(_cell(at),)), *told)

    def bring(self, card: str, *told: int | str) -> None:
        """Who is asked chooses a card of hand or camp."""
        self.do(cmd.Answer(seat=self._asked, cards=(card,)), *told)

    def order(self, *numbers: int, told: Sequence[int | str] = ()) -> None:
        """Who is asked says in which order the waiting effects join the chain, by their numbers from 0; the last is carried out first."""
        waiting = self.position.state.waiting
        self.do(cmd.OrderChain(seat=self._asked, ids=tuple(waiting[number].id for number in reversed(numbers))), *told)

    def discard(self, cards: str, *told: int | str) -> None:
        """Who is asked discards hand cards."""
        self.do(cmd.Discard(seat=self._asked, cards=tuple(cards.split())), *told)

    def fetch(self, card: str, *told: int | str) -> None:
        """Who is asked takes a card out of the camp that was looked through."""
        seat = self._asked
        self.do(cmd.Fetch(seat=seat, card=secret(card, to=(seat,))), *told)

    def end(self, *told: int | str) -> None:
        """Who is on turn ends the battle phase and the turn; ``told`` is the card drawn next, and the dice."""
        seat: SeatKey = self.position.state.active
        self.do(cmd.EndBattle(seat=seat))
        self.do(cmd.EndTurn(seat=seat), *told)


def _cell(at: str) -> PileId:
    return PileId(f"{at[:2]}:{at[2]}")
