"""Mending mistakes: a face that was noted wrongly, and moves that were taken back and are entered again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.asking.chance import batches
from records.core.events import Recorded, Sort
from records.core.faces import face_key
from records.core.logs.effective import effective
from records.core.secret import Sealed, Secret
from records.core.shared import Corrected, Replacement, TakenBack
from records.errors import ImpossibleEvent, RecordsError
from records.rulings.alike import alike
from records.rulings.audit import audit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from records.core.asking.typed import TableQuestion
    from records.core.events import Event
    from records.core.game import Game
    from records.core.header import Header

MoveBatch = tuple[Recorded[Any], ...]


def noted_faces(game: Game, event: Event) -> tuple[str, ...]:
    """Return the faces that were noted for the hidden cards of an event, each once, in the order of its fields."""
    found: list[str] = []

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if isinstance(part, Secret):
            found.extend(face for face in part.faces if isinstance(face, str))
        return part

    game.parts.map(event, visit)
    return tuple(dict.fromkeys(found))


def other_face(
    game: Game, header: Header, log: Sequence[Recorded[Any]], *, version: int, was: str, face: str, why: str = ""
) -> Corrected[Any]:
    """Return the fact that one hidden card of event ``version`` was ``face`` and not ``was``.

    Raises ``ImpossibleEvent`` if no such card was noted there, and if by the rules the record could then not continue as it does: then
    later events depend on the face, and the game must be taken back.
    """
    written = {recorded.v: recorded.event for recorded in effective(log)}
    if version not in written or was == face:
        raise ImpossibleEvent(f"version {version} holds no card {was} that could be {face}")
    open_to_change = [was]

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if not isinstance(part, Secret) or not open_to_change or was not in part.faces:
            return part
        open_to_change.clear()
        faces = list(part.faces)
        faces[faces.index(was)] = face
        return msgspec.structs.replace(part, faces=tuple(faces if part.ordered else sorted(faces, key=face_key)))

    right = game.parts.map(written[version], visit)
    if open_to_change:
        raise ImpossibleEvent(f"version {version} holds no card {was} that could be {face}")
    fact: Corrected[Any] = Corrected(of=(Replacement(version=version, event=right),), why=why)
    _check(game, header, tuple(log), fact)
    return fact


def _check(game: Game, header: Header, log: MoveBatch, fact: Corrected[Any]) -> None:
    if game.play is None or not log:
        return
    last = log[-1]
    after = (*log, msgspec.structs.replace(last, v=last.v + 1, cause=last.v + 1, event=fact))
    before = {judged.version for judged in audit(game, header, log) if judged.wrong}
    for judged in audit(game, header, after):
        if judged.wrong and judged.version not in before:
            raise ImpossibleEvent(f"with this face the rules give something else from version {judged.at} on")


def given_up(log: Sequence[Recorded[Any]]) -> tuple[list[MoveBatch], list[MoveBatch]]:
    """Return the batches that the last taking back gave up, and those that were entered since; none of either where nothing was taken back.

    Batches that begin with a fact are left out: they are no moves.
    """
    ends = [nth for nth, recorded in enumerate(log) if isinstance(recorded.event, TakenBack)]
    if not ends:
        return [], []
    last = log[ends[-1]]
    lasting = {recorded.v for recorded in effective(log)}
    gone = [recorded for recorded in effective(log[: ends[-1]]) if recorded.v > last.event.to]
    since = [recorded for recorded in log[ends[-1] + 1 :] if recorded.v in lasting]
    return _moves(gone), _moves(since)


def _moves(log: Iterable[Recorded[Any]]) -> list[MoveBatch]:
    return [batch for batch in batches(log) if batch[0].event.sort is Sort.DECISION]


def answer_from(game: Game, question: TableQuestion, batch: MoveBatch) -> tuple[tuple[str, ...], MoveBatch] | None:
    """Return the keys by which ``question`` was answered in a batch that was given up, and what of the batch comes after that answer.

    None where it was not answered there, or the answer no longer fits.
    """
    for nth, event in enumerate(recorded.event for recorded in batch):
        if event.sort is not Sort.CHANCE:
            continue
        for keys in _keys(question, event):
            try:
                built = question.answered(keys)
            except (RecordsError, ValueError, KeyError, IndexError):
                continue
            if _same(game, built, event):
                return keys, batch[nth + 1 :]
    return None


def _keys(question: TableQuestion, event: Event) -> Iterator[tuple[str, ...]]:
    """Yield what may have been answered: each option where one is chosen, else all of the event's words and numbers that are options."""
    able = {option.key for option in question.options}
    if not question.least:
        yield ()
    if question.least == question.most == 1:
        yield from ((key,) for key in able)
    else:
        yield tuple(word for word in _words(msgspec.structs.asdict(event)) if word in able)


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, Secret):
        yield from _words(value.faces)
    elif isinstance(value, dict):
        for part in value.values():
            yield from _words(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _words(part)
    elif isinstance(value, str | int) and not isinstance(value, bool):
        yield str(value)


def _same(game: Game, built: Event, old: Event) -> bool:
    """Whether two events say the same, wherever slots and questions got other ids."""
    if type(built) is not type(old):
        return False
    changes = {name: getattr(old, name) for name in ("slot", "answers") if hasattr(old, name)}
    return alike(game.parts, msgspec.structs.replace(built, **changes), old)
