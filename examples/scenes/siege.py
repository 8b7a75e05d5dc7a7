"""The siege: permanent cards, bonuses and Fight Plans against high walls (``castle-rampage/house``)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scenes.scene import A, Scene

if TYPE_CHECKING:
    from records.core.game import Game
    from records.service import NewGame


def siege(game: Game) -> NewGame:
    """Return the game: Ada builds a display, both spend Fight Plans, and Bruno's Castle falls in the fifth turn."""
    scene = Scene(game, "castle-rampage/house", ("Ada", "Bruno"), datetime(2025, 3, 8, 19, tzinfo=UTC))
    scene.lay_out(
        "Two high walls, and every Fight Plan at hand",
        on_turn=A,
        turn=9,
        hand_A="squire advisor digger veteran cook fight-plan-1 knight archer archer",
        gate_A="axe-man-bonus worker",
        castle_A="cook giant earthquake priest",
        hand_B="last-resort reinforcement",
        gate_B="ogre knight worker giant giant",
        castle_B="ogre archer dragon medic summoner",
    )
    for permanent in ("squire", "advisor", "digger", "veteran"):
        scene.play(permanent)
    scene.send(aim="gate:B")
    scene.play("cook")
    scene.play("fight-plan-1", cost="knight archer", more="archer", aim="gate:B", weakened="last-resort")
    scene.end("fight-plan-2", "archer")

    scene.play("reinforcement", "fight-plan-3", "knight")
    scene.play("fight-plan-2", cost="archer knight")
    scene.end("fight-plan-4", "axe-man-draw", "knight")

    scene.play("fight-plan-4", cost="axe-man-draw knight", aim="castle:B")
    scene.send(aim="gate:B")
    scene.end("medic", "mercenary-bow")

    scene.play("medic")
    scene.recover("knight")
    scene.play("fight-plan-3", cost="knight mercenary-bow")
    scene.end("fight-plan-5", "axe-man-bonus", "mercenary-sword")

    scene.play("fight-plan-5", cost="axe-man-bonus mercenary-sword", aim="castle:B")
    return scene.new_game()
