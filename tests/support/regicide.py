"""Regicide in tests: ``given(royal="jS", A="h5 sA", tavern="c2 d9").when(play("h5")).then(did(ev.CardsPlayed), ...)``.

Cards are short: suit and rank, ``h5``, ``s10``, ``cA``, ``dJ``, ``hQ``, ``sK``. ``J`` is a Jester and ``?`` a card that is not shown.
Seats are keywords with their hands; ``tavern`` and ``castle`` lie in their order, top first.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from records.core.asking.typed import Typed
from records.core.ids import SeatKey
from records.core.viewers import OPEN
from records.games.regicide.game import REGICIDE
from records.games.regicide.model import commands as cmd
from records.games.regicide.rulesets import RULESETS
from records.service.writing.playing import PlayedTable, begun, dealer, laid_out
from support.tables import Did, breaks, check_batch, eyes_of, other_reading
from support.tables import did as did  # noqa: PLC0414 -- tests take it from here, with the table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Event
    from records.core.game import Game
    from records.core.position import Chance
    from records.core.viewers import Viewer

SHEET, OLD, ONLINE = "regicide/2021", "regicide/2020", "regicide/bga"
A, B, C, D = (SeatKey(seat) for seat in "ABCD")
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
USUAL = {"castle": "cJ dJ", "tavern": "c2 d2 h2 s2 c3 d3 h3 s3 c4 d4"}
"""What lies where a test says nothing."""


def card(word: str) -> str:
    """A card by its short name."""
    if word in ("J", "?"):
        return "jester" if word == "J" else "?"
    return f"{SUITS[word[0]]}-{RANKS.get(word[1:], word[1:])}"


def cards(words: str) -> list[str]:
    """Cards by their short names, apart by spaces."""
    return [card(word) for word in words.split()]


def short(face: Any) -> str:
    """The short name of a card."""
    if face in ("jester", "?"):
        return "J" if face == "jester" else "?"
    suit, _, rank = str(face).partition("-")
    return suit[0] + {name: letter for letter, name in RANKS.items()}.get(rank, rank)


@dataclass(frozen=True)
class Table:
    """A game up to a moment; every method gives a new one."""

    playing: PlayedTable

    @property
    def state(self) -> Any:
        """The counters."""
        return self.playing.position.state

    def when(self, *commands: cmd.RegicideCommand, chance: Chance | None = None) -> Table:
        """Go on with commands; the table answers from the true position."""
        playing = self.playing
        for command in commands:
            playing = playing.apply(command, chance or dealer(playing.game, Random(1)))  # noqa: S311 -- a game, not a secret
        return Table(playing)

    def typed(self, command: cmd.RegicideCommand, *answers: str) -> Table:
        """Go on with a command; the table's answers are typed in, cards by their short names."""
        keeping = self.playing.game.recording
        assert keeping is not None
        chance = Typed(keeping.table, [cards(answer) for answer in answers])
        after = self.when(command, chance=chance)
        chance.close()
        return after

    def then(self, *expected: Did) -> Table:
        """The last batch is exactly this."""
        check_batch(self.playing.batch, expected)
        return self

    def has(self, **counters: Any) -> Table:
        """The counters are these."""
        found = {name: getattr(self.state, name) for name in counters}
        assert found == counters
        return self

    def wrote(self, cls: type[Event], **fields: Any) -> Table:
        """An event of ``cls`` with these fields is in the last batch."""
        found = [event for event in self.playing.batch if type(event) is cls]
        assert any(all(getattr(event, name) == value for name, value in fields.items()) for event in found), found or self.playing.batch
        return self

    def never(self, cls: type[Event]) -> Table:
        """No event of ``cls`` is in the last batch."""
        assert [event for event in self.playing.batch if type(event) is cls] == []
        return self

    def refuses(self, command: cmd.RegicideCommand, code: str, paragraph: str) -> Table:
        """The command breaks this paragraph, and nothing happens."""
        with breaks(f"regicide.{code}", paragraph):
            self.when(command)
        assert command not in self.legal
        return self

    @property
    def legal(self) -> tuple[Any, ...]:
        """All that is legal."""
        return self.playing.legal()

    def plays(self) -> list[str]:
        """The legal plays, by short names."""
        return sorted(" ".join(map(short, command.cards)) for command in self.legal if isinstance(command, cmd.Play))

    def lies(self, viewer: Viewer | str = OPEN, **places: str) -> Table:
        """These places hold this, as a viewer was shown it; a part of a hand or deck that is not shown is ``?``."""
        position = self.playing.seen(eyes_of(viewer))
        found = {name: _found(position.table, name) for name in places}
        assert found == {name: " ".join(sorted(words.split())) if len(name) == 1 else words for name, words in places.items()}
        return self


