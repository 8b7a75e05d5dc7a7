"""The readings of Regicide's rules. Paragraphs are those of rules/en.md; D and numbers name the differences and disputes told there."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.rulesets import Ruleset, Switch

SWITCHES = (
    Switch(
        name="immunity",
        values=("power", "power and damage"),
        paragraph="2.2",
        reason="The publisher's sheet: only the power is blocked, the number still counts. Board Game Arena's first lines say that a royal "
        "blocks attacks of its suit, and take it back further down.",
    ),
    Switch(
        name="drawing",
        values=("one each in turn", "one player after the other"),
        paragraph="4.3",
        reason="The publisher's sheet lets the players draw one card each, clockwise. Board Game Arena's sheet can be read as one player "
        "filling up before the next.",
    ),
    Switch(
        name="defeat",
        values=("health reached", "health exceeded"),
        paragraph="5.2",
        reason="The publisher's sheet: equal or greater. Board Game Arena's sheet says exceeds, against its own paragraph on exact damage.",
    ),
    Switch(
        name="fallen_first",
        values=("royal", "played cards"),
        paragraph="5.4",
        reason="The publisher's sheet discards the royal, then the cards played against it. It only matters for which card lies on top.",
    ),
    Switch(
        name="discards",
        values=("any", "none in vain"),
        paragraph="6.2",
        reason="At least the attack, says the sheet, and it gives the Jester a worth of 0 in a discard, so cards beyond need are allowed. "
        "The stricter reading stops as soon as the attack is met.",
    ),
    Switch(
        name="shielded_step",
        values=("skipped", "held"),
        paragraph="6.5",
        reason="Nothing is discarded against a royal that is wholly shielded, so the step is passed over; held, a lone player may flip a "
        "Jester in it.",
        house=True,
    ),
    Switch(
        name="yielding",
        values=("others' last turns", "turns in a row", "everybody's last turns"),
        paragraph="7.2",
        reason="The publisher's sheet: not if every other player has yielded on their last turn; a Jester in between changes nothing. Some "
        "count yields in a row, which any card breaks. Board Game Arena's sheet says all players.",
    ),
    Switch(
        name="solo_yield",
        values=("forbidden", "allowed"),
        paragraph="7.3",
        reason="Board Game Arena's sheet says so, and it follows from the publisher's: every other player of none has yielded.",
    ),
    Switch(
        name="blocked_spades",
        values=("total of the play", "the spades' own numbers", "lost"),
        paragraph="8.3",
        reason="The total value of Spades, says the sheet, and all powers use the total of the play. It says nothing of own numbers.",
    ),
    Switch(
        name="jester_names",
        values=("any player", "another player"),
        paragraph="8.4",
        reason="The sheet says any player, so oneself too.",
    ),
    Switch(
        name="solo_flips",
        values=("two", "none"),
        paragraph="11.1",
        reason="The sheet of 2021 tells of two Jesters to flip; the older one and Board Game Arena's do not.",
    ),
    Switch(
        name="discard_pile",
        values=("not looked through", "looked through"),
        paragraph="12.2",
        reason="The sheet says only that the pile lies face up. Everything that came into it was seen; what a Heart took out of it is "
        "known only to who may look through the rest.",
        house=True,
    ),
)

SHEET_2021 = Ruleset(name="regicide/2021", version=1, switches=SWITCHES, settings={})
SHEET_2020 = Ruleset(name="regicide/2020", version=1, switches=SWITCHES, settings={"solo_flips": "none"})
BGA = Ruleset(name="regicide/bga", version=1, switches=SWITCHES, settings={"solo_flips": "none", "yielding": "everybody's last turns"})
RULESETS: Mapping[str, Ruleset] = {rules.name: rules for rules in (SHEET_2021, SHEET_2020, BGA)}
