"""Writing down a real game with every card's power: what the table is asked, what may be done with cards that nobody noted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.core.asking.typed import TableQuestion, Typed
from records.errors import AnswerNeeded
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from support.castle import A, B, did
from support.castle_powers import asked, use, whole

if TYPE_CHECKING:
    from support.castle import Table

LOOKS = {"last_resort": "table looks"}


def question(table: Table, command: cmd.CastleCommand, *answers: str) -> TableQuestion:
    """The question that is open after these answers."""
    game = table.game
    assert game.play is not None
    assert game.recording is not None
    typed = Typed(game.recording.table, [answer.split() for answer in answers])
    with pytest.raises(AnswerNeeded) as needed:
        game.play.decide(table.position(), command, typed, len(table.log) + 1)
    assert isinstance(needed.value.question, TableQuestion)
    return needed.value.question


def actions(table: Table) -> list[str]:
    """What may be written down now, in words."""
    assert table.game.recording is not None
    return [str(table.game.recording.tell(table.position(), command)) for command in table.game.recording.actions(table.position())]


def test_the_table_that_looks_is_asked() -> None:
    """Where the hand is not all noted, yes or no; yes asks the defender, no lets the attack come."""
    table = whole(switches=LOOKS, hand_A="giant cook", hand_B="? archer", gate_B="knight")
    command = use("giant", cost="cook")
    one = question(table, command)
    assert (one.event, one.seat, [option.key for option in one.options]) == ("castle-rampage.defence-checked/1", "B", ["yes", "no"])
    assert asked(table.when(command, ["yes"])).what == "defence"
    after = table.when(command, ["no"])
    assert did(pe.DefenceChecked, holds=False).check(next(e for e in after.batch if type(e) is pe.DefenceChecked)) is None
    assert after.position().state.pending == ()


def test_the_table_that_looks_is_not_asked_what_the_log_tells() -> None:
    """A noted Last Resort is found, and a hand that is noted whole without one has none."""
    for hand, holds in (("last-resort ?", True), ("archer", False)):
        table = whole(switches=LOOKS, hand_A="giant cook", hand_B=hand, gate_B="knight")
        assert table.game.play is not None
        assert table.game.recording is not None
        batch = table.game.play.decide(table.position(), use("giant", cost="cook"), Typed(table.game.recording.table, ()), 2)
        (checked,) = (event for event in batch if type(event) is pe.DefenceChecked)
        assert checked.holds is holds


def test_top_cards_that_fall_are_asked_for() -> None:
    """By their slot; a face that nobody noted may stay so."""
    table = whole(hand_A="dragon", gate_B="? knight", castle_B="medic archer")
    one = question(table, use("dragon"))
    assert (one.event, one.seat, one.unknown) == ("castle-rampage.top-discarded/1", "B", True)
    assert str(one.asks) == "Which card falls from the Gate of B?"
    table.when(use("dragon"), ["?"]).lies(gate_B="knight", castle_B="archer", discard="? medic dragon")


def test_cards_hit_by_chance_are_asked_for() -> None:
    """As many as are owed, out of what the hand may hold."""
    table = whole(switches={"discard_chosen_by": "chance"}, hand_A="giant cook", gate_B="spy", castle_B="ogre", hand_B="archer ? ?")
    table = table.when(use("giant", cost="cook"))
    declined = cmd.DeclineDefence(answers=asked(table).id, seat=B)
    one = question(table, declined)
    assert (one.event, one.seat, one.least, one.most) == ("castle-rampage.hand-card-hit/1", "B", 2, 2)
    table.when(declined, ["archer", "?"]).lies(hand_B="?")


def test_a_card_of_a_turn_that_draws_is_asked_for() -> None:
    """The draw of an Axe Man is the attacker's."""
    one = question(whole(hand_A="axe-man-draw", gate_B="knight"), use("axe-man-draw"))
    assert (one.event, one.seat) == ("castle-rampage.card-drawn/1", "A")


def test_cards_that_nobody_noted_are_offered_with_their_cost() -> None:
    """Each that costs something stands there by name, paid with cards that nobody noted; one without a cost is the unnamed play."""
    offered = actions(whole(hand_A="? ?", gate_B="knight"))
    assert "A plays a card that nobody noted." in offered
    assert "A plays knight and pays ?." in offered
    assert "A strengthens the Gate with ogre and pays ?." in offered
    assert not [text for text in offered if "house-ram" in text], "one card cannot pay two"


def test_what_is_offered_is_taken() -> None:
    """Every action with its cards named is decided without a refusal."""
    table = whole(hand_A="? ? knight", hand_B="?", gate_B="knight", display_A="veteran")
    keeping = table.game.recording
    assert keeping is not None
    for command in keeping.actions(table.position()):
        if isinstance(command, cmd.Play | cmd.Strengthen | cmd.SendVeteran) and getattr(command, "card", "") != "?":
            table.when(command)


def test_a_defence_that_nobody_noted_is_offered_by_name() -> None:
    """The cards that weaken an attack and may be there; without one left the defender lets it come."""
    table = whole(hand_A="giant cook", hand_B="?", gate_B="knight").when(use("giant", cost="cook"))
    assert actions(table)[:2] == ["B weakens the attack with last-resort.", "B lets the attack come."]
    known = whole(hand_A="giant cook", hand_B="archer", gate_B="knight").when(use("giant", cost="cook"))
    assert actions(known)[0] == "B lets the attack come."


def test_nothing_else_is_offered_while_somebody_must_answer() -> None:
    """Only answers, and giving up or offering a draw."""
    table = whole(hand_A="giant cook archer", hand_B="?", gate_B="knight").when(use("giant", cost="cook"))
    assert not [text for text in actions(table) if text.startswith("A plays") or "ends the turn" in text]
    table.refuses(cmd.EndTurn(seat=A), "pending", "2.3")


def test_what_was_paid_for_a_card_that_nobody_noted_leaves_the_hand() -> None:
    """The card is put away unjudged, and what is said to be paid is discarded."""
    table = whole(hand_A="? archer cook", gate_B="knight")
    table = table.when(use("?", cost="archer"))
    table.then(did(ev.CardPlayed, card="?"), did(pe.CostPaid, "7.1", cards=("archer",)), did(ev.CardSettled))
    table.lies(hand_A="?", discard="archer ?", gate_B="knight")


def test_every_way_to_pay_is_offered_however_many_there_are() -> None:
    """A Knight among twelve other cards: twelve for its cost, and with each one of eleven more for more strength."""
    others = ["archer", "cook", "dragon", "giant", "jester", "medic", "ogre", "robber", "spy", "squire", "worker", "axe-man-draw"]
    table = whole(hand_A=" ".join(["knight", *others]))
    game = table.game
    assert game.recording is not None
    assert game.play is not None
    wanted = {(("cost", (one,)), ("optional-discard-bonus", (two,))) for one in others for two in others if one != two}
    offered = [
        command for command in game.recording.actions(table.position()) if isinstance(command, cmd.Play) and command.card == "knight"
    ]
    assert wanted <= {command.pays for command in offered}
    listed = [command for command in game.play.legal(table.position()) if isinstance(command, cmd.Play) and command.card == "knight"]
    assert len(listed) < len(wanted) < len(offered)
