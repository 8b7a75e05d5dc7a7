"""A game of Regicide by the rules and by the kernel of play-outs side by side, on the same order of cards."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from records.core.asking.chance import ScriptedChance
from records.core.playing.dealt_world import DealtWorld
from records.core.playing.live import Live
from records.games.regicide.cards import CARDS
from records.games.regicide.game import REGICIDE
from records.games.regicide.model import commands as cmd
from records.games.regicide.model.answers import lying, size
from records.games.regicide.model.position import CASTLE, DISCARD, FIGHT, HEAP, TAVERN, royal_of
from records.games.regicide.player.cards import NAMES
from records.games.regicide.player.policy import policy
from records.games.regicide.playout import places
from records.games.regicide.playout.chance import below, pick_anew
from records.games.regicide.playout.deciding import CHANCES, decide
from records.games.regicide.playout.packing import Packing, command_of
from records.games.regicide.playout.rules import act, heal
from records.games.regicide.playout.tables import tables
from records.games.regicide.recording.dealer import Dealer
from records.service.writing.playing import begun
from support.regicide import start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.position import Position

OVER = {"": 1, "Gold": 1, "Silver": 2, "Bronze": 3}


class Places(list[int]):
    """A flat list of which no place is counted from the end: as machine code the kernel would reach beyond it."""

    def __getitem__(self, place: Any) -> Any:
        assert isinstance(place, slice) or place >= 0
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        assert isinstance(place, slice) or place >= 0
        super().__setitem__(place, value)


class Beside:
    """One game, played by both."""

    def __init__(self, position: Position[Any], seed: int) -> None:
        assert REGICIDE.play is not None
        self.live, self._picker = Live(REGICIDE.play, position), Random(seed)  # noqa: S311 -- a game, not a secret
        self.t = Places(tables(alone=position.state.alone))
        self.s = self._packed()
        self.decided = 0

    @classmethod
    def dealt(cls, rules: str, players: int, seed: int) -> Beside:
        """A game after its deal."""
        picker = Random(f"{rules} {players} {seed}")  # noqa: S311 -- the same
        playing = begun(REGICIDE, players, ruleset=rules).apply(start(players, "ABCD"[seed % players]), Dealer(picker))
        return cls(playing.position, seed)

    def play(self, *, astray: float = 0, packed: int = 5) -> None:
        """Play to the end, now and then by a random command; at each step both decide the same and come to the same table.

        After every ``packed`` decisions the kernel goes on from the position as it stands, in another order of cards.
        """
        while self.live.state.outcome is None:
            if self.decided % packed == packed - 1:
                self.s = self._packed()
                self.same()
            self.step(astray)

    def step(self, astray: float = 0) -> None:
        """Do what both decide, or with this chance any command that is legal."""
        s, position, before = self.s, self.live.at_rest, self.s.copy()
        code = decide(s, self.t)
        chance = _Kernels(before) if position.state.choosing else _Silent(())
        while isinstance(command := policy(self.live.position, chance), cmd.Say):
            self.live.do(command, _Silent(()))  # type: ignore[arg-type]  # what is said asks the table nothing
        assert command_of(code, position) == command
        if self._picker.random() < astray:
            command = self._picker.choice(REGICIDE.play.legal(self.live.at_rest))  # type: ignore[union-attr]  # Regicide has rules
            code = Packing(self.live.at_rest).code(command)
        brought = self._brings(command)
        act(s, self.t, code)
        pick_anew(s)
        self.live.do(command, Dealer(brought))
        self.decided += 1
        self.same()

    def same(self) -> None:
        """Everything that both count is the same."""
        s, state, table = self.s, self.live.state, self.live.position.table
        if state.outcome is not None:
            assert s[places.OVER] == (OVER[state.outcome.grade] if state.outcome.winners else 0)
            return
        seats = {seat: nth for nth, seat in enumerate(state.seats)}
        assert (s[places.OVER], s[places.ACTIVE], s[places.NEED]) == (-1, seats[state.active], -1 if state.need is None else state.need)
        assert (s[places.DAMAGE], s[places.SHIELD], s[places.BLOCKED]) == (state.damage, state.shield, state.blocked)
        assert (bool(s[places.CANCELLED]), bool(s[places.CHOOSING])) == (state.cancelled, state.choosing)
        assert s[places.YIELDED] == sum(1 << seats[seat] for seat in state.yielded)
        assert (NAMES[s[places.ROYAL]], s[places.HEAP_COUNT]) == (royal_of(table).name, size(table, HEAP))
        for seat, nth in seats.items():
            assert tuple(_names(s, places.HELD + nth * places.MOST_HELD, s[places.HELD_COUNT + nth])) == table.hands[seat].faces
        unseen = [card for block in table.decks.get(HEAP, ()) for card in block.faces]
        assert sorted(_names(s, places.PILE, s[places.PILE_COUNT])) == sorted([*table.zones.get(DISCARD, ()), *unseen])
        assert (s[places.PILE_COUNT], s[places.FIGHT_COUNT]) == (lying(table), len(table.zones.get(FIGHT, ())))
        assert sorted(_names(s, places.FIGHT, s[places.FIGHT_COUNT])) == sorted(table.zones.get(FIGHT, ()))
        for deck, cards in ((TAVERN, tavern(s)), (CASTLE, castle(s))):
            first = 0
            for block in table.decks.get(deck, ()):
                assert tuple(sorted(cards[first : first + block.count])) == block.faces
                first += block.count
            assert len(cards) == first

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _packed(self) -> list[int]:
        position = self.live.at_rest
        s = Packing(position).filled(world_of(position, self._picker), self._picker.getrandbits(64))
        return Places(s + [0] * (places.SPACE - places.STATE))

    def _brings(self, command: Any) -> ScriptedChance:
        """What the table brings after a command if its cards lie as the kernel has them."""
        s, after, position = self.s, self.s.copy(), self.live.position
        if isinstance(command, cmd.Play):
            played = [CARDS[str(card)] for card in command.cards]
            immune = None if position.state.cancelled else royal_of(position.table).suit
            if any(card.suit == "hearts" != immune for card in played):
                heal(after, sum(card.value for card in played))
        moved = tavern(after)[s[places.TAVERN_COUNT] :]
        return _Brought([*moved, *_names(after, places.PILE, after[places.PILE_COUNT])] if moved else [], tavern(after), castle(s))


def world_of(position: Position[Any], picker: Random) -> DealtWorld:
    """One way in which the cards of a full position may lie: its blocks in an order."""
    table = position.table
    return DealtWorld(
        slots={slot: str(lying.face) for slot, lying in table.slots.items()},
        hands={seat: hand.faces for seat, hand in table.hands.items()},
        decks={
            deck: tuple(card for block in blocks for card in picker.sample(block.faces or (), block.count))
            for deck, blocks in table.decks.items()
        },
    )


def tavern(s: Sequence[int]) -> list[str]:
    """The Tavern as the kernel has it, top first."""
    first = s[places.TAVERN_TOP]
    return [NAMES[s[places.TAVERN + (first + nth) % places.RING] & places.CARD] for nth in range(s[places.TAVERN_COUNT])]


def castle(s: Sequence[int]) -> list[str]:
    """The castle as the kernel has it, top first."""
    return _names(s, places.CASTLE, s[places.CASTLE_COUNT])[::-1]


def _names(s: Sequence[int], at: int, count: int) -> list[str]:
    return [NAMES[card] for card in s[at : at + count]]


class _Silent(ScriptedChance):
    """Chance by which nobody says anything, and that need not pick."""

    def random(self) -> float:
        return 0.9


class _Kernels:
    """The kernel's own chance, for the simulated player."""

    def __init__(self, s: list[int]) -> None:
        self._s = s

    def choice(self, seq: Any) -> Any:
        return seq[below(self._s, places.PICKS, len(seq))]

    def sample(self, population: Any, k: int) -> Any:
        raise NotImplementedError

    def random(self) -> float:
        return below(self._s, places.PICKS, CHANCES) / CHANCES


class _Brought(ScriptedChance):
    """Cards as they come: a shuffled pile, then from the top of the Tavern or of the castle."""

    def __init__(self, pile: list[str], tavern: list[str], castle: list[str]) -> None:
        super().__init__(())
        self._pile, self._tavern, self._castle = pile, tavern, castle

    def choice(self, seq: Any) -> Any:
        deck = self._castle if self._castle and sorted(seq) == sorted(card for card in self._castle if card in seq) else self._tavern
        assert deck[0] in seq
        return deck.pop(0)

    def sample(self, population: Any, k: int) -> Any:
        assert sorted(population) == sorted(self._pile)
        assert k == len(self._pile)
        return self._pile
