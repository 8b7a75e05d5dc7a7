"""The audit says of every decision whether the rules allow it and what follows from it."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from records.core.events import Event, Recorded
from records.core.faces import UNKNOWN
from records.core.header import Header
from records.core.ids import PileId, RecordId, SlotId
from records.core.secret import secret
from records.core.shared import Corrected, GapNoted, Replacement, TakenBack
from records.core.viewers import OPEN, PUBLIC
from records.errors import MalformedCommand, NotNoted
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.games.observed import OBSERVED
from records.games.regicide.model.events import RoyalRevealed
from records.knowledge.door import veil
from records.rulings.audit import Judged, Verdict, audit
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support.castle import CASTLE, NOON, A, B, Table, given
from support.castle_powers import decline, use, whole
from support.soaking import rest_soaked


def turns() -> Table:
    """A strengthens, attacks the Gate of B and ends the turn."""
    table = given(hand_A="knight giant archer", gate_B="cook ogre", castle_B="medic medic")
    table = table.when(cmd.Strengthen(seat=A, pile=PileId("gate:A"), card=secret("giant")))
    return table.when(cmd.Play(seat=A, card="archer")).when(cmd.EndTurn(seat=A))


def judged(table: Table, viewer: Any = OPEN) -> list[Judged]:
    """What the audit says of a table's log, as a viewer has it."""
    return list(audit(CASTLE, table.header, veil(CASTLE.parts, table.log, viewer)))


def wrong(table: Table, viewer: Any = OPEN) -> list[tuple[int, Verdict, int]]:
    """Version, verdict and place of whatever is not as the rules say."""
    return [(one.version, one.verdict, one.at) for one in judged(table, viewer) if one.verdict is not Verdict.KEPT]


def rewritten(table: Table, cls: type[Event], **fields: Any) -> tuple[Table, int]:
    """The same log with other fields in the first event of a class, and the version of that event."""
    at = next(recorded.v for recorded in table.log if type(recorded.event) is cls)
    log = [
        msgspec.structs.replace(recorded, event=msgspec.structs.replace(recorded.event, **fields)) if recorded.v == at else recorded
        for recorded in table.log
    ]
    return replace(table, log=tuple(log)), at


def decision(table: Table, version: int) -> int:
    """The version of the decision that an event belongs to."""
    return table.log[version - 1].cause


@pytest.mark.parametrize("viewer", [A, B, PUBLIC, OPEN], ids=str)
def test_what_the_rules_gave_is_kept(viewer: Any) -> None:
    """A log that came out of the rules is kept in every batch, whoever looks."""
    found = judged(turns(), viewer)
    assert [one.verdict for one in found] == [Verdict.KEPT] * 3
    assert all(one.why is None and not one.wrong for one in found)


def test_a_decision_that_a_rule_forbids_is_broken_by_its_paragraph() -> None:
    """Strengthening twice in a turn is found, with the paragraph and the reason, by the other side too."""
    table = turns()
    first = table.log[1].event
    again = msgspec.structs.replace(first, slot=SlotId("s99"), card=secret("knight", to=(A,)))
    log = [*table.log[:2], Recorded(3, 3, NOON, "", again)]
    for viewer in (A, B, OPEN):
        (broken,) = [one for one in judged(replace(table, log=tuple(log)), viewer) if one.wrong]
        assert (broken.version, broken.verdict, broken.at, broken.paragraph) == (3, Verdict.BROKEN, 3, "3.1")
        assert "strengthened in this turn already" in str(broken.why)


def test_what_does_not_follow_differs_at_its_event() -> None:
    """A strength that was subtracted wrongly is found where it stands, with both figures."""
    table, at = rewritten(turns(), ev.AttackDeclared, strength=7)
    (found,) = [one for one in judged(table) if one.wrong]
    assert (found.version, found.verdict, found.at) == (decision(table, at), Verdict.DIFFERS, at)
    assert "strength 2 (≠ 7)" in found.detail


@pytest.mark.parametrize("viewer", [A, B, OPEN], ids=str)
def test_what_differs_is_said_in_words(viewer: Any) -> None:
    """A paragraph, a hint, who was shown a card, another event, none, an error: no finding names a field, an event or JSON."""
    table = turns()
    first = table.log[1].event
    shown, hinted = (msgspec.structs.replace(first.card, **{name: value}) for name, value in (("known_to", (A, B)), ("hint", "spy")))
    settled = next(recorded for recorded in table.log if type(recorded.event) is ev.CardSettled)
    changed = [
        rewritten(table, ev.AttackDeclared, rule="")[0].log,
        rewritten(table, ev.AttackDeclared, rule="9.9")[0].log,
        rewritten(table, type(first), card=shown)[0].log,
        rewritten(table, type(first), card=hinted)[0].log,
        tuple(recorded for recorded in table.log if recorded.v < settled.v),
        (*table.log[: settled.v], msgspec.structs.replace(settled, v=settled.v + 1)),
        tuple(
            msgspec.structs.replace(one, event=ev.CardSettled(seat=B)) if type(one.event) is ev.DefenderHeld else one for one in table.log
        ),
    ]
    told = [str(one.why) for log in changed for one in judged(replace(table, log=log), viewer) if one.wrong]
    assert len(told) >= len(changed) - 1
    assert not [text for text in told if re.search(r'["{}_≠]|[a-z][A-Z]|-rampage|Played|/', text)]


