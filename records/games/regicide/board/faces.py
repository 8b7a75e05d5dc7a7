"""The cards as they are drawn, and what the places of the table are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from records.core.board import CardFace, Figure, Group, PicturePart, PlaceName, Tint
from records.core.sentences import N_
from records.games.regicide.cards import CARDS, Card, Rank
from records.values import replace

SOURCES: Mapping[str, str] = {
    "sheet-2021": "Regicide, rule sheet of the publisher Badgers From Mars, 20 October 2021",
    "bga": "Regicide, game help of Board Game Arena",
}
_BOTH = ("sheet-2021", "bga")
_SUITS: Mapping[str, tuple[str, str, str]] = {
    "clubs": ("Clubs", "Kreuz", "suit-clubs"),
    "diamonds": ("Diamonds", "Karo", "suit-diamonds"),
    "hearts": ("Hearts", "Herz", "suit-hearts"),
    "spades": ("Spades", "Pik", "suit-spades"),
}
_RANKS: Mapping[Rank, tuple[str, str, str]] = {
    "ace": ("Ace", "Ass", ""),
    "jack": ("Jack", "Bube", "ch-jack"),
    "queen": ("Queen", "Dame", "ch-queen"),
    "king": ("King", "König", "ch-king"),
}
_COMPANIONS: Mapping[str, str] = {
    "clubs": "cc-head-bear",
    "diamonds": "cc-head-fox",
    "hearts": "cc-head-wolf",
    "spades": "cc-head-crow",
}
_BREAST = PicturePart(symbol="", x=29, y=28, size=19)
"""Where a royal bears its suit."""
_POWERS: Mapping[str, tuple[str, str]] = {
    "clubs": ("Doubles the damage of the play.", "Verdoppelt den Schaden des Zuges."),
    "diamonds": ("The players draw cards, one each in turn.", "Die Spieler ziehen reihum je eine Karte."),
    "hearts": ("Cards of the discard pile go under the Tavern.", "Karten des Ablagestapels kommen unter die Taverne."),
    "spades": ("Reduces the royal's attack until it falls.", "Senkt den Angriff der Bildkarte, bis sie fällt."),
}
_JESTER = (
    "Cancels the royal's immunity; its player says who goes next.",
    "Hebt die Immunität auf; wer ihn spielt, sagt, wer an der Reihe ist.",
)

PLACES: Mapping[str, PlaceName] = {
    "royal": PlaceName(title=N_("Royal"), icon="crown"),
    "castle": PlaceName(title=N_("Castle deck"), icon="tower"),
    "tavern": PlaceName(title=N_("Tavern deck")),
    "fight": PlaceName(title=N_("Played against the royal"), icon="sword"),
    "discard": PlaceName(title=N_("Discard pile")),
    "heap": PlaceName(title=N_("Discard pile, unseen")),
    "aside": PlaceName(title=N_("Jesters laid aside")),
    "flipped": PlaceName(title=N_("Jesters flipped")),
}


def _face(card: Card) -> CardFace:
    if card.suit is None:
        title, symbol, device, power = {"en": "Jester", "de": "Joker"}, "", "ch-cap", _JESTER
        index: Mapping[str, str] = {}
    else:
        english, german, symbol = _SUITS[card.suit]
        rank = _RANKS.get(card.rank)
        one, other, device = rank or (card.rank, card.rank, symbol)
        title = {"en": f"{one} of {english}", "de": f"{german}{'-' if rank else ' '}{other}"}
        index = {"en": one[0], "de": other[0]} if rank else {"en": card.rank}
        power = _POWERS[card.suit]
    return CardFace(
        name=card.name,
        title=title,
        kind=_kind(card),
        tint=_TINTS[_kind(card)],
        sort=_SORTS[_kind(card)],
        device=device,
        picture=_picture(card, device, symbol),
        symbols=(symbol,) if symbol else (),
        index=index,
        figures=tuple(_figures(card)),
        text={"en": power[0], "de": power[1]},
        sources=SOURCES,
    )


def _picture(card: Card, device: str, symbol: str) -> tuple[PicturePart, ...]:
    """Return what is drawn in place of a device: an animal by its suit, or a royal with its suit."""
    if card.companion:
        return (PicturePart(symbol=_COMPANIONS[str(card.suit)]),)
    return (PicturePart(symbol=device), replace(_BREAST, symbol=symbol)) if card.royal else ()


_SORTS: Mapping[str, str] = {
    "number": N_("number card"),
    "companion": N_("Animal Companion"),
    "royal": N_("royal"),
    "jester": N_("Jester"),
}
"""What sort of card it is, by the style sheet's word."""


_TINTS: Mapping[str, Tint] = {"number": "plain", "companion": "sage", "royal": "gold", "jester": "clay"}


def _kind(card: Card) -> str:
    return "royal" if card.royal else "companion" if card.companion else "jester" if card.suit is None else "number"


def _figures(card: Card) -> Iterator[Figure]:
    yield Figure(label=N_("attack"), number=card.value, icon="" if _kind(card) == "number" else "sword", stated=_BOTH)
    if card.royal:
        yield Figure(label=N_("health"), number=card.health, stated=_BOTH)


GROUPS = tuple(
    Group(title=title, icon=icon, cards=frozenset(card.name for card in CARDS.values() if card.suit == suit))
    for suit, title, icon in (
        ("clubs", N_("Clubs"), "suit-clubs"),
        ("diamonds", N_("Diamonds"), "suit-diamonds"),
        ("hearts", N_("Hearts"), "suit-hearts"),
        ("spades", N_("Spades"), "suit-spades"),
    )
)
"""The suits, by which a hand is counted; a Jester is in none."""

FACES: Mapping[str, CardFace] = {card.name: _face(card) for card in CARDS.values()}
"""Every card as it is drawn, by name; numbers are stated by the rule sheets, the words are ours."""
