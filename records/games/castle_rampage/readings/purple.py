"""Purple cards (§ 13)."""

from __future__ import annotations

from records.core.rulesets import Switch

PURPLE = (
    Switch(
        name="slip_strengthens",
        values=("not counted", "counted"),
        paragraph="13.3",
        reason="No source says whether a card under the enemy Gate is the one strengthening of the turn; only of the Ogre they do.",
        house=True,
    ),
    Switch(
        name="saboteur_adds",
        values=("after its defence", "after its defence unless spent", "before its defence"),
        paragraph="13.5",
        reason="No source says; it must be destroyed before it gives anything, and effects go before rules (PG).",
        house=True,
    ),
    Switch(
        name="fallen_discards",
        values=("after the attack", "at once"),
        paragraph="13.8",
        reason="DE and EN: after the whole attack, unlike the original, where it happens as the card falls.",
    ),
    Switch(
        name="short_discard",
        values=("what is there", "nothing"),
        paragraph="13.10",
        reason="No source says; EN's may or must speaks of discarding what the hand has.",
        house=True,
    ),
    Switch(
        name="discard_chosen_by",
        values=("owner", "chance"),
        paragraph="13.11",
        reason="No source says; who discards from a hidden hand chooses.",
        house=True,
    ),
    Switch(
        name="robbed_bomber",
        values=("may be discarded", "spared"),
        paragraph="13.12",
        reason="DE and EN: the Bomber that a Robber took may be among what it makes discard; in the original it is not in the hand yet.",
    ),
    Switch(
        name="own_side_discards",
        values=("as printed", "mirrored"),
        paragraph="13.13",
        reason="No source says it of a card that falls on the own side; as printed, the Bomber hits who is on turn, the Spy the other.",
        house=True,
    ),
)
