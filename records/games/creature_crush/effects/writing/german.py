"""A line of a card in German, written from its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from records.games.creature_crush.effects import verbs
from records.games.creature_crush.effects.card_filter import CardFilter, StatBound, Targets
from records.games.creature_crush.effects.conditions import Condition, Happens
from records.games.creature_crush.effects.lines import Ability, CardLine, Flag, Lasting
from records.games.creature_crush.effects.numbers import Amount
from records.games.creature_crush.effects.writing.common import Antecedent, capital, several, signed, told
from records.games.creature_crush.effects.writing.german_nouns import ARTICLE, Case, adjective, gender_of, noun, pronoun

_KEYWORDS = {"action": "Aktion", "trap": "Falle", "hell": "Hölle", "flip": "Flipp"}
_FLAGS = {
    "lively": "Munter",
    "vengeful": "Nachtragend",
    "sluggish": "Träge",
    "unassailable": "Diese Creature kann nicht angegriffen werden",
}
_STATS = {"attack": "Angriff", "life": "Leben", "cost": "Kosten"}
_EVENTS: Mapping[str, str] = {
    "attacks": "greift an",
    "attacked": "wird angegriffen",
    "destroyed": "wird zerstört",
    "summoned": "wird beschworen",
    "direct": "greift direkt an",
    "moved": "wird verschoben",
    "healed": "wird geheilt",
}
_OF_A_SIDE: Mapping[tuple[str, str], str] = {
    ("flipped", "yours"): "du aktivierst eine Crushkarte",
    ("flipped", "theirs"): "der Gegner aktiviert eine Crushkarte",
    ("turn", "yours"): "dein Zug beginnt",
    ("turn", "theirs"): "der Zug des Gegners beginnt",
}
_WHOSE = {"any": "", "yours": " von dir", "theirs": " des Gegners"}
_FROM = {
    ("hand", "yours"): "von deiner Hand",
    ("hand", "theirs"): "von der Hand des Gegners",
    ("camp", "yours"): "aus deinem Lager",
    ("camp", "theirs"): "aus dem Lager des Gegners",
    ("hell", "yours"): "aus deiner Hölle",
    ("hell", "theirs"): "aus der Hölle des Gegners",
}


def german(line: CardLine) -> str:
    """Return the line, with its full stop."""
    match line:
        case Flag(name=name):
            return f"{_FLAGS[name]}."
        case Lasting(to=to, stat=stat, amount=amount):
            subject = "Diese Creature hat" if to.cards is None else f"{_several(to.cards, 'nom', 'strong')} haben"
            return f"{capital(subject)} {signed(amount)} {_STATS[stat]}."
        case Ability():
            return _ability(line)
        case _:
            assert_never(line)


def _ability(line: Ability) -> str:
    heads = [_condition(one) for one in line.conditions]
    if line.keyword:
        heads.insert(len(heads) if line.keyword == "flip" else 0, _KEYWORDS[line.keyword])
    it = Antecedent(line.conditions)
    said = [f"{capital(head)}:" for head in heads]
    for step in line.steps:
        said.append(f"{capital(_sentence(step.verb, it, may=step.may))}.")
        it.after(step.verb)
    return " ".join(said)


def _sentence(verb: verbs.Verb, it: Antecedent, *, may: bool) -> str:
    liked = "wenn du magst, " if may else ""
    match verb:
        case verbs.ChangeStat(targets=targets) | verbs.GrantKeyword(targets=targets):
            plural = it.plural if targets.pick == "that" else several(targets)
            who, gets = _named(targets, it, "nom"), "erhalten" if plural else "erhält"
            what = _FLAGS[verb.keyword] if isinstance(verb, verbs.GrantKeyword) else f"{signed(verb.amount)} {_STATS[verb.stat]}"
            change = f"{what} bis zum Ende des Zuges"
            return f"{liked}{gets} {who} {change}" if may else f"{who} {gets} {change}"
        case verbs.DiscardCards(side=side, number=number):
            what = "eine Handkarte ab" if number == 1 else f"{told(number)} Handkarten ab"
            who, throws = ("du", "wirfst") if side == "yours" else ("der Gegner", "wirft")
            return f"{liked}{throws} {who} {what}" if may else f"{who} {throws} {what}"
        case verbs.AddStartDice(number=number):
            return f"{liked}Startwürfel + {told(number)}"
        case _:
            return liked + _imperative(verb, it)


def _imperative(verb: verbs.Verb, it: Antecedent) -> str:
    match verb:
        case verbs.DealDamage(amount=amount, targets=targets):
            return f"verursache {_damage(amount)} an {_named(targets, it, 'dat')}"
        case verbs.HealDamage(amount=amount, targets=targets):
            return f"heile {'allen Schaden' if amount is None else _damage(amount)} von {_named(targets, it, 'dat')}"
        case verbs.DestroyCards(targets=targets):
            return f"zerstöre {_named(targets, it, 'acc')}"
        case verbs.MoveCreatures(targets=targets):
            return f"verschiebe {_named(targets, it, 'acc')}"
        case verbs.SwapCreatures(targets=targets):
            return f"vertausche {_named(targets, it, 'acc')}"
        case verbs.ReturnToHand(targets=targets):
            return f"schicke {_named(targets, it, 'acc')} auf die Hand"
        case verbs.RecoverCards(targets=targets, to=to):
            cards = _named(targets, it, "acc")
            return f"schicke {cards} auf die Hand" if to == "hand" else f"mische {cards} in dein Lager"
        case verbs.TakeControl(targets=targets):
            return f"übernimm die Kontrolle über {_named(targets, it, 'acc')}"
        case verbs.ReviveCreatures(targets=targets):
            return f"belebe {_named(targets, it, 'acc')}"
        case verbs.SummonCreatures(targets=targets):
            return f"beschwöre {_named(targets, it, 'acc')}"
        case verbs.DrawCards(number=number):
            return "ziehe eine Karte" if number == 1 else f"ziehe {told(number)} Karten"
        case verbs.SearchCamp(cards=cards, shown=shown):
            return f"suche in deinem Lager nach {_one(cards, 'dat', placed=False)}{' und zeige sie' if shown else ''}"
        case verbs.LookAtHand():
            return "sieh dir die Hand des Gegners an"
        case verbs.BurnDice(number=number):
            return f"verbrenne {'einen' if number == 1 else told(number)} Würfel des Gegners"
        case verbs.AddStartDice() | verbs.ChangeStat() | verbs.GrantKeyword() | verbs.DiscardCards():
            raise TypeError(verb)
        case _:
            assert_never(verb)


def _condition(one: Condition) -> str:
    if isinstance(one, Happens):
        if one.who is not None and (said := _OF_A_SIDE.get((one.event, one.who.side))):
            return said
        return f"{'diese Creature' if one.who is None else _one(one.who, 'nom')} {_EVENTS[one.event]}"
    holder = "du hast" if one.cards.side == "yours" else "der Gegner hat"
    if one.most == 0:
        return f"{holder} keine {_several(one.cards, 'acc', 'weak', counted=True, holder=True)}"
    number = f"{one.least} oder mehr" if one.least is not None else f"{one.most} oder weniger"
    return f"{holder} {number} {_several(one.cards, 'acc', 'strong', counted=True, holder=True)}"


def _named(targets: Targets, it: Antecedent, case: Case) -> str:
    """Return what targets are called in a case."""
    cards, most = targets.cards, targets.most
    if cards is None:
        if targets.pick == "that":
            return pronoun(it.cards, case, plural=it.plural)
        return "dieser Creature" if case == "dat" else "diese Creature"
    random = ("zufällig",) if targets.pick == "random" else ()
    if targets.pick == "all":
        return f"{'allen' if case == 'dat' else 'alle'} {_several(cards, case, 'weak')}"
    if targets.pick == "choose" and targets.least == 0:
        return f"bis zu {told(most)} {_several(cards, case, 'strong')}"
    if most != 1:
        return f"{told(most)} {_several(cards, case, 'strong', random)}"
    return _one(cards, case, random)


def _one(cards: CardFilter, case: Case, before: tuple[str, ...] = (), *, placed: bool = True) -> str:
    if cards.kind == "target" and not before:
        before = ("beliebig",)
    article = f"ein{ARTICLE[case, gender_of(cards)]}"
    return " ".join([article, *(adjective(word, cards, case, "mixed") for word in before), _whole(cards, case, "mixed", placed=placed)])


def _several(
    cards: CardFilter, case: Case, strength: str, before: tuple[str, ...] = (), *, counted: bool = False, holder: bool = False
) -> str:
    words = (adjective(word, cards, case, strength, plural=True) for word in before)
    return " ".join([*words, _whole(cards, case, strength, plural=True, counted=counted, holder=holder)])


def _whole(
    cards: CardFilter, case: Case, strength: str, *, plural: bool = False, counted: bool = False, holder: bool = False, placed: bool = True
) -> str:
    """Return the noun with all said about it; ``placed`` is whether its place is said, ``counted`` whether it lies there and stays."""
    words, name = noun(cards, case, strength, plural=plural, holder=holder)
    parts = [words + _WHOSE[name.side], *(_bound(one) for one in cards.bounds)]
    if name.place and placed:
        parts.append(_place(name.place, "yours" if cards.side == "yours" else "theirs", counted=counted, holder=holder))
    if cards.dice:
        parts.append(f"mit {told(cards.dice)} {'Würfel' if cards.dice == 1 else 'Würfeln'}")
    return " ".join(parts)


def _place(place: str, side: str, *, counted: bool, holder: bool) -> str:
    if not counted:
        return _FROM[place, side]
    if side == "yours":
        return "in deiner Hölle"
    return "in seiner Hölle" if holder else "in der Hölle des Gegners"


def _bound(one: StatBound) -> str:
    stat = f"mit {_STATS[one.stat]}"
    if one.least == one.most:
        return f"{stat} {told(one.least or 0)}"
    return f"{stat} {told(one.most or 0)} oder weniger" if one.least is None else f"{stat} {told(one.least)} oder mehr"


def _damage(amount: Amount) -> str:
    if amount.how == "dice":
        return f"{told(amount.number)} Würfel Schaden"
    if amount.each is None:
        return f"{told(amount.number)} Schaden"
    every = {"m": "jeden", "f": "jede", "n": "jedes"}[gender_of(amount.each)]
    return f"{told(amount.number)} Schaden für {every} {_whole(amount.each, 'acc', 'weak', counted=True)}"
