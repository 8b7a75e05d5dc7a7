"""Keys of a review's rows: everything from which the rows follow. A changed key makes earlier rows stale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.viewers import OPEN

if TYPE_CHECKING:
    from records.core.header import Header
    from records.review.rows import ReviewKey

ABOUT = 3
"""Number of words at the start of a key for its subject: record, viewer, how a win counts."""


def key_text(header: Header, key: ReviewKey, *, fast: bool, value: str = "") -> str:
    """Return a key as rows are kept by it; ``fast``: they spend what compiled play-outs can afford; ``value``: what estimates them."""
    about = str(header.record), key.seat or OPEN.value, "graded" if key.graded else "plain"
    return " ".join(
        [*about, key.head, key.ruleset, key.catalogue, str(key.policy), str(key.seed), str(key.way), "fast" if fast else f"slow{value}"]
    )


def closer_key(key: str, version: int) -> str:
    """Return the key of a closer look at one decision."""
    return f"{key} closer-{version}"


def is_older(key: str, now: str) -> bool:
    """Whether a key is that of the same review, not of a closer look, as it was made before."""
    words, here = key.split(" "), now.split(" ")
    return key != now and len(words) == len(here) and words[:ABOUT] == here[:ABOUT]
