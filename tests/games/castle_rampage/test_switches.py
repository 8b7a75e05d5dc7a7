"""Every value of every switch, by the difference that it makes in the events; each test is given what follows from each value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.ids import SeatKey
from records.core.shared import GameDrawn, GameWon
from records.errors import RuleViolation
from records.games.castle_rampage.board.memory import remembered
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.rulesets import SWITCHES
from records.knowledge.door import veil
from support.castle import OTHER, Table, end, placed, reading, seated, strengthen
from support.castle_powers import (
    aim,
    asked,
    attacks,
    decline,
    discard,
    events,
    lying,
    named,
    owed,
    rob,
    send,
    slip,
    unasked,
    use,
    weaken,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Callable

SEEN: dict[str, set[str]] = {}
"""The values that a test here was given, by switch."""


def each(switch: str, **follows: Any) -> Callable[[Any], Any]:
    """Run a test with each value of a switch and what follows from it; underscores stand for spaces."""
    cases = {value.replace("_", " "): expected for value, expected in follows.items()}
    SEEN[switch] = set(cases)
    return pytest.mark.parametrize(
        ("switches", "expected"), [({switch: value}, expected) for value, expected in cases.items()], ids=list(cases)
    )


def test_every_value_of_every_switch_is_tested() -> None:
    """No switch and no value is forgotten."""
    given = {switch.name: {value.replace("-", "~") for value in switch.values} for switch in SWITCHES}
    assert {name: {value.replace("-", "~") for value in values} for name, values in SEEN.items()} == given


def winners(table: Table) -> list[str]:
    """Who has won, ``draw`` for nobody."""
    return [event.seat if isinstance(event, GameWon) else "draw" for event in events(table, GameWon, GameDrawn)]


def refused(table: Table, command: cmd.CastleCommand) -> str:
    """The paragraph by which a command is refused, "" if it is not."""
    try:
        table.when(command)
    except RuleViolation as violation:
        return str(violation.paragraph)
    return ""


# -- the table ---------------------------------------------------------------------------------------------------------


@each("purple_at_start", redealt=2, never_dealt=0)
def test_purple_at_start(switches: dict[str, str], expected: int) -> None:
    """The printed table tells of each seat that it holds no purple card, the online table deals none."""
    table = Table(seated("archer cook giant knight worker", OTHER).header, reading(**switches))
    table = table.when(cmd.Start(seats=(SeatKey("A"), SeatKey("B")), begins=SeatKey("A")))
    assert sum(isinstance(recorded.event, ev.NoPurpleHeld) for recorded in table.log) == expected


@each("purple_returns", after_the_round=["1.4"], **{"after_set-up": []})
def test_purple_returns(switches: dict[str, str], expected: list[str]) -> None:
    """What was laid aside comes back before the second round is dealt, or stays aside."""
    table = seated("archer giant knight ogre spy", "cook worker", OTHER, game=reading(**switches))
    table = placed(table, "A", "archer cook giant knight")
    table = placed(table, "B", "advisor dragon priest squire", "archer archer giant giant knight", "archer cook giant knight medic")
    assert [event.rule for event in table.batch if isinstance(event, ev.PurpleShuffledIn)] == expected


@each("draw_pile_empty", discards_are_shuffled=(1, 2, 0), nothing_is_drawn=(0, 0, 2))
def test_draw_pile_empty(switches: dict[str, str], expected: tuple[int, int, int]) -> None:
    """The discard pile is shuffled and drawn from, or nothing is drawn."""
    table = whole(switches=switches, draw="", discard="cook medic squire").when(end())
    classes = (ev.DiscardsReshuffled, ev.CardDrawn, ev.DrawFailed)
    assert tuple(len(events(table, cls)) for cls in classes) == expected


@each("both_piles_empty", nothing_is_drawn=[], the_game_is_drawn=["draw"])
def test_both_piles_empty(switches: dict[str, str], expected: list[str]) -> None:
    """The game goes on, or ends without a winner."""
    assert winners(whole(switches=switches, draw="").when(end())) == expected


@each("draw_pile_renewed", when_it_runs_out=("2.9", "cook"), at_the_next_draw=("2.4", ""))
def test_draw_pile_renewed(switches: dict[str, str], expected: tuple[str, str]) -> None:
    """What is discarded after the last card was drawn lies in the next discard pile, or was shuffled in."""
    table = whole(switches=switches, hand_B="cook", draw="archer giant", discard="squire squire squire").when(end())
    table = table.when(use("cook", seat="B")).when(end("B"))
    (renewed,) = events(table, ev.DiscardsReshuffled)
    assert renewed.rule == expected[0]
    table.lies(draw="1" if expected[1] else "2", discard=expected[1])


@each("strengthening_when", any_time="", before_other_cards="3.1")
def test_strengthening_when(switches: dict[str, str], expected: str) -> None:
    """After a card was played, Gate and Castle are strengthened or not."""
    table = whole(switches=switches, hand_A="cook medic").when(use("cook"))
    assert refused(table, strengthen("medic", "gate:A")) == expected


@each("fallen_gate", may_be_rebuilt="", stays_fallen="3.2")
def test_fallen_gate(switches: dict[str, str], expected: str) -> None:
    """An empty Gate takes a card, or none."""
    assert refused(whole(switches=switches, hand_A="medic"), strengthen("medic", "gate:A")) == expected


@each("purple_strengthens", any_card="", no_spy_or_saboteur="3.4")
def test_purple_strengthens(switches: dict[str, str], expected: str) -> None:
    """A Spy lies under the own Castle, or is refused there."""
    assert refused(whole(switches=switches, hand_A="spy"), strengthen("spy", "castle:A")) == expected


@each("powers", off=[("gate:B", 2)], on=[("castle:B", 2)])
def test_powers(switches: dict[str, str], expected: list[tuple[str, int]]) -> None:
    """An Archer attacks like any card, or as its text says."""
    assert attacks(whole(switches=switches, hand_A="archer", gate_B="ogre", castle_B="ogre").when(use("archer"))) == expected


@each("both_castles_fall", active_player_loses=(["B"], ["B"]), drawn_unless_by_an_attack=(["draw"], ["B"]))
def test_both_castles_fall(switches: dict[str, str], expected: tuple[list[str], list[str]]) -> None:
    """An Earthquake that takes both Castles loses or draws, a Summoner loses."""
    for card, won in zip(("earthquake", "summoner"), expected, strict=True):
        table = whole(switches=switches, hand_A=card, castle_A="spy", castle_B="spy").when(use(card))
        assert winners(table) == won


@each("unpayable_cost", not_playable=("7.3", "7.4"), pays_what_is_there=("", ""))
def test_unpayable_cost(switches: dict[str, str], expected: tuple[str, str]) -> None:
    """A card is refused, or played for what the hand has."""
    table = whole(switches=switches, hand_A="house-ram cook", gate_B="ogre ogre")
    assert refused(table, use("house-ram", cost="cook")) == expected[0]
    table = whole(switches=switches, hand_A="fight-plan-1 archer", gate_B="ogre ogre")
    assert refused(table, use("fight-plan-1", cost="archer")) == expected[1]


@each("top_cost_without_gate", castle_card_alone=["castle:A"], not_playable="7.5")
def test_top_cost_without_gate(switches: dict[str, str], expected: list[str] | str) -> None:
    """The Castle's top card is paid alone, or the card is refused."""
    table = whole(switches=switches, hand_A="house-zealot", castle_A="cook medic", gate_B="ogre ogre")
    if isinstance(expected, str):
        assert refused(table, use("house-zealot")) == expected
    else:
        assert len(events(table.when(use("house-zealot")), pe.TopDiscarded)) == len(expected)


