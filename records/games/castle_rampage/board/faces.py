"""The drawn cards of a catalogue, and the names of the table's places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from records.core.board import CardFace, Figure, PlaceName, Tint
from records.core.sentences import N_
from records.games.castle_rampage.cards import Card, Catalogue

_SORTS: Mapping[str, tuple[str, Tint, str]] = {
    "attack": ("attack", "clay", N_("attack card")),
    "fight-plan": ("attack", "clay", N_("Fight Plan")),
    "permanent": ("permanent", "sage", N_("permanent card")),
    "one-time": ("once", "straw", N_("one-time card")),
    "purple": ("purple", "lilac", N_("purple card")),
}
"""By the catalogue's kind: the style sheet's word, the tint, and what people say."""

_APART: Mapping[tuple[str, str], str] = {
    ("giant", "ch-tree"): "ch-giant",
    ("house-arsonist", "ch-torch"): "ch-arsonist",
    ("house-raider", "ch-mask"): "ch-raider",
    ("house-ram", "ch-tree"): "ch-ram",
    ("house-scout", "ch-hood"): "ch-scout",
    ("house-zealot", "ch-star"): "ch-zealot",
    ("mercenary-bow", "ch-purse"): "ch-purse-bow",
    ("mercenary-horse", "ch-purse"): "ch-purse-horse",
    ("mercenary-sword", "ch-purse"): "ch-purse-sword",
}
"""By name and device: drawings of their own for cards of our catalogue that share a device. There it stays as it is, since the first
records name their cards by a hash over all of its file."""

PLACES: Mapping[str, PlaceName] = {
    "gate": PlaceName(title=N_("Gate"), yours=N_("Your Gate"), theirs=N_("Gate of %(seat)s"), icon="shield", edge="portcullis"),
    "castle": PlaceName(title=N_("Castle"), yours=N_("Your Castle"), theirs=N_("Castle of %(seat)s"), icon="tower", edge="battlements"),
    "display": PlaceName(title=N_("Display"), yours=N_("Your display"), theirs=N_("Display of %(seat)s"), icon="permanent"),
    "draw": PlaceName(title=N_("Draw pile")),
    "discard": PlaceName(title=N_("Discard pile")),
    "aside": PlaceName(title=N_("Laid aside")),
    "played": PlaceName(title=N_("Being played")),
}


def card_faces(catalogue: Catalogue) -> Mapping[str, CardFace]:
    """Return every card as it is drawn, by name."""
    return {card.name: _face(card, catalogue.sources) for card in catalogue.cards.values()}


def _face(card: Card, sources: Mapping[str, str]) -> CardFace:
    kind, tint, sort = _SORTS[card.kind]
    marks = {"permanent": ("permanent",), "purple": ("purple",)}.get(kind, ())
    return CardFace(
        name=card.name,
        title=card.title,
        kind=kind,
        tint=tint,
        sort=sort,
        device=_APART.get((card.name, card.device), card.device),
        symbols=(*card.units, *marks),
        figures=tuple(_figures(card)),
        text=card.text,
        text_stated=card.provenance["text"].sources,
        sources=sources,
    )


def _figures(card: Card) -> Iterator[Figure]:
    if card.attack is not None:
        yield _figure(card, N_("attack"), card.attack, "attack", icon="sword", star=card.asterisk)
    if card.second_attack is not None:
        yield _figure(card, N_("second attack"), card.second_attack, "second-attack")
    yield _figure(card, N_("Gate"), card.gate, "gate", icon="shield", counts_in="gate")
    yield _figure(card, N_("Castle"), card.castle, "castle", icon="tower", counts_in="castle")
    yield _figure(card, N_("copies"), card.copies, "copies")


def _figure(card: Card, label: str, number: int, path: str, *, icon: str = "", counts_in: str = "", star: bool = False) -> Figure:
    source = card.provenance[path]
    return Figure(
        label=label,
        number=number,
        icon=icon,
        at="foot" if counts_in else "head",
        counts_in=counts_in,
        stated=source.sources,
        note=source.note,
        star=star,
    )
