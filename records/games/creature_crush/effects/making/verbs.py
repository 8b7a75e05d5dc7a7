"""Steps, made of the parts of a phrase: each verb with what it can be done to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from records.core.wording.phrase import Maker, PhraseWord, Unfit
from records.games.creature_crush.effects import verbs
from records.games.creature_crush.effects.card_filter import CardFilter, Targets, Whose
from records.games.creature_crush.effects.lines import EffectStep
from records.games.creature_crush.effects.making.filters import HIGHEST_AMOUNT, MOST_DICE, MOST_TARGETS, within
from records.games.creature_crush.effects.numbers import Amount, Stat

LAST = -1
"""Number of the last part of a phrase: the targets."""
PAIR = 2


def deal(amount: Amount, *parts: Any) -> verbs.DealDamage:
    """Return damage, so much or so much for each of some cards; ``parts`` are what is counted, if anything, and the targets."""
    *counted, targets = parts
    for cards in counted:
        if amount.how != "fixed":
            raise Unfit("either dice are rolled or cards are counted", 1)
        amount = Amount(amount.number, "each", cards)
    return verbs.DealDamage(amount, _creatures(targets))


def heal(amount: Amount, targets: Targets) -> verbs.HealDamage:
    """Return healing."""
    return verbs.HealDamage(amount, _creatures(targets))


def destroy(targets: Targets) -> verbs.DestroyCards:
    """Return destruction: on the field, by chance in a hand, from the top of a camp."""
    place = targets.cards.place if targets.cards else "field"
    cards = targets.cards
    if place == "hell":
        raise Unfit("what lies in the hell is destroyed already", 0)
    if cards is not None and place != "field" and (cards.kind != "card" or cards.bounds):
        raise Unfit("nobody sees which of these cards fit: write hand card or camp card", 0)
    if place == "hand" and targets.pick not in ("all", "random"):
        raise Unfit("hand cards are destroyed all, or random ones; those of one's own choice are discarded", 0)
    if place == "camp" and (targets.pick not in ("all", "choose") or targets.least != targets.most):
        raise Unfit("of a camp all cards are destroyed, or a number from the top", 0)
    return verbs.DestroyCards(targets)


def swap(targets: Targets) -> verbs.SwapCreatures:
    """Return a swap of two creatures."""
    if targets.pick not in ("choose", "random") or (targets.least, targets.most) != (PAIR, PAIR):
        raise Unfit("two creatures are swapped", 0)
    return verbs.SwapCreatures(_creatures(targets))


def send(targets: Targets) -> verbs.ReturnToHand | verbs.RecoverCards:
    """Return the return of cards to hands, from the field or the own hell."""
    if targets.cards is not None and targets.cards.place == "hell":
        return recover(targets, "hand")
    if targets.cards is not None and targets.cards.place != "field":
        raise Unfit("cards are returned from the field", 0)
    return verbs.ReturnToHand(targets)


def recover(targets: Targets, to: Literal["hand", "camp"]) -> verbs.RecoverCards:
    """Return that cards are taken out of the own hell."""
    if targets.cards is None or (targets.cards.place, targets.cards.side) != ("hell", "yours"):
        raise Unfit("cards go back to hand and camp from the own hell", 0)
    return verbs.RecoverCards(targets, to)


def control(targets: Targets) -> verbs.TakeControl:
    """Return control over enemies."""
    if targets.pick == "this" or (targets.cards is not None and targets.cards.side != "theirs"):
        raise Unfit("control is taken of enemies", 0)
    return verbs.TakeControl(_creatures(targets))


def revive(targets: Targets) -> verbs.ReviveCreatures:
    """Return a revival; where no hell is named it is the own."""
    return verbs.ReviveCreatures(_elsewhere(targets, "hell", "yours", ("hell",), "creatures are revived from a hell"))


def summon(targets: Targets) -> verbs.SummonCreatures:
    """Return a summons; where no place is named it is the own hand."""
    why = "creatures of one's own choice are summoned, from one's own hand or camp"
    found = _elsewhere(targets, "hand", "yours", ("hand", "camp"), why)
    if found.pick != "choose" or found.cards is None or found.cards.side != "yours":
        raise Unfit(why, 0)
    return verbs.SummonCreatures(found)


def search(cards: CardFilter, *shown: bool) -> verbs.SearchCamp:
    """Return a search of the own camp."""
    plain = CardFilter(kind=cards.kind, place="camp", side="yours", bounds=cards.bounds)
    as_asked = msgspec.structs.replace(cards, place="camp", side="yours")
    if as_asked != plain or cards.kind == "target" or (cards.place, cards.side) not in (("field", "any"), ("camp", "yours")):
        raise Unfit("in the own camp a camp card, creature or crush card is searched for, by its printed values at most", 0)
    return verbs.SearchCamp(plain, shown=bool(shown))


def discard(side: Whose, number: int, _card: PhraseWord) -> verbs.DiscardCards:
    """Return a discard."""
    return verbs.DiscardCards("yours" if side == "yours" else "theirs", within(number, MOST_TARGETS, 1))


def change_for(targets: Targets, change: tuple[Stat, int]) -> verbs.ChangeStat:
    """Return a change until the end of the turn."""
    return verbs.ChangeStat(_creatures(targets, 0), *change)


def change(delta: PhraseWord, stat: PhraseWord) -> tuple[Stat, int]:
    """Return what is changed by how much."""
    sign = 1 if delta.text[0] == "+" else -1
    number = int(delta.text[1:])
    if stat.type == "COST":
        raise Unfit("attack and life are changed, and costs are not", 1)
    if not 1 <= number <= HIGHEST_AMOUNT:
        raise Unfit(f"{number} cannot stand here, but 1 to {HIGHEST_AMOUNT}", 0)
    return ("attack" if stat.type == "ATTACK" else "life"), sign * number


def step(verb: verbs.Verb) -> EffectStep:
    """Return a sentence; dice are rolled once in it at most."""
    if isinstance(verb, verbs.DealDamage) and verb.amount.how == "dice" and verb.targets.cards is not None and verb.targets.cards.dice:
        raise Unfit("a sentence rolls dice once at most")
    return EffectStep(verb)


VERB_MAKERS: Mapping[str, Maker] = {
    "deal": deal,
    "heal": heal,
    "heal_all": lambda targets: verbs.HealDamage(None, _creatures(targets)),
    "destroy": destroy,
    "move": lambda targets: verbs.MoveCreatures(_creatures(targets)),
    "swap": swap,
    "send": send,
    "control": control,
    "revive": revive,
    "summon": summon,
    "draw": lambda number, _card: verbs.DrawCards(within(number, MOST_TARGETS, 0)),
    "draw_one": lambda _card: verbs.DrawCards(1),
    "discard": discard,
    "discard_one": lambda side, card: discard(side, 1, card),
    "search": search,
    "shown": lambda: True,
    "start_dice": lambda number: verbs.AddStartDice(within(number, MOST_DICE, 0)),
    "change": change,
    "change_for": change_for,
    "recover": lambda targets: recover(targets, "camp"),
    "look": verbs.LookAtHand,
    "burn": lambda number, _whose: verbs.BurnDice(within(number, MOST_DICE, 0)),
    "burn_one": lambda _whose: verbs.BurnDice(1),
    "granted": lambda word: word.type.lower(),
    "grant": lambda targets, keyword: verbs.GrantKeyword(_creatures(targets, 0), keyword),
    "step": step,
    "optional": lambda verb: msgspec.structs.replace(step(verb), may=True),
}
"""By rule."""


def _creatures(targets: Targets, part: int = LAST) -> Targets:
    """Return targets that are creatures on the field."""
    if targets.cards is not None and (targets.cards.place != "field" or targets.cards.kind not in ("creature", "target")):
        raise Unfit("this is done to creatures on the field", part)
    return targets


def _elsewhere(targets: Targets, place: Any, side: Whose, places: tuple[str, ...], why: str) -> Targets:
    """Return targets that are creatures in one of ``places``, in the first where none was named."""
    cards = targets.cards
    if cards is not None and cards == CardFilter(kind="creature", bounds=cards.bounds):
        cards = msgspec.structs.replace(cards, place=place, side=side)
    if cards is None or cards.kind != "creature" or cards.place not in places:
        raise Unfit(why, 0)
    return msgspec.structs.replace(targets, cards=cards)