@each("top_cost_last_castle", not_playable="7.6", playable_and_lost=["B"])
def test_top_cost_last_castle(switches: dict[str, str], expected: list[str] | str) -> None:
    """The last card of the Castle cannot be paid, or is paid and the game lost."""
    table = whole(switches=switches, hand_A="house-zealot", gate_A="cook", castle_A="medic", gate_B="ogre ogre")
    if isinstance(expected, str):
        assert refused(table, use("house-zealot")) == expected
    else:
        assert winners(table.when(use("house-zealot"))) == expected


# -- attacks -----------------------------------------------------------------------------------------------------------


@each("ignores_gate", always=False, by_choice=True)
def test_ignores_gate(switches: dict[str, str], expected: bool) -> None:
    """An Archer's player is asked for the target, or it is the Castle."""
    table = whole(switches=switches, hand_A="archer", gate_B="ogre", castle_B="ogre").when(use("archer"))
    assert bool(table.position().state.pending) is expected
    if expected:
        assert attacks(aim(table, "gate:B")) == [("gate:B", 2)]


@each("bonus_without_gate", counts_against_the_castle=5, lapses=3)
def test_bonus_without_gate(switches: dict[str, str], expected: int) -> None:
    """Hail of Arrows on an empty Gate has the Axe Man's bonus, or not."""
    table = whole(switches=switches, hand_A="axe-man-bonus hail-of-arrows", castle_B="ogre").when(use("axe-man-bonus"))
    assert attacks(table.when(use("hail-of-arrows")))[-1] == ("castle:B", expected)