def test_what_is_missing_or_too_much_differs() -> None:
    """An event less or more than the rules give is found, and named."""
    table = turns()
    settled = next(recorded.v for recorded in table.log if type(recorded.event) is ev.CardSettled)
    played = [recorded for recorded in table.log if recorded.v < settled]
    (less,) = [one for one in judged(replace(table, log=tuple(played))) if one.wrong]
    assert less.verdict is Verdict.DIFFERS
    assert "castle-rampage.card-settled" in less.detail
    doubled = [*table.log[:settled], msgspec.structs.replace(table.log[settled - 1], v=settled + 1)]
    (more,) = [one for one in judged(replace(table, log=tuple(doubled))) if one.wrong]
    assert (more.verdict, more.at) == (Verdict.DIFFERS, settled + 1)


def test_a_consequence_without_a_decision_differs() -> None:
    """An event that nobody decided and that is no fact is not taken for granted."""
    table = given().add(ev.CardSettled(seat=A))
    assert wrong(table) == [(2, Verdict.DIFFERS, 2)]


def test_what_was_not_noted_cannot_be_judged() -> None:
    """Where an open card was not noted the audit says so, and says nothing else."""
    table, at = rewritten(turns(), ev.CardPlayed, card=UNKNOWN)
    assert wrong(table) == [(at, Verdict.OPEN, at)]


def test_between_a_gap_and_a_position_nothing_is_judged() -> None:
    """What is decided while something is missing cannot be judged."""
    table = given().add(GapNoted(why="a page is lost")).add(ev.TurnEnded(seat=A))
    assert wrong(table) == [(3, Verdict.OPEN, 3)]


def test_what_was_taken_back_is_judged_too() -> None:
    """A breach that was taken back is still named; what counts at the end is kept."""
    table = turns()
    again = msgspec.structs.replace(table.log[1].event, slot=SlotId("s99"), card=secret("knight", to=(A,)))
    log = [*table.log[:2], Recorded(3, 3, NOON, "", again), Recorded(4, 4, NOON, "", TakenBack(to=2, agreed=(A, B)))]
    found = judged(replace(table, log=tuple(log)))
    assert [(one.version, one.verdict) for one in found] == [(2, Verdict.KEPT), (3, Verdict.BROKEN)]


def test_what_was_corrected_is_judged_as_it_was_corrected() -> None:
    """A slip of the pen that was put right is no difference any more."""
    table, at = rewritten(turns(), ev.AttackDeclared, strength=7)
    assert wrong(table) != []
    right = msgspec.structs.replace(table.log[at - 1].event, strength=2)
    corrected: Any = Corrected(of=(Replacement(version=at, event=right),), why="misread")
    log = (*table.log, Recorded(len(table.log) + 1, len(table.log) + 1, NOON, "", corrected))
    assert wrong(replace(table, log=log)) == []


def test_of_other_cards_nothing_is_judged_and_the_paragraphs_are_named() -> None:
    """A record that was made with cards that are not known here is no breach of these: all its paragraphs are told instead."""
    table = turns()
    other = msgspec.structs.replace(table.header, catalogue_hash="00" * 16)
    found = list(audit(CASTLE, other, table.log))
    assert [(one.verdict, one.wrong, one.paragraph) for one in found] == [(Verdict.OPEN, False, "")] * 3
    for one in found:
        batch = [recorded.event.rule for recorded in table.log if recorded.cause == one.version]
        assert {*one.unjudged} == {rule for rule in batch if rule} != set()
        assert "cards it was played with are not known" in str(one.why)


def by_unknown_rules(table: Table, **fields: Any) -> list[Judged]:
    """What the audit says of a table whose ruleset is not known here."""
    other = msgspec.structs.replace(table.header, **{"ruleset_hash": "00" * 16, **fields})
    return list(audit(CASTLE, other, table.log))


@pytest.mark.parametrize("name", ["castle-rampage/plain", "no-such-rules"])
def test_by_unknown_rules_what_a_switch_decides_is_not_judged(name: str) -> None:
    """The paragraph of the switch is named, whether the name of the ruleset is known or not."""
    _strengthened, attacked, _ended = by_unknown_rules(turns(), ruleset=name)
    assert (attacked.verdict, attacked.wrong) == (Verdict.OPEN, False)
    assert "4.3" in attacked.unjudged
    assert "rules it was played by are not known" in str(attacked.why)


