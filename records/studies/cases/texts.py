"""The texts of a case: which there are, and who wrote them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.studies.cases import events as ev

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from records.core.events import Recorded
    from records.studies.cases.fold import CaseState

QUESTION, CLOSING = "question", "closing"


class _TextWriter(msgspec.Struct):
    """The writer that a body names; all else in it is ignored."""

    by: str = ""
    party: str = ""


def texts_of(state: CaseState) -> Iterator[tuple[str, list[int]]]:
    """Yield each text of a case by its name, with the versions of the events that hold it; a ruling has the answers to it too."""
    yield QUESTION, [state.question.version]
    for claim, text in state.claims.items():
        yield claim, [text.version]
    for ruling in state.rulings.values():
        yield ruling.id, [ruling.written.version, *(one.written.version for one in ruling.answers)]
    if state.closed is not None:
        yield CLOSING, [state.closed.version]


def writers(log: Iterable[Recorded[Any]]) -> Iterator[tuple[int, str]]:
    """Yield the version of each text whose words are there, with who wrote it: a seat's key, or somebody in words."""
    for recorded in log:
        body = None if isinstance(recorded.event, ev.SideReleased) else recorded.event.body.body
        if isinstance(body, msgspec.Raw):
            who = msgspec.json.decode(body, type=_TextWriter)
            yield recorded.v, who.party or who.by
