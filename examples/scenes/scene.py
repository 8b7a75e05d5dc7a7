"""A scene: a game of Castle Rampage that is played by hand from a position or from the deal, one command after the other.

Cards are names apart by spaces, the top one of a pile first. What is drawn is said where it matters; all other answers of the table follow
from the position, and where they do not a seed gives them.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from records.core.ids import SEATS, PileId, SeatKey
from records.core.secret import secret
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import effect_commands as more
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.recording import answers
from records.games.castle_rampage.recording.dealer import Dealer
from scenes.log import Log
from scenes.position import laid_out

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.core.events import Event
    from records.core.position import Position
    from records.core.requests import ChanceRequest
    from records.core.shared import Asked

A, B = SEATS[:2]


class SceneTable:
    """The table of a scene: cards are drawn and hands dealt as told, everything else is a dealer's."""

    def __init__(self, hands: Iterable[str], seed: int) -> None:
        self._told = [tuple(cards.split()) for cards in hands]
        self._dealer = Dealer(random.Random(seed))  # noqa: S311 -- a game, not a secret

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:
        """Return what was told next, or the dealer's answer once all is told."""
        if self._told and request.classes == (ev.HandDealt,):
            return answers.hand_dealt(position, request, self._told.pop(0))
        if self._told and request.classes == (ev.CardDrawn,):
            (card,) = self._told.pop(0)
            return answers.card_drawn(request, card)
        return self._dealer.ask(position, request)

    def close(self) -> None:
        """Raise ``SystemExit`` if more was told than asked for."""
        if self._told:
            raise SystemExit(f"{self._told} was told and not asked for")


class Scene(Log):
    """A game as it is played on."""

    def lay_out(self, why: str, *, on_turn: SeatKey, turn: int, rest: str = "draw", **places: str) -> None:
        """Lay out a position; the cards not named lie in ``rest``, ``draw`` or ``discard``.

        A pile is known to its owner, a display to all, the draw pile to nobody.
        """
        self.note(laid_out(self.game, self.header, places, rest, (("active", on_turn), ("turn", turn)), why, self.version + 1))

    def do(self, command: cmd.CastleCommand, *told: str) -> None:
        """Decide a command; ``told`` is what the table draws or deals for it, in its order."""
        table = SceneTable(told, seed=self.version)
        self.decide(command, table)
        table.close()

    @property
    def _asked(self) -> Asked:
        question: Asked
        (question,) = self.position.state.pending
        return question

    @property
    def _active(self) -> SeatKey:
        active: SeatKey = self.position.state.active
        return active

    def _decline(self) -> None:
        while (pending := self.position.state.pending) and pending[0].what == "defence":
            self.do(cmd.DeclineDefence(answers=pending[0].id, seat=pending[0].seat))

    def start(self, begins: SeatKey, *hands: str) -> None:
        """Sit down; ``hands`` are dealt."""
        self.do(cmd.Start(seats=(A, B), begins=begins), *hands)

    def place(self, seat: SeatKey, cards: str, *told: str) -> None:
        """Set-up: four cards go under Gate, Gate, Castle and Castle; ``told`` is dealt or drawn after the last."""
        names = cards.split()
        for nth, (card, pile) in enumerate(zip(names, ("gate", "gate", "castle", "castle"), strict=True)):
            command = cmd.Place(seat=seat, pile=PileId(f"{pile}:{seat}"), card=secret(card, to=(seat,)))
            self.do(command, *(told if nth == len(names) - 1 else ()))

    def play(self, card: str, *told: str, along: str = "", aim: str = "", weakened: str = "", **pays: str) -> None:
        """Play a card and see its attack through.

        ``cost``, ``more`` and, with a Jester, ``cost_1`` are what is paid; ``aim`` is what is attacked where that is asked. The defender
        plays the cards ``weakened``, or nothing.
        """
        paid = tuple((self._purpose(card, purpose), tuple(cards.split())) for purpose, cards in pays.items())
        self.do(cmd.Play(seat=self._active, card=card, with_cards=tuple(along.split()), pays=paid), *told)
        self._fight(aim, weakened)

    def send(self, aim: str = "", weakened: str = "") -> None:
        """Send the Veteran of the display of who is on turn."""
        position = self.position
        lying = position.table.piles[ev.display(self._active)]
        (slot, *_others) = [slot for slot in lying if position.table.slots[slot].face == "veteran"]
        self.do(cmd.SendVeteran(seat=self._active, slot=slot))
        self._fight(aim, weakened)

    def _fight(self, aim: str, weakened: str) -> None:
        if aim:
            question = self._asked
            self.do(cmd.ChooseTarget(answers=question.id, seat=question.seat, pile=PileId(aim)))
        for card in weakened.split():
            question = self._asked
            self.do(cmd.PlayLastResort(answers=question.id, seat=question.seat, card=card))
        self._decline()

    def _purpose(self, card: str, word: str) -> str:
        if word == "more":
            return "optional-discard-bonus" if self.position.state.card(card).power("optional-discard-bonus") else "optional-unit-bonus"
        return word.replace("_", ":")

    def strengthen(self, card: str, pile: str, cost: str = "") -> None:
        """Put a card under the own ``gate:S`` or ``castle:S``."""
        seat = SeatKey(pile[-1])
        pays = (("cost", tuple(cost.split())),) if cost else ()
        self.do(cmd.Strengthen(seat=seat, pile=PileId(pile), card=secret(card, to=(seat,)), pays=pays))

    def slip(self, card: str) -> None:
        """Put a card face down under the enemy Gate."""
        seat = self._active
        self.do(cmd.Slip(seat=seat, card=secret(card, to=(seat,))))

    def discard(self, cards: str) -> None:
        """Discard what was asked for; like ``recover`` and ``destroy`` this leaves an attack that then goes on without a defence."""
        question = self._asked
        self.do(cmd.Discard(answers=question.id, seat=question.seat, cards=tuple(sorted(cards.split()))))
        self._decline()

    def recover(self, card: str) -> None:
        """Take a card of the discard pile."""
        question = self._asked
        self.do(more.Recover(answers=question.id, seat=question.seat, card=card))
        self._decline()

    def destroy(self, card: str) -> None:
        """Say which card of the enemy display is destroyed."""
        question, position = self._asked, self.position
        lying = position.table.piles[ev.display(position.state.other(question.seat))]
        slots = tuple(slot for slot in lying if position.table.slots[slot].face == card)[: question.most]
        self.do(more.ChoosePermanents(answers=question.id, seat=question.seat, slots=slots))
        self._decline()

    def end(self, *drawn: str) -> None:
        """End the turn; ``drawn`` is what the other seat draws."""
        self.do(cmd.EndTurn(seat=self._active), *drawn)
