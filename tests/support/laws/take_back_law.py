"""The law of taking back: the board goes back, what a viewer saw stays known, and each seat's own log tells as much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from records.core.events import Recorded
from records.core.faces import Face, join, known
from records.core.ids import DeckId, SlotId
from records.core.logs import take_back
from records.core.logs.effective import effective
from records.core.position import Draft
from records.core.secret import meet
from records.core.shared import Shown, TakenBack
from records.core.table import HAND, hand_place
from records.core.tables.table_state import TableState
from records.core.viewers import OPEN, Viewer, sees
from support.laws.sample import Log, Sample, seen_positions


def takes_back(sample: Sample, viewer: Viewer) -> None:
    """After a take-back, a viewer's fold holds what the viewer saw in the cut part. What it is shown follows from its own log."""
    seen = sample.seen(viewer)
    tables = [position.table for position in seen_positions(sample, viewer)] if any(_is_take_back(r) for r in seen) else []
    for index, recorded in enumerate(seen):
        if _is_take_back(recorded) and not (sample.truths and sample.truth(recorded.v) is None):
            where = f"version {recorded.v}, back to {recorded.event.to}, viewer {viewer}"
            _from_its_log_alone(sample, seen[:index], recorded.event, viewer, before=tables[recorded.event.to], where=where)
            _slots_stay_known(tables, recorded, viewer, where)
            if viewer is OPEN:
                continue  # it sees what nobody was shown, which is not seen again
            for path in _paths(seen[:index], recorded.event.to):
                walked = _walked(sample, path)
                _tops_stay_known(walked, tables[recorded.v], where)
                if not sample.breached(recorded.v):
                    _hands_stay_known(walked, tables[recorded.v], where)


def _is_take_back(recorded: Recorded[Any]) -> bool:
    return isinstance(recorded.event, TakenBack)


def _from_its_log_alone(sample: Sample, log: Log, fact: TakenBack, viewer: Viewer, *, before: TableState, where: str) -> None:
    alone = take_back.take_back(sample.game, sample.header, log, fact.to, agreed=fact.agreed, why=fact.why)
    mine = [entry for entry in fact.shown if sees(viewer, entry.card.known_to)]
    found = [entry for entry in alone.shown if sees(viewer, entry.card.known_to)]
    if not sample.complete:
        _as_filled_in(found, mine, lambda entry: _saw(before, viewer, entry), where)
        return
    assert list(map(_shape, found)) == list(map(_shape, mine)), f"{where}: {found} for {mine}"
    for entry, other in zip(found, mine, strict=True):
        assert entry.card.faces == other.card.faces, f"{where}: {entry} for {other}"


def _as_filled_in(found: Sequence[Shown], mine: Sequence[Shown], saw: Callable[[Shown], bool], where: str) -> None:
    """A face that is first noted in a take-back is shown to those too who saw that card before it was noted (design/events: Filling in).

    So the full log may show a card to more than one log alone tells: but only to who saw it, in the part that is given up or before.
    """
    for entry in found:
        same = [other.card.known_to for other in mine if _place(other) == _place(entry)]
        assert any(meet(wide, entry.card.known_to) == entry.card.known_to for wide in same), f"{where}: {entry} is lost"
    for entry in mine:
        same_card = [other for other in found if _place(other) == _place(entry)]
        assert same_card or saw(entry), f"{where}: {entry} was not seen"
        for other in same_card if len(entry.card.faces) == 1 else ():
            if (
                not entry.place.startswith(HAND) or other.card.known_to == entry.card.known_to
            ):  # two may have seen different cards of a hand
                join(entry.card.faces[0], other.card.faces[0])


def _saw(table: TableState, viewer: Viewer, entry: Shown) -> bool:
    """Whether a viewer had seen the card of a place before."""
    if entry.place in table.slots:
        return sees(viewer, table.slots[SlotId(entry.place)].known_to)
    index = entry.index
    for block in table.decks.get(DeckId(entry.place), ()):
        if index < block.count:
            return sees(viewer, block.known_to)
        index -= block.count
    return False


def _place(entry: Shown) -> tuple[str, int, int]:
    return entry.place, entry.index, len(entry.card.faces)


def _shape(entry: Shown) -> tuple[Any, ...]:
    return entry.place, entry.index, entry.card.known_to, len(entry.card.faces)


