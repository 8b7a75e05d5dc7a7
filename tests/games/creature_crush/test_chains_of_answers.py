"""Chains that an attack begins: what is turned up against it, and against that (rules/en.md § 5.4, 7)."""

from __future__ import annotations

import pytest

from support.crush_chains import DUEL, FOUR, STRIKE, Scene, four, hurt

SCENES = (
    Scene(
        "7.2 an answer comes before the attack",
        f"{DUEL}, pitfall c1B",
        f"{STRIKE}; B flips c1B",
        "pitfall c1B:, b1A -2, b1B -3, struck",
        1,
        FOUR,
    ),
    Scene(
        "5.4 a dead attacker does not strike",
        f"{DUEL}, pitfall c1B",
        f"{STRIKE}; B flips c1B",
        "pitfall c1B:, b1A -2, b1A dies, missed",
        1,
        hurt(b1A=2),
    ),
    Scene(
        "7.2 what shields comes before what hits",
        "ogre b1A, hound b1B, cry c1B",
        f"{STRIKE}; B flips c1B",
        "cry c1B:, b1B life +2, b1B -3, struck",
        1,
        FOUR,
    ),
    Scene(
        "5.4 a moved attacker strikes",
        f"{DUEL}, snare c1B",
        f"{STRIKE}; B flips c1B; B takes a2:A",
        "snare c1B:, b1A to a2:A, b1B -3, struck",
        1,
        FOUR,
    ),
    Scene(
        "5.4 or is stopped, by another reading",
        f"{DUEL}, snare c1B",
        f"{STRIKE}; B flips c1B; B takes a2:A",
        "snare c1B:, b1A to a2:A, missed",
        1,
        four(rules={"attack_after_move": "ends"}),
    ),
    Scene(
        "7.4 the answer is answered",
        f"{DUEL}, pitfall c1B, shot c1A",
        f"{STRIKE}; B flips c1B; A flips c1A",
        "shot c1A:, b1B -2, pitfall c1B:, b1A -2, b1B -3, struck, b1B dies",
        2,
        FOUR,
    ),
    Scene(
        "7.4 the answer kills the target",
        f"{DUEL}, pitfall c1B, shot c1A",
        f"{STRIKE}; B flips c1B; A flips c1A",
        "shot c1A:, b1B -2, b1B dies, pitfall c1B:, b1A -2, missed",
        2,
        hurt(b1B=2),
    ),
    Scene(
        "7.4 depth three",
        f"{DUEL}, pitfall c1B, ward c2B, shot c1A",
        f"{STRIKE}; B flips c1B; A flips c1A; B flips c2B",
        "ward c2B:, b1B +2, shot c1A:, b1B -2, pitfall c1B:, b1A -2, b1B -3, struck, b1B dies",
        3,
        hurt(b1B=2),
    ),
    Scene(
        "7.4 depth four",
        f"{DUEL}, pitfall c1B, ward c2B, shot c1A, shot c2A",
        f"{STRIKE}; B flips c1B; A flips c1A; B flips c2B; A flips c2A",
        "shot c2A:, b1B -2, ward c2B:, b1B +2, shot c1A:, b1B -2, pitfall c1B:, b1A -2, b1B -3, struck, b1B dies",
        4,
        FOUR,
    ),
    Scene(
        "7.3 depth four, and what is below finds nothing",
        f"{DUEL}, pitfall c1B, ward c2B, shot c1A, shot c2A",
        f"{STRIKE}; B flips c1B; A flips c1A; B flips c2B; A flips c2A",
        "shot c2A:, b1B -2, b1B dies, ward c2B:, shot c1A:, pitfall c1B:, b1A -2, missed",
        4,
        hurt(b1B=2),
    ),
    Scene(
        "7.4 depth four, the attacker is saved",
        f"{DUEL}, pitfall c1B, shot c2B, ward c1A, ward c2A",
        f"{STRIKE}; B flips c1B; A flips c1A; B flips c2B; A flips c2A",
        "ward c2A:, b1A +2, shot c2B:, b1A -2, ward c1A:, b1A +2, pitfall c1B:, b1A -2, b1B -3, struck",
        4,
        hurt(b1A=2),
    ),
    Scene(
        "7.5 a chosen answer counts hands",
        "ogre b1A, medic b1B, toad b2B, toad b3B, raid c1B",
        f"{STRIKE}; B flips c1B; A discards hound toad",
        "raid c1B:, A discards hound toad, b1B -3, struck",
        1,
        four(hands={"A": ["hound", "toad", "imp"]}),
    ),
    Scene(
        "8.5 striking back comes with the attack, after the answers",
        "ogre b1A, toad b1B, pitfall c1B",
        f"{STRIKE}; B flips c1B",
        "pitfall c1B:, b1A -2, b1B -3, b1A -1, struck, b1B dies",
        1,
        FOUR,
    ),
)
"""An attack and what is turned up against it."""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_7_answers_come_before_the_attack(scene: Scene) -> None:
    """The newest answer first; the attack last, with those who are left where they then stand."""
    scene.plays_as_told()
