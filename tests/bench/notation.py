"""Games as texts: how long one of 300 events takes to be read and to be written, and how large it is."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING, Any

from bench.measure import Samples
from bench.report import Row, section
from importers.notation.reading import Options, read_text
from importers.notation.writing import write
from records.service.library import library
from records.service.writing.simulation import simulate
from support.notation import recorded_of

if TYPE_CHECKING:
    from collections.abc import Callable

EVENTS = 300
READ, WRITTEN, LARGE = 60.0, 90.0, 3.0
"""Milliseconds of one core, and kilobytes, for 300 events."""


def measure(*, turns: int) -> None:
    """Print the section: the simulated game of each that is nearest to 300 events, scaled to 300."""
    rows = []
    for name, game in library().items():
        if game.simulation is None or game.recording is None:
            continue
        new = min(simulate(game, seed=7, games=4), key=lambda one: abs(len(list(one.entries)) - EVENTS))
        header, log = recorded_of(game, new)
        text = write(game, header, new.names, log).text
        scale = EVENTS / len(log)
        found = read_text({name: game}, text, Options())
        if found.problems or len(found.games[0].table.log) != len(log):
            raise RuntimeError(f"{name}: the text is not read as what was written")
        rows += [
            Row(f"{name}: read", _taken(lambda g=game, n=name, t=text: read_text({n: g}, t, Options()), turns, scale), aim=READ, unit="ms"),
            Row(
                f"{name}: written, each line proven",
                _taken(lambda g=game, h=header, w=log: write(g, h, {}, w), turns, scale),
                aim=WRITTEN,
                unit="ms",
            ),
            Row(f"{name}: text", Samples((len(text.encode()) * scale / 1000,)), aim=LARGE, unit="kB"),
        ]
    section("GAMES AS TEXTS, 300 events (CPU time of one core)", rows)


def _taken(do: Callable[[], Any], turns: int, scale: float) -> Samples:
    """Milliseconds for 300 events."""
    do()
    taken = []
    for _ in range(turns):
        began = process_time()
        do()
        taken.append((process_time() - began) * 1000 * scale)
    return Samples(tuple(taken))
