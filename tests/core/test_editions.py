"""A ruleset is what it decides: it keeps its hash when the rules grow, and what was published stays readable."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from records.core.editions.published import PublishedRuleset, Rulesets, stated_readings
from records.core.editions.rulesets import Ruleset, Switch, SwitchValue
from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.shared import GameStarted
from records.errors import GameRefused, MalformedCommand

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def switch(name: str, *values: str, before: str = "") -> Switch:
    """A point of the tiny rules with these readings."""
    choices = tuple(SwitchValue(value, value.capitalize(), f"It is {value}.") for value in values)
    says = f"How is it with {name}?"
    return Switch(name=name, title=name.capitalize(), says=says, choices=choices, paragraph="2", reason="so", before=before)


def ruleset(*switches: Switch, name: str = "tiny/plain", **settings: str) -> Ruleset:
    """A reading of the tiny rules."""
    return Ruleset(name=name, title="Tiny", says="The tiny rules.", version=1, switches=switches, settings=settings)


ACES, DRAW = switch("aces", "high", "low"), switch("draw", "one", "two")
SAME = switch("passing", "allowed", "not allowed", before="allowed")
OTHER = switch("passing", "not allowed", "allowed", before="allowed")
FIRST = ruleset(ACES, DRAW)
PUBLISHED = {FIRST.hash: PublishedRuleset("tiny/plain", 1, {"aces": "high", "draw": "one"})}


def header(ruleset: str = "tiny/plain", digest: str = FIRST.hash) -> Header:
    """The header of a record that was made with a ruleset."""
    return Header(
        record=RecordId("r"),
        game="tiny",
        ruleset=ruleset,
        ruleset_hash=digest,
        catalogue="none",
        catalogue_hash="",
        seats=(SeatKey("A"),),
        started=NOON,
    )


def test_a_switch_that_reads_as_the_rules_went_before_it_changes_no_hash() -> None:
    """Whether it stands there by default or by a setting, wherever among the others it was put; read otherwise, it does."""
    assert ruleset(ACES, DRAW, SAME).hash == ruleset(SAME, ACES, DRAW).hash == ruleset(ACES, OTHER, DRAW, passing="allowed").hash
    assert ruleset(ACES, DRAW, SAME).hash == FIRST.hash
    assert len({FIRST.hash, ruleset(ACES, DRAW, OTHER).hash, ruleset(ACES, DRAW).with_settings({"draw": "two"}).hash}) == 3
    assert ruleset(ACES, DRAW, OTHER).hash == ruleset(ACES, DRAW, SAME, passing="not allowed").hash


def test_a_later_switch_says_how_the_rules_went_before_it() -> None:
    """By one of its own values."""
    with pytest.raises(GameRefused, match="switch passing: before is one of its values"):
        switch("passing", "allowed", "not allowed", before="maybe")


def test_a_record_finds_the_ruleset_that_it_was_made_with() -> None:
    """As it is now, and as it was published: also after a default, a setting and a switch were changed."""
    assert Rulesets([FIRST]).of(header()) is FIRST
    for now in (ruleset(ACES, DRAW, OTHER), ruleset(ACES, DRAW, aces="low"), ruleset(DRAW, OTHER, SAME, ACES, name="tiny/other")):
        assert Rulesets([now]).of(header()) is None
    for now in (ruleset(ACES, DRAW, OTHER), ruleset(ACES, DRAW, aces="low"), ruleset(ACES, DRAW, SAME, name="tiny/other")):
        found = Rulesets([now], PUBLISHED).of(header())
        assert found is not None
        assert (found.name, found["aces"], found["draw"], found.hash) == ("tiny/plain", "high", "one", FIRST.hash)
    again = Rulesets([ruleset(ACES, DRAW, OTHER)], PUBLISHED).of(header())
    assert again is not None
    assert again["passing"] == "allowed"


def test_an_edition_that_cannot_be_restored_is_not_known() -> None:
    """Where a switch or a value is no more, or the hash is another record's, nothing is given out for it; another name has another hash."""
    for gone in ((ACES,), (ACES, switch("draw", "two", "three"))):
        assert Rulesets([ruleset(*gone)], PUBLISHED).of(header()) is None
    assert Rulesets([FIRST], PUBLISHED).of(header("tiny/other")) is None
    assert Rulesets([ruleset(ACES, DRAW, aces="low")], {"00": PUBLISHED[FIRST.hash]}).of(header(digest="00")) is None


def test_the_nearest_ruleset_is_of_the_same_name_or_the_usual_one() -> None:
    """For reading only: what happened needs no rules."""
    usual, low = ruleset(ACES, DRAW, name="tiny/usual"), ruleset(ACES, DRAW, aces="low")
    rules = Rulesets([usual, low], PUBLISHED)
    assert rules.nearest(header(digest="00")) is low
    assert rules.nearest(header("mine", "00")) is usual
    assert rules.nearest(header()).hash == FIRST.hash
    assert (rules.named(""), rules.named("tiny/plain")) == (usual, low)
    with pytest.raises(MalformedCommand, match=r"there is no ruleset 'mine'; there are tiny/usual \(Tiny\), tiny/plain \(Tiny\)"):
        rules.named("mine")


def test_readings_that_are_not_known_here_are_left_out_in_reading() -> None:
    """A record may name a switch, or a value, that came after this program."""
    assert FIRST.with_known({"draw": "two", "aces": "wild", "passing": "allowed"}).hash == FIRST.with_settings({"draw": "two"}).hash


def test_the_last_beginning_says_which_readings_were_set_apart() -> None:
    """A beginning that was taken back and made anew counts as it was made last."""
    events = [GameStarted(seats=(), switches=(("draw", "two"),)), GameStarted(seats=(), switches=(("aces", "low"),))]
    log = [Recorded(v, v, NOON, "", event) for v, event in enumerate(events, 1)]
    assert (stated_readings([]), stated_readings(log)) == ({}, {"aces": "low"})