def _found(table: Any, name: str) -> str:
    if len(name) == 1:
        hand = table.hands.get(name)
        return " ".join(sorted([*map(short, hand.faces), *("?",) * (hand.count - len(hand.faces))])) if hand else ""
    if name in table.decks:
        words = [map(short, block.faces) if block.faces else ("?",) * block.count for block in table.decks[name]]
        return " ".join(word for block in words for word in block)
    if name in table.piles:
        return " ".join(short(table.slots[slot].face) for slot in table.piles[name])
    return " ".join(map(short, table.zones.get(name, ())))


def given(*, rules: str = SHEET, royal: str = "sJ", on_turn: str = "A", game: Game = REGICIDE, **told: Any) -> Table:
    """A laid-out position: hands by seat, decks in their order, ``discard``, ``fight``, ``aside``, and counters by name."""
    hands = {name: cards(words) for name, words in told.items() if len(name) == 1}
    places = USUAL | {name: told[name] for name in ("castle", "tavern", "heap", "aside", "discard", "fight", "flipped") if name in told}
    counters = {name: value for name, value in told.items() if len(name) > 1 and name not in places}
    return Table(
        laid_out(
            game,
            len(hands),
            ruleset=rules,
            hands=hands,
            decks={name: cards(places[name]) for name in ("castle", "tavern", "heap", "aside") if name in places},
            piles={"royal": [card(royal)]},
            zones={name: cards(places[name]) for name in ("discard", "fight", "flipped") if name in places},
            counters={"active": on_turn, "turn": 5, **counters},
        )
    )


def seated(players: int, *, rules: str = SHEET, game: Game = REGICIDE) -> Table:
    """A game before its deal."""
    return Table(begun(game, players, ruleset=rules))


def reading(rules: str = SHEET, **settings: str) -> Game:
    """The game with another reading of a ruleset."""
    return other_reading(REGICIDE, RULESETS, rules, settings)


def start(players: int, begins: str = "A") -> cmd.Start:
    """Sit down and deal."""
    return cmd.Start(seats=tuple(SeatKey(seat) for seat in "ABCD"[:players]), begins=SeatKey(begins))


def play(words: str, seat: str = "A") -> cmd.Play:
    """A seat plays cards."""
    return cmd.Play(seat=SeatKey(seat), cards=tuple(cards(words)))


def yields(seat: str = "A") -> cmd.Yield:
    """A seat yields."""
    return cmd.Yield(seat=SeatKey(seat))


def discard(words: str, seat: str = "A", answers: str = "") -> cmd.Discard:
    """A seat discards."""
    return cmd.Discard(seat=SeatKey(seat), cards=tuple(cards(words)), answers=answers)


def names(seat: str, nxt: str, answers: str) -> cmd.ChooseNext:
    """After a Jester a seat names who goes next."""
    return cmd.ChooseNext(seat=SeatKey(seat), next=SeatKey(nxt), answers=answers)


def flip(words: str, step: Any = 1, answers: str = "") -> cmd.Flip:
    """The lone player flips a Jester."""
    return cmd.Flip(seat=A, step=step, cards=tuple(cards(words)), answers=answers)


def falls(below: int, seat: str = "A", answers: str = "") -> cmd.Fall:
    """A seat cannot meet the attack."""
    return cmd.Fall(seat=SeatKey(seat), why="cannot-defend", below=below, answers=answers)


def stuck(seat: str = "A") -> cmd.Fall:
    """A seat can neither play nor yield."""
    return cmd.Fall(seat=SeatKey(seat), why="cannot-act")


def says(statement: Any, seat: str = "A", number: int | None = None, about: Sequence[str] = (), text: str = "") -> cmd.Say:
    """A seat says something."""
    return cmd.Say(seat=SeatKey(seat), statement=statement, number=number, about=tuple(about), text=text)
