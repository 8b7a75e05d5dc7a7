"""The web layer was written for no game: what a game needs it says itself, and only its board knows its places."""

from __future__ import annotations

from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
WORDS = ("regicide", "royal", "tavern", "jester")
"""Of a game that came when the pages stood already."""


def test_no_file_but_its_board_knows_regicide() -> None:
    """No page, template, style sheet, script or command names the game, its places or its cards; translations hold its sentences."""
    files = [path for kind in ("py", "html", "css", "js") for path in WEB.rglob(f"*.{kind}")]
    assert len(files) > 100
    found = {path.relative_to(WEB).as_posix() for path in files if any(word in path.read_text("utf-8").lower() for word in WORDS)}
    assert found == {"templates/boards/regicide.html"}
