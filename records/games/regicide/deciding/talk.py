"""Table talk: what may be said, judged by its sense and by what everybody knows (§ 10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from records.core.sentences import N_
from records.errors import MalformedCommand
from records.games.regicide.cards import CARDS, SUITS, VALUES
from records.games.regicide.model import events as ev
from records.games.regicide.model.answers import held, size
from records.games.regicide.model.position import CASTLE, TAVERN, RegicideCounters
from records.games.regicide.model.refusals import RegicideScript, must_go_on, refuse

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.games.regicide.model.answers import Cards
    from records.games.regicide.model.commands import Say

Verdict = Literal["allowed", "untrue", "forbidden", "too-late"]
LONGEST = 200
"""Letters of what was said."""


class Sense(msgspec.Struct, frozen=True):
    """What a statement is about."""

    paragraph: str
    """10.1 public facts, 10.2 what tells or suggests of hands, 10.3 wishes after a Jester."""
    counts: bool = False
    """It names a number."""


SENSES: Mapping[str, Sense] = {
    "hand-count": Sense("10.1", counts=True),
    "tavern-count": Sense("10.1", counts=True),
    "castle-count": Sense("10.1", counts=True),
    "public-fact": Sense("10.1"),
    "holds": Sense("10.2"),
    "lacks": Sense("10.2"),
    "wishes": Sense("10.2"),
    "plans": Sense("10.2"),
    "claims-royal": Sense("10.2"),
    "wants-next": Sense("10.3"),
    "avoids-next": Sense("10.3"),
}
WORDS = frozenset({*CARDS, *SUITS, *VALUES})
"""What a statement may be about: cards, suits, ranks."""
_COUNTED: Mapping[str, Literal["hand", "tavern", "castle"]] = {"hand-count": "hand", "tavern-count": "tavern", "castle-count": "castle"}


def say(script: RegicideScript, command: Say) -> None:
    """Somebody says something; it is written down with what the rule says of it, and nothing else changes."""
    must_go_on(script, command.seat)
    if script.state.alone:
        raise refuse("talk", command.seat, "10.1", N_("A lone player has nobody to talk to."))
    if SENSES[command.statement].counts != (command.number is not None):
        raise MalformedCommand(f"{command.statement} names {'a' if command.number is None else 'no'} number")
    if strange := sorted(set(command.about) - WORDS):
        raise MalformedCommand(f"a statement is about cards, suits and ranks, not {', '.join(strange)}")
    if len(command.text) > LONGEST:
        raise MalformedCommand(f"what was said has {len(command.text)} letters, {LONGEST} at most")
    talk = ev.TableTalk(
        rule=SENSES[command.statement].paragraph,
        seat=command.seat,
        statement=command.statement,
        number=command.number,
        about=command.about,
        text=command.text,
    )
    verdict = judged(script.state, script.table, talk)
    script.write(talk)
    script.write(ev.TalkJudged(rule=talk.rule, seat=command.seat, verdict=verdict))


def judged(state: RegicideCounters, table: Cards, talk: ev.TableTalk) -> Verdict:
    """Return what the communication rule says of a statement, from public facts only."""
    match SENSES[talk.statement].paragraph:
        case "10.2":
            return "forbidden"
        case "10.3":
            return "allowed" if state.choosing else "too-late"
        case _:
            return "untrue" if talk.number is not None and talk.number != public_count(table, talk.statement, talk.seat) else "allowed"


def public_count(table: Cards, statement: str, seat: SeatKey) -> int:
    """Return the number that a count is about."""
    match _COUNTED[statement]:
        case "hand":
            return held(table, seat).count
        case "tavern":
            return size(table, TAVERN)
        case _:
            return size(table, CASTLE)


def true_of_hand(table: Cards, talk: ev.TableTalk) -> bool | None:
    """Whether what a statement says of the speaker's hand is so, as far as this log shows that hand; None where it does not.

    A claim is that some card of the hand fits every word that it names: a card, a suit, a rank.
    """
    if talk.statement not in ("holds", "lacks") or not talk.about:
        return None
    hand = held(table, talk.seat)
    found = any(all(_fits(card, word) for word in talk.about) for card in hand.faces)
    if not found and len(hand.faces) < hand.count:
        return None
    return found == (talk.statement == "holds")


def _fits(card: str, word: str) -> bool:
    return word in (card, CARDS[card].suit, CARDS[card].rank)
