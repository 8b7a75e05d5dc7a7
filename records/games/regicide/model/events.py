"""Everything that can happen in Regicide. The table methods that each event uses stand in ``evolve``.

Places: decks ``tavern``, ``castle``, ``heap`` (what lies unseen in the discard pile after a Heart) and ``aside`` (a lone player's Jesters);
pile ``royal``; zones ``discard``, ``fight`` (cards played against the royal) and ``flipped`` (Jesters that a lone player has used).
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from records.core.events import Event, Sort
from records.core.faces import Face
from records.core.ids import SeatKey, SlotId
from records.core.secret import Secret
from records.games.regicide.cards import Suit

Statement: TypeAlias = Literal[
    "hand-count",
    "tavern-count",
    "castle-count",
    "public-fact",
    "holds",
    "lacks",
    "wishes",
    "plans",
    "claims-royal",
    "wants-next",
    "avoids-next",
]
"""What somebody says at the table, by its sense (§ 10)."""


class HandDealt(Event, frozen=True, kw_only=True, tag="regicide.hand-dealt/1"):
    """A seat gets its first hand."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    cards: Secret


class RoyalRevealed(Event, frozen=True, kw_only=True, tag="regicide.royal-revealed/1"):
    """The next royal comes out of the castle; damage, shield and cancelled immunity begin anew."""

    sort: ClassVar[Sort] = Sort.CHANCE
    slot: SlotId
    card: Face


class TurnBegan(Event, frozen=True, kw_only=True, tag="regicide.turn-began/1"):
    """A seat's turn begins."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    number: int
    """1, 2, 3 ... over all seats."""


class CardsPlayed(Event, frozen=True, kw_only=True, tag="regicide.cards-played/1"):
    """Step 1: a seat plays one card or several together."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    cards: tuple[Face, ...]


class Yielded(Event, frozen=True, kw_only=True, tag="regicide.yielded/1"):
    """Step 1: a seat plays nothing and goes on to suffer the attack."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey


class PowerUsed(Event, frozen=True, kw_only=True, tag="regicide.power-used/1"):
    """Step 2: Hearts, Diamonds or Clubs take effect; what they move follows."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    suit: Suit
    amount: int
    """Cards that come back at most, cards that are drawn at most, or the attack that counts twice."""


class Healed(Event, frozen=True, kw_only=True, tag="regicide.healed/1"):
    """The discard pile is shuffled, and cards of it go under the Tavern deck."""

    sort: ClassVar[Sort] = Sort.CHANCE
    count: int
    """How many go."""
    moved: tuple[Face, ...] = ()
    """Those that go, sorted, where everybody can tell them: the pile may be looked through, or all of it goes."""
    unseen: Secret | None = None
    """Else: those that go, known to nobody. What is left lies unseen below its top card."""
    top: tuple[Face, ...] = ()
    """Beside ``unseen``: the card that lies on top afterwards, none if nothing is left."""


class CardDrawn(Event, frozen=True, kw_only=True, tag="regicide.card-drawn/1"):
    """A seat draws one card from the Tavern."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    card: Secret


class ShieldRaised(Event, frozen=True, kw_only=True, tag="regicide.shield-raised/1"):
    """Step 2: Spades reduce the royal's attack until it falls."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    suit: Suit = "spades"
    amount: int
    total: int


class PowerBlocked(Event, frozen=True, kw_only=True, tag="regicide.power-blocked/1"):
    """The royal is immune to this suit, so its power does nothing."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    suit: Suit
    amount: int
    """What the power would have had."""
    total: int
    """Blocked Spades that would count after a Jester; 0 for other suits."""


class ImmunityCancelled(Event, frozen=True, kw_only=True, tag="regicide.immunity-cancelled/1"):
    """A Jester cancels the royal's immunity; Spades that it had blocked count from now on."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    shield: int
    """What is taken off the royal's attack now."""


class DamageDealt(Event, frozen=True, kw_only=True, tag="regicide.damage-dealt/1"):
    """Step 3: the play damages the royal."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    amount: int
    total: int


class RoyalDefeated(Event, frozen=True, kw_only=True, tag="regicide.royal-defeated/1"):
    """The royal falls: by exact damage face down on top of the Tavern, else to the discard pile."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    exact: bool


class FightCleared(Event, frozen=True, kw_only=True, tag="regicide.fight-cleared/1"):
    """The cards played against the royal go to the discard pile."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE


class AttackSuffered(Event, frozen=True, kw_only=True, tag="regicide.attack-suffered/1"):
    """Step 4: the royal attacks whose turn it is."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    need: int
    """What must be discarded: the attack less the shield, 0 at least."""


class Discarded(Event, frozen=True, kw_only=True, tag="regicide.discarded/1"):
    """Step 4: a seat discards against the attack."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    cards: tuple[Face, ...]
    answers: str = ""


class NextChosen(Event, frozen=True, kw_only=True, tag="regicide.next-chosen/1"):
    """After a Jester: its player names who goes next."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    next: SeatKey
    answers: str = ""


class JesterFlipped(Event, frozen=True, kw_only=True, tag="regicide.jester-flipped/1"):
    """A lone player flips a Jester: the hand is discarded and drawn anew."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    step: Literal[1, 4]
    cards: tuple[Face, ...]
    """The hand that is discarded."""
    answers: str = ""


class SeatFell(Event, frozen=True, kw_only=True, tag="regicide.seat-fell/1"):
    """A seat says that it cannot go on, and all lose. A decision, for a log may not show the hand that proves it."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    why: Literal["cannot-defend", "cannot-act"]
    below: int = 0
    """Cannot defend: the hand is worth less than this."""
    answers: str = ""


class TableTalk(Event, frozen=True, kw_only=True, tag="regicide.table-talk/1"):
    """Somebody says something."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    statement: Statement
    number: int | None = None
    """Of a count."""
    about: tuple[str, ...] = ()
    """Cards, suits and ranks that it names."""
    text: str = ""
    """In the speaker's words."""


class TalkJudged(Event, frozen=True, kw_only=True, tag="regicide.talk-judged/1"):
    """What the communication rule says of it, by its sense and by what everybody knows; never by a hidden card."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    verdict: Literal["allowed", "untrue", "forbidden", "too-late"]
    """``untrue``: allowed, but not so; ``too-late``: a wish to go next or not, outside of the moment after a Jester."""


class GameEnded(Event, frozen=True, kw_only=True, tag="regicide.game-ended/1"):
    """All win or all lose."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    won: bool
    why: Literal["last-king", "cannot-defend", "cannot-act", "given-up"]
    grade: Literal["gold", "silver", "bronze", ""] = ""
    """A lone player's, by Jesters used."""


RegicideEvent: TypeAlias = (
    HandDealt
    | RoyalRevealed
    | TurnBegan
    | CardsPlayed
    | Yielded
    | PowerUsed
    | Healed
    | CardDrawn
    | ShieldRaised
    | PowerBlocked
    | ImmunityCancelled
    | DamageDealt
    | RoyalDefeated
    | FightCleared
    | AttackSuffered
    | Discarded
    | NextChosen
    | JesterFlipped
    | SeatFell
    | TableTalk
    | TalkJudged
    | GameEnded
)