@each("fight_plan_more", one_unit="8.9", any_number=19)
def test_fight_plan_more(switches: dict[str, str], expected: int | str) -> None:
    """Two further Archers are refused, or make it stronger twice."""
    table = whole(switches=switches, hand_A="fight-plan-1 knight archer archer archer", gate_B="ogre ogre ogre ogre")
    command = use("fight-plan-1", cost="knight archer", optional_unit_bonus="archer archer")
    if isinstance(expected, str):
        assert refused(table, command) == expected
    else:
        assert attacks(table.when(command)) == [("gate:B", expected)]


@each("both_sides_order", enemy_first=["gate:B", "gate:A"], own_side_first=["gate:A", "gate:B"])
def test_both_sides_order(switches: dict[str, str], expected: list[str]) -> None:
    """The two parts of a Summoner's attack."""
    table = whole(switches=switches, hand_A="summoner", gate_A="ogre", gate_B="ogre").when(use("summoner"))
    assert [target for target, _strength in attacks(table)] == expected


@each("both_sides_end", both_parts_are_done=(2, ["B"]), first_fallen_castle_ends_it=(1, ["A"]))
def test_both_sides_end(switches: dict[str, str], expected: tuple[int, list[str]]) -> None:
    """The enemy Castle falls first: the own one is attacked too, or the game is won."""
    table = whole(switches=switches, hand_A="summoner", castle_A="spy", castle_B="spy").when(use("summoner"))
    assert (len(attacks(table)), winners(table)) == expected


@each("robber_takes", every_card="cook spy", one_card="cook", by_choice=None)
def test_robber_takes(switches: dict[str, str], expected: str | None) -> None:
    """Of two cards that fall both go to the hand, the first, or what the attacker says."""
    table = whole(switches=switches, hand_A="robber", gate_B="cook spy ogre").when(use("robber"))
    if expected is None:
        assert asked(table).what == "rob"
        table, expected = rob(rob(table, takes=False), takes=True), "spy"
    table.lies(hand_A=expected, gate_B="ogre")


@each("last_resort", asked=(True, []), table_looks=(False, [False]))
def test_last_resort(switches: dict[str, str], expected: tuple[bool, list[bool]]) -> None:
    """A hand without one is asked all the same, or the table looks and tells."""
    table = whole(switches=switches, hand_A="robber", hand_B="cook", gate_B="ogre").when(use("robber"))
    assert (bool(table.position().state.pending), [event.holds for event in events(table, pe.DefenceChecked)]) == expected


@each("last_resort_on_veteran", allowed=True, not_allowed=False)
def test_last_resort_on_veteran(switches: dict[str, str], expected: bool) -> None:
    """The defender is asked when a Veteran attacks, or not."""
    table = whole(switches=switches, display_A="veteran", hand_B="cook", gate_B="ogre")
    assert bool(table.when(send(table)).position().state.pending) is expected


