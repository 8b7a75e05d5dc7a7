"""Taking back: the board goes back, what was seen does not (design/events: Take-back).

What an audience saw in the part that is given up is worked out from that audience's log, never from the full one: each given-up path is
folded again on a table that remembers where the cards of the old position went and notes whatever is seen of them. Which entries there are,
and how many faces stand in each, follows from public facts alone; a face that the audience's log does not tell is written ``"?"``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import UNKNOWN, Face, join, known
from records.core.game import Game
from records.core.logs.effective import effective
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.core.secret import ALL, NOBODY, Audience, Sealed, Secret, meet, secret
from records.core.shared import Corrected, Shown, TakenBack
from records.core.table import HAND
from records.core.tables.path_table import PastPlace, Seen, path_table
from records.errors import Contradiction, ImpossibleEvent

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.core.header import Header
    from records.core.hidden import HiddenParts
    from records.core.ids import SeatKey
    from records.core.tables.table_state import TableState


def take_back(
    game: Game, header: Header, events: Iterable[Recorded[Any]], to: int, *, agreed: Sequence[SeatKey] = (), why: str = ""
) -> TakenBack:
    """Return the fact that the game goes back to the position after version ``to`` (0: before the first event).

    Raises ``ImpossibleEvent`` if ``to`` is not the last version of a batch that counts, or if a deck was shuffled or slots were mixed in
    the part that is given up or in one given up before: their old order cannot come back, so write a ``PositionSet`` instead.
    """
    log = tuple(events)
    fact = TakenBack(to=to, agreed=tuple(agreed), why=why)
    if log:
        effective((*log, msgspec.structs.replace(log[-1], v=log[-1].v + 1, cause=log[-1].v + 1, event=fact)))
    elif to:
        raise ImpossibleEvent(f"there is no version {to} to go back to")
    paths = tuple(_paths(log, to))
    shown = [entry for audience in _audiences(game.parts, paths) for entry in _shown(game, header, paths, to, audience)]
    return msgspec.structs.replace(fact, shown=tuple(sorted(shown, key=_written_order)))


def _paths(log: tuple[Recorded[Any], ...], to: int) -> Iterator[list[Recorded[Any]]]:
    """Each list of events that once counted and went on after ``to``, corrected as it is known now."""
    ends = [index for index, recorded in enumerate(log) if isinstance(recorded.event, TakenBack)]
    for end in (*ends, len(log)):
        last = log[end - 1].v if end else 0
        counted = [recorded for recorded in effective((*log[:end], *_corrections(log[end:], last))) if recorded.v <= last]
        if last > to and (to == 0 or any(recorded.v == to for recorded in counted)):
            yield counted


def _corrections(later: Iterable[Recorded[Any]], last: int) -> Iterator[Recorded[Any]]:
    for recorded in later:
        if isinstance(recorded.event, Corrected):
            of = tuple(replacement for replacement in recorded.event.of if replacement.version <= last)
            yield msgspec.structs.replace(recorded, event=msgspec.structs.replace(recorded.event, of=of))


def _audiences(parts: HiddenParts, paths: Iterable[list[Recorded[Any]]]) -> list[Audience]:
    """Everybody, every audience of something, and what such audiences have in common: it saw what each of them saw."""
    found = {ALL}

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if isinstance(part, Secret) and part.known_to:
            found.add(part.known_to)
        return part

    for path in paths:
        for recorded in path:
            parts.map(recorded.event, visit)
    while more := {meet(a, b) for a, b in combinations(found, 2)} - found - {NOBODY}:
        found |= more
    return sorted(found)


def _as_shown(parts: HiddenParts, log: Iterable[Recorded[Any]], audience: Audience) -> list[Recorded[Any]]:
    """The log as every one of ``audience`` was shown it."""

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if not isinstance(part, Secret) or part.known_to == ALL or (audience != ALL and set(audience) <= set(part.known_to)):
            return part
        return Secret((UNKNOWN,) * len(part.faces), part.known_to, part.hint, part.ordered)

    return [msgspec.structs.replace(recorded, event=parts.map(recorded.event, visit)) for recorded in log]


def _shown(game: Game, header: Header, paths: Iterable[list[Recorded[Any]]], to: int, audience: Audience) -> Iterator[Shown]:
    folder = Folder(game)
    places: dict[PastPlace, tuple[Face, ...]] = {}
    hands: dict[SeatKey, tuple[int, Counter[str]]] = {}
    counts: dict[SeatKey, int] = {}
    for path in paths:
        board, seen = _walked(folder, header, _as_shown(game.parts, path, audience), to)
        for place, faces in seen.places(audience):
            places[place] = _joined(place, places.get(place), faces)
        for seat, number, certain in seen.hands(audience):
            before, claimed = hands.get(seat, (0, Counter()))
            hands[seat] = (before + number, claimed | certain)
            counts[seat] = board.hands[seat].count if seat in board.hands else 0
    for place, faces in places.items():
        yield Shown(place=place.name, index=place.index, card=secret(*faces, to=audience))
    for seat, (number, claimed) in hands.items():
        size = max(min(number, counts[seat]), claimed.total())
        if not size:
            continue
        names: list[Face] = [*claimed.elements(), *[UNKNOWN] * (size - claimed.total())]
        yield Shown(place=HAND + seat, card=secret(*names, to=audience))


def _walked(folder: Folder, header: Header, path: Iterable[Recorded[Any]], to: int) -> tuple[TableState, Seen]:
    draft = folder.start(header)
    for recorded in path:
        if recorded.v <= to:
            folder.apply(draft, recorded)
    board = frozen(to, draft).table
    table = path_table(board)
    draft.table = table
    for recorded in path:
        if recorded.v > to:
            folder.apply(draft, recorded)
    return board, table.seen


def _joined(place: PastPlace, before: tuple[Face, ...] | None, now: tuple[Face, ...]) -> tuple[Face, ...]:
    if before is None:
        return now
    if len(now) > 1:
        return before if all(map(known, before)) else now
    try:
        return (join(before[0], now[0]),)
    except Contradiction as error:
        raise Contradiction(f"{place.name}, seen on two ways that were given up: {error}") from None


def _written_order(entry: Shown) -> tuple[str, int, int, Audience]:
    """Wide blocks of a deck come first, so that what is known of a part of one can stand in it."""
    return entry.place, -len(entry.card.faces), entry.index, entry.card.known_to
