"""A lesson from its first step to its end, and whether everybody heard all of it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from records.core.viewers import LOCAL
from records.service import GameBook
from support.lesson import TOLD

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from playwright.sync_api import Page

    from support.lesson import HeldClass, Phone


def lesson(
    held: HeldClass, phones: Sequence[Phone], *, steps: int, polls: int, pause: float, browsers: Sequence[Page] = (), patience: float = 10
) -> dict[int, float]:
    """Hold a lesson with so many steps and polls, in which the last phone is cut off and comes back; returns when each step was shown.

    All have ``patience`` seconds to answer.
    """
    begun: dict[int, float] = {}
    every, lost = steps // polls, phones[-1]
    for step in range(1, steps + 1):
        if step == steps // 2 + 1:
            lost.cut()
        begun[step] = held.show(step)
        time.sleep(pause)
        if step == steps // 2 + 3:
            lost.back()
            time.sleep(min(2.0, 2 * pause))
        if step % every == 0 and step // every <= polls:
            poll = step // every
            held.lead("question", question="Who wins?", **{"answer-1": "Ana", "answer-2": "Ben", "right": 1})
            for page in browsers:
                page.locator("button.choice").first.click()
                page.locator("button.choice[aria-pressed=true]").wait_for()
            end = time.monotonic() + patience
            while any(poll not in phone.answered for phone in phones) and time.monotonic() < end:
                time.sleep(0.05)
            held.lead("reveal", poll=poll)
    held.lead("end")
    for phone in phones:
        phone.join()
    return begun


def check_lesson(
    held: HeldClass, phones: Sequence[Phone], folder: Path, *, steps: int, polls: int, others: int = 0, store: str = ""
) -> None:
    """Nothing was lost, and everybody was told the same bytes; the phone that was cut off as well."""
    assert [phone.failed for phone in phones if phone.failed] == []
    for phone in phones:
        assert [name for _v, name, _b in phone.told].count("shown") == steps + 1
        assert {name for _v, name, _b in phone.told} == set(TOLD)
        assert phone.told == phones[0].told
        assert sorted(phone.answered) == list(range(1, polls + 1))
        assert steps in phone.shown
    with GameBook.open(store or f"sqlite:///{folder}/lesson.sqlite", create=False) as book:
        for poll in range(1, polls + 1):
            counts = book.classes.poll_counts(LOCAL, held.id, poll)
            assert (counts.answered, counts.learners) == (len(phones) + others, len(phones) + others)
        assert list(book.records.verify(LOCAL)) == []