@each("last_resort_on_second", not_allowed=1, allowed=2)
def test_last_resort_on_second(switches: dict[str, str], expected: int) -> None:
    """Hail of Arrows asks the defender once, or before each attack."""
    table = whole(switches=switches, hand_A="hail-of-arrows", hand_B="cook", gate_B="ogre", castle_B="ogre").when(use("hail-of-arrows"))
    questions = 0
    while table.position().state.pending:
        questions, table = questions + 1, decline(table)
    assert (questions, len(attacks(table))) == (expected, 2)


@each(
    "last_resort_on_both_sides",
    weakens_both_parts=[("gate:B", 5), ("gate:A", 2)],
    weakens_the_part_against_its_player=[("gate:B", 5), ("gate:A", 5)],
)
def test_last_resort_on_both_sides(switches: dict[str, str], expected: list[tuple[str, int]]) -> None:
    """A Summoner weakened by the defender is weaker on its own side too, or not."""
    table = whole(switches=switches, hand_A="summoner", hand_B="last-resort", gate_A="ogre", gate_B="ogre").when(use("summoner"))
    table = weaken(table)
    while table.position().state.pending:
        table = decline(table)
    assert attacks(table) == expected


@each("jester_two_values", both_values=6, first_value=3)
def test_jester_two_values(switches: dict[str, str], expected: int) -> None:
    """Hail of Arrows played with a Jester."""
    table = whole(switches=switches, hand_A="jester hail-of-arrows", castle_B="ogre ogre").when(use("jester", along="hail-of-arrows"))
    assert attacks(table) == [("castle:B", expected)]


@each("jester_paid_bonus", not_allowed="7.1", allowed=6)
def test_jester_paid_bonus(switches: dict[str, str], expected: int | str) -> None:
    """A Mercenary played with a Jester may be paid for, or not."""
    table = whole(switches=switches, hand_A="jester mercenary-horse knight", castle_B="ogre ogre")
    command = cmd.Play(
        seat=SeatKey("A"),
        card="jester",
        with_cards=("mercenary-horse",),
        pays=(("optional-unit-bonus:1", ("knight",)),),
    )
    if isinstance(expected, str):
        assert refused(table, command) == expected
    else:
        assert attacks(table.when(command)) == [("castle:B", expected)]


@each("jester_display_bonus", counts_once=4, does_not_count=3)
def test_jester_display_bonus(switches: dict[str, str], expected: int) -> None:
    """A Squire in the display."""
    table = whole(switches=switches, hand_A="jester robber", display_A="squire", castle_B="ogre ogre").when(use("jester", along="robber"))
    assert attacks(table) == [("castle:B", expected)]


@each("jester_at_zero", attacker_loses=["B"], nobody_loses=[])
def test_jester_at_zero(switches: dict[str, str], expected: list[str]) -> None:
    """A Last Resort takes all that a Jester has."""
    table = whole(switches=switches, hand_A="jester robber", hand_B="last-resort", castle_B="cook").when(use("jester", along="robber"))
    assert winners(weaken(table)) == expected


@each("jester_under_diplomat", with_attack_cards="", without_attack_cards="12.7")
def test_jester_under_diplomat(switches: dict[str, str], expected: str) -> None:
    """In the turn after a Diplomat a Jester comes with attack cards, or without."""
    table = whole(switches=switches, hand_A="diplomat", hand_B="jester robber", castle_A="ogre ogre").when(use("diplomat")).when(end())
    assert refused(table, use("jester", "B", along="robber")) == expected


# -- permanent cards and effects ---------------------------------------------------------------------------------------


@each("veteran_when", any_time="", before_other_cards="9.6")
def test_veteran_when(switches: dict[str, str], expected: str) -> None:
    """After a card was played a Veteran attacks, or not."""
    table = whole(switches=switches, hand_A="cook", display_A="veteran", gate_B="ogre").when(use("cook"))
    assert refused(table, send(table)) == expected


@each("veteran_new", attacks_at_once="", attacks_from_the_next_turn="9.7")
def test_veteran_new(switches: dict[str, str], expected: str) -> None:
    """In the turn in which it comes a Veteran attacks, or not."""
    table = whole(switches=switches, hand_A="veteran", gate_B="ogre").when(use("veteran"))
    assert refused(table, send(table)) == expected


