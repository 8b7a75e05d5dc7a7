"""Golden playthroughs: whole games as each viewer is told them, in text files that people can read.

    python tests/golden/test_playthroughs.py

writes them anew after a change of rules, cards or wording; the difference is then read, by a person.
"""

from __future__ import annotations

import sys
from datetime import UTC
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.logs.fold import Folder
from records.core.viewers import OPEN, PUBLIC, viewer_key
from records.knowledge.door import veil
from records.projections.timeline import timeline
from records.service.library import library
from records.service.writing.simulation import simulate
from web.cli.telling.tables import table_lines
from web.words.phrases import Printed, locale_of, say_plainly, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.game import Game
    from records.core.viewers import Viewer

FOLDER = Path(__file__).parent / "playthroughs"
SEEDS = {
    "castle-rampage": (
        ("castle-rampage/plain", 2, 2),
        ("castle-rampage/plain-online", 2, 4),
        ("castle-rampage/pegasus", 2, 35),
        ("castle-rampage/yucata", 2, 15),
    ),
    "creature-crush": (("creature-crush/skirmish", 2, 33), ("creature-crush/arena", 2, 71), ("creature-crush/league", 2, 11)),
    "regicide": (("regicide/2021", 1, 9), ("regicide/2021", 3, 118), ("regicide/bga", 2, 125)),
}
"""Of each game that plays itself: rulesets, each with a number of players and a seed that gives a short game with much in it."""
GAMES = [game for game in library().values() if game.simulation is not None]


def playthroughs(game: Game) -> Iterator[tuple[str, str]]:
    """Yield name and text of each file of a game: each ruleset as each viewer, the open table in German too."""
    for rules, players, seed in SEEDS[game.name]:
        (played,) = simulate(game, seed=seed, games=1, ruleset=rules, players=players)
        header = Header(record=RecordId("golden"), game=game.name, seats=played.seats, started=played.started, **game.rules.edition(rules))
        log = tuple(Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(played.entries, 1))
        names = {SeatKey(seat): name for seat, name in played.names.items()}
        stem = rules.rpartition("/")[2] + ("" if players == 2 else f"-{players}")
        for viewer, language in (*((seat, "en") for seat in played.seats), (PUBLIC, "en"), (OPEN, "en"), (OPEN, "de")):
            text = "\n".join(_told(game, header, log, names, viewer, language)) + "\n"
            yield f"{stem}-{viewer_key(viewer)}-{language}.txt", text


@cache
def texts(name: str) -> dict[str, str]:
    """Return the files of a game, played once for all tests."""
    return dict(playthroughs(library()[name]))


def _told(  # noqa: PLR0917 -- what a text is made of
    game: Game, header: Header, log: tuple[Recorded[Any], ...], names: dict[SeatKey, str], viewer: Viewer, language: str
) -> Iterator[str]:
    folder = Folder(game)
    seen = veil(game.parts, log, viewer)
    locale = Printed(locale_of(language), game.board.faces(header) if game.board.faces is not None else {})
    yield f"{game.name}, {header.ruleset}, as {viewer_key(viewer)}, {len(log)} events"
    for turn in timeline(game, folder, header, seen, viewer).turns:
        yield f"\n{turn.number}. {seat_name(turn.seat, names, locale) if turn.seat is not None and turn.number else ''}".rstrip()
        for step in turn.steps:
            rule = step_rule(seen, step.version)
            lines = [say_plainly(line, names, locale) for line in step.lines]
            tells = [f"* {say_plainly(tell.sentence, names, locale)}" for tell in step.tells]
            yield f"  {step.version:>3} {rule:>4}  {' '.join((*lines, *tells)) or '-'}"
    yield "\nThe table at the end:"
    yield from (f"  {line}" for line in table_lines(folder.position(header, seen), names, locale))


def step_rule(log: tuple[Recorded[Any], ...], version: int) -> str:
    """Return the paragraph of an event."""
    assert log[version - 1].at.tzinfo is UTC
    return str(log[version - 1].event.rule)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_is_told_as_it_was(game: Game) -> None:
    """Each viewer's text of each game is the one that was read and kept; none is missing, none is left over."""
    folder = FOLDER / game.name
    told = texts(game.name)
    assert {path.name for path in folder.glob("*.txt")} == set(told)
    for name, text in told.items():
        assert text == (folder / name).read_text(), f"{game.name}/{name}; python tests/golden/test_playthroughs.py writes it anew"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_texts_differ_where_the_knowledge_does(game: Game) -> None:
    """No two viewers are told the same, and the public is told no card that is face down."""
    told = texts(game.name)
    assert len(set(told.values())) == len(told)


def main() -> None:
    """Write all of them."""
    for game in GAMES:
        folder = FOLDER / game.name
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.txt"):
            old.unlink()
        for name, text in playthroughs(game):
            (folder / name).write_text(text)
            sys.stdout.write(f"{game.name}/{name}\n")


if __name__ == "__main__":
    main()
