"""Open gates: cards that are stolen, swapped and carried off unseen, and what makes top cards fall (``castle-rampage/house``)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scenes.scene import A, Scene

if TYPE_CHECKING:
    from records.core.game import Game
    from records.service import NewGame


def gates(game: Game) -> NewGame:
    """Return the game: what lies in a Gate is in the end known to the one who no longer owns it."""
    scene = Scene(game, "castle-rampage/house", ("Emil", "Fatma"), datetime(2025, 3, 15, 18, tzinfo=UTC))
    scene.lay_out(
        "Emil's Gate has fallen, Fatma's stands",
        on_turn=A,
        turn=9,
        hand_A="double-agent worker squire axe-man-bonus archer diplomat mercenary-horse",
        gate_A="",
        castle_A="giant ogre archer cook",
        hand_B="traitor summoner priest knight earthquake",
        gate_B="knight advisor digger worker medic",
        castle_B="giant dragon ogre archer",
    )
    scene.play("double-agent")
    scene.play("worker")
    scene.strengthen("squire", "gate:A")
    scene.play("axe-man-bonus")
    scene.play("archer")
    scene.play("diplomat")
    scene.end("veteran", "cook")

    scene.play("traitor")
    scene.play("priest")
    scene.play("earthquake")
    scene.end("house-zealot", "summoner")

    scene.play("house-zealot")
    scene.play("summoner")
    scene.end("archer", "diplomat")

    scene.play("summoner")
    return scene.new_game()
