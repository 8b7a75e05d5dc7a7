"""Everything that a log shows of each card on the table up to a step, collected before counting (design/knowledge: Evidence).

A slot whose face is seen later is laid *as that face*, so that no other world is carried along until then.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from records.core.faces import Face
from records.knowledge.worlds.card_sets import ANY, CardIndex, Names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.core.secret import Secret
    from records.knowledge.tracking.call_log import Call


@dataclass(slots=True)
class SlotEvidence:
    """The information about one slot, and the events that gave it."""

    told: list[tuple[int, Face]] = field(default_factory=list)
    """(version, what was seen of the face), oldest first."""
    hints: list[tuple[int, Face]] = field(default_factory=list)
    """(version, what follows of it if the rules were kept)."""
    leaves: bool = False
    """Whether its card has moved on by the step."""
    breach: int | None = None
    """The event that showed a face which its hints exclude."""

    def names(self, card_index: CardIndex, *, hints: bool = True) -> Names:
        """Return what all of it leaves; the hints count unless a seen face excludes them, which is noted as a breach."""
        seen: Names = ANY
        for _version, face in self.told:
            seen = seen & card_index.of(face) or card_index.of(face)
        if not hints:
            return seen
        kept = seen
        for _version, hint in self.hints:
            kept &= card_index.of(hint)
        if kept:
            return kept
        self.breach = next(
            (version for version, face in reversed(self.told) if card_index.only(card_index.of(face)) is not None), self.told[-1][0]
        )
        return seen


def gathered(calls: Iterable[Call]) -> dict[str, SlotEvidence]:
    """Return the evidence of each slot, by its id."""
    found: dict[str, SlotEvidence] = {}
    for call in calls:
        look = _LOOKS.get(call.method)
        if look is not None:
            look(found, call.version, call.args)
    return found


def _note(found: dict[str, SlotEvidence], version: int, slot: str, face: Face, hint: Face) -> None:
    evidence = found.setdefault(slot, SlotEvidence())
    if face != "?":
        evidence.told.append((version, face))
    if hint != "?":
        evidence.hints.append((version, hint))


def _laid(found: dict[str, SlotEvidence], version: int, args: tuple[Any, ...]) -> None:
    _seat_or_deck, _pile, slot, card, _at = args
    found[slot] = SlotEvidence()
    _note(found, version, slot, card.faces[0], card.hint)


def _turned(found: dict[str, SlotEvidence], version: int, args: tuple[Any, ...]) -> None:
    slot, card = args
    for face in card.faces[:1]:
        _note(found, version, slot, face, card.hint)


def _shown(found: dict[str, SlotEvidence], version: int, args: tuple[Any, ...]) -> None:
    place, _index, card = args
    if place in found:
        _turned(found, version, (place, card))


def _mixed(found: dict[str, SlotEvidence], version: int, args: tuple[Any, ...]) -> None:
    _pile, old, new, faces = args
    for slot in old:
        found.setdefault(slot, SlotEvidence()).leaves = True
    for slot, face in zip(new, faces.faces, strict=True):
        found[slot] = SlotEvidence()
        if faces.ordered or len(new) == 1:
            _note(found, version, slot, face, faces.hint)


def _raised(found: dict[str, SlotEvidence], _version: int, args: tuple[Any, ...]) -> None:
    found[args[2]] = SlotEvidence()


def _left(found: dict[str, SlotEvidence], _version: int, args: tuple[Any, ...]) -> None:
    found.setdefault(args[0], SlotEvidence()).leaves = True


def _reset(found: dict[str, SlotEvidence], version: int, args: tuple[Any, ...]) -> None:
    found.clear()
    for pile in args[0].piles:
        for laid in pile.slots:
            card: Secret = laid.card
            found[laid.slot] = SlotEvidence()
            _note(found, version, laid.slot, card.faces[0], card.hint)


_LOOKS = {
    "lay": _laid,
    "deal": _laid,
    "turn": _turned,
    "show": _shown,
    "mix": _mixed,
    "raise_": _raised,
    "sweep": _left,
    "pick_up": _left,
    "on_deck": _left,
    "reset": _reset,
}
