"""An evening with slips: a move taken back, a card shown, a draw noted wrongly, a gap and a reshuffle (``castle-rampage/yucata``)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from records.core.logs.take_back import take_back
from records.core.secret import ALL, secret
from records.core.shared import CardExposed, Corrected, GapNoted, IrregularityNoted, Replacement
from records.games.castle_rampage.model import commands as cmd
from scenes.scene import A, B, Scene

if TYPE_CHECKING:
    from records.core.game import Game
    from records.service import NewGame


def evening(game: Game) -> NewGame:
    """Return the game from its deal: Ines and Jan play at a table, write down by hand, and lose the thread once."""
    scene = Scene(game, "castle-rampage/yucata", ("Ines", "Jan"), datetime(2025, 3, 22, 20, tzinfo=UTC))
    scene.start(A, "archer cook giant knight worker", "advisor dragon priest squire veteran")
    scene.place(A, "archer cook giant knight")
    scene.place(
        B, "advisor dragon priest squire", "archer dragon robber house-scout medic", "cook diplomat knight mercenary-bow last-resort"
    )
    scene.place(A, "worker dragon archer medic")
    scene.place(B, "knight cook diplomat mercenary-bow", "worker")

    before = scene.version
    scene.play("robber")
    scene.note(take_back(game, scene.header, scene.log, before, agreed=(A, B), why="Ines wanted to strengthen first"))
    scene.strengthen("worker", "castle:A")
    scene.play("house-scout")
    scene.end("cook", "giant")

    drawn = scene.log[-1]
    right = msgspec.structs.replace(drawn.event, card=secret("dragon", to=(B,)))
    scene.note(Corrected(of=(Replacement(version=drawn.v, event=right),), why="It was a Dragon that Jan drew"))
    scene.note(IrregularityNoted(what="exposed", seat=B, words="Jan turns his hand too far"))
    scene.note(CardExposed(place=f"hand:{B}", card=secret("cook", to=ALL)))
    scene.play("veteran")
    scene.send()

    scene.note(GapNoted(why="Nobody wrote for a while"))
    scene.lay_out(
        "The table as it stands when writing goes on: one card is left to draw",
        on_turn=B,
        turn=30,
        rest="discard",
        draw="squire",
        hand_A="robber",
        gate_A="worker dragon",
        castle_A="giant knight archer medic worker",
        hand_B="last-resort cook dragon",
        display_B="veteran",
        gate_B="advisor dragon knight cook",
        castle_B="priest squire diplomat mercenary-bow",
    )
    scene.end("squire", "knight")
    scene.play("robber")
    scene.do(cmd.Resign(seat=B))
    return scene.new_game()
