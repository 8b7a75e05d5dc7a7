"""Bringing logs of one game together: events are matched by their public shells, faces come from the logs that show them.

One log gives the order and the numbers; the others only tell faces and bodies that it lacks. Wherever two logs disagree the place is listed
with what each says, and the log that gives the order is left as it stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any, TypeAlias

import msgspec

from records.core.events import Recorded, name_of
from records.core.faces import UNKNOWN, Face, bag, join, known, told
from records.core.logs.seals import commitment
from records.core.logs.shells import face_fields, shells
from records.core.secret import Sealed, Secret
from records.errors import Contradiction

OwnLog: TypeAlias = Sequence[Recorded[Any]]
LONGEST_TEXT = 200
"""Characters of what one log says in a disagreement."""
_encode = msgspec.json.encode


class Disagreement(msgspec.Struct, frozen=True, kw_only=True):
    """A place where two logs cannot both be right."""

    version: int
    """In the log that gives the order; of what it lacks, that of the event before."""
    place: str
    """The event's stable name, and the path of what differs."""
    logs: tuple[int, int]
    """Numbers of the two logs, from 0; first the one that gives the order."""
    says: tuple[str, str]
    """What each of them says; "" where it says nothing."""


class MergedLog(msgspec.Struct, frozen=True):
    """What became of several logs."""

    base: int
    """Number of the log that gives the order."""
    log: tuple[Recorded[Any], ...]
    """Without salts and seals, ready to be chained anew; where nobody was shown a face, it is unknown."""
    disagreements: tuple[Disagreement, ...]


def merge_logs(logs: Sequence[OwnLog], base: int | None = None) -> MergedLog:
    """Return one log of all ``logs`` of one game; ``base`` gives the order, the longest if None.

    A commitment that one log holds is checked against what another one shows for it.
    """
    if base is None:
        base = max(range(len(logs)), key=lambda number: len(logs[number]))
    merged = list(logs[base])
    keys = [list(shells(log, faces=False)) for log in logs]
    found: list[Disagreement] = []
    for number, other in enumerate(logs):
        if number == base:
            continue
        for at, to in _matched(keys[base], keys[number], found, (base, number), (merged, other)):
            meeting = _Meeting(merged[at].v, name_of(merged[at].event), (base, number), found)
            merged[at] = msgspec.structs.replace(merged[at], event=meeting.met(merged[at].event, other[to].event, ""))
    found.sort(key=lambda one: (one.version, one.logs))
    return MergedLog(base, tuple(msgspec.structs.replace(recorded, event=_bare(recorded.event)) for recorded in merged), tuple(found))


def _matched(
    ours: list[bytes], theirs: list[bytes], found: list[Disagreement], logs: tuple[int, int], lines: tuple[OwnLog, OwnLog]
) -> list[tuple[int, int]]:
    """Return which events are the same, and note those that only one log has; a log that ends earlier disagrees with nobody."""
    short = min(len(ours), len(theirs))
    if ours[:short] == theirs[:short]:
        pairs = [(at, at) for at in range(short)]
        if len(theirs) > short:
            found.extend(_alone(lines, logs, short, short, short, len(theirs)))
        return pairs
    pairs = []
    for tag, i, i_end, j, j_end in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if tag == "equal":
            pairs += zip(range(i, i_end), range(j, j_end), strict=True)
        elif not (j == j_end == len(theirs) and i_end == len(ours)):
            found.extend(_alone(lines, logs, i, i_end, j, j_end))
    return pairs


def _alone(lines: tuple[OwnLog, OwnLog], logs: tuple[int, int], i: int, i_end: int, j: int, j_end: int) -> list[Disagreement]:  # noqa: PLR0917
    """Return a disagreement for each event that stands in one log only."""
    mine, other = lines
    alone = []
    for step in range(max(i_end - i, j_end - j)):
        ours = mine[i + step] if i + step < i_end else None
        theirs = other[j + step] if j + step < j_end else None
        place = name_of((ours or theirs).event)  # type: ignore[union-attr]  # one of them is there
        version = ours.v if ours is not None else mine[i_end - 1].v if i_end else 0
        alone.append(Disagreement(version=version, place=place, logs=logs, says=(_text(ours), _text(theirs))))
    return alone


def _text(recorded: Recorded[Any] | None) -> str:
    return "" if recorded is None else _short(_encode(_bare(recorded.event)).decode())


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 3]}..."


