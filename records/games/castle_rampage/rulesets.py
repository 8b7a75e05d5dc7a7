"""The readings of Castle Rampage's rules. Paragraphs are those of docs/rules/castle-rampage.md."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.rulesets import Ruleset, Switch

SWITCHES = (
    Switch(
        name="purple_at_start",
        values=("redealt", "never dealt"),
        paragraph="1.3",
        reason="The printed rules lay purple cards aside and deal others; the online table never deals them.",
    ),
    Switch(
        name="purple_returns",
        values=("after the round", "after set-up"),
        paragraph="1.4",
        reason="No source says when; the printed text tells of it before the cards are placed, so they return with their round.",
    ),
    Switch(
        name="powers",
        values=("off",),
        paragraph="4.3",
        reason="The plain game: cards have their values, their texts are not read.",
    ),
)

PLAIN = Ruleset(name="castle-rampage/plain", version=1, switches=SWITCHES, settings={})
PLAIN_ONLINE = Ruleset(name="castle-rampage/plain-online", version=1, switches=SWITCHES, settings={"purple_at_start": "never dealt"})
RULESETS: Mapping[str, Ruleset] = {rules.name: rules for rules in (PLAIN, PLAIN_ONLINE)}
