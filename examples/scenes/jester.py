"""All or nothing: attack cards with costs, and a Jester that ends it (``castle-rampage/pegasus``)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scenes.scene import A, Scene

if TYPE_CHECKING:
    from records.core.game import Game
    from records.service import NewGame


def jester(game: Game) -> NewGame:
    """Return the game: Gül wears the walls down and risks everything on a Fight Plan and a Giant."""
    scene = Scene(game, "castle-rampage/pegasus", ("Gül", "Hanno"), datetime(2025, 3, 16, 15, tzinfo=UTC))
    scene.lay_out(
        "Who attacks pays",
        on_turn=A,
        turn=9,
        hand_A="house-raider house-raider house-arsonist house-ram cook diplomat mercenary-sword axe-man-draw giant giant medic knight"
        " archer archer squire",
        gate_A="knight worker",
        castle_A="cook earthquake priest archer dragon ogre",
        hand_B="axe-man-bonus axe-man-bonus mercenary-horse knight saboteur",
        display_B="squire veteran",
        gate_B="ogre worker giant knight",
        castle_B="giant dragon medic dragon cook",
    )
    scene.play("house-raider")
    scene.discard("saboteur")
    scene.play("house-arsonist")
    scene.destroy("squire")
    scene.play("house-ram", cost="cook diplomat")
    scene.play("mercenary-sword", more="axe-man-draw")
    scene.play("giant", cost="medic")
    scene.end("fight-plan-6", "archer")

    scene.play("fight-plan-6", cost="archer axe-man-bonus")
    scene.play("mercenary-horse", more="knight")
    scene.send()
    scene.end("fight-plan-7", "archer")

    scene.play("archer")
    scene.play("fight-plan-7", cost="knight house-raider")
    scene.end("fight-plan-8", "axe-man-bonus")

    scene.play("fight-plan-8", cost="axe-man-bonus axe-man-bonus")
    scene.end("fight-plan-9", "jester")

    scene.play("jester", along="fight-plan-9 giant", cost_1="archer archer", cost_2="squire")
    return scene.new_game()
