"""The drawn cards of a catalogue, and the names of the table's places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from records.core.board import CardFace, Figure, PlaceName
from records.core.sentences import N_
from records.games.creature_crush.board.pictures import picture_of
from records.games.creature_crush.cards import Card, Catalogue
from records.games.creature_crush.model.places import COLUMNS

CAMP, HELL = N_("Camp"), N_("Hell")
SORTS: Mapping[str, str] = {"creature": N_("creature"), "crush": N_("crush card")}
_ZONES: Mapping[str, tuple[str, str, str]] = {
    "a": (N_("Zone A"), N_("Your zone A"), N_("Zone A of %(seat)s")),
    "b": (N_("Zone B"), N_("Your zone B"), N_("Zone B of %(seat)s")),
    "c": (N_("Zone C"), N_("Your zone C"), N_("Zone C of %(seat)s")),
}
PLACES: Mapping[str, PlaceName] = {
    **{
        f"{zone}{column}": PlaceName(title=title, yours=yours, theirs=theirs, cell=f"{zone.upper()}{column}")
        for zone, (title, yours, theirs) in _ZONES.items()
        for column in COLUMNS
    },
    "camp": PlaceName(title=CAMP, yours=N_("Your camp"), theirs=N_("Camp of %(seat)s")),
    "hell": PlaceName(title=HELL, yours=N_("Your hell"), theirs=N_("Hell of %(seat)s")),
    "pool": PlaceName(title=N_("Collection"), yours=N_("Your collection"), theirs=N_("Collection of %(seat)s")),
    "stack": PlaceName(title=N_("Stack")),
}


def card_faces(catalogue: Catalogue) -> Mapping[str, CardFace]:
    """Return every card as it is drawn, by name."""
    return {card.name: _face(card, catalogue.sources) for card in catalogue.cards.values()}


def _face(card: Card, sources: Mapping[str, str]) -> CardFace:
    return CardFace(
        name=card.name,
        title=card.title,
        kind=card.kind,
        tint="mist" if card.creature else "straw",
        sort=SORTS[card.kind],
        picture=picture_of(card),
        figures=tuple(_figures(card)),
        text={language: " ".join(lines) for language, lines in card.texts.items() if lines},
        text_stated=_stated(card, "lines.0"),
        sources=sources,
    )


def _figures(card: Card) -> Iterator[Figure]:
    if not card.any_dice:
        yield _figure(card, N_("cost"), card.cost, "cost")
    if card.creature:
        yield _figure(card, N_("attack"), card.attack, "attack", icon="sword")
        yield _figure(card, N_("life"), card.life, "life", icon="shield")


def _figure(card: Card, label: str, number: int, path: str, *, icon: str = "") -> Figure:
    return Figure(label=label, number=number, icon=icon, stated=_stated(card, path))


def _stated(card: Card, path: str) -> tuple[str, ...]:
    source = card.provenance.get(path)
    return source.sources if source is not None else ()