class _Meeting(msgspec.Struct, frozen=True):
    """Two events of one shell, one of each log."""

    version: int
    name: str
    logs: tuple[int, int]
    found: list[Disagreement]

    def met(self, mine: Any, other: Any, path: str, *, face: bool = False) -> Any:
        """Return ``mine`` with what ``other`` tells besides, and note where they differ."""
        if mine == other:
            return mine
        if isinstance(mine, Secret) and isinstance(other, Secret):
            return self._secret(mine, other, path)
        if isinstance(mine, Sealed) and isinstance(other, Sealed):
            return self._sealed(mine, other, path)
        if isinstance(mine, tuple) and isinstance(other, tuple) and len(mine) == len(other):
            return tuple(self.met(one, two, f"{path}.{nth}", face=face) for nth, (one, two) in enumerate(zip(mine, other, strict=True)))
        if isinstance(mine, msgspec.Struct) and not face and type(mine) is type(other):
            of_faces = face_fields(type(mine))
            return msgspec.structs.replace(
                mine,
                **{
                    name: self.met(getattr(mine, name), getattr(other, name), f"{path}.{name}" if path else name, face=name in of_faces)
                    for name in mine.__struct_fields__
                },
            )
        if face and mine is not None and other is not None:
            return self._face(mine, other, path)
        return mine  # ids that are numbered otherwise, and paragraphs: the shells are the same

    def _face(self, mine: Face, other: Face, path: str) -> Face:
        try:
            return join(mine, other)
        except Contradiction:
            self._differ(path, told(mine), told(other))
            return mine

    def _secret(self, mine: Secret, other: Secret, path: str) -> Secret:
        mine, other = self._opened(mine, other, path), self._opened(other, mine, path)
        hint = self._face(mine.hint, other.hint, f"{path}.hint")
        if mine.ordered or len(mine.faces) == 1:
            faces = tuple(self._face(one, two, path) for one, two in zip(mine.faces, other.faces, strict=True))
        else:
            faces = self._bag(mine.faces, other.faces, path)
        return msgspec.structs.replace(mine, faces=faces, hint=hint)

    def _opened(self, part: Secret, by: Secret, path: str) -> Secret:
        """Return a part without its seals, which what ``by`` shows must open."""
        if part.seal and by.salt:
            for seal, salt, face in zip(part.seal, by.salt, by.faces, strict=True):
                if commitment(bytes.fromhex(salt), _encode(face)) != seal:
                    self._differ(path, f"the commitment {seal}", f"{told(face)}, which does not open it")
        return msgspec.structs.replace(part, salt=(), seal=())

    def _bag(self, mine: tuple[Face, ...], other: tuple[Face, ...], path: str) -> tuple[Face, ...]:
        """Return faces without an order: what both know of them together."""
        if all(face == UNKNOWN for face in other) or mine == other:
            return mine
        if all(face == UNKNOWN for face in mine):
            return other
        names = Counter(filter(known, mine)) | Counter(filter(known, other))
        vague = any(face != UNKNOWN and not known(face) for face in (*mine, *other))
        if vague or names.total() > len(mine):
            self._differ(path, ", ".join(map(told, mine)), ", ".join(map(told, other)))
            return mine
        return bag((*names.elements(), *(UNKNOWN,) * (len(mine) - names.total())))

    def _sealed(self, mine: Sealed, other: Sealed, path: str) -> Sealed:
        for part, by in ((mine, other), (other, mine)):
            shown = part.seal and by.salt and not isinstance(by.body, msgspec.UnsetType)
            if shown and commitment(bytes.fromhex(by.salt), bytes(by.body)) != part.seal:  # type: ignore[arg-type]  # it is set
                self._differ(path, f"the commitment {part.seal}", "a text that does not open it")
        if isinstance(mine.body, msgspec.UnsetType):
            return msgspec.structs.replace(other, salt="", seal="") if not isinstance(other.body, msgspec.UnsetType) else mine
        if not isinstance(other.body, msgspec.UnsetType) and bytes(mine.body) != bytes(other.body):
            self._differ(path, _short(bytes(mine.body).decode()), _short(bytes(other.body).decode()))
        return mine

    def _differ(self, path: str, mine: str, other: str) -> None:
        self.found.append(Disagreement(version=self.version, place=f"{self.name} {path}", logs=self.logs, says=(mine, other)))


def _bare(value: Any) -> Any:
    """Return a value without salts, and without the seals of faces; the body of a ``Sealed`` that nobody has stays sealed."""
    if isinstance(value, Secret):
        return msgspec.structs.replace(value, salt=(), seal=()) if value.salt or value.seal else value
    if isinstance(value, Sealed):
        return msgspec.structs.replace(value, salt="") if value.salt else value
    if isinstance(value, tuple):
        return tuple(map(_bare, value))
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **{name: _bare(getattr(value, name)) for name in value.__struct_fields__})
    return value
