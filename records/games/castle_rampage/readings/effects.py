"""Permanent cards and cards with an effect once (§ 9, 10, 14)."""

from __future__ import annotations

from records.core.rulesets import Switch

EFFECTS = (
    Switch(
        name="veteran_when",
        values=("any time", "before other cards"),
        paragraph="9.6",
        reason="No source says when in the turn a Veteran attacks.",
        house=True,
    ),
    Switch(
        name="veteran_new",
        values=("attacks at once", "attacks from the next turn"),
        paragraph="9.7",
        reason="No source says; a card with an attack value attacks when it is played.",
        house=True,
    ),
    Switch(
        name="veteran_stays",
        values=("always", "only when it fails"),
        paragraph="9.8",
        reason="All sources print the exception where the defence is higher; a permanent card stays until it is destroyed.",
        house=True,
    ),
    Switch(
        name="permanents_fall_to",
        values=("cards that say so", "destroyed top cards too"),
        paragraph="9.10",
        reason="No source names what destroys permanent cards; only a card that says so does.",
        house=True,
    ),
    Switch(
        name="cook_lasts",
        values=("next attack", "whole turn"),
        paragraph="10.1",
        reason="No source says; the Axe Man's bonus counts for the next attack.",
        house=True,
    ),
    Switch(
        name="cook_on_two_attacks",
        values=("first attack", "both attacks"),
        paragraph="10.2",
        reason="No source says it of the Cook; of the Axe Man they do, and there only the first attack gains.",
        house=True,
    ),
    Switch(
        name="moved_order",
        values=("kept", "mixed"),
        paragraph="10.7",
        reason="No source says; a pile that is moved unseen keeps its order.",
        house=True,
    ),
    Switch(
        name="limit_and_strengthening",
        values=("still allowed", "not allowed"),
        paragraph="10.14",
        reason="No source says whether the strengthening is one of the cards that may no longer be played.",
        house=True,
    ),
    Switch(
        name="slip_forgets",
        values=("no", "yes"),
        paragraph="14.6",
        reason="No source says; DE speaks of cards that go under the own Gate or Castle.",
        house=True,
    ),
)
