"""A ruleset is a value: named readings, checked and hashed."""

from __future__ import annotations

import pytest

from records.core.editions.rulesets import Ruleset, Switch, SwitchValue
from records.errors import MalformedCommand
from records.values import replace


def switch(name: str, *values: str, paragraph: str) -> Switch:
    """A point of the tiny rules with these readings."""
    choices = tuple(SwitchValue(value, value.capitalize(), f"It is {value}.") for value in values)
    return Switch(name=name, title=name.capitalize(), says=f"How is it with {name}?", choices=choices, paragraph=paragraph, reason="so")


SWITCHES = (switch("aces", "high", "low", paragraph="2"), switch("draw", "one", "two", paragraph="3"))


def ruleset(version: int = 1, name: str = "tiny/plain", **settings: str) -> Ruleset:
    """A reading of the tiny rules."""
    return Ruleset(name=name, title="Tiny", says="The tiny rules.", version=version, switches=SWITCHES, settings=settings)


def test_a_switch_is_at_its_first_value_unless_set() -> None:
    """The first reading is the default."""
    rules = ruleset(draw="two")
    assert (rules["aces"], rules["draw"]) == ("high", "two")


def test_settings_are_changed_on_a_copy() -> None:
    """Other readings make another ruleset; what was set before stays set."""
    rules = ruleset(draw="two")
    changed = rules.with_settings({"aces": "low"})
    assert (changed["aces"], changed["draw"], rules["aces"]) == ("low", "two", "high")


def test_the_hash_is_that_of_every_reading() -> None:
    """A default that is spelt out hashes the same; another value, name or version does not."""
    rules = ruleset()
    assert rules.hash == ruleset(aces="high").hash == ruleset(draw="two").with_settings({"draw": "one"}).hash
    assert len({rules.hash, ruleset(aces="low").hash, ruleset(version=2).hash, ruleset(name="tiny/other").hash}) == 4
    assert len(bytes.fromhex(rules.hash)) == 16


def test_the_hash_stays_for_ever() -> None:
    """Records name their ruleset by this hash, so the way it is made cannot change."""
    assert ruleset(draw="two").hash == "4d541063c2adc81361fb3293d55915b9"


def test_the_words_for_people_do_not_count_in_the_hash() -> None:
    """A title may be put better without making another ruleset."""
    rules = ruleset()
    assert (
        replace(rules, title="Small", says="A small game.", switches=tuple(replace(one, title="?") for one in SWITCHES)).hash == rules.hash
    )


def test_a_reading_is_found_by_its_name() -> None:
    """A switch knows its readings by the names that records write."""
    assert SWITCHES[0].values == ("high", "low")
    assert SWITCHES[0].choice("low").title == "Low"


def test_an_unknown_switch_is_refused() -> None:
    """The refusal names those that there are."""
    with pytest.raises(MalformedCommand, match="tiny/plain has no switch 'kings'; it has aces, draw"):
        ruleset(kings="high")
    with pytest.raises(MalformedCommand, match="no switch 'kings'"):
        ruleset().with_settings({"kings": "high"})
    with pytest.raises(MalformedCommand, match="no switch 'kings'"):
        ruleset()["kings"]


def test_an_unknown_value_is_refused() -> None:
    """The refusal names the values that there are."""
    with pytest.raises(MalformedCommand, match="tiny/plain: aces is one of high, low, not 'wild'"):
        ruleset(aces="wild")
