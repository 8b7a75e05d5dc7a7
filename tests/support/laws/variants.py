"""Samples from a game that was played: complete, partial, wrong until corrected, and the other worlds that a viewer cannot tell from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import msgspec

from records.core.events import Event, Recorded
from records.core.faces import among, bag, fits, none_of
from records.core.logs import take_back
from records.core.logs.fill import Filler
from records.core.secret import Secret
from records.core.shared import Corrected, Replacement, TakenBack
from records.core.viewers import OPEN, Viewer, sees
from records.errors import Contradiction, ImpossibleEvent
from records.values import replace
from support.laws.player import Play
from support.laws.sample import Sample, Truth, chained
from support.laws.world import World


def _true(world: World) -> Truth:
    def named(places: dict[str, list[int]]) -> dict[str, list[str]]:
        return {place: world.faces(cards) for place, cards in places.items()}

    slots = {slot: world.names[card] for slot, card in world.slots.items()}
    return Truth(named(world.hands), slots, named(world.decks), named(world.zones))


def complete(game: Play) -> Sample:
    """Return a game as it was played: every face is in its log."""
    return Sample(
        game=game.game,
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
    secrets = [meant for recorded in game.log for meant in _meant(game, recorded.event)]
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


def _meant(game: Play, event: Event) -> Iterator[tuple[Secret, tuple[int, ...]]]:
    parts: list[Any] = []
    game.game.parts.map(event, lambda _path, part: parts.append(part) or part)  # type: ignore[func-returns-value]  # it is a visit
    secrets = game.worlds[0].secrets
    yield from ((part, secrets[id(part)][1]) for part in parts if id(part) in secrets)


def _allowed(names: dict[int, str], secrets: Iterable[tuple[Secret, tuple[int, ...]]], world: World) -> bool:
    hints = all(fits(names[card], part.hint) for part, cards in secrets for card in cards)
    return hints and all(so([names[card] for card in cards]) for cards, so in world.said)


def _other(game: Play, names: dict[int, str]) -> Sample:
    world, log = game.worlds[0], list[tuple[Recorded[Any], Event]]()
    for recorded in game.log:
        event = recorded.event
        if isinstance(event, TakenBack):
            before = chained(game.game, game.header, log)
            event = take_back.take_back(game.game, game.header, before, event.to, agreed=event.agreed, why=event.why)
        else:
            event = game.game.parts.map(event, lambda _path, part: _renamed(world, names, part))
        log.append((recorded, event))
    return Sample(game.game, game.header, chained(game.game, game.header, log))


def _renamed(world: World, names: dict[int, str], part: Any) -> Any:
    _part, cards = world.secrets[id(part)]
    faces = tuple(names[card] for card in cards)
    return msgspec.structs.replace(part, faces=faces if part.ordered else bag(faces))


# -- partial and wrong records -----------------------------------------------------------------------------------------


def partly(seed: int, full: Sample, cards: Sequence[str], open_fields: Sequence[str] = ()) -> Sample:
    """The same game, written down by somebody who did not see or note everything; later corrections know the rest."""
    random = Random(seed)
    share = random.choice([0.1, 0.5, 0.9])
    filler, log = Filler(full.game, full.header), list[tuple[Recorded[Any], Event]]()
    for recorded in full.log:
        event = recorded.event
        if isinstance(event, TakenBack):
            before = chained(full.game, full.header, log)
            event = take_back.take_back(full.game, full.header, before, event.to, agreed=event.agreed, why=event.why)
        elif not isinstance(event, Corrected):
            event = full.game.parts.map(event, lambda _path, part: _unsure(random, share, part, cards))
            event = _unnoted(random, share / 4, event, open_fields)
        log.append((recorded, filler.add(msgspec.structs.replace(recorded, event=event))))
    return replace(full, log=chained(full.game, full.header, log), complete=False, others=lambda _viewer: ())


def _unsure(random: Random, share: float, part: Any, cards: Sequence[str]) -> Any:
    def one(face: Any) -> Any:
        if random.random() >= share:
            return face
        return random.choice(["?", _among(random, face, cards), _none_of(random, face, cards)])

    faces = tuple(map(one, part.faces))
    return msgspec.structs.replace(part, faces=faces if part.ordered else bag(faces))


def _among(random: Random, name: str, cards: Sequence[str]) -> Any:
    other = random.choice(sorted(set(cards) - {name}))
    return among([name, other])


def _none_of(random: Random, name: str, cards: Sequence[str]) -> Any:
    return none_of([random.choice(sorted(set(cards) - {name}))])


def _unnoted(random: Random, share: float, event: Any, fields: Sequence[str]) -> Event:
    for name in fields:
        value = getattr(event, name, None)
        if isinstance(value, str) and random.random() < share:
            event = msgspec.structs.replace(event, **{name: "?"})
        elif isinstance(value, tuple):
            event = msgspec.structs.replace(event, **{name: tuple("?" if random.random() < share else face for face in value)})
    return event


def miswritten(seed: int, full: Sample, cards: Sequence[str]) -> Sample:
    """The same game with one face wrong until a correction at its end; as it is where no wrong face can have been written."""
    random = Random(seed)
    places = [(recorded, part) for recorded in full.log for part in _single(full, recorded.event)]
    random.shuffle(places)
    for recorded, part in places[:5]:
        wrong = random.choice([name for name in cards if name != part.faces[0] and fits(name, part.hint)] or [part.faces[0]])
        event = full.game.parts.map(recorded.event, lambda _p, each, part=part, wrong=wrong: _with(each, wrong) if each is part else each)
        fact = Corrected(of=(Replacement(version=recorded.v, event=recorded.event),), why="seen on the film")
        end = msgspec.structs.replace(full.log[-1], v=full.log[-1].v + 1, cause=full.log[-1].v + 1)
        log = chained(full.game, full.header, [*((r, event if r is recorded else r.event) for r in full.log), (end, fact)])
        sample = replace(full, log=log, complete=False, others=lambda _viewer: ())
        truths = [truth if version < recorded.v else None for version, truth in enumerate(full.truths)]
        if _folds(sample):
            return replace(sample, truths=[*truths, full.truths[-1]])
    return full


def _single(sample: Sample, event: Event) -> list[Secret]:
    if isinstance(event, TakenBack | Corrected):
        return []
    parts: list[Any] = []
    sample.game.parts.map(event, lambda _path, part: parts.append(part) or part)  # type: ignore[func-returns-value]  # it is a visit
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
