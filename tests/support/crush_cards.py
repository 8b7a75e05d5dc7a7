"""Cards for tests of CreatureCrush: each says one thing, and there are as many as a game needs."""

from __future__ import annotations

from records.core.ids import CardName
from records.games.creature_crush.cards import Card, Catalogue
from records.games.creature_crush.effects.card_filter import CardFilter, StatBound, Targets
from records.games.creature_crush.effects.conditions import Happens, Holds
from records.games.creature_crush.effects.lines import Ability, CardLine, EffectStep, Flag, Lasting
from records.games.creature_crush.effects.numbers import Amount, X
from records.games.creature_crush.effects.verbs import (
    AddStartDice,
    ChangeStat,
    DealDamage,
    DestroyCards,
    DiscardCards,
    DrawCards,
    HealDamage,
    MoveCreatures,
    ReturnToHand,
    ReviveCreatures,
    SearchCamp,
    SummonCreatures,
    SwapCreatures,
    TakeControl,
    Verb,
)
from records.values import replace

TARGET = CardFilter(kind="target")
ALLY = CardFilter(kind="creature", side="yours")
ENEMY = CardFilter(kind="creature", side="theirs")
FIELD_CARD = CardFilter(kind="card")
OWN_HELL = CardFilter(kind="creature", place="hell", side="yours")
ANY_HELL = CardFilter(kind="creature", place="hell")


def one(cards: CardFilter) -> Targets:
    """One of them, chosen."""
    return Targets("choose", cards, 1, 1)


def every(cards: CardFilter) -> Targets:
    """All of them."""
    return Targets("all", cards)


def random(cards: CardFilter, number: int = 1) -> Targets:
    """So many, picked by chance."""
    return Targets("random", cards, number, number)


THIS, THAT = Targets("this"), Targets("that")


def does(*verbs: Verb, on: str = "", when: tuple[Holds | Happens, ...] = (), may: bool = False) -> Ability:
    """A line with a keyword and conditions."""
    return Ability(on, when, tuple(EffectStep(verb, may) for verb in verbs))  # type: ignore[arg-type]  # a keyword


def deal(number: int, to: Targets) -> DealDamage:
    """So much damage."""
    return DealDamage(Amount(number), to)


def card(name: str, cost: int, attack: int, life: int, *lines: CardLine) -> Card:
    """A creature; or, without life, a crush card."""
    return Card(
        name=CardName(name),
        title={"en": name, "de": name},
        kind="creature" if life else "crush",
        cost=cost,
        attack=attack,
        life=life,
        lines=lines,
        texts={"en": tuple(map(str, lines)), "de": tuple(map(str, lines))},
        device="",
        provenance={},
    )


