"""Lines that wait for a direct attack, a move, healing, a crush card that is activated, or the beginning of a turn (§ 7.1, 7.4)."""

from __future__ import annotations

import pytest

from records.core.ids import SlotId
from records.errors import RuleViolation
from records.games.creature_crush.effects.card_filter import CardFilter
from records.games.creature_crush.effects.conditions import Happens
from records.games.creature_crush.effects.lines import Ability, Flag
from records.games.creature_crush.effects.numbers import Amount
from records.games.creature_crush.effects.verbs import DrawCards, HealDamage, MoveCreatures
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import turn_events as tu
from support.crush import crush_line, line
from support.crush_cards import ALLY, ENEMY, card, does, one
from support.crush_table import A, B, CrushTable, at

YOURS, THEIRS = (CardFilter(kind="crush", side=side) for side in ("yours", "theirs"))  # type: ignore[arg-type]  # they are
MINE = CardFilter(kind="card", side="yours")
TYPED = {
    "An enemy attacks you directly: Draw a card.": ("Ein Feind greift dich direkt an: Ziehe eine Karte.", Happens("direct", ENEMY)),
    "An enemy is moved: Draw a card.": ("Ein Feind wird verschoben: Ziehe eine Karte.", Happens("moved", ENEMY)),
    "An enemy is healed: Draw a card.": ("Ein Feind wird geheilt: Ziehe eine Karte.", Happens("healed", ENEMY)),
    "The opponent activates a C-card: Draw a card.": ("Der Gegner aktiviert eine C-Karte: Ziehe eine Karte.", Happens("flipped", THEIRS)),
    "Your turn begins: Draw a card.": ("Dein Zug beginnt: Ziehe eine Karte.", Happens("turn", MINE)),
}


@pytest.mark.parametrize("text", TYPED)
def test_what_the_source_waits_for_can_be_typed_in(text: str) -> None:
    """On a creature as on a crush card, in both languages."""
    german, happens = TYPED[text]
    assert line(text) == line(german, "de") == Ability("", (happens,), does(DrawCards(1)).steps)
    assert crush_line(text) == crush_line(german, "de") == Ability("flip", (happens,), does(DrawCards(1)).steps)


DASH = card("dash", 1, 0, 0, does(MoveCreatures(one(ALLY)), on="flip"))
CURE = card("cure", 1, 0, 0, does(HealDamage(Amount(1), one(ALLY)), on="flip"))


def happen(what: str, on: CrushTable, *chance: object) -> None:
    """Let A do what an enemy's line waits for."""
    match what:
        case "direct":
            on.do(cmd.AttackWith(seat=A, slot=at("a1:A"), target=None, dice=(0,)), *chance)
        case "moved":
            on.do(cmd.EndBattle(seat=A))
            on.do(cmd.MoveAlly(seat=A, slot=at("a1:A"), cell="b1:A", dice=(0,)), *chance)
        case "moved by an effect":
            on.do(cmd.Flip(seat=A, slot=at("c1:A"), card="dash"))
            on.do(cmd.Answer(seat=A, cells=("b1:A",)), *chance)
        case "healed":
            on.do(cmd.Flip(seat=A, slot=at("c2:A"), card="cure"), *chance)
        case "flipped":
            on.do(cmd.Flip(seat=A, slot=at("c2:A"), card="cure"), *chance)


WAITED = {
    "direct": Happens("direct", ENEMY),
    "moved": Happens("moved", ENEMY),
    "moved by an effect": Happens("moved", ENEMY),
    "healed": Happens("healed", ENEMY),
    "flipped": Happens("flipped", THEIRS),
}


def table(what: str, *, creature: bool) -> CrushTable:
    """A's ogre stands alone on A1, damaged; B has a creature or a crush card that waits."""
    waits = does(DrawCards(1), on="" if creature else "flip", when=(WAITED[what],))
    name = card("watcher", 3, 1, 4, waits) if creature else card("watcher", 1, 0, 0, waits)
    own = {"moved by an effect": {"c1:A": "dash"}, "healed": {"c2:A": "cure"}, "flipped": {"c2:A": "cure"}}.get(what, {})
    field = {"a1:A": "ogre", ("b3:B" if creature else "c1:B"): "watcher", **own}
    paid = {f"paid.{at(cell)}": 1 for cell in field if cell.startswith("c")}
    return CrushTable(field, dice="4", cards=[DASH, CURE, name], named={"damage.a1A": 2, **paid}, camps={"B": ["toad", "toad", "toad"]})


@pytest.mark.parametrize("what", WAITED)
def test_a_creatures_line_takes_effect_when_it_happens(what: str) -> None:
    """B draws, at once."""
    on = table(what, creature=True)
    happen(what, on, *(["toad", "toad"] if what == "direct" else ["toad"]))
    assert [event.seat for event in on.what(tu.CardDrawn)] == [B]


@pytest.mark.parametrize("what", WAITED)
def test_a_crush_card_that_waits_for_it_is_turned_up_in_answer(what: str) -> None:
    """Its seat is asked, and may turn it up."""
    on = table(what, creature=False)
    happen(what, on)
    assert on.asked == ("B respond",)
    assert [flip.slot for flip in on.may(cmd.Flip)] == ["c1B"]