@each("veteran_stays", always="veteran", only_when_it_fails="")
def test_veteran_stays(switches: dict[str, str], expected: str) -> None:
    """After an attack that destroyed a card it stays, or goes; after one that failed it stays."""
    table = whole(switches=switches, display_A="veteran", gate_B="bomber ogre")
    table.when(send(table)).lies(display_A=expected, gate_B="ogre")
    table = whole(switches=switches, display_A="veteran", gate_B="ogre")
    table.when(send(table)).lies(display_A="veteran")


@each("permanents_fall_to", cards_that_say_so="squire digger", destroyed_top_cards_too="")
def test_permanents_fall_to(switches: dict[str, str], expected: str) -> None:
    """A Dragon leaves the enemy display alone, or destroys it."""
    table = whole(switches=switches, hand_A="dragon", display_A="squire", display_B="squire digger", castle_B="ogre cook")
    table.when(use("dragon")).lies(display_B=expected, display_A="squire")


@each("cook_lasts", next_attack=[5, 3], whole_turn=[5, 5])
def test_cook_lasts(switches: dict[str, str], expected: list[int]) -> None:
    """Two attacks after a Cook."""
    table = whole(switches=switches, hand_A="cook robber robber", gate_B="ogre").when(use("cook")).when(use("robber")).when(use("robber"))
    assert [strength for _target, strength in attacks(table)] == expected


@each("cook_on_two_attacks", first_attack=[5, 3], both_attacks=[5, 5])
def test_cook_on_two_attacks(switches: dict[str, str], expected: list[int]) -> None:
    """Hail of Arrows after a Cook."""
    table = whole(switches=switches, hand_A="cook hail-of-arrows", gate_B="ogre", castle_B="ogre").when(use("cook"))
    assert [strength for _target, strength in attacks(table.when(use("hail-of-arrows")))] == expected


@each("moved_order", kept=(0, "ogre giant"), mixed=(1, "? ?"))
def test_moved_order(switches: dict[str, str], expected: tuple[int, str]) -> None:
    """Who had two stolen cards still knows both places, or neither; the open table knows them always."""
    table = whole(switches=switches, hand_A="double-agent", gate_B="ogre giant").when(use("double-agent"))
    assert len(events(table, ee.GateMixed)) == expected[0]
    table.shows("B", gate_A=expected[1]).shows("A", gate_A="? ?")
    assert sorted(str(table.position().table.slots[slot].face) for slot in lying(table, "gate:A")) == ["giant", "ogre"]


@each("limit_and_strengthening", still_allowed="", not_allowed="10.14")
def test_limit_and_strengthening(switches: dict[str, str], expected: str) -> None:
    """After two Reinforcements the Gate is strengthened, or not."""
    table = whole(switches=switches, hand_A="reinforcement reinforcement cook").when(use("reinforcement")).when(use("reinforcement"))
    assert refused(table, strengthen("cook", "gate:A")) == expected


@each("slip_forgets", no=("cook", "cook"), yes=())
def test_slip_forgets(switches: dict[str, str], expected: tuple[str, ...]) -> None:
    """The online table keeps what B knew of a hand from which a Spy was slipped, or forgets it; the events are the same."""
    table = whole(switches=switches, hand_A="robber spy", gate_B="cook cook ogre").when(use("robber")).when(slip("spy"))
    log = veil(table.game.parts, table.log, SeatKey("B"))
    assert remembered(table.game, table.header, log, SeatKey("B")).table.hands[SeatKey("A")].faces == expected


# -- purple cards ------------------------------------------------------------------------------------------------------


@each("ogre_seen_by", its_player=(("A",), "ogre"), everybody=(("*",), "?"))
def test_ogre_seen_by(switches: dict[str, str], expected: tuple[tuple[str, ...], str]) -> None:
    """The Ogre lies face down and its cost is a hint, or everybody is shown it."""
    table = whole(switches=switches, hand_A="ogre cook").when(strengthen("ogre", "gate:A", cost="cook"))
    (laid,) = events(table, ev.Strengthened)
    assert (laid.rule, laid.card.known_to, laid.card.hint) == ("13.1", *expected)
    table.shows("B", gate_A="ogre").shows("public", gate_A="ogre")