def _slots_stay_known(tables: Sequence[TableState], recorded: Recorded[Any], viewer: Viewer, where: str) -> None:
    after = tables[recorded.v]
    for table in tables[recorded.event.to : recorded.v]:
        for slot in table.slots.keys() & tables[recorded.event.to].slots.keys():
            lying = table.slots[slot]
            if known(lying.seen) and sees(viewer, lying.known_to):
                assert after.slots[slot].seen == lying.seen, f"{where}: {slot} was a {lying.seen}"
                assert sees(viewer, after.slots[slot].known_to), f"{where}: {slot} was seen"


class Calls:
    """Writes down what an ``evolve`` does to the table."""

    def __init__(self) -> None:
        self.made: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, method: str) -> Callable[..., None]:
        """Any method of the card table."""

        def call(*args: Any, **_named: Any) -> None:
            self.made.append((method, args))

        return call


def _paths(log: Log, to: int) -> Iterator[tuple[list[Recorded[Any]], int]]:
    """Each list of events that counted after ``to``, with the place in it where they begin."""
    for end in [index for index, recorded in enumerate(log) if recorded.v > to and _is_take_back(recorded)] + [len(log)]:
        counted = effective(log[:end])
        yield counted, sum(recorded.v <= to for recorded in counted)


def _walked(sample: Sample, path: tuple[list[Recorded[Any]], int]) -> list[tuple[str, tuple[Any, ...]]]:
    events, start = path
    draft: Draft[Any] = sample.folder.start(sample.header)
    for recorded in events[:start]:
        sample.folder.apply(draft, recorded)
    calls: Any = Calls()
    draft.table = calls
    for recorded in events[start:]:
        sample.folder.apply(draft, recorded)
    made: list[tuple[str, tuple[Any, ...]]] = calls.made
    return made


def _tops_stay_known(calls: Sequence[tuple[str, tuple[Any, ...]]], after: TableState, where: str) -> None:
    """A card drawn alone and seen lies known where it was drawn from, as long as nothing was put on its deck before."""
    gone: Counter[str] = Counter()
    touched: set[str] = set()
    for method, args in calls:
        deck = args[0] if args else ""
        if method in {"take", "deal", "split", "mill"} and deck not in touched:
            faces = args[-1] if method == "mill" else next(arg.faces for arg in args if hasattr(arg, "faces"))
            if len(faces) == 1 and known(faces[0]):
                assert _at(after, deck, gone[deck]) == faces[0], f"{where}: {deck} had {faces[0]} at {gone[deck]}"
            gone[deck] += len(faces)
        if method in {"bury", "split", "on_deck", "return_some", "return_all", "look", "shuffle", "pull", "reset"}:
            touched |= {str(arg) for arg in args if isinstance(arg, str)} if method != "reset" else set(after.decks)


def _at(table: TableState, deck: str, index: int) -> Face | None:
    for name, blocks in table.decks.items():
        if name == deck:
            for block in blocks:
                if index < block.count:
                    return block.faces[0] if block.faces and block.count == 1 else None
                index -= block.count
    return None


def _hands_stay_known(calls: Sequence[tuple[str, tuple[Any, ...]]], after: TableState, where: str) -> None:
    """What left a hand in sight before it took anything in was in it, and so was what it showed."""
    left: dict[str, list[str]] = {}
    closed: set[str] = set()
    for method, args in calls:
        if method == "reset":
            return
        if method in {"take", "pull", "pick_up", "fetch"}:
            closed.add(hand_place(args[1]))
        elif method in {"lay", "drop", "bury"} and hand_place(args[0]) not in closed:
            faces = args[1] if method == "drop" else next(arg.faces for arg in args if hasattr(arg, "faces"))
            left.setdefault(hand_place(args[0]), []).extend(str(face) for face in faces if known(face))
            _check_hand(after, hand_place(args[0]), left[hand_place(args[0])], where)
        elif method == "show" and args[0].startswith(HAND) and args[0] not in closed:
            names = [str(face) for face in args[2].faces if known(face)]
            _check_hand(after, args[0], [*left.get(args[0], []), *names], where)


def _check_hand(after: TableState, place: str, names: Sequence[str], where: str) -> None:
    if not names:
        return
    hand = after.hands[place[len(HAND) :]]  # type: ignore[index]  # a seat key by construction
    assert not Counter(names) - Counter(hand.faces), f"{where}: {place} held {names}, the fold is certain of {hand.faces}"
