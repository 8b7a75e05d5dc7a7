"""A card that an effect was given, or must be given, leaves its hand or camp outside the rules before the effect does anything to it."""

from __future__ import annotations

import pytest

from records.core.asking.chance import ScriptedChance
from records.core.faces import UNKNOWN, Face
from records.core.secret import secret
from records.core.shared import CardReturned, CardTaken
from records.errors import NotNoted, RuleViolation
from records.games.creature_crush.effects.verbs import DiscardCards
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as ev
from records.games.creature_crush.model.places import camp
from support.crush_cards import card, does
from support.crush_table import A, CrushTable, at


def mustered() -> CrushTable:
    """A table on which A's effect was given the hound of its hand, and asks where it goes."""
    table = CrushTable({"c1:A": "muster"}, hands={"A": ["hound", "toad"]}, camps={"A": ["toad"]})
    table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="muster"))
    table.do(cmd.Answer(seat=A, cards=("hound",)))
    assert table.asked == ("A cell",)
    return table


def goes_back(table: CrushTable, face: Face) -> None:
    """A card of A's hand goes under its camp."""
    table.note(CardReturned(seat=A, deck=camp(A), end="bottom", card=secret(face, to=(A,))))


def goes_on(table: CrushTable) -> list[Face]:
    """A says where; return what was summoned."""
    table.take(table.may(cmd.Answer)[0], ScriptedChance(["toad"]))
    assert table.what(ch.EffectEnded)
    return [event.card for event in table.what(ev.SummonedByEffect)]


def test_a_chosen_hand_card_that_was_put_back_is_not_summoned() -> None:
    """It stays in the camp; another that was put back changes nothing."""
    table = mustered()
    goes_back(table, "hound")
    assert (goes_on(table), table.hand("A")) == ([], ("toad",))
    table = mustered()
    goes_back(table, "toad")
    assert (goes_on(table), table.hand("A")) == (["hound"], ())


def test_a_chosen_card_of_the_camp_that_was_drawn_is_not_summoned() -> None:
    """It stays in the hand."""
    table = CrushTable(dice="4", hands={"A": ["herald"]}, camps={"A": ["hound", "toad", "toad"]})
    table.do(table.may(cmd.Summon)[0])
    table.do(cmd.Answer(seat=A, cards=("hound",)))
    table.note(CardTaken(seat=A, deck=camp(A), card=secret("hound", to=(A,))))
    assert (goes_on(table), table.hand("A")) == ([], ("hound",))


def test_whether_a_chosen_card_is_there_cannot_be_judged_once_an_unseen_card_has_left() -> None:
    """It may have been the chosen one; a card that is known to be another one may go."""
    table = mustered()
    goes_back(table, UNKNOWN)
    with pytest.raises(NotNoted, match="hound was chosen"):
        goes_on(table)
    table = mustered()
    table.note(CardReturned(seat=A, deck=camp(A), end="bottom", card=secret(UNKNOWN, to=(A,), hint="toad")))
    assert goes_on(table) == ["hound"]


def test_a_seat_whose_hand_has_become_too_small_discards_all_of_it() -> None:
    """Of two cards that must be discarded one was put back, then the other."""
    two = card("toll", 1, 0, 0, does(DiscardCards("yours", 2), on="flip"))
    for back, left in ((1, ("hound",)), (2, ())):
        table = CrushTable({"c1:A": "toll"}, hands={"A": ["hound", "toad"]}, cards=[two])
        table.do(cmd.Flip(seat=A, slot=at("c1:A"), card="toll"))
        with pytest.raises(RuleViolation, match="2 cards are discarded"):
            table.do(cmd.Discard(seat=A, cards=("hound",)))
        for face in ("toad", "hound")[:back]:
            goes_back(table, face)
        assert [found.cards for found in table.may(cmd.Discard)] == [left]
        table.do(cmd.Discard(seat=A, cards=left))
        assert table.what(ch.EffectEnded)
