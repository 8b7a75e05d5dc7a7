"""Who brings something about may answer it with a crush card that waits for it, and is asked first (§ 5.3, 7.4)."""

from __future__ import annotations

import pytest

from records.games.creature_crush.effects.card_filter import CardFilter
from records.games.creature_crush.effects.conditions import Happens
from records.games.creature_crush.effects.verbs import DrawCards
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as fe
from support.crush_cards import card, does
from support.crush_table import A, B, CrushTable, at
from support.crush_texts import table as typed_table
from support.crush_texts import typed

ALLY, ENEMY = CardFilter(kind="creature", side="yours"), CardFilter(kind="creature", side="theirs")
CRY = card("cry", 1, 0, 0, does(DrawCards(1), on="flip", when=(Happens("attacks", ALLY),)))
SHIELD = card("shield", 1, 0, 0, does(DrawCards(1), on="flip", when=(Happens("attacked", ENEMY),)))
WELCOME = card("welcome", 1, 0, 0, does(DrawCards(1), on="flip", when=(Happens("summoned", ALLY),)))
WAKE = card("wake", 1, 0, 0, does(DrawCards(1), on="flip", when=(Happens("destroyed", ALLY),)))
BEFORE = {"own_window": "not asked"}


def table(down: str, *, mine: str = "ogre", theirs: str = "medic", dice: str = "4", rules: dict[str, str] | None = None) -> CrushTable:
    """A table on which A has a creature and a crush card that cost one die, and B a creature opposite."""
    field = {"b1:A": mine, "b1:B": theirs, "c1:A": down}
    cards = (CRY, SHIELD, WELCOME, WAKE)
    return CrushTable(field, dice=dice, cards=cards, rules=rules, hands={"A": ["hound"]}, named={"paid.c1A": 1})


def attack(on: CrushTable) -> CrushTable:
    """A attacks B's creature with all dice."""
    on.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=tuple(range(len(on.state.dice)))))
    return on


def test_the_seat_on_turn_gets_a_window_on_its_own_attack() -> None:
    """Battle Cry of the shipped cards is turned up while the wolf attacks; its +3 strikes in this attack."""
    own = {"A_b1": "^yard-wolf", "A_c1": "battle-cry", "B_b1": "^moss-giant"}
    log = typed_table(typed("attack b1 B.b1 pays 4", "flip c1 battle-cry +iron-ram", counters="paid.A.c1=1", **own)).log
    assert [recorded.event.amount for recorded in log if isinstance(recorded.event, fe.Damaged)] == [6]


@pytest.mark.parametrize("down", ["cry", "shield"])
def test_who_attacks_turns_up_what_waits_for_the_attack(down: str) -> None:
    """It waits for an ally that attacks, or an enemy that is attacked; it is carried out before the attack strikes."""
    own = attack(table(down))
    assert own.asked == ("A respond",)
    own.do(cmd.Flip(seat=A, slot=at("c1:A"), card=down), "toad")
    assert [type(event) for event in own.said if isinstance(event, (ch.EffectBegan, fe.Damaged))] == [ch.EffectBegan, fe.Damaged]


def test_the_other_seat_is_asked_after_who_attacks() -> None:
    """Whether the attacker passes or not; what it says to the flip is the other seat's answer to the attack too."""
    field = {"b1:A": "ogre", "b1:B": "medic", "c1:A": "cry", "c1:B": "pitfall"}
    own = attack(CrushTable(field, dice="4", cards=[CRY], named={"paid.c1A": 1, "paid.c1B": 1}))
    assert own.asked == ("A respond",)
    own.do(cmd.Pass(seat=A))
    assert own.asked == ("B respond",)
    own.do(cmd.Pass(seat=B))
    assert [event.struck for event in own.what(ch.AttackEnded)] == [True]


def test_who_summons_turns_up_what_waits_for_an_ally() -> None:
    """Asked at once, not at any time later in the phase."""
    own = table("welcome", dice="1")
    own.do(cmd.Summon(seat=A, card="hound", cell="b2:A", dice=(0,)))
    assert own.asked == ("A respond",)
    own.do(cmd.Pass(seat=A))
    assert own.may(cmd.Flip) == []


def test_who_loses_an_ally_in_the_own_turn_turns_up_what_waits_for_it() -> None:
    """The viper strikes back and destroys the attacker."""
    own = attack(table("wake", mine="hound", theirs="viper", dice="1"))
    while own.asked and not own.what(fe.Destroyed):
        own.do(cmd.Pass(seat=own.state.pending[0].seat))
    assert own.asked == ("A respond",)
    assert [command.slot for command in own.may(cmd.Flip)] == ["c1A"]


def test_own_window_asked_too_asks_only_for_what_waits() -> None:
    """A card for three dice waits for nothing here, so that it could have been turned up before the attack: nobody is asked."""
    assert attack(CrushTable({"b1:A": "ogre", "b1:B": "medic", "c1:A": "grave"}, dice="4", named={"paid.c1A": 3})).asked == ()


def test_own_window_not_asked_goes_on_as_before() -> None:
    """Only the other seat is asked; what waits for an ally that was summoned is turned up in the battle phase."""
    assert attack(table("cry", rules=BEFORE)).asked == ()
    own = table("welcome", dice="1", rules=BEFORE)
    own.do(cmd.Summon(seat=A, card="hound", cell="b2:A", dice=(0,)))
    assert (own.asked, [command.slot for command in own.may(cmd.Flip)]) == ((), ["c1A"])
