"""Why a step is as it is: one example worked by hand for each sort of step, and what holds for every log."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from records.core.events import Recorded, Sort
from records.core.logs.fold import Folder
from records.core.shared import Asked, Corrected, Replacement
from records.core.viewers import OPEN, Viewer
from records.errors import MalformedCommand
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import turn_events as tu
from records.games.observed import OBSERVED
from records.games.regicide.model import events as re
from records.knowledge.door import veil
from records.rulings.explaining import HAPPENS, NOTHING, STOPS, Explanation, explain
from records.rulings.redoing.compare import PARTS, Redone, moments_of_each, reading_of
from records.service.seen_log import SeenLog
from records.service.views import rereading
from support import castle, regicide
from support.castle_powers import decline, use, weaken
from support.dispute_files import disputes
from support.redone_logs import logged, other_readings, table_log
from support.soaking import one_in, rest_soaked

HOUSE = "castle-rampage/house"
DISPUTES = {one.name: one for one in disputes()}


def of(log: Any, cls: type, nth: int = 0, viewer: Viewer = OPEN) -> Explanation:
    """The explanation of a step: the ``nth`` event of a class."""
    game, header, events = log if isinstance(log, tuple) else table_log(log)
    seen = veil(game.parts, events, viewer)
    version = [one.v for one in seen if isinstance(one.event, cls)][nth]
    return explain(game, header, seen, version, viewer)


def chain(found: Explanation) -> list[tuple[str, str]]:
    """Paragraph and words of each step of the chain."""
    return [(step.paragraph, " ".join(map(str, step.reasons))) for step in found.chain]


def words(found: Explanation) -> str:
    """The words of the step itself, and its paragraph."""
    paragraph, text = chain(found)[-1]
    return f"{text} {paragraph}"


def decided(found: Explanation, switch: str, other: str) -> tuple[str, str]:
    """What another value of a switch would have given: outcome, and words or the paragraph of a refusal."""
    (one,) = [one for one in found.deciding if (one.switch, one.other) == (switch, other)]
    if one.gives is None:
        return "recorded", ""
    return one.gives.outcome, " ".join(map(str, one.gives.reasons)) or one.gives.paragraph


def switches(found: Explanation) -> set[str]:
    """Names of the switches that decided."""
    return {one.switch for one in found.deciding}


# -- Castle Rampage: an attack in full ---------------------------------------------------------------------------------

PLAN = castle.given(hand_A="fight-plan-1", gate_B="axe-man-draw knight", castle_B="ogre").when(castle.play("fight-plan-1"))
"""9 against 2 and 4 in the Gate and 6 in the Castle: 7 left, 3 left, and the Castle card holds."""
COOKED = castle.given(rules=HOUSE, hand_A="cook archer", display_A="squire", gate_B="ogre", castle_B="spy cook ogre")
COOKED = COOKED.when(use("cook")).when(use("archer"))
"""2 of the Archer, 1 of the Squire, 2 of the Cook; the Archer goes past the Gate."""
HAIL = castle.given(rules=HOUSE, hand_A="hail-of-arrows", gate_B="cook", castle_B="medic ogre", hand_B="last-resort")
HAIL = decline(HAIL.when(use("hail-of-arrows")))
"""3 against the Gate's 1, 2 are lost; then 3 against the Castle's 3."""
WEAKENED = castle.given(rules=HOUSE, hand_A="archer", gate_B="ogre", castle_B="spy cook", hand_B="last-resort")
WEAKENED = weaken(WEAKENED.when(use("archer")))
ROBBED = castle.given(rules=HOUSE, hand_A="robber", gate_B="saboteur ogre", castle_B="cook").when(use("robber"))
FALLEN = castle.given(hand_A="giant", castle_B="knight").when(castle.play("giant"))
"""4 against the last card of the Castle, which counts 2 there."""
STEPS = [
    (PLAN, ev.CardPlayed, 0, "A plays fight-plan-1. 2.3"),
    (
        PLAN,
        ev.AttackDeclared,
        0,
        (
            "A attacks the Gate of B with 9. Attack 9 is the sum of: fight-plan-1: +9."
            " It hits the Gate first, as long as a card lies there. 5.1"
        ),
    ),
    (PLAN, ev.DefenderRevealed, 0, "The top card of the Gate is turned over: axe-man-draw, worth 2 there, against 9. 5.3"),
    (PLAN, ev.DefenderDestroyed, 0, "Attack 9, Gate card 2 destroyed: 7 left. 5.6"),
    (PLAN, ev.DefenderDestroyed, 1, "Attack 7, Gate card 4 destroyed: 3 left. 5.6"),
    (PLAN, ev.DefenderRevealed, 2, "The top card of the Castle is turned over: ogre, worth 6 there, against 3. 5.3"),
    (PLAN, ev.DefenderHeld, 0, "Attack 3, Castle card 6: the defence is higher, the card stays and the attack is over. 5.4"),
    (PLAN, ev.AttackEnded, 0, "The attack is over: a card has held. 5.7"),
    (PLAN, ev.CardSettled, 0, "Its effect is done, so the card goes to the discard pile. 4.2"),
    (
        COOKED,
        ev.AttackDeclared,
        0,
        (
            "A attacks the Castle of B with 5. Attack 5 is the sum of: archer: +2. squire: +1. cook: +2."
            " It hits the Castle past the Gate, by what the card says or by choice. 5.1"
        ),
    ),
    (HAIL, ev.AttackEnded, 0, "The attack is over: what is left at the Gate is lost, 2. 5.7"),
    (
        HAIL,
        ev.AttackDeclared,
        1,
        (
            "A attacks the Castle of B with 3. Attack 3 is the sum of: hail-of-arrows: +3."
            " It hits the Castle, because no card is left in the Gate. 5.1"
        ),
    ),
    (HAIL, ev.DefenderDestroyed, 1, "Attack 3, Castle card 3: both are equal, the card is destroyed and nothing is left. 5.5"),
    (HAIL, ev.AttackEnded, 1, "The attack is over: nothing is left of it. 5.7"),
    (
        HAIL,
        Asked,
        0,
        "B may weaken the attack. The attacked player may weaken the attack right before the fight, once target and strength are set. 11.1",
    ),
    (WEAKENED, pe.AttackWeakened, 0, "Attack 2, weakened by 3: -1. 11.1"),
    (
        WEAKENED,
        pe.AttackCancelled,
        0,
        "Nothing is left of the attack of A, it does not take place. An attack of strength 0 or less does not take place. 5.9",
    ),
    (ROBBED, ev.DefenderDestroyed, 0, "Attack 3, Gate card 1 destroyed: 2 left. A takes it to the hand; everybody has seen it. 5.6"),
    (ROBBED, pe.AttackStrengthened, 0, "The destroyed card makes the attack stronger: 2 and 2 are 4. 13.5"),
    (FALLEN, ev.AttackEnded, 0, "The attack is over: the Castle has fallen. 5.7"),
]


@pytest.mark.parametrize(("table", "cls", "nth", "said"), STEPS, ids=lambda value: value[:40] if isinstance(value, str) else "")
def test_each_step_of_an_attack_says_what_was_added_up_and_compared(table: Any, cls: type, nth: int, said: str) -> None:
    """The numbers are the cards' own, worked out by hand, and the paragraph is the rules text's."""
    assert words(of(table, cls, nth)) == said


def test_the_chain_leads_from_the_decision_through_each_comparison_to_the_step() -> None:
    """The second card that falls: what was played, declared, turned over and destroyed before it, each with its paragraph."""
    found = of(PLAN, ev.DefenderDestroyed, 1)
    assert [paragraph for paragraph, _words in chain(found)] == ["2.3", "5.1", "5.3", "5.6", "5.3", "5.6"]
    assert not found.deciding or switches(found) == {"powers"}


def test_an_answer_in_between_stands_in_the_chain() -> None:
    """The attack goes on in another decision: the question and its answer belong to what led to the fall."""
    assert [paragraph for paragraph, _words in chain(of(HAIL, ev.DefenderDestroyed))] == ["2.3", "5.1", "11.1", "11.1", "5.3", "5.6"]


def test_the_switch_that_decided_is_named_with_what_its_other_value_gives() -> None:
    """10.1: the bonus lasts for the turn; 13.5: 3 and 2 are 5 before the defence, not 2 and 2 after it; 8.1: the attacker is asked."""
    cooked = of(COOKED, pe.BonusGained)
    assert decided(cooked, "cook_lasts", "whole turn") == (HAPPENS, "cook: the attacks of A in this turn get +2.")
    assert [one.parts for one in cooked.deciding if one.switch == "cook_lasts"] == [cooked.version]
    robbed = of(ROBBED, pe.AttackStrengthened)
    assert decided(robbed, "saboteur_adds", "before its defence") == (
        HAPPENS,
        "The destroyed card makes the attack stronger: 3 and 2 are 5.",
    )
    asked = "A chooses what to attack. Where there is a choice, the target is settled before the attack."
    assert decided(of(COOKED, ev.AttackDeclared), "ignores_gate", "by choice") == (HAPPENS, asked)


def test_a_switch_that_parted_the_play_before_the_step_says_where() -> None:
    """8.1: asked whether to attack the Gate nobody answers, so no card falls; it parts at the attack that is declared."""
    found = of(COOKED, ev.DefenderDestroyed)
    (one,) = [one for one in found.deciding if one.switch == "ignores_gate"]
    declared = of(COOKED, ev.AttackDeclared).version
    assert (one.parts, one.gives and one.gives.outcome, one.gives and one.gives.stop and one.gives.stop.kind) == (
        declared,
        STOPS,
        "unanswered",
    )


def test_what_comes_all_the_same_is_decided_by_no_switch() -> None:
    """8.5: the vengeful creature does not strike back, the toad falls all the same; the wolf would not."""
    log = DISPUTES["creature-crush-vengeful-dying"].recorded("strikes back")
    assert decided(of(log, fe.Destroyed, 0), "vengeful_dying", "does not")[0] == HAPPENS
    assert "vengeful_dying" not in switches(of(log, fe.Destroyed, 1))


def test_what_a_forbidden_decision_led_to_would_be_refused() -> None:
    """3.1: strengthening after an attack, where it may only come before other cards."""
    table = castle.given(hand_A="knight giant archer", gate_B="cook ogre", castle_B="medic medic")
    table = table.when(castle.play("archer")).when(castle.strengthen("giant", "gate:A"))
    assert decided(of(table, ev.Strengthened), "strengthening_when", "before other cards") == (STOPS, "3.1")


# -- Regicide ----------------------------------------------------------------------------------------------------------

CLUBS = regicide.given(royal="hQ", A="c5 h10 d10", B="s3 s4").when(regicide.play("c5"))
IMMUNE = regicide.given(royal="sJ", A="s5 h10 d10", B="s3 s4").when(regicide.play("s5"))
SPADES = regicide.given(royal="hQ", A="s5 h10 d10", B="s3 s4").when(regicide.play("s5"))
HEARTS = regicide.given(royal="sJ", A="h2 h10 d10", B="s3 s4", discard="c9 c8 c7").when(regicide.play("h2"))
DIAMONDS = regicide.given(royal="sK", A="d3 h10", B="s3", tavern="c2 d9 h4 s8").when(regicide.play("d3"))
EXACT = regicide.given(royal="cJ", A="d10 s2", B="s3 s4", damage=10).when(regicide.play("d10"))
JESTER = regicide.given(royal="sJ", A="s5 c10 J", B="s3 s4", blocked=4).when(regicide.play("J"))
COUNTERED = CLUBS.when(regicide.discard("h10 d10", answers=CLUBS.state.pending[0].id))
POWER = "A power counts with the worth of the whole play:"
SUITS = [
    (CLUBS, re.PowerUsed, f"Clubs: the damage of 5 is doubled. {POWER} 5. 4.5"),
    (CLUBS, re.DamageDealt, "The play is worth 5, and Clubs double it: 10 damage. Damage 0 and 10 are 10 of 30 health. 5.1"),
    (SPADES, re.ShieldRaised, f"Spades: the attack of the hearts-queen falls by 5 to 10. {POWER} 5. 4.6"),
    (
        SPADES,
        re.AttackSuffered,
        (
            "The hearts-queen attacks A, who must discard cards worth 10 at least."
            " The hearts-queen attacks with 15, the shield takes off 5: 10. 6.1"
        ),
    ),
    (HEARTS, re.PowerUsed, f"Hearts: up to 2 cards of the discard pile go under the Tavern. {POWER} 2. 4.2"),
    (
        DIAMONDS,
        re.CardDrawn,
        "A draws clubs-2. Diamonds draw from the Tavern, and nobody draws above the limit of a hand. 4.3",
    ),
    (
        IMMUNE,
        re.PowerBlocked,
        (
            "The spades-jack is immune to Spades; after a Jester they count, 5 in all."
            " A royal is immune to the power of its own suit, as long as no Jester has cancelled that. 2.2"
        ),
    ),
    (IMMUNE, re.DamageDealt, "The play is worth 5: so much damage. Damage 0 and 5 are 5 of 20 health. 5.1"),
    (EXACT, re.RoyalDefeated, "Exactly enough: the clubs-jack goes face down on top of the Tavern. The damage is exactly its health. 5.3"),
    (EXACT, re.TurnBegan, "The player who has defeated a royal skips the attack and begins a new turn: A. 5.6"),
    (
        JESTER,
        re.ImmunityCancelled,
        (
            "The spades-jack is no longer immune, and the Spades played before count: the attack falls by 4."
            " A Jester cancels the immunity for all later plays against this royal. 8.3"
        ),
    ),
    (JESTER, Asked, "The player of a Jester names who goes next. 8.4"),
    (COUNTERED, re.Discarded, "A discards hearts-10, diamonds-10. That is worth 20, and 15 were to be discarded. 6.2"),
]


@pytest.mark.parametrize(("table", "cls", "said"), SUITS, ids=lambda value: value[:40] if isinstance(value, str) else "")
def test_each_power_damage_and_counterattack_says_how_it_came_about(table: Any, cls: type, said: str) -> None:
    """Worth, doubling, shield, immunity, Jester and what was discarded, by the numbers on the cards."""
    assert words(of(table, cls)) == said


def test_a_royal_that_takes_no_damage_by_the_other_reading_says_so() -> None:
    """2.2: immune to the power alone, or to power and damage; 5.2: health reached, or exceeded."""
    none = "The play is worth 5, of which 0 count as damage. Damage 0 and 0 are 0 of 20 health."
    assert decided(of(IMMUNE, re.DamageDealt), "immunity", "power and damage") == (HAPPENS, none)
    outcome, said = decided(of(EXACT, re.RoyalDefeated), "defeat", "health exceeded")
    assert (outcome, said.startswith("The clubs-jack attacks A")) == (HAPPENS, True)


# -- CreatureCrush -----------------------------------------------------------------------------------------------------

VENGEFUL, KEEPER = "creature-crush-vengeful-dying", "creature-crush-conditioned-effects"


@cache
def crushed(name: str) -> Any:
    """The log of one of these disputes, played when first it is asked for: to collect tests takes no game."""
    return DISPUTES[name].recorded("strikes back" if name == VENGEFUL else next(iter(DISPUTES[name].readings)))


CRUSHED = [
    (
        VENGEFUL,
        tu.AttackMade,
        0,
        (
            "A attacks marsh-toad with yard-wolf, for 4. For an attack the creature's cost is paid again: 4 for 4."
            " It attacks an enemy of its own column. 5.4"
        ),
    ),
    (
        VENGEFUL,
        fe.Damaged,
        0,
        "marsh-toad takes 3 damage, 3 in all. It takes as much damage as yard-wolf has attack: 3. Damage 0 and 3 are 3. 5.6",
    ),
    (
        VENGEFUL,
        fe.Damaged,
        1,
        (
            "yard-wolf takes 1 damage, 3 in all. A vengeful creature strikes back with its own attack, at the same time."
            " Damage 2 and 1 are 3. 8.5"
        ),
    ),
    (VENGEFUL, ch.AttackEnded, 0, "The attack has struck. 5.6"),
    (VENGEFUL, fe.Destroyed, 0, "yard-wolf is destroyed and goes to the hell of A. It has as much damage as life. 7.3"),
    (
        KEEPER,
        ch.EffectTriggered,
        0,
        "The effect of fuse-keeper is triggered, for A. What its line asks for is met, so it takes effect. 7.1",
    ),
    (KEEPER, ch.EffectsQueued, 0, "Effects that join the chain: 1. The newest is carried out first. 7.2"),
    (KEEPER, ch.EffectBegan, 0, "fuse-keeper takes effect. It is the only effect of the chain. 7.2"),
    (KEEPER, fe.Damaged, 0, "ferry-troll takes 3 damage, 3 in all. An effect deals 3 damage. Damage 0 and 3 are 3. 7.5"),
    (KEEPER, ch.EffectEnded, 0, "fuse-keeper has been carried out, sentence by sentence, and leaves the chain. 7.3"),
]


@pytest.mark.parametrize(("name", "cls", "nth", "said"), CRUSHED, ids=lambda value: value[:40] if isinstance(value, str) else "")
def test_paying_attacking_and_the_chain_say_how_they_came_about(name: str, cls: type, nth: int, said: str) -> None:
    """Dice, damage and the order of effects, by what is printed on the cards."""
    assert words(of(crushed(name), cls, nth)) == said


def test_a_newer_effect_says_what_waits_below_it() -> None:
    """In a played game a crush card answers an attack or an effect: the newest is carried out first."""
    game, header, log = logged("creature-crush", 3)
    summoned = next(one.v for one in log if isinstance(one.event, tu.CreatureSummoned))
    paid = "B summons fence-witch to B3 for 4. The dice 4 pay its cost of 4, neither more nor less. 5.2"
    assert words(explain(game, header, log[: summoned + 9], summoned, OPEN)) == paid
    began = (one.v for one in log[:90] if isinstance(one.event, ch.EffectBegan))
    said = (words(explain(game, header, log[:90], version, OPEN)) for version in began)
    assert "battle-cry takes effect. It is the newest effect of the chain; 1 wait below it. 7.2" in said


# -- every log ---------------------------------------------------------------------------------------------------------

LOGS = (("castle-rampage", 5, HOUSE, 60), ("regicide", 3, "", 60), ("creature-crush", 3, "", 90))


@pytest.mark.parametrize("one", one_in(9, sorted(DISPUTES)))
def test_what_a_prepared_dispute_turns_on_is_named_at_the_step_where_it_parts(one: str) -> None:
    """Played by its longest reading, some step names the switch that the dispute is about, and what the other reading gives."""
    dispute = DISPUTES[one]
    game, header, log = max((dispute.recorded(name) for name in dispute.readings), key=lambda recorded: len(recorded[2]))
    steps = (explain(game, header, log, recorded.v, OPEN) for recorded in log)
    assert any(set(dispute.switches) & switches(found) for found in steps)


@pytest.mark.parametrize(("name", "seed", "ruleset", "most"), rest_soaked(LOGS))
def test_the_switches_named_are_those_under_which_the_redone_play_differs_there(name: str, seed: int, ruleset: str, most: int) -> None:
    """For each play and each other value: where the events part, the step names the switch and what comes there; before it, nothing."""
    game, header, log = logged(name, seed, ruleset)
    own = reading_of(game, header, log)
    others = other_readings(own)
    values = [next((key, value) for key, value in other.settings.items() if own[key] != value) for other in others]
    parting: dict[int, dict[tuple[str, str], int]] = {}
    until = log[most].v
    for number, moment in moments_of_each(game, header, log[:until], own, others):
        if moment.status != PARTS or not isinstance(moment.a, Redone):
            continue
        there = moment.b.told if isinstance(moment.b, Redone) else None
        if there is None:
            continue
        pairs = zip(moment.a.events, moment.a.told, strict=True)
        versions = [version for (version, _cause, event), told in pairs if event.sort is not Sort.FACT]
        nth = next(
            (at for at, (one, two) in enumerate(zip(moment.a.told, there, strict=False)) if one != two), min(len(there), len(versions))
        )
        if nth < len(versions):
            parting.setdefault(moment.play.first, {})[values[number]] = versions[nth]
    assert parting
    begins = [moment for moment in parting for _value in parting[moment]]
    for first in dict.fromkeys(begins):
        for value, at in parting[first].items():
            here = explain(game, header, log[:until], at, OPEN)
            (named,) = [one for one in here.deciding if (one.switch, one.other) == value]
            assert (named.parts, named.gives is not None) == (at, True)
            assert named.gives is None or named.gives.outcome in {HAPPENS, NOTHING}
            for before in range(first, at):
                assert value not in {(one.switch, one.other) for one in explain(game, header, log[:until], before, OPEN).deciding}


def test_where_no_switch_is_asked_none_is_named() -> None:
    """Ending a turn of the plain game asks for no reading."""
    found = of(castle.given(hand_A="knight", hand_B="cook", gate_B="cook").when(castle.end("A")), ev.TurnEnded)
    assert (found.deciding, found.own, found.unknown) == ((), None, False)


def test_a_record_that_breaks_its_rules_says_what_they_give() -> None:
    """A destroyed card of which too much is left: by the rules it is 7, as any reading says."""
    game, header, log = table_log(PLAN)
    at = next(one.v for one in log if isinstance(one.event, ev.DefenderDestroyed))
    wrong = tuple(_with_left(one, 8) if one.v == at else one for one in log[:at])
    found = explain(game, header, wrong, at, OPEN)
    assert found.own is not None
    assert [str(one) for one in found.own.reasons] == ["Attack 9, Gate card 2 destroyed: 7 left."]


def _with_left(recorded: Any, left: int) -> Any:
    return msgspec.structs.replace(recorded, event=msgspec.structs.replace(recorded.event, left=left))


def test_a_seat_is_told_of_no_card_that_it_was_not_shown() -> None:
    """The public is told that a card was drawn, with the same paragraph and no face; what hangs on a face is not judged."""
    found = of(DIAMONDS, re.CardDrawn, viewer="public")
    assert "clubs-2" not in words(found)
    assert words(found).endswith("4.3")


def test_a_step_that_is_not_there_and_a_game_without_rules() -> None:
    """The first is refused with the steps that there are; of the second the chain is told, and that no reading was tried."""
    game, header, log = table_log(PLAN)
    with pytest.raises(MalformedCommand, match="has the events 1 to"):
        explain(game, header, log, len(log) + 1, OPEN)
    assert OBSERVED.play is None


def test_in_suspense_a_step_is_explained_as_if_the_record_ended_with_its_decision() -> None:
    """A correction that comes later is not told of before: the card that fell is the one that was written down first."""
    game, header, log = table_log(PLAN)
    at = next(one.v for one in log if isinstance(one.event, ev.DefenderDestroyed))
    put_right = Corrected(of=(Replacement(version=at, event=_with_left(log[at - 1], 8).event),), why="8 were left")
    later = (*log, Recorded(len(log) + 1, len(log) + 1, log[0].at, "", put_right))
    seen = SeenLog(game, Folder(game), header, OPEN, later)
    assert words(rereading.explain(seen, at)).startswith("Attack 9, Gate card 1 destroyed: 8 left.")
    assert rereading.explain(seen, at, ahead=False) == explain(game, header, log, at, OPEN)
