"""The laws must bite: a fault put into core, door, rules or take-back is found by the law that is named beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from records.core.events import Event, Recorded
from records.core.faces import UNKNOWN, Face, fits, known
from records.core.logs import take_back
from records.core.logs.seals import Sealer
from records.core.secret import ALL, Audience, Secret
from records.core.shared import Asked, TakenBack
from records.core.tables import blocks, hands
from records.core.tables.blocks import Block
from records.core.tables.fold_table import FoldTable
from records.core.tables.hands import OpenHand
from records.core.tables.path_table import PathTable, Seen
from records.core.tables.table_state import TableState
from records.errors import RecordsError
from records.knowledge import door
from records.values import replace
from support.laws import fold_laws, line_laws, rule_laws, take_back_law
from support.laws.games.hollow import make
from support.laws.sample import Sample
from support.mini_game import HOLLOW, decide
from support.mini_game import events as ev
from support.mini_game.evolve import EVOLVE
from support.soaking import one_in

# ruff: noqa: ARG005 -- a fault has the shape of what it stands in for

Patch = pytest.MonkeyPatch
LENGTH = 50


@cache
def sound_samples() -> tuple[Sample, ...]:
    """Samples that were made while nothing was wrong."""
    return tuple(make("facts", seed, LENGTH) for seed in range(40))


def holds(law: Callable[..., None], samples: Iterator[Sample] | Sequence[Sample]) -> bool:
    """Whether a law holds for all samples and viewers; one that cannot even be made or folded breaks it too."""
    per_log = law in (fold_laws.openness, fold_laws.purity, fold_laws.conservation)
    try:
        for sample in map(replace, samples):  # a copy, which folds anew
            for given in [()] if per_log else [(viewer,) for viewer in sample.viewers]:
                law(sample, *given)
    except (AssertionError, RecordsError):
        return False
    return True


def new_samples(first: int) -> Iterator[Sample]:
    """Eighty samples made with what is wrong now, one by one until a law fails, and round from a ``first`` that comes near to it."""
    numbers = ((first + nth) % 80 for nth in range(80))
    return (make("back and forth" if number % 2 else "facts", number, LENGTH) for number in numbers)


# -- faults in the fold ------------------------------------------------------------------------------------------------


def a_tell_that_adds(patch: Patch) -> None:
    """A public word about a hand adds a card that may be counted already."""

    def tell(self: OpenHand, of: Sequence[str], at_least: int, at_most: int | None) -> None:
        self.changed = True
        self._part()
        self.faces += of[:1] * at_least if len(of) == 1 else ()

    patch.setattr(OpenHand, "tell", tell)


def a_hidden_loss_that_drops_nothing(patch: Patch) -> None:
    """A card that leaves a hand unseen is still claimed to be in it."""
    real = hands._let_go
    patch.setattr(hands, "_let_go", lambda names, face: real(names, face) if known(face) else None)


def a_hidden_loss_that_drops_too_much(patch: Patch) -> None:
    """Whatever leaves a hand, nothing is certain of it any more."""
    real = OpenHand.lose

    def lose(self: OpenHand, cards: Sequence[Face], known_to: Audience, hint: Face = UNKNOWN) -> None:
        real(self, cards, known_to, hint)
        self._part()
        self.faces, self.own = [], []

    patch.setattr(OpenHand, "lose", lose)


def a_loss_that_looks_at_the_face(patch: Patch) -> None:
    """What others were shown of a hand is dropped by the true face, which their logs do not have."""
    patch.setattr(hands, "_sees", lambda audience, known_to: True)


def a_block_that_keeps_its_knowers(patch: Patch) -> None:
    """Who knew a block still does after a card that it did not see has left."""
    real = blocks._less

    def less(block: Block, cards: Secret, name: str) -> Block:
        return msgspec.structs.replace(real(block, cards, name), known_to=block.known_to)

    patch.setattr(blocks, "_less", less)


def a_merge_that_everybody_knows(patch: Patch) -> None:
    """A shuffled deck is known to all as soon as its faces are."""
    real = blocks.merged

    def merged(deck: Sequence[Block]) -> tuple[Block, ...]:
        return tuple(msgspec.structs.replace(block, known_to=ALL) if block.faces else block for block in real(deck))

    patch.setattr(blocks, "merged", merged)


def a_sweep_that_tells(patch: Patch) -> None:
    """A card goes to an open zone with a face that not everybody saw."""

    def sweep(self: FoldTable, slot: Any, zone: Any) -> None:
        self.zones[zone] = (*self.zones.get(zone, ()), self._remove(slot).seen)

    patch.setattr(FoldTable, "sweep", sweep)
    patch.setitem(EVOLVE, ev.SlotShifted, lambda draft, recorded: draft.table.sweep(recorded.event.slot, "discard"))


def a_zone_that_doubles(patch: Patch) -> None:
    """What is gathered stays where it was, too."""

    def gather(self: FoldTable, zone: Any, to: Any) -> None:
        self.zones[to] = (*self.zones.get(to, ()), *self.zones.get(zone, ()))

    patch.setattr(FoldTable, "gather", gather)


def a_position_that_is_not_frozen(patch: Patch) -> None:
    """A frozen table shares its places with the draft it came from."""
    patch.setattr(FoldTable, "freeze", lambda self: TableState(self.slots, self.piles, self.hands, self.decks, self.zones))


def a_mix_that_knows_its_places(patch: Patch) -> None:
    """The sorted names of a bag are taken for the order of the slots."""

    def mix(self: FoldTable, pile: Any, old: Any, new: Any, faces: Secret) -> None:
        for slot in old:
            self._remove(slot)
        for slot, face in zip(new, faces.faces, strict=True):
            self._put(slot, pile, "bottom", Secret((face,), faces.known_to), up=False)

    patch.setattr(FoldTable, "mix", mix)


# -- faults at the door and in the lines -------------------------------------------------------------------------------


def a_door_that_forgets_a_class(patch: Patch) -> None:
    """One class of events passes as it is."""
    patch.setitem(HOLLOW.parts.rewrites, ev.CardLaid, None)


def a_door_that_leaves_events_out(patch: Patch) -> None:
    """Who may not see an event does not get it."""
    real = door.veil
    patch.setattr(
        door, "veil", lambda parts, log, viewer: tuple(a for a, b in zip(real(parts, log, viewer), log, strict=True) if a.event is b.event)
    )


def a_door_that_sorts_nobody_out(patch: Patch) -> None:
    """A secret that was shown to somebody is shown to everybody."""
    patch.setattr(door, "_visit", lambda viewer: lambda path, part: part if part.known_to else Secret(("?",) * len(part.faces)))


def a_file_without_salts(patch: Patch) -> None:
    """A redacted line has the faces that its reader was shown, but not what proves them."""
    real = Sealer._secret
    patch.setattr(
        Sealer, "_secret", lambda self, version, path, part, *, keep: part if keep else real(self, version, path, part, keep=keep)
    )


def a_line_that_forgets_the_hint(patch: Patch) -> None:
    """What is written lacks a field that was there."""
    real = HOLLOW.codec.encode

    def bare(_path: str, part: Any) -> Any:
        return msgspec.structs.replace(part, hint="?")

    patch.setattr(
        HOLLOW.codec, "encode", lambda recorded: real(msgspec.structs.replace(recorded, event=HOLLOW.parts.map(recorded.event, bare)))
    )


# -- faults in the rules -----------------------------------------------------------------------------------------------


def a_hint_from_the_face(patch: Patch) -> None:
    """What others may conclude of a laid card depends on what it is."""
    real = decide._decided

    def decided(script: Any, decision: Any, command: Any, rule: str, **more: Any) -> None:
        if decision is ev.CardLaid and not command.claim and fits(str(command.card.faces[0]), decide.CLAIMS["small"]):
            more["card"] = msgspec.structs.replace(more["card"], hint=decide.CLAIMS["small"])
        real(script, decision, command, rule, **more)

    patch.setattr(decide, "_decided", decided)


def a_prompt_from_the_face(patch: Patch) -> None:
    """A seat is asked to discard only if it holds what the rule is about."""
    real = decide.HollowScript.write

    def write(self: Any, event: Event) -> None:
        if isinstance(event, Asked) and event.what == "discard" and "pike" not in self.table.hands[event.seat].faces:
            event = ev.NothingCame(rule="2.6", seat=event.seat)
        real(self, event)

    patch.setattr(decide.HollowScript.__origin__, "write", write)


def a_paragraph_from_the_face(patch: Patch) -> None:
    """The rule that an event names tells which card it was."""
    real = decide._decided

    def decided(script: Any, decision: Any, command: Any, rule: str, **more: Any) -> None:
        card = getattr(command, "card", None)
        real(script, decision, command, f"{rule}-{card.faces[0]}" if isinstance(card, Secret) else rule, **more)

    patch.setattr(decide, "_decided", decided)


def a_counter_from_the_face(patch: Patch) -> None:
    """What a game counts depends on a hidden face."""
    real = EVOLVE[ev.CardLaid]

    def laid(draft: Any, recorded: Recorded[Any]) -> None:
        real(draft, recorded)
        draft.state.searched = str(recorded.event.card.faces[0])

    patch.setitem(EVOLVE, ev.CardLaid, laid)


# -- faults in taking back ---------------------------------------------------------------------------------------------


def shown_from_the_full_log(patch: Patch) -> None:
    """What an audience was shown is worked out from what the open table knows."""
    patch.setattr(take_back, "_as_shown", lambda parts, log, audience: list(log))


def evidence_of_an_earlier_take_back_dropped(patch: Patch) -> None:
    """Only what happened since the last take-back counts, not what that one or an earlier one gave up."""
    real = take_back._paths

    def last(log: Any, to: int) -> list[list[Recorded[Any]]]:
        return [
            [msgspec.structs.replace(r, event=msgspec.structs.replace(r.event, shown=())) if is_cut(r, to) else r for r in path]
            for path in tuple(real(log, to))[-1:]
        ]

    def is_cut(recorded: Recorded[Any], to: int) -> bool:
        return recorded.v > to and isinstance(recorded.event, TakenBack)

    patch.setattr(take_back, "_paths", last)


def a_take_back_that_forgets(patch: Patch) -> None:
    """Nothing is shown after a take-back."""
    patch.setattr(take_back, "_audiences", lambda parts, paths: [])


def a_take_back_whose_size_tells(patch: Patch) -> None:
    """How many cards are shown of a hand depends on whether it could be the one that was gained openly."""
    real = Seen.hands
    patch.setattr(Seen, "hands", lambda self, audience: ((seat, certain.total(), certain) for seat, _n, certain in real(self, audience)))


def a_hand_that_stays_open(patch: Patch) -> None:
    """A card that leaves a hand after a hidden draw is taken for one that was in it before."""

    def came(self: Any, seat: Any, cards: Secret) -> None:
        self._up = []

    patch.setattr(PathTable, "came", came)


IN_THE_FOLD = [
    (a_tell_that_adds, fold_laws.truth),
    (a_hidden_loss_that_drops_nothing, fold_laws.truth),
    (a_hidden_loss_that_drops_too_much, fold_laws.openness),
    (a_loss_that_looks_at_the_face, fold_laws.square),
    (a_block_that_keeps_its_knowers, fold_laws.square),
    (a_merge_that_everybody_knows, fold_laws.square),
    (a_zone_that_doubles, fold_laws.conservation),
    (a_position_that_is_not_frozen, fold_laws.purity),
    (a_mix_that_knows_its_places, fold_laws.truth),
    (a_door_that_forgets_a_class, fold_laws.square),
    (a_door_that_forgets_a_class, rule_laws.rename),
    (a_door_that_leaves_events_out, line_laws.prefix),
    (a_door_that_sorts_nobody_out, rule_laws.rename),
    (a_file_without_salts, line_laws.seals),
    (a_line_that_forgets_the_hint, line_laws.wire),
    (a_counter_from_the_face, fold_laws.square),
]
"""Faults that old logs show."""
IN_THE_MAKING = [
    (a_hint_from_the_face, rule_laws.audit),
    (a_hint_from_the_face, rule_laws.rename),
    (a_prompt_from_the_face, rule_laws.audit),
    (a_paragraph_from_the_face, rule_laws.audit),
    (a_paragraph_from_the_face, rule_laws.rename),
    (a_sweep_that_tells, fold_laws.square),
    (shown_from_the_full_log, take_back_law.takes_back),
    (evidence_of_an_earlier_take_back_dropped, take_back_law.takes_back),
    (a_take_back_that_forgets, take_back_law.takes_back),
    (a_take_back_whose_size_tells, rule_laws.rename),
    (a_hand_that_stays_open, fold_laws.truth),
]
"""Faults that only logs show which were made with them."""
RARE = {a_sweep_that_tells: 25, a_take_back_whose_size_tells: 55, a_hand_that_stays_open: 15, a_prompt_from_the_face: 15}
"""Of faults that few logs show, where to look first."""


def named(cases: Sequence[tuple[Any, Any]]) -> list[Any]:
    """Return cases with readable names."""
    return [pytest.param(fault, law, id=f"{fault.__name__}-{law.__name__}") for fault, law in cases]


@pytest.mark.parametrize(("fault", "law"), one_in(4, named(IN_THE_FOLD)))
def test_law_finds_a_fault_in_old_logs(fault: Callable[[Patch], None], law: Callable[..., None], monkeypatch: Patch) -> None:
    """With a fault in fold, door or lines the law fails on logs for which it holds without."""
    samples = sound_samples()
    fault(monkeypatch)
    assert not holds(law, samples)


@pytest.mark.parametrize(("fault", "law"), one_in(4, named(IN_THE_MAKING)))
def test_law_finds_a_fault_in_new_logs(fault: Callable[[Patch], None], law: Callable[..., None], monkeypatch: Patch) -> None:
    """With a fault in rules or take-back the law fails on logs that are made with it."""
    fault(monkeypatch)
    assert not holds(law, new_samples(RARE.get(fault, 0)))


@pytest.mark.soak
def test_laws_hold_without_a_fault() -> None:
    """The very logs on which the faults are found keep every law."""
    laws = {law for cases in (IN_THE_FOLD, IN_THE_MAKING) for _fault, law in cases}
    assert all(holds(law, sound_samples()[::5]) for law in laws)
