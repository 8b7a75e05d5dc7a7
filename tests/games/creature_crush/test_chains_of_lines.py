"""Chains of lines that wait for what happens, of actions and of used lines (rules/en.md § 7.1 to 7.4, 8.1)."""

from __future__ import annotations

import pytest

from support.crush_chains import FOUR, STRIKE, Scene, hurt

SCENES = (
    Scene(
        "7.1 a watching creature takes effect by itself",
        "ogre b1A, medic b1B, sentry b2B",
        STRIKE,
        "sentry b2B:, b1A -1, b1B -3, struck",
        1,
        FOUR,
    ),
    Scene(
        "7.4 an own watching line takes no answer away",
        "ogre b1A, medic b1B, sentry b2B, pitfall c1B",
        f"{STRIKE}; B flips c1B",
        "pitfall c1B:, b1A -2, sentry b2B:, b1A -1, b1B -3, struck",
        2,
        FOUR,
    ),
    Scene(
        "7.4 nor does the other's silence",
        "ogre b1A, medic b1B, sentry b2B, pitfall c1B, shot c1A",
        f"{STRIKE}; A declines; B flips c1B; A flips c1A; A takes b2B",
        "shot c1A:, b2B -2, pitfall c1B:, b1A -2, sentry b2B:, b1A -1, b1B -3, struck",
        3,
        FOUR,
    ),
    Scene(
        "7.2 of two watching the last to join is first",
        "ogre b1A, medic b1B, sentry b2B, sentry b3B",
        f"{STRIKE}; A orders b3B b2B",
        "sentry b3B:, b1A -1, sentry b2B:, b1A -1, b1B -3, struck",
        2,
        FOUR,
    ),
    Scene(
        "7.2 or the other way round",
        "ogre b1A, medic b1B, sentry b2B, sentry b3B",
        f"{STRIKE}; A orders b2B b3B",
        "sentry b2B:, b1A -1, sentry b3B:, b1A -1, b1B -3, struck",
        2,
        FOUR,
    ),
    Scene(
        "7.4 two that watch, an answer, and its answer: depth four",
        "ogre b1A, medic b1B, sentry b2B, sentry b3B, pitfall c1B, ward c1A",
        f"{STRIKE}; A orders b3B b2B; A flips c1A; B flips c1B",
        "pitfall c1B:, b1A -2, b1A dies, ward c1A:, sentry b3B:, sentry b2B:, missed",
        4,
        hurt(b1A=2),
    ),
    Scene(
        "7.2 an action before what its coming springs",
        "ogre b1B, greeter b2B",
        "A summons netter b3:A; A orders netter b2B; A takes b1B; A takes a1:B",
        "netter:, b1B to a1:B, greeter b2B:, netter -1",
        2,
        {"dice": "5", "hands": {"A": ["netter"]}},
    ),
    Scene(
        "7.2 or after it",
        "ogre b1B, greeter b2B",
        "A summons netter b3:A; A orders b2B netter; A takes b1B; A takes a1:B",
        "greeter b2B:, netter -1, netter:, b1B to a1:B",
        2,
        {"dice": "5", "hands": {"A": ["netter"]}},
    ),
    Scene(
        "7.2 an action whose creature is gone is carried out",
        "ogre b1B, welcome c1B",
        "A summons caller b3:A; B flips c1B",
        "welcome c1B:, caller to A, caller:, b1B to B",
        2,
        {"dice": "6", "hands": {"A": ["caller"]}},
    ),
    Scene(
        "7.3 an action loses its target to an answer",
        "ogre b1A, imp b1B, shot c1A, ward c1B",
        "A summons caller b3:A; B flips c1B; A flips c1A; B takes b1A",
        "shot c1A:, b1B -2, b1B dies, imp b1B:, b1A -1, ward c1B:, caller:",
        3,
        {"dice": "6", "hands": {"A": ["caller"]}},
    ),
    Scene(
        "8.1 an effect that summons springs an action after itself",
        "ogre b1B, muster c1A",
        "A flips c1A; A takes netter; A takes b1:A; A takes a2:B",
        "muster c1A:, netter at b1:A, netter:, b1B to a2:B",
        1,
        {"hands": {"A": ["netter"]}},
    ),
    Scene(
        "8.1 and the watching enemy joins with it",
        "greeter b1B, muster c1A",
        "A flips c1A; A takes netter; A takes b1:A; A orders netter b1B; A takes a2:B",
        "muster c1A:, netter at b1:A, netter:, b1B to a2:B, greeter b1B:, netter -1",
        2,
        {"hands": {"A": ["netter"]}},
    ),
    Scene(
        "7.1 a used line is answered",
        "fuse b1A, medic b1B, shot c1B",
        "A uses b1A; B flips c1B; A takes b1B",
        "shot c1B:, b1A -2, fuse b1A:, b1B -3",
        2,
        {"hands": {"A": ["hound"] * 7}},
    ),
    Scene(
        "7.3 a used line outlives its creature",
        "fuse b1A, medic b1B, shot c1B",
        "A uses b1A; B flips c1B",
        "shot c1B:, b1A -2, b1A dies, fuse b1A:, b1B -3",
        2,
        {"hands": {"A": ["hound"] * 7}, "named": {"damage.b1A": 3}},
    ),
)
"""Lines that wait for what happens, actions, used lines."""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_7_lines_are_carried_out_in_their_order(scene: Scene) -> None:
    """What joined last is first; of what comes up together the seat on turn says what is first."""
    scene.plays_as_told()