ENEMY_ATTACKS, ENEMY_SUMMONED = Happens("attacks", ENEMY), Happens("summoned", ENEMY)
HAND_OF_SEVEN = Holds(CardFilter(kind="card", place="hand", side="yours"), least=7)
CREATURES = (
    card("hound", 1, 1, 2),
    card("toad", 2, 1, 3, Flag("vengeful")),
    card("imp", 2, 2, 1, does(deal(1, one(TARGET)), on="hell")),
    card("runner", 3, 2, 2, Flag("lively")),
    card("medic", 3, 1, 4, does(HealDamage(Amount(2), one(ALLY)), on="action")),
    card("drummer", 4, 1, 3, Lasting(every(CardFilter(kind="creature", side="yours", adjacent=True)), "attack", 1)),
    card("ogre", 4, 3, 4, Flag("sluggish")),
    card("netter", 5, 2, 4, does(MoveCreatures(one(ENEMY)), on="action")),
    card("crow", 5, 3, 3, does(DrawCards(2), on="trap")),
    card("singer", 6, 2, 4, does(ReviveCreatures(one(OWN_HELL)), on="action")),
    card("sister", 6, 2, 5, Lasting(every(CardFilter(kind="creature", side="yours", other=True)), "life", 1)),
    card("caller", 6, 3, 3, does(ReturnToHand(one(ENEMY)), on="action")),
    card("fuse", 7, 3, 5, does(deal(3, one(TARGET)), when=(HAND_OF_SEVEN,))),
    card("reader", 7, 3, 4, does(SearchCamp(CardFilter(kind="crush", place="camp", side="yours"), shown=True), on="action")),
    card("viper", 8, 4, 4, Flag("lively"), Flag("vengeful")),
    card("breaker", 9, 5, 5, does(deal(2, every(CardFilter(kind="creature", side="theirs", zone="B"))), on="action")),
    card(
        "thief",
        10,
        3,
        5,
        does(TakeControl(one(CardFilter(kind="creature", side="theirs", bounds=(StatBound("cost", most=6),)))), on="action"),
    ),
    card("drake", 12, 6, 7, does(DealDamage(Amount(1, "each", ALLY), one(TARGET)), on="action")),
    card("mountain", 15, 7, 10, Flag("sluggish"), does(HealDamage(None, THIS), when=(Happens("destroyed", ALLY),))),
    card("digger", 3, 1, 2, does(ReviveCreatures(random(ANY_HELL)), on="hell")),
    card("scout", 2, 1, 2, does(SearchCamp(CardFilter(kind="creature", place="camp", side="yours"), shown=False), on="action")),
    card(
        "herald",
        4,
        2,
        3,
        does(
            SummonCreatures(one(CardFilter(kind="creature", place="camp", side="yours", bounds=(StatBound("cost", most=3),)))), on="action"
        ),
    ),
    card("rat", 1, 1, 1, does(DestroyCards(random(CardFilter(kind="card", place="hand", side="theirs"))), on="hell")),
    card(
        "mole",
        3,
        2,
        2,
        does(
            DestroyCards(Targets("all", CardFilter(kind="card", place="camp", side="theirs"), 0, 0)),
            on="trap",
            when=(Holds(CardFilter(kind="card", place="camp", side="theirs"), most=2),),
        ),
    ),
    card("guard", 4, 2, 4, does(deal(1, THAT), when=(Happens("attacked", ALLY),))),
    card("piper", 5, 2, 3, does(MoveCreatures(every(ENEMY)), on="action")),
)
CRUSH = (
    card("hail", 2, 0, 0, does(DestroyCards(one(CardFilter(kind="card", dice=2))), on="flip")),
    card("pitfall", 1, 0, 0, does(deal(2, THAT), on="flip", when=(ENEMY_ATTACKS,))),
    card("welcome", 1, 0, 0, does(ReturnToHand(THAT), on="flip", when=(ENEMY_SUMMONED,))),
    card("change", 1, 0, 0, does(SwapCreatures(Targets("choose", ALLY, 2, 2)), on="flip")),
    card("blood", X, 0, 0, does(deal(X, one(TARGET)), on="flip")),
    card("chest", 1, 0, 0, does(AddStartDice(2), DrawCards(1), on="flip")),
    card("raid", 2, 0, 0, does(DiscardCards("theirs", 2), on="flip", when=(Holds(ALLY, least=3),))),
    card("cry", 1, 0, 0, does(ChangeStat(every(ALLY), "life", 2), on="flip", when=(Happens("attacked", ALLY),))),
    card("grave", 3, 0, 0, Ability("flip", (), (EffectStep(DestroyCards(one(ALLY)), True), EffectStep(ReviveCreatures(one(OWN_HELL)))))),
    card(
        "muster",
        2,
        0,
        0,
        does(SummonCreatures(one(CardFilter(kind="creature", place="hand", side="yours", bounds=(StatBound("cost", most=6),)))), on="flip"),
    ),
    card("stones", 2, 0, 0, does(DealDamage(Amount(2, "dice"), random(ENEMY)), on="flip", when=(Holds(ENEMY, least=3),))),
    card("ghost", 1, 0, 0, does(ReturnToHand(one(CardFilter(kind="crush"))), on="flip")),
    card("revenge", 1, 0, 0, does(deal(3, one(ENEMY)), on="flip", when=(Happens("destroyed", ALLY),))),
)


def catalogue(creatures: int = 80, crush: int = 20) -> Catalogue:
    """So many cards: those above, and more of the same under other names."""
    made = [*_more(CREATURES, creatures), *_more(CRUSH, crush)]
    return Catalogue(
        name="creature-crush/tests",
        version=1,
        hash="0" * 32,
        hashes=("0" * 32,),
        languages=("en", "de"),
        sources={},
        cards={one.name: one for one in made},
    )


def _more(cards: tuple[Card, ...], number: int) -> list[Card]:

    made = []
    for nth in range(number):
        like = cards[nth % len(cards)]
        again = nth // len(cards)
        made.append(replace(like, name=CardName(f"{like.name}-{again}")) if again else like)
    return made
