"""Executes many independent tasks by any hands: each starts as soon as there is room, and its result is yielded as soon as it ends."""

from __future__ import annotations

from collections import Counter, deque
from time import monotonic
from typing import TYPE_CHECKING

from records.service.jobs.keeping import TURN

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from records.service.jobs.hands import Ended, Hands, Place
    from records.service.jobs.tasks import Task

TRIES = 2
"""How many processes a task may crash before it is given up."""


def batched(hands: Hands, tasks: Iterable[tuple[Place, Task]], seconds: float = float("inf")) -> Generator[Ended]:
    """Yield the results of tasks, in the order in which they end; after ``seconds`` none is begun any more, and running ones finish.

    A task is only made when hands are free for it. If its process dies, it is begun again, and given up at the second death. If the caller
    stops iterating, running tasks are dropped.
    """
    until, left = monotonic() + seconds, iter(tasks)
    again: deque[tuple[Place, Task]] = deque()
    lost: Counter[Place] = Counter()
    under_way: dict[Place, Task] = {}
    try:
        while True:
            while hands.free and monotonic() < until and (next_ := again.popleft() if again else next(left, None)) is not None:
                under_way[next_[0]] = next_[1]
                hands.begin(*next_)
            if not under_way:
                return
            for ended in hands.ended(TURN):
                task = under_way.pop(ended.place)
                lost[ended.place] += ended.lost
                if ended.lost and lost[ended.place] < TRIES:
                    again.append((ended.place, task))
                else:
                    yield ended
    finally:
        for place in under_way:
            hands.drop(place)
