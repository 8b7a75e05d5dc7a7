"""A line of a card in English, written from its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from records.games.creature_crush.effects import verbs
from records.games.creature_crush.effects.card_filter import CardFilter, StatBound, Targets
from records.games.creature_crush.effects.conditions import Condition, Happens
from records.games.creature_crush.effects.lines import Ability, CardLine, Flag, Lasting
from records.games.creature_crush.effects.numbers import Amount
from records.games.creature_crush.effects.writing.common import Antecedent, called, capital, several, signed, told

_EVENTS: Mapping[str, str] = {
    "attacks": "attacks",
    "attacked": "is attacked",
    "destroyed": "is destroyed",
    "summoned": "is summoned",
    "direct": "attacks directly",
    "moved": "is moved",
    "healed": "is healed",
}
_OF_A_SIDE: Mapping[tuple[str, str], str] = {
    ("flipped", "yours"): "you activate a crush card",
    ("flipped", "theirs"): "the opponent activates a crush card",
    ("turn", "yours"): "your turn begins",
    ("turn", "theirs"): "the opponent's turn begins",
}


def english(line: CardLine) -> str:
    """Return the line, with its full stop."""
    match line:
        case Flag(name=name):
            return "This creature cannot be attacked." if name == "unassailable" else f"{capital(name)}."
        case Lasting(to=to, stat=stat, amount=amount):
            subject = "this creature has" if to.cards is None else f"{_noun(to.cards, plural=True)} have"
            return f"{capital(subject)} {signed(amount)} {stat}."
        case Ability():
            return _ability(line)
        case _:
            assert_never(line)


def _ability(line: Ability) -> str:
    heads = [_condition(one) for one in line.conditions]
    if line.keyword:
        heads.insert(len(heads) if line.keyword == "flip" else 0, line.keyword)
    it = Antecedent(line.conditions)
    said = [f"{capital(head)}:" for head in heads]
    for step in line.steps:
        sentence = _sentence(step.verb, "them" if it.plural else "it")
        said.append(f"{capital(f'if you like, {sentence}' if step.may else sentence)}.")
        it.after(step.verb)
    return " ".join(said)


def _sentence(verb: verbs.Verb, it: str) -> str:
    match verb:
        case verbs.DealDamage(amount=amount, targets=targets):
            return f"deal {_damage(amount)} to {_named(targets, it)}"
        case verbs.HealDamage(amount=amount, targets=targets):
            return f"heal {'all damage' if amount is None else _damage(amount)} from {_named(targets, it)}"
        case verbs.DestroyCards(targets=targets):
            return f"destroy {_named(targets, it)}"
        case verbs.MoveCreatures(targets=targets):
            return f"move {_named(targets, it)}"
        case verbs.SwapCreatures(targets=targets):
            return f"swap {_named(targets, it)}"
        case verbs.ReturnToHand(targets=targets):
            return f"return {_named(targets, it)} to hand"
        case verbs.RecoverCards(targets=targets, to=to):
            return f"return {_named(targets, it)} to hand" if to == "hand" else f"shuffle {_named(targets, it)} into your camp"
        case verbs.TakeControl(targets=targets):
            return f"take control of {_named(targets, it)}"
        case verbs.ReviveCreatures(targets=targets):
            return f"revive {_named(targets, it)}"
        case verbs.SummonCreatures(targets=targets):
            return f"summon {_named(targets, it)}"
        case verbs.DrawCards(number=number):
            return "draw a card" if number == 1 else f"draw {told(number)} cards"
        case verbs.DiscardCards(side=side, number=number):
            who = "you discard" if side == "yours" else "the opponent discards"
            return f"{who} a hand card" if number == 1 else f"{who} {told(number)} hand cards"
        case verbs.SearchCamp(cards=cards, shown=shown):
            return f"search your camp for {_one(cards, placed=False)}{' and show it' if shown else ''}"
        case verbs.LookAtHand():
            return "look at the opponent's hand"
        case verbs.BurnDice(number=number):
            return f"burn {'a' if number == 1 else told(number)} {_dice(number)} of the opponent"
        case verbs.AddStartDice(number=number):
            return f"start dice + {told(number)}"
        case verbs.ChangeStat(targets=targets, stat=stat, amount=amount):
            plural = it == "them" if targets.pick == "that" else several(targets)
            return f"{_named(targets, it)} {'get' if plural else 'gets'} {signed(amount)} {stat} until end of turn"
        case verbs.GrantKeyword(targets=targets, keyword=keyword):
            plural = it == "them" if targets.pick == "that" else several(targets)
            return f"{_named(targets, it)} {'get' if plural else 'gets'} {keyword} until end of turn"
        case _:
            assert_never(verb)


def _condition(one: Condition) -> str:
    if isinstance(one, Happens):
        if one.who is not None and (said := _OF_A_SIDE.get((one.event, one.who.side))):
            return said
        return f"{'this creature' if one.who is None else _one(one.who)} {_EVENTS[one.event]}"
    number = "no" if one.most == 0 else f"{one.least} or more" if one.least is not None else f"{one.most} or fewer"
    holder = "you have" if one.cards.side == "yours" else "the opponent has"
    return f"{holder} {number} {_noun(one.cards, plural=True, counted=True, holder=True)}"


def _named(targets: Targets, it: str) -> str:
    """Return what targets are called; ``it`` is the word for what was told of before."""
    cards, most = targets.cards, targets.most
    if cards is None:
        return it if targets.pick == "that" else "this creature"
    random = "random " if targets.pick == "random" else ""
    if targets.pick == "all":
        return f"all {_noun(cards, plural=True)}"
    if targets.pick == "choose" and targets.least == 0:
        return f"up to {told(most)} {_noun(cards, plural=most != 1)}"
    if most != 1:
        return f"{told(most)} {random}{_noun(cards, plural=True)}"
    return f"a random {_noun(cards)}" if random else _one(cards)


def _one(cards: CardFilter, *, placed: bool = True) -> str:
    noun = _noun(cards, placed=placed)
    if cards.kind == "target":
        return f"any {noun}"
    if noun.startswith("other "):
        return f"an{noun}"
    return f"{'an' if noun[0] in 'aeoA' else 'a'} {noun}"


def _noun(cards: CardFilter, *, plural: bool = False, counted: bool = False, holder: bool = False, placed: bool = True) -> str:
    """Return the noun with all said about it; ``placed`` is whether its place is said, ``counted`` whether it lies there and stays."""
    name = called(cards, holder=holder)
    parts = [*name.adjectives, _plural(name.noun) if plural else name.noun]
    parts += {"any": [], "yours": ["of yours"], "theirs": ["of the opponent"]}[name.side]
    parts += [_bound(one) for one in cards.bounds]
    if name.place and placed:
        whose = "your" if cards.side == "yours" else "their" if holder else "the opponent's"
        parts.append(f"{'in' if counted else 'from'} {whose} {name.place}")
    if cards.dice:
        parts.append(f"with {told(cards.dice)} {_dice(cards.dice)}")
    return " ".join(parts)


def _plural(noun: str) -> str:
    return f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"


def _bound(one: StatBound) -> str:
    if one.least == one.most:
        return f"with {one.stat} {told(one.least or 0)}"
    return f"with {one.stat} {told(one.most or 0)} or less" if one.least is None else f"with {one.stat} {told(one.least)} or more"


def _damage(amount: Amount) -> str:
    if amount.how == "dice":
        return f"{told(amount.number)} {_dice(amount.number)} damage"
    each = f" for each {_noun(amount.each, counted=True)}" if amount.each is not None else ""
    return f"{told(amount.number)} damage{each}"


def _dice(number: int) -> str:
    return "die" if number == 1 else "dice"
