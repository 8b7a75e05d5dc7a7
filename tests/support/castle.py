"""Castle Rampage in tests: ``given(gate_B="knight ogre", hand_A="giant").when(play("giant")).then(did(ev.CardPlayed), ...)``.

A place is a keyword (``hand_A``, ``gate_B``, ``castle_A``, ``display_A``, ``draw``, ``discard``), its cards are names apart by spaces, the
top one first, ``?`` for a card that the log does not show.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from records.core.asking.typed import Typed
from records.core.events import Event, Recorded
from records.core.faces import Face, told
from records.core.header import Header
from records.core.ids import SEATS, DeckId, PileId, RecordId, SeatKey, ZoneId, slot_id
from records.core.logs.fold import Folder
from records.core.secret import ALL, secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet, ZoneSet
from records.core.viewers import OPEN
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.recording.dealer import Dealer
from records.games.castle_rampage.rulesets import RULESETS
from records.knowledge.door import veil
from records.service.library import library
from records.values import replace
from support.tables import Did, breaks, check_batch, eyes_of, other_reading
from support.tables import did as did  # noqa: PLC0414 -- tests take it from here, with the table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.game import Game
    from records.core.position import Chance, Position
    from records.core.viewers import Viewer

CASTLE = library()["castle-rampage"]
A, B = SEATS[:2]
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
PLAIN, ONLINE = "castle-rampage/plain", "castle-rampage/plain-online"
USUAL = {"castle_A": "medic", "castle_B": "medic", "draw": "archer giant knight worker advisor squire"}
"""What lies where a test says nothing: nobody has lost, and there is something to draw."""


def header(rules: str = PLAIN) -> Header:
    """The header of a game of A and B."""
    return Header(record=RecordId("test"), game=CASTLE.name, seats=(A, B), started=NOON, **CASTLE.rules.edition(rules))


@dataclass(frozen=True)
class Table:
    """A game up to a moment; every method gives a new one."""

    header: Header
    game: Game = CASTLE
    log: tuple[Recorded[Any], ...] = ()
    batch: tuple[Event, ...] = field(default=())
    """The events of the last command."""

    def position(self, viewer: Viewer = OPEN) -> Position[Any]:
        """The position as ``viewer`` was shown it."""
        return Folder(self.game).position(self.header, veil(self.game.parts, self.log, viewer))

    def add(self, *events: Event) -> Table:
        """Go on with a batch, as it stands."""
        first = len(self.log) + 1
        more = tuple(Recorded(version, first, NOON, "", event) for version, event in enumerate(events, first))
        after = replace(self, log=(*self.log, *more), batch=events)
        after.position()
        return after

    def when(self, command: cmd.CastleCommand, *answers: Sequence[str]) -> Table:
        """Go on with a command; the table answers from the true position, or as typed."""
        assert self.game.play is not None
        assert self.game.recording is not None
        chance: Chance = Typed(self.game.recording.table, answers) if answers else Dealer(random.Random(1))  # noqa: S311 -- a game, not a secret
        return self.add(*self.game.play.decide(self.position(), command, chance, len(self.log) + 1))

    def then(self, *expected: Did) -> Table:
        """The last batch is exactly this."""
        check_batch(self.batch, expected)
        return self

    def refuses(self, command: cmd.CastleCommand, code: str, paragraph: str) -> Table:
        """The command breaks this paragraph, and nothing happens."""
        with breaks(f"castle-rampage.{code}", paragraph):
            self.when(command)
        return self

    def shows(self, viewer: Viewer | str, **places: str) -> Table:
        """These places hold this, as a viewer was shown it; an unnoted part of a hand is ``?``."""
        found = {name: _found(self.position(eyes_of(viewer)), name) for name in places}
        assert found == places
        return self

    def lies(self, **places: str) -> Table:
        """These places hold this on the open table."""
        return self.shows(OPEN, **places)


def _found(position: Position[Any], name: str) -> str:
    kind, _, seat = name.partition("_")
    table = position.table
    if kind == "hand":
        hand = table.hands.get(SeatKey(seat))
        return " ".join((*hand.faces, *("?",) * (hand.count - len(hand.faces)))) if hand else ""
    if seat:
        return " ".join(_word(table.slots[slot].face) for slot in table.piles.get(PileId(f"{kind}:{seat}"), ()))
    if kind == "draw":
        return str(sum(block.count for block in table.decks.get(DeckId(kind), ())))
    return " ".join(map(_word, table.zones.get(ZoneId(kind), ())))


def _word(face: Face) -> str:
    return face if isinstance(face, str) else told(face)


def given(*, rules: str = PLAIN, on_turn: str = "A", turn: int = 5, **places: str) -> Table:
    """A laid-out position in the middle of a game; every card is known to its owner, the draw pile to nobody."""
    lying = USUAL | places
    hands, piles, decks, zones = [], [], [], []
    slots = 0
    for name, words in lying.items():
        kind, _, seat = name.partition("_")
        cards = words.split()
        if kind == "hand":
            hands.append(HandSet(seat=SeatKey(seat), cards=(secret(*cards, to=(seat,)),)))
        elif seat:
            audience = ALL if kind == "display" else (seat,)
            laid = [
                SlotSet(slot=slot_id(1, slots + nth), card=secret(card, to=audience), up=kind == "display")
                for nth, card in enumerate(cards, 1)
            ]
            piles.append(PileSet(pile=PileId(f"{kind}:{seat}"), slots=tuple(laid)))
            slots += len(cards)
        elif kind == "draw":
            decks.append(DeckSet(deck=DeckId(kind), blocks=(secret(*cards),) if cards else ()))
        else:
            zones.append(ZoneSet(zone=ZoneId(kind), faces=tuple(cards)))
    counters = (("active", on_turn), ("turn", turn))
    position = PositionSet(hands=tuple(hands), piles=tuple(piles), decks=tuple(decks), zones=tuple(zones), counters=counters)
    return Table(header(rules)).add(position)


def seated(*answers: str, rules: str = PLAIN, begins: SeatKey = A, game: Game = CASTLE) -> Table:
    """A game from its first command on; each answer is what the table says next, cards apart by spaces."""
    return Table(header(rules), game).when(cmd.Start(seats=(A, B), begins=begins), *(answer.split() for answer in answers))


def reading(**settings: str) -> Game:
    """The game with another reading of the printed rules."""
    return other_reading(CASTLE, RULESETS, PLAIN, settings)


def placed(table: Table, seat: str, cards: str, *answers: str) -> Table:
    """Put the first two of four cards under the Gate and the others under the Castle; the answers come with the last of them."""
    names = cards.split()
    for nth, (card, pile) in enumerate(zip(names, ("gate", "gate", "castle", "castle"), strict=True)):
        told = answers if nth == len(names) - 1 else ()
        table = table.when(place(card, f"{pile}:{seat}"), *(answer.split() for answer in told))
    return table


FIVE, OTHER = "archer cook giant knight worker", "advisor dragon priest squire veteran"
"""What A and B are dealt first; of the first four each places two under the Gate and two under the Castle."""


def second_round(table: Table) -> Table:
    """Both sides place their first four cards of FIVE and OTHER and are dealt five more."""
    table = placed(table, "A", "archer cook giant knight")
    return placed(table, "B", "advisor dragon priest squire", "archer archer giant giant knight", "cook dragon jester jester priest")


def first_turn() -> Table:
    """The set-up is done: A has knight and worker and draws a medic, B has jester and veteran."""
    table = second_round(seated(FIVE, OTHER))
    return placed(placed(table, "A", "archer giant giant archer"), "B", "cook dragon jester priest", "medic")


def _own(seat: str, card: str) -> Any:
    return secret(card, to=(seat,))


def place(card: str, pile: str) -> cmd.Place:
    """Set-up: the owner of ``gate:A`` puts a card under it."""
    return cmd.Place(seat=SeatKey(pile[-1]), pile=PileId(pile), card=_own(pile[-1], card))


def strengthen(card: str, pile: str, seat: str = "", **pays: str) -> cmd.Strengthen:
    """The owner of ``gate:A``, or another seat, puts a card under it; ``cost="cook"`` says what is paid."""
    paid = tuple((purpose, tuple(cards.split())) for purpose, cards in pays.items())
    return cmd.Strengthen(seat=SeatKey(seat or pile[-1]), pile=PileId(pile), card=_own(seat or pile[-1], card), pays=paid)


def play(card: str, seat: str = "A") -> cmd.Play:
    """A seat plays a card."""
    return cmd.Play(seat=SeatKey(seat), card=card)


def end(seat: str = "A") -> cmd.EndTurn:
    """A seat ends its turn."""
    return cmd.EndTurn(seat=SeatKey(seat))