@pytest.mark.parametrize(("side", "drawn"), [("yours", [B, B]), ("theirs", [B])])
def test_a_line_waits_for_the_beginning_of_a_turn(side: str, drawn: list[str]) -> None:
    """B's creature draws when its own turn has begun, or when A's has; B's first card is that of the turn."""
    waits = does(DrawCards(1), when=(Happens("turn", CardFilter(kind="card", side=side)),))  # type: ignore[arg-type]  # it is one
    on = CrushTable({"b1:B": "watcher"}, named={"phase": "tactics"}, cards=[card("watcher", 3, 1, 4, waits)])
    on.do(cmd.EndTurn(seat=A), "toad", 1, 2, 3, *["hound"] * (len(drawn) - 1))
    assert [event.seat for event in on.what(tu.CardDrawn)] == drawn


def test_nobody_is_asked_after_a_move_for_what_does_not_wait_for_it() -> None:
    """A crush card that asks for a number could be turned up after an attack, and not after a move."""
    on = CrushTable({"b1:A": "ogre", "c1:B": "raid"}, dice="1", named={"phase": "tactics", "paid.c1B": 2})
    on.do(cmd.MoveAlly(seat=A, slot=at("b1:A"), cell="b2:A", dice=(0,)))
    assert on.asked == ()


def test_your_own_crush_card_may_be_waited_for() -> None:
    """By a creature of one's own."""
    waits = does(DrawCards(1), when=(Happens("flipped", YOURS),))
    on = CrushTable({"b1:A": "watcher", "c1:A": "cure"}, named={"paid.c1A": 1}, cards=[CURE, card("watcher", 3, 1, 4, waits)])
    on.do(cmd.Flip(seat=A, slot=at("c1:A"), card="cure"), "toad")
    assert [event.seat for event in on.what(tu.CardDrawn)] == [A]


WALL = card("wall", 3, 1, 4, Flag("unassailable"))


def test_a_creature_that_cannot_be_attacked() -> None:
    """Neither from the front, where it is in the way of a direct attack all the same, nor from behind; the one beside it can."""
    assert line("This creature cannot be attacked.") == line("Diese Creature kann nicht angegriffen werden.", "de") == Flag("unassailable")
    on = CrushTable({"a1:A": "ogre", "b1:A": "ogre", "b1:B": "wall", "a1:B": "toad"}, dice="4", cards=[WALL])
    assert {(attack.slot, attack.target) for attack in on.may(cmd.AttackWith)} == {("b1A", "a1B")}
    with pytest.raises(RuleViolation, match=r"5\.5"):
        on.do(cmd.AttackWith(seat=A, slot=at("a1:A"), target=None, dice=(0,)))


@pytest.mark.parametrize(
    ("keyword", "german", "has"), [("lively", "Munter", "b1A"), ("vengeful", "Nachtragend", "b1B"), ("sluggish", "Träge", "b1A")]
)
def test_a_keyword_is_granted_until_the_end_of_the_turn(keyword: str, german: str, has: str) -> None:
    """A lively creature acts in the turn in which it came, a vengeful one strikes back, a sluggish one is hurt by a move."""
    text = f"Flip: A creature gets {keyword} until end of turn."
    spell = crush_line(text)
    assert spell == crush_line(f"Flipp: Eine Creature erhält {german} bis zum Ende des Zuges.", "de")
    on = CrushTable(
        {"b1:A": "hound", "b1:B": "medic", "c1:A": "spell"},
        dice="11",
        cards=[card("spell", 1, 0, 0, spell)],
        named={"paid.c1A": 1, "entered.b1A": "paid" if keyword == "lively" else ""},
    )
    on.do(cmd.Flip(seat=A, slot=at("c1:A"), card="spell"))
    on.do(cmd.Answer(seat=A, slots=(SlotId(has),)))
    assert on.state.lying(SlotId(has)).keywords == (keyword,)
    if keyword == "sluggish":
        on.do(cmd.EndBattle(seat=A))
        on.do(cmd.MoveAlly(seat=A, slot=at("b1:A"), cell="b2:A", dice=(0,)))
        assert [event.slot for event in on.what(fe.Damaged)] == ["b1A"]
        on.do(cmd.EndTurn(seat=A), "toad", 1, 2, 3)
    else:
        on.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
        assert [event.slot for event in on.what(fe.Damaged)] == (["b1B", "b1A"] if keyword == "vengeful" else ["b1B"])
        on.do(cmd.EndBattle(seat=A))
        on.do(cmd.EndTurn(seat=A), "toad", 1, 2, 3)
    assert on.state.lying(SlotId(has)).keywords == ()


@pytest.mark.parametrize(
    ("text", "german", "hand", "camp"),
    [
        ("Return a creature from your hell to hand.", "Schicke eine Creature aus deiner Hölle auf die Hand.", ("imp",), 2),
        ("Shuffle a creature from your hell into your camp.", "Mische eine Creature aus deiner Hölle in dein Lager.", (), 3),
    ],
)
def test_a_card_goes_from_the_hell_to_hand_or_camp(text: str, german: str, hand: tuple[str, ...], camp: int) -> None:
    """Of two creatures the seat chooses; the crush card is none, and the turned-up one comes after it."""
    spell = crush_line(text)
    assert spell == crush_line(german, "de")
    on = CrushTable(
        {"b1:B": "ogre", "c1:A": "spell"},
        cards=[card("spell", 1, 0, 0, spell)],
        named={"paid.c1A": 1},
        hells={"A": ["toad", "chest", "imp"]},
        hands={"A": []},
    )
    on.do(cmd.Flip(seat=A, slot=at("c1:A"), card="spell"))
    assert {answer.indices for answer in on.may(cmd.Answer)} == {(0,), (2,)}
    on.do(cmd.Answer(seat=A, indices=(2,)))
    assert (on.hand("A"), on.sight.in_camp(A), on.hell("A")) == (hand, camp, ("toad", "chest", "spell"))
