"""Which column of a score sheet holds what: by its usual names, or as somebody says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from records.errors import ImportRefused, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

USUAL: Final = {
    "date": ("date", "datum", "day", "tag"),
    "game": ("game", "spiel"),
    "table": ("table", "tisch", "match", "partie"),
    "player": ("player", "spieler", "name"),
    "score": ("score", "punkte", "points"),
    "rank": ("rank", "platz", "place"),
}
"""Names of columns, by field; those of several players in a row have a number behind them."""
BEST = ("highest", "lowest")
FIELDS: Final = (*USUAL, "best")


class Columns(msgspec.Struct, frozen=True, kw_only=True):
    """Places of columns, from 0."""

    date: int
    game: int | None
    table: int | None
    players: tuple[int, ...]
    """One where each player has a row, else one for each player of a row."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    best: str
    """``highest`` or ``lowest`` score wins; "" where ranks say who won."""

    @property
    def long(self) -> bool:
        """Whether each player has a row."""
        return len(self.players) == 1


def usual_field(heading: str) -> tuple[str, int] | None:
    """Return field and number (0 for none) of a heading with a usual name."""
    told = re.fullmatch(r"(?P<word>[^\W\d_]+)[ _]?(?P<number>[1-9]\d?)?", " ".join(heading.casefold().split()))
    if told is None:
        return None
    field = next((field for field, words in USUAL.items() if told["word"] in words), None)
    return None if field is None else (field, int(told["number"] or 0))


def is_sheet(headings: Sequence[str]) -> bool:
    """Whether headings are those of a score sheet, by their usual names."""
    fields = {found[0] for heading in headings if (found := usual_field(heading))}
    return {"date", "player"} <= fields and bool(fields & {"score", "rank"})


def find_columns(headings: Sequence[str], chosen: Sequence[tuple[str, str]], name: str) -> Columns:
    """Return the places of the columns; ``chosen`` are field and heading, or what is best.

    Raises ``ImportRefused`` for a heading that is not there, and for a sheet that does not say when, who or how it ended.
    """

    def wrong(reason: str) -> ImportRefused:
        return ImportRefused(name, Problem(reason=f"{reason}; the columns are {', '.join(headings)[:300]}", line=1))

    best = next((word for field, word in chosen if field == "best"), "")
    if best not in {"", *BEST}:
        raise wrong(f"best is {' or '.join(BEST)}, not {best[:20]!r}")
    places: dict[str, list[int]] = {}
    for field, heading in chosen:
        if field == "best":
            continue
        if field not in USUAL:
            raise wrong(f"no column can be {field[:20]!r}; they are {', '.join(FIELDS)}")
        if heading not in headings:
            raise wrong(f"there is no column {heading[:60]!r}")
        places.setdefault(field, []).append(headings.index(heading))
    for field in USUAL:
        if field not in places:
            found = sorted((told[1], at) for at, heading in enumerate(headings) if (told := usual_field(heading)) and told[0] == field)
            places[field] = [at for _, at in found]
    for field in ("date", "player"):
        if not places[field]:
            raise wrong(f"no column says {'when' if field == 'date' else 'who'}: give --column {field}=HEADING")
    players = len(places["player"])
    for field in ("score", "rank"):
        if places[field] and len(places[field]) != players:
            raise wrong(f"{players} columns of players and {len(places[field])} of {field}s")
    if not (places["rank"] or (places["score"] and best)):
        raise wrong("who won? give --column rank=HEADING, or --column best=highest or best=lowest")
    if players == 1 and not places["table"]:
        raise wrong("each player has a row, and no column says which rows are one game: give --column table=HEADING")
    return Columns(
        date=places["date"][0],
        game=next(iter(places["game"]), None),
        table=next(iter(places["table"]), None),
        players=tuple(places["player"]),
        scores=tuple(places["score"]),
        ranks=tuple(places["rank"]),
        best=best,
    )