@each("slip_strengthens", not_counted=("", ""), counted=("3.1", "13.3"))
def test_slip_strengthens(switches: dict[str, str], expected: tuple[str, str]) -> None:
    """After a slipped card the own Gate may be strengthened, or not, and the other way round."""
    table = whole(switches=switches, hand_A="spy cook")
    assert refused(table.when(slip("spy")), strengthen("cook", "gate:A")) == expected[0]
    assert refused(table.when(strengthen("cook", "gate:A")), slip("spy")) == expected[1]


@each(
    "saboteur_adds",
    after_its_defence=("cook", [1, 4]),
    after_its_defence_unless_spent=("medic", [1]),
    before_its_defence=("cook", [1, 4]),
)
def test_saboteur_adds_where_the_attack_is_spent(switches: dict[str, str], expected: tuple[str, list[int]]) -> None:
    """An attack that has just enough for a Saboteur goes on with what it gives, or is over."""
    table = whole(switches=switches, display_A="veteran", gate_B="dragon")
    assert table.when(send(table)).position().table.piles.get("gate:B", ()) == ()  # type: ignore[call-overload]  # a pile's id is its name
    table = whole(switches=switches, hand_A="robber", gate_B="dragon saboteur bomber ogre").when(use("robber"))
    left = {"after its defence": "ogre", "after its defence unless spent": "bomber ogre", "before its defence": "ogre"}
    table.lies(gate_B=left[switches["saboteur_adds"]])


@each("fallen_discards", after_the_attack=["AttackEnded", "Asked"], at_once=["DefenderDestroyed", "Asked"])
def test_fallen_discards(switches: dict[str, str], expected: list[str]) -> None:
    """A Bomber falls: the attacker discards after the attack, or before the next card is turned over."""
    table = whole(switches=switches, hand_A="giant cook medic squire", gate_B="bomber ogre").when(use("giant", cost="cook"))
    assert named(table)[-2:] == expected
    table = unasked(discard(table, "medic squire"))
    assert len(events(table, ev.DefenderRevealed)) == 2


@each("short_discard", what_is_there=[("A", ("medic",))], nothing=[])
def test_short_discard(switches: dict[str, str], expected: list[tuple[str, tuple[str, ...]]]) -> None:
    """A hand of one card that owes two."""
    table = whole(switches=switches, hand_A="mercenary-horse medic", gate_B="bomber ogre").when(use("mercenary-horse"))
    table = discard(table, "medic") if table.position().state.pending else table
    assert owed(table) == expected


@each("discard_chosen_by", owner=True, chance=False)
def test_discard_chosen_by(switches: dict[str, str], expected: bool) -> None:
    """Who owes cards chooses them, or chance does."""
    table = whole(switches=switches, hand_A="mercenary-horse medic cook squire", gate_B="bomber ogre").when(use("mercenary-horse"))
    assert bool(table.position().state.pending) is expected
    assert len(events(table, pe.HandCardHit)) == (0 if expected else 1)


@each("robbed_bomber", may_be_discarded=("", 2), spared=("13.12", 1))
def test_robbed_bomber(switches: dict[str, str], expected: tuple[str, int]) -> None:
    """The Bomber that a Robber took may be discarded for itself, or not."""
    table = whole(switches=switches, hand_A="robber medic", gate_B="bomber ogre").when(use("robber"))
    assert asked(table).most == expected[1]
    command = cmd.Discard(answers=asked(table).id, seat=asked(table).seat, cards=("bomber", "medic")[: expected[1]])
    assert refused(table, command) == expected[0]


@each("own_side_discards", as_printed=("A", "B"), mirrored=("B", "A"))
def test_own_side_discards(switches: dict[str, str], expected: tuple[str, str]) -> None:
    """A Bomber and a Spy that fall on the Summoner's own side."""
    for card, seat in zip(("bomber", "spy"), expected, strict=True):
        table = whole(switches=switches, hand_A="summoner cook cook", hand_B="cook cook", gate_A=f"{card} ogre", gate_B="ogre")
        table = decline(table.when(use("summoner")))
        assert (asked(table).seat, asked(table).what) == (seat, "discard")