def test_by_unknown_rules_nothing_is_broken() -> None:
    """What the known rules forbid may be what the others allow, so its paragraph is one that could not be judged."""
    table = turns()
    again = msgspec.structs.replace(table.log[1].event, slot=SlotId("s99"), card=secret("knight", to=(A,)))
    log = (*table.log[:2], Recorded(3, 3, NOON, "", again))
    found = by_unknown_rules(replace(table, log=log))
    assert [one.verdict for one in found] == [Verdict.OPEN, Verdict.OPEN]
    changed, at = rewritten(turns(), ev.AttackDeclared, strength=7)
    assert not any(one.wrong for one in by_unknown_rules(changed))
    assert any(one.wrong for one in judged(changed)), at


def test_a_reading_that_a_game_set_apart_and_nobody_knows_is_an_unknown_rule() -> None:
    """The record names a known ruleset, and one switch more: what may depend on it is not judged."""
    game = library()["castle-rampage"]
    (new,) = simulate(game, seed=3, games=1, ruleset="castle-rampage/plain")
    log = [Recorded(v, e.cause, e.at, "", e.event) for v, e in enumerate(new.entries, 1)]
    log[0] = msgspec.structs.replace(log[0], event=msgspec.structs.replace(log[0].event, switches=(("moat", "deep"),)))
    found = list(audit(CASTLE, replace_header("castle-rampage/plain"), log))
    assert found[0].verdict is Verdict.OPEN
    assert not any(one.wrong for one in found)
    kept = [one.version for one in found if one.verdict is Verdict.KEPT]
    assert {type(recorded.event) for recorded in log if recorded.v in kept} == {ev.CardPlaced}, "what every known reading says the same of"


def test_a_game_without_rules_is_refused() -> None:
    """An observed table has no rules to be judged by."""
    with pytest.raises(MalformedCommand, match="rules of observed are not known"):
        audit(OBSERVED, turns().header, ())


@pytest.mark.parametrize("ruleset", rest_soaked(library()["castle-rampage"].rules.names, keep=2))
def test_simulated_games_are_clean(ruleset: str) -> None:
    """Games that played themselves are as the rules say, for the full log and for each seat's."""
    game = library()["castle-rampage"]
    for new in simulate(game, seed=3, games=2, ruleset=ruleset):
        table = Table(replace_header(ruleset), game, tuple(Recorded(v, e.cause, e.at, "", e.event) for v, e in enumerate(new.entries, 1)))
        for viewer in (OPEN, A, B, PUBLIC):
            assert [one for one in judged(table, viewer) if one.verdict is not Verdict.KEPT] == []


def replace_header(ruleset: str) -> Any:
    """The header of a game by a ruleset."""
    return msgspec.structs.replace(turns().header, **CASTLE.rules.edition(ruleset))


def unnoted(log: tuple[Recorded[Any], ...], cls: type[Event], nth: int = 0) -> tuple[Recorded[Any], ...]:
    """The same log, in which nobody noted the open card of one event of a class."""
    at = [index for index, recorded in enumerate(log) if type(recorded.event) is cls][nth]
    blank = msgspec.structs.replace(log[at], event=msgspec.structs.replace(log[at].event, card=UNKNOWN))
    return (*log[:at], blank, *log[at + 1 :])


def test_what_depends_on_an_unnoted_royal_cannot_be_judged() -> None:
    """Of each royal in turn: nothing is called wrong, in no later batch either, and what does not depend on it is judged."""
    game = library()["regicide"]
    new = next(simulate(game, seed=5, games=1, ruleset="regicide/2021"))
    head = Header(record=RecordId("test"), game=game.name, seats=new.seats, started=NOON, **game.rules.edition("regicide/2021"))
    log = tuple(Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1))
    royals = sum(type(recorded.event) is RoyalRevealed for recorded in log)
    assert royals > 1
    for nth in range(royals):
        found = [one.verdict for one in audit(game, head, unnoted(log, RoyalRevealed, nth))]
        assert set(found) == {Verdict.KEPT, Verdict.OPEN}
        assert found.count(Verdict.OPEN) < len(found) / 2


def test_what_depends_on_an_unnoted_permanent_card_cannot_be_judged() -> None:
    """A Squire that nobody noted as it was played makes later attacks stronger; the attack is not judged, the rest is."""
    table = whole(hand_A="squire robber", gate_B="ogre ogre").when(use("squire")).when(use("robber")).when(cmd.EndTurn(seat=A))
    log = unnoted(table.log, ev.CardPlayed)
    assert [one.verdict for one in audit(table.game, table.header, log)] == [Verdict.OPEN, Verdict.OPEN, Verdict.KEPT]


def test_what_goes_on_with_an_unnoted_card_cannot_be_judged() -> None:
    """The answer to a question in the middle of its play; to go on with it is refused by an error that says why."""
    table = whole(hand_A="robber", hand_B="cook", gate_B="ogre").when(use("robber"))
    answered = decline(table)
    log = unnoted(answered.log, ev.CardPlayed)
    assert [one.verdict for one in audit(table.game, table.header, log)] == [Verdict.OPEN, Verdict.OPEN]
    with pytest.raises(NotNoted, match="which nobody noted"):
        decline(replace(table, log=unnoted(table.log, ev.CardPlayed)))
