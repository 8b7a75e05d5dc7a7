"""Chains that a death begins: hell lines, mourning, traps, the end (rules/en.md § 7.3, 8.2, 8.3, 10.1)."""

from __future__ import annotations

import pytest

from support.crush_chains import FOUR, STRIKE, Scene, four, hurt

BOTH_DIE = {"dice": "2", "named": {"damage.b1B": 1}}
SCENES = (
    Scene(
        "8.3 what falls in an answer joins on top",
        "ogre b1A, medic b1B, imp b2B, pitfall c1B, shot c1A",
        f"{STRIKE}; B flips c1B; A flips c1A; A takes b2B; B takes b1A",
        "shot c1A:, b2B -2, b2B dies, imp b2B:, b1A -1, pitfall c1B:, b1A -2, b1B -3, struck",
        2,
        FOUR,
    ),
    Scene(
        "8.3 and may kill before the rest comes",
        "ogre b1A, medic b1B, imp b2B, pitfall c1B, shot c1A",
        f"{STRIKE}; B flips c1B; A flips c1A; A takes b2B; B takes b1A",
        "shot c1A:, b2B -2, b2B dies, imp b2B:, b1A -1, b1A dies, pitfall c1B:, missed",
        2,
        hurt(b1A=3),
    ),
    Scene(
        "8.3 a hell line is answered",
        "ogre b1A, imp b1B, ward c1A",
        f"{STRIKE}; A flips c1A",
        "b1B -3, struck, b1B dies, ward c1A:, b1A +2, imp b1B:, b1A -1",
        2,
        hurt(b1A=3),
    ),
    Scene(
        "7.2 two hell lines are ordered by the seat on turn",
        "ogre b1A, imp b1B, imp b2B, volley c1A",
        "A flips c1A / hound; A orders b2B b1B",
        "volley c1A:, b1B -2, b2B -2, b1B dies, b2B dies, A draws, imp b2B:, b1A -1, imp b1B:, b1A -1",
        2,
    ),
    Scene(
        "7.3 at once: a hell line before the next sentence",
        "ogre b1A, imp b1B, volley c1A",
        "A flips c1A / hound",
        "volley c1A:, b1B -2, b1B dies, imp b1B:, b1A -1, A draws",
        2,
        {"rules": {"new_triggers": "at once"}},
    ),
    Scene(
        "7.3 after the effect: death waits for the last sentence",
        "ogre b1A, imp b1B, volley c1A",
        "A flips c1A / hound",
        "volley c1A:, b1B -2, A draws, b1B dies, imp b1B:, b1A -1",
        1,
        {"rules": {"death_check": "after the effect"}},
    ),
    Scene(
        "7.3 an own sacrifice springs its line after the effect",
        "imp b1A, ogre b2A, toad b1B, grave c1A",
        "A flips c1A; A takes; A takes b1A; A takes b1:A; A takes b1B",
        "grave c1A:, b1A dies, imp at b1:A, imp b1A:, b1B -1",
        1,
    ),
    Scene(
        "7.2 hell and mourning together, in the order told",
        "ogre b1A, imp b1B, mourner b2B",
        f"{STRIKE}; A orders b2B b1B / toad; B takes b1A",
        "b1B -3, struck, b1B dies, mourner b2B:, B draws, imp b1B:, b1A -1",
        2,
        FOUR,
    ),
    Scene(
        "7.4 a death is answered",
        "ogre b1A, medic b1B, toad b2B, revenge c1B",
        f"{STRIKE}; B flips c1B",
        "b1B -3, struck, b1B dies, revenge c1B:, b1A -3",
        1,
        hurt(b1B=1),
    ),
    Scene(
        "7.4 a death is answered also where its hell line joined",
        "ogre b1A, imp b1B, toad b2B, revenge c1B",
        f"{STRIKE}; B flips c1B; B takes b1A",
        "b1B -3, struck, b1B dies, revenge c1B:, b1A -3, imp b1B:, b1A -1, b1A dies",
        2,
        FOUR,
    ),
    Scene(
        "7.4 and the answer to it",
        "ogre b1A, medic b1B, toad b2B, revenge c1B, ward c1A",
        f"{STRIKE}; B flips c1B; A flips c1A",
        "b1B -3, struck, b1B dies, ward c1A:, b1A +2, revenge c1B:, b1A -3",
        2,
        hurt(b1B=1, b1A=2),
    ),
    Scene(
        "7.4 a hell line, revenge, and two answers: depth four",
        "ogre b1A, imp b1B, toad b2B, revenge c1B, ward c2B, shot c1A, ward c2A",
        f"{STRIKE}; A flips c1A; B flips c1B; A flips c2A; B takes b1A",
        "b1B -3, struck, b1B dies, ward c2A:, b1A +2, revenge c1B:, b1A -3, shot c1A:, b2B -2, imp b1B:, b1A -1, b1A dies",
        4,
        hurt(b1A=2),
    ),
    Scene(
        "8.2 a trap is sprung by a direct attack",
        "ogre a1A, toad b2B",
        "A attacks a1A / crow hound toad",
        "B loses crow, struck, crow:, B draws, B draws",
        1,
        {"dice": "4", "camps": {"B": ["crow", "hound", "toad"]}},
    ),
    Scene(
        "8.2 a trap is answered first",
        "ogre a1A, toad b2B, shot c1A",
        "A attacks a1A / crow; A flips c1A / hound toad",
        "B loses crow, struck, shot c1A:, b2B -2, crow:, B draws, B draws",
        2,
        {"dice": "4", "camps": {"B": ["crow", "hound", "toad"]}},
    ),
    Scene(
        "8.2 a hell line springs a trap",
        "rat b1A, toad b1B",
        "A attacks b1A b1B / crow hound toad",
        "b1B -1, b1A -1, struck, b1A dies, rat b1A:, B loses crow, crow:, B draws, B draws",
        1,
        {"dice": "1", "hands": {"B": ["crow"]}, "camps": {"B": ["hound", "toad"]}},
    ),
    Scene(
        "10.1 the win is looked for when the chain is over",
        "ogre b1A, imp b1B",
        STRIKE,
        "b1B -3, struck, b1B dies, imp b1B:, b1A -1, A wins",
        1,
        {"dice": "4", "hands": {"B": []}, "camps": {"B": []}},
    ),
    Scene(
        "10.1 the last effect takes the last card",
        "imp b1A, toad b1B, ogre b2B",
        "A attacks b1A b1B",
        "b1B -2, b1A -1, struck, b1A dies, b1B dies, imp b1A:, b2B -1, B wins",
        1,
        {**BOTH_DIE, "hands": {"A": []}, "camps": {"A": []}},
    ),
    Scene(
        "7.4 never asked: only what takes effect by itself",
        "ogre b1A, medic b1B, sentry b2B, pitfall c1B",
        STRIKE,
        "sentry b2B:, b1A -1, b1B -3, struck",
        1,
        four(rules={"flip_window": "never asked"}),
    ),
)
"""Hell lines, mourning, traps, the end."""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_7_what_falls_speaks_in_its_order(scene: Scene) -> None:
    """What falls in the middle of an effect speaks when it is over, before what is older; who has won is looked for last."""
    scene.plays_as_told()
