"""Secrets: slipped cards, a robbed hand, what a question tells and what the online table forgets (``castle-rampage/yucata``)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from records.games.castle_rampage.model import commands as cmd
from scenes.scene import A, B, Scene

if TYPE_CHECKING:
    from records.core.game import Game
    from records.service import NewGame


def secrets(game: Game) -> NewGame:
    """Return the game: a Spy under Dogan's Gate, of which he soon knows what it is, and a Saboteur under Clara's."""
    scene = Scene(game, "castle-rampage/yucata", ("Clara", "Dogan"), datetime(2025, 3, 9, 20, tzinfo=UTC))
    scene.lay_out(
        "One of the two Saboteurs lies in the discard pile",
        on_turn=A,
        turn=9,
        hand_A="spy robber squire cook",
        gate_A="bomber advisor traitor",
        castle_A="medic archer giant",
        hand_B="last-resort ogre cook knight archer priest medic reinforcement veteran",
        gate_B="dragon diplomat worker",
        castle_B="cook ogre dragon",
        discard="saboteur",
    )
    scene.slip("spy")
    scene.play("robber")
    scene.end("saboteur", "giant")

    scene.strengthen("ogre", "gate:B", cost="cook")
    scene.play("knight", cost="giant")
    scene.discard("archer priest")
    scene.slip("saboteur")
    scene.end("axe-man-draw", "mercenary-bow")

    scene.strengthen("squire", "castle:A")
    scene.play("dragon")
    scene.play("mercenary-bow", weakened="last-resort")
    scene.play("axe-man-draw", "house-scout")
    scene.discard("medic reinforcement")
    scene.play("house-scout")
    scene.end("hail-of-arrows", "archer")

    scene.play("hail-of-arrows")
    scene.do(cmd.OfferDraw(seat=B))
    scene.do(cmd.AgreeDraw(seat=A))
    return scene.new_game()
