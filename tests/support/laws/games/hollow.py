"""HOLLOW under law: complete games, games with facts, cheats, partial records, and records that were wrong until they were corrected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st

from records.core import take_back
from records.core.events import Event, Recorded
from records.core.faces import among, bag, fits, none_of
from records.core.fill import Filler
from records.core.secret import Secret
from records.core.shared import Corrected, Replacement, TakenBack
from records.core.viewers import OPEN, Viewer, sees
from records.errors import Contradiction, ImpossibleEvent
from support.laws.sample import Log, Sample, Truth, UnderLaw, chained
from support.mini_game import CARDS, HOLLOW, Play, World, play

OPEN_FACES = ("card", "cards")
"""Fields in which faces stand openly."""


def _true(world: World) -> Truth:
    def named(places: dict[str, list[int]]) -> dict[str, list[str]]:
        return {place: world.faces(cards) for place, cards in places.items()}

    slots = {slot: world.names[card] for slot, card in world.slots.items()}
    return Truth(named(world.hands), slots, named(world.decks), named(world.zones))


def _sample(game: Play) -> Sample:
    return Sample(
        game=HOLLOW,
        header=game.header,
        log=tuple(game.log),
        truths=[_true(world) for world in game.worlds],
        complete=not game.mixed,
        breaches=frozenset(game.breaches),
        others=partial(_others, game) if not game.breaches else lambda _viewer: (),
    )


# -- other worlds ------------------------------------------------------------------------------------------------------


def _others(game: Play, viewer: Viewer) -> Iterator[Sample]:
    """Two cards that a viewer was never shown change faces, wherever hints and public words allow it."""
    if viewer is OPEN:
        return
    world = game.worlds[0]
    secrets = [meant for recorded in game.log for meant in _meant(world, recorded.event)]
    shown = world.opened | {card for part, cards in secrets if sees(viewer, part.known_to) for card in cards}
    hidden = [card for card in world.names if card not in shown]
    pairs = [(a, b) for a, b in combinations(hidden, 2) if world.names[a] != world.names[b]]
    Random(f"{world.seed}/{viewer}").shuffle(pairs)
    found = 0
    for a, b in pairs:
        names = {**world.names, a: world.names[b], b: world.names[a]}
        if _allowed(names, secrets, world):
            found += 1
            yield _other(game, names)
        if found == MOST_WORLDS:
            break


MOST_WORLDS = 2


def _meant(world: World, event: Event) -> Iterator[tuple[Secret, tuple[int, ...]]]:
    parts: list[Any] = []
    HOLLOW.parts.map(event, lambda _path, part: parts.append(part) or part)  # type: ignore[func-returns-value]  # it is a visit
    yield from ((part, world.secrets[id(part)][1]) for part in parts if id(part) in world.secrets)


def _allowed(names: dict[int, str], secrets: Iterable[tuple[Secret, tuple[int, ...]]], world: World) -> bool:
    hints = all(fits(names[card], part.hint) for part, cards in secrets for card in cards)
    return hints and all(so([names[card] for card in cards]) for cards, so in world.said)


def _other(game: Play, names: dict[int, str]) -> Sample:
    world, log = game.worlds[0], list[tuple[Recorded[Any], Event]]()
    for recorded in game.log:
        event = recorded.event
        if isinstance(event, TakenBack):
            before = chained(HOLLOW, game.header, log)
            event = take_back.take_back(HOLLOW, game.header, before, event.to, agreed=event.agreed, why=event.why)
        else:
            event = HOLLOW.parts.map(event, lambda _path, part: _renamed(world, names, part))
        log.append((recorded, event))
    return Sample(HOLLOW, game.header, chained(HOLLOW, game.header, log))


def _renamed(world: World, names: dict[int, str], part: Any) -> Any:
    _part, cards = world.secrets[id(part)]
    faces = tuple(names[card] for card in cards)
    return msgspec.structs.replace(part, faces=faces if part.ordered else bag(faces))


# -- partial and wrong records -----------------------------------------------------------------------------------------


def _partial(seed: int, full: Sample) -> Sample:
    """The same game, written down by somebody who did not see or note everything; later corrections know the rest."""
    random = Random(seed)
    share = random.choice([0.1, 0.5, 0.9])
    filler, log = Filler(HOLLOW, full.header), list[tuple[Recorded[Any], Event]]()
    for recorded in full.log:
        event = recorded.event
        if isinstance(event, TakenBack):
            before = chained(HOLLOW, full.header, log)
            event = take_back.take_back(HOLLOW, full.header, before, event.to, agreed=event.agreed, why=event.why)
        elif not isinstance(event, Corrected):
            event = HOLLOW.parts.map(event, lambda _path, part: _unsure(random, share, part))
            event = _unnoted(random, share / 4, event)
        log.append((recorded, filler.add(msgspec.structs.replace(recorded, event=event))))
    return replace(full, log=chained(HOLLOW, full.header, log), complete=False, others=lambda _viewer: ())


def _unsure(random: Random, share: float, part: Any) -> Any:
    def one(face: Any) -> Any:
        if random.random() >= share:
            return face
        return random.choice(["?", _among(random, face), _none_of(random, face)])

    faces = tuple(map(one, part.faces))
    return msgspec.structs.replace(part, faces=faces if part.ordered else bag(faces))


def _among(random: Random, name: str) -> Any:
    other = random.choice(sorted(set(CARDS) - {name}))
    return among([name, other])


def _none_of(random: Random, name: str) -> Any:
    return none_of([random.choice(sorted(set(CARDS) - {name}))])


def _unnoted(random: Random, share: float, event: Any) -> Event:
    for name in OPEN_FACES:
        value = getattr(event, name, None)
        if isinstance(value, str) and random.random() < share:
            event = msgspec.structs.replace(event, **{name: "?"})
        elif isinstance(value, tuple):
            event = msgspec.structs.replace(event, **{name: tuple("?" if random.random() < share else face for face in value)})
    return event


def _miswritten(seed: int, full: Sample) -> Sample:
    """The same game with one face wrong until a correction at its end; as it is where no wrong face can have been written."""
    random = Random(seed)
    places = [(recorded, part) for recorded in full.log for part in _single(recorded.event)]
    random.shuffle(places)
    for recorded, part in places[:5]:
        wrong = random.choice([name for name in CARDS if name != part.faces[0] and fits(name, part.hint)] or [part.faces[0]])
        event = HOLLOW.parts.map(recorded.event, lambda _p, each, part=part, wrong=wrong: _with(each, wrong) if each is part else each)
        fact = Corrected(of=(Replacement(version=recorded.v, event=recorded.event),), why="seen on the film")
        end = msgspec.structs.replace(full.log[-1], v=full.log[-1].v + 1, cause=full.log[-1].v + 1)
        log = chained(HOLLOW, full.header, [*((r, event if r is recorded else r.event) for r in full.log), (end, fact)])
        sample = replace(full, log=log, complete=False, others=lambda _viewer: ())
        truths = [truth if version < recorded.v else None for version, truth in enumerate(full.truths)]
        if _folds(sample):
            return replace(sample, truths=[*truths, full.truths[-1]])
    return full


def _single(event: Event) -> list[Secret]:
    if isinstance(event, TakenBack | Corrected):
        return []
    parts: list[Any] = []
    HOLLOW.parts.map(event, lambda _path, part: parts.append(part) or part)  # type: ignore[func-returns-value]  # it is a visit
    return [part for part in parts if len(part.faces) == 1]


def _with(part: Secret, name: str) -> Secret:
    return msgspec.structs.replace(part, faces=(name,))


def _folds(sample: Sample) -> bool:
    try:
        for viewer in sample.viewers:
            seen = sample.seen(viewer)
            for end in range(len(seen)):
                sample.folder.fold(sample.header, seen[: end + 1])
    except (ImpossibleEvent, Contradiction):
        return False
    return True


# -- samples -----------------------------------------------------------------------------------------------------------


def make(kind: str, seed: int, length: int) -> Sample:
    """Return a sample of a kind, always the same for the same numbers."""
    match kind:
        case "plain":
            return _sample(play(seed, length, facts=False))
        case "facts":
            return _sample(play(seed, length))
        case "cheats":
            return _sample(play(seed, length, cheats=True))
        case "partial":
            return _partial(seed, _sample(play(seed, length)))
        case _:
            return _miswritten(seed, _sample(play(seed, length)))


KINDS = ("plain", "facts", "facts", "cheats", "partial", "partial", "miswritten")

UNDER_LAW = UnderLaw(HOLLOW, st.builds(make, st.sampled_from(KINDS), st.integers(0, 10**6), st.integers(5, 70)))
