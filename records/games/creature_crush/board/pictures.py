"""How the cards are drawn: creatures of a body, a head and what they bear, crush cards with the sign of what they do.

Which parts a card has stands in ``pictures.toml``. A creature that is not listed there, of a catalogue of somebody's own, is put together
by its name, always in the same way.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias
from zlib import crc32

import msgspec

from records.core.board import PicturePart
from records.games.creature_crush.cards import Card
from records.games.creature_crush.effects.lines import Ability

PictureSpotName: TypeAlias = Literal["hand", "other", "top", "flank", "behind"]
PictureSpot: TypeAlias = tuple[float, float, float]
"""Place on a picture, and the size of what is fastened there."""
_PART = 24.0
"""Width and height within which a head or a thing is drawn."""


class PictureBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where something is fastened to a body; None where nothing can be."""

    upright: bool = False
    """Whether any head fits it; a beast's head fits every body."""
    neck: PictureSpot | None = None
    """For the head; None for a body that has its own."""
    hand: PictureSpot | None = None
    other: PictureSpot | None = None
    top: PictureSpot | None = None
    """The top of it, where no head brings its own."""
    flank: PictureSpot | None = None
    behind: PictureSpot | None = None


class PictureHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Within its own drawing: where a head is fastened by, and where something sits on it."""

    neck: tuple[float, float]
    top: PictureSpot
    beast: bool = False


class PictureThing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a creature bears: the point of its drawing by which it is fastened, and where it usually is."""

    grip: tuple[float, float]
    at: PictureSpotName


class PictureParts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of ``pictures.toml``."""

    bodies: Mapping[str, PictureBody]
    heads: Mapping[str, PictureHead]
    things: Mapping[str, PictureThing]
    creatures: Mapping[str, str]
    """By card: ``body head thing thing@spot``."""
    crush: Mapping[str, str]
    """Signs by card."""
    verbs: Mapping[str, str]
    """Signs by the tag of a verb."""


@cache
def parts() -> PictureParts:
    """Return what pictures are made of."""
    return msgspec.convert(tomllib.loads(files(__package__).joinpath("pictures.toml").read_text("utf-8")), PictureParts)


def picture_of(card: Card) -> tuple[PicturePart, ...]:
    """Return what is drawn on a card: by its device ``cc-NAME``, else by its name, else by what it does and is called."""
    known = parts()
    name = card.device.removeprefix("cc-") or card.name
    if name not in known.creatures and name not in known.crush:
        name = card.name
    if sign := known.crush.get(name):
        return (PicturePart(symbol=f"cc-sign-{sign}"),)
    if name not in known.creatures and not card.creature:
        return (PicturePart(symbol=f"cc-sign-{_sign(card)}"),)
    return tuple(_creature(known.creatures.get(name) or made_up(name)))


def made_up(name: str) -> str:
    """Return what a creature of that name is made of, where no list says it."""
    known, number = parts(), crc32(name.encode())
    number, body = _taken(number, [body for body, spots in known.bodies.items() if spots.neck is not None])
    spots = known.bodies[body]
    number, head = _taken(number, [head for head, it in known.heads.items() if it.beast or spots.upright])
    _, thing = _taken(number, [thing for thing, it in known.things.items() if it.at == "top" or getattr(spots, it.at) is not None])
    return f"{body} {head} {thing}"


def _taken(number: int, names: Sequence[str]) -> tuple[int, str]:
    """Return one of some names by a number, and what is left of the number for the next choice."""
    rest, nth = divmod(number, len(names))
    return rest, names[nth]


def _sign(card: Card) -> str:
    """Return the sign of what a crush card does first when it is flipped."""
    verbs = (step.verb for line in card.lines if isinstance(line, Ability) and line.keyword == "flip" for step in line.steps)
    return parts().verbs[next((str(verb.__struct_config__.tag) for verb in verbs), "draw")]


def _creature(made_of: str) -> Iterator[PicturePart]:
    """Yield the parts of a creature, each to be drawn over those before it."""
    known = parts()
    name, *others = made_of.split()
    body = known.bodies[name]
    head, things = (others[0], others[1:]) if body.neck is not None else ("", others)
    worn = [(thing, at or known.things[thing].at) for thing, _, at in (other.partition("@") for other in things)]
    top = body.top
    drawn = [PicturePart(symbol=f"cc-body-{name}")]
    if body.neck is not None:
        drawn.append(_fastened(f"cc-head-{head}", known.heads[head].neck, body.neck))
        top = _on(drawn[-1], known.heads[head].top)
    for thing, at in worn:
        spot: PictureSpot | None = top if at == "top" else getattr(body, at)
        if spot is None:
            raise ValueError(f"{made_of!r}: a {name} has no place {at!r} for a {thing}")
        drawn.insert(0 if at == "behind" else len(drawn), _fastened(f"cc-with-{thing}", known.things[thing].grip, spot))
    yield from drawn


def _fastened(symbol: str, by: Sequence[float], spot: PictureSpot) -> PicturePart:
    """Return a part that is fastened to a spot by a point of its own drawing."""
    x, y, size = spot
    return PicturePart(symbol=symbol, x=round(x - by[0] * size / _PART, 2), y=round(y - by[1] * size / _PART, 2), size=size)


def _on(part: PicturePart, spot: PictureSpot) -> PictureSpot:
    """Return a spot of a part's own drawing as a spot of the picture."""
    x, y, size = (value * part.size / _PART for value in spot)
    return part.x + x, part.y + y, round(size, 2)
