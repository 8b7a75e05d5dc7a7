"""What is asked most takes no more work than it took: calls, statements and bytes are counted, which no busy machine changes.

``.venv/bin/python tests/bench/work.py`` prints today's numbers as they stand here. Who raises one says why in the change that raises it.
"""

from __future__ import annotations

from pathlib import Path

from bench.work import Work, counted, measured
from records.store import open_store

MORE, LESS = 1.15, 0.6
"""How far from its number a count may be: together less than a factor of two, so that whatever doubles is seen."""

TAKEN = {
    "a page, nothing kept": Work(calls=23698, statements=5, sent=8587),
    "a page, shown before": Work(calls=9327, statements=1, sent=8683),
    "a step, nothing kept": Work(calls=17253, statements=5, sent=6018),
    "a step, the next": Work(calls=5175, statements=1, sent=5938),
    "a step, shown before": Work(calls=1391, statements=1, sent=5938),
    "a position of the API, nothing kept": Work(calls=4205, statements=3, sent=711),
    "a position of the API, asked before": Work(calls=1786, statements=1, sent=711),
    "a page for an account, shown before": Work(calls=9847, statements=2, sent=8894),
    "a step for an account, shown before": Work(calls=1487, statements=2, sent=6322),
    "a page of 50 on a shelf of 50": Work(calls=25086, statements=26, sent=3998),
    "a page of 50 on a shelf of 500": Work(calls=25139, statements=25, sent=4062),
    "an event appended": Work(calls=595, statements=12, sent=0),
    "300 events added at once": Work(calls=6280, statements=17, sent=0),
    "a command, nothing kept": Work(calls=11580, statements=13, sent=0),
    "a command, the next": Work(calls=2378, statements=12, sent=0),
}


def complaints(name: str, work: Work, bound: Work) -> list[str]:
    """What of it is out of bounds."""
    found = []
    for what in ("calls", "statements", "sent"):
        now, before = getattr(work, what), getattr(bound, what)
        if now > before * MORE:
            found.append(f"{name}: {now} {what} where there were {before}: what takes more?")
        if now < before * LESS:
            found.append(f"{name}: {now} {what} where there were {before}: write the new number down, or it may double unseen")
    return found


def test_what_is_asked_most_takes_no_more_work(tmp_path: Path) -> None:
    """Steps, pages, appends, commands, the shelf and a position take about the calls, statements and bytes that are written down here."""
    now = dict(measured(tmp_path))
    assert list(now) == list(TAKEN)
    wrong = [line for name, work in now.items() for line in complaints(name, work, TAKEN[name])]
    assert not wrong, "\n".join([*wrong, "", "all that was measured:", *(f"  {name}: {work}" for name, work in now.items())])


def test_the_count_sees_what_is_done_twice(tmp_path: Path) -> None:
    """Twice the calls, statements and bytes are twice the numbers, and each of them alone is complained of."""
    with open_store(f"sqlite:///{tmp_path}/counted.db") as store:

        def look() -> bytes:
            return b"-" * len(store.ids() or "none")

        look()
        once, twice = counted(look), counted(lambda: look() + look())
    assert once.statements > 0
    assert 1.9 * once.calls < twice.calls < 2.1 * once.calls
    assert (twice.statements, twice.sent) == (2 * once.statements, 8)
    for double in (Work(200, 10, 1000), Work(100, 20, 1000), Work(100, 10, 2000)):
        assert len(complaints("it", double, Work(100, 10, 1000))) == 1
        assert len(complaints("it", Work(100, 10, 1000), double)) == 1
