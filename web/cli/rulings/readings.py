"""What a reading of the rules is called in lines: its ruleset, and each point that is read otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container

    from records.core.editions.rulesets import Ruleset
    from records.studies.layers.events import RuleReading
    from web.words.phrases import Locale


def reading_words(reading: Ruleset, apart: Container[str], locale: Locale) -> str:
    """Return a reading by the titles of its ruleset and of the switches ``apart``, each with its value and paragraph."""
    points = (
        f"{locale.translated(switch.title)}: {locale.translated(switch.choice(reading[switch.name]).title)} (§ {switch.paragraph})"
        for switch in reading.switches
        if switch.name in apart
    )
    return "; ".join((locale.translated(reading.title), *points))


def named_reading(of: RuleReading, known: Ruleset | None, locale: Locale) -> str:
    """Return a reading that somebody named: where it is not known here, by the names in it."""
    if known is not None:
        return reading_words(known, dict(of.switches), locale)
    return "; ".join((of.ruleset, *(f"{name}: {value}" for name, value in of.switches)))
