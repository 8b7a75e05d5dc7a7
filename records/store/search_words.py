"""Words as they are searched: in any case, without accents, by their beginnings; days in every form in which they are shown.

Both databases get prepared words, and split and fold nothing themselves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date

_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\u0131": "i", "ħ": "h"})
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
"""Kana and Han, which are written without spaces: each sign is a word."""
_WORD = re.compile(f"[{_UNSPACED}]|[^\\W_{_UNSPACED}]+")
_DAY = re.compile(r"(?<!\d)(?:(?P<y>\d{4})-(?P<m>\d{2})(?:-(?P<d>\d{2}))?|(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4}))(?!\d)")
_MONTHS = (
    "january januar", "february februar", "march märz", "april", "may mai", "june juni",
    "july juli", "august", "september", "october oktober", "november", "december dezember",
)  # fmt: skip
MARK = "§"
"""First sign of searchable words that no user can have typed."""


def plain(text: str) -> str:
    """Return ``text`` in small letters without accents: ``kyro`` for ``Kyrö``."""
    spread = normalize("NFKD", normalize("NFKD", text).casefold())
    return "".join(sign for sign in spread if not combining(sign)).translate(_LETTERS)


def words(texts: Iterable[str]) -> str:
    """Return the words of some texts, each once, with a space between two."""
    return " ".join(dict.fromkeys(word for text in texts for word in _WORD.findall(plain(text))))


def words_of_day(day: date) -> str:
    """Return what a day is found by: 2026-08-27, 27.8.2026, August 27, 2026, 27. August 2026, or a part of these."""
    return words((f"{day:%Y%m%d}", f"{day:%Y}", f"{day:%d}", str(day.day), _MONTHS[day.month - 1]))


def sought(text: str) -> tuple[str, ...] | None:
    """Return the words that must all be found, each as a beginning; None where there is text and no word in it."""
    found = tuple(words((_DAY.sub(_digits, text),)).split())
    return None if text.strip() and not found else found


def mark(game: str) -> str:
    """Return the word that represents a game."""
    return MARK + re.sub(r"\W", MARK, game)


def marks(game: str, *, trashed: bool, listed: int = 0, holders: Sequence[str] = ()) -> str:
    """Return the words that represent a record's game and place, its listing and its owner and players."""
    level = (listed_to(listed),) if listed else ()
    return " ".join((place(trashed=trashed), mark(game), *level, *map(held, holders)))


def listed_to(level: int) -> str:
    """Return the word that represents a value of ``shelf.listed``."""
    return f"{MARK}to{level}"


def held(account: str) -> str:
    """Return the word that represents an account to which a record belongs."""
    return f"{MARK}of{re.sub(r'[^0-9A-Za-z]', MARK, account)}"


def hidden(called: str) -> str:
    """Return words in the form by which only those find a record to whom it belongs."""
    return " ".join(2 * MARK + word for word in called.split())


def place(*, trashed: bool) -> str:
    """Return the word that represents the shelf or the trash."""
    return f"{MARK}out" if trashed else f"{MARK}in"


def games_meant(word: str, titles: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the games of which a title has a word that begins so."""
    return tuple(game for game, several in titles.items() if any(one.startswith(word) for one in words(several).split()))


def in_sqlite(found: Mapping[str, Sequence[str]], marked: Sequence[Sequence[str]], holder: str | None = None) -> str:
    """Return the question to FTS5: every word, or one of the games that it means, and of each group of marks one.

    Hidden words are found too; only where a record is its ``holder``'s, if one is named, and "" names nobody.
    """
    asked = []
    for word, games in found.items():
        either = [f'"{word}"*', *(f'"{mark(game)}"' for game in games)]
        if holder is None:
            either.append(f'"{hidden(word)}"*')
        elif holder:
            either.append(f'("{held(holder)}" AND "{hidden(word)}"*)')
        asked.append("({})".format(" OR ".join(either)))
    asked += ["({})".format(" OR ".join(f'"{one}"' for one in group)) for group in marked]
    return " AND ".join(asked)


def in_postgres(found: Mapping[str, Sequence[str]], marked: Sequence[Sequence[str]], holder: str | None = None) -> str:
    """Return the same question as a ``tsquery``."""
    asked = []
    for word, games in found.items():
        either = [f"'{word}':*", *(f"'{mark(game)}'" for game in games)]
        if holder is None:
            either.append(f"'{hidden(word)}':*")
        elif holder:
            either.append(f"('{held(holder)}' & '{hidden(word)}':*)")
        asked.append("({})".format(" | ".join(either)))
    asked += ["({})".format(" | ".join(f"'{one}'" for one in group)) for group in marked]
    return " & ".join(asked)


def _digits(day: re.Match[str]) -> str:
    if day["year"]:
        return f" {day['year']}{int(day['month']):02}{int(day['day']):02} "
    return f" {day['y']}{day['m']}{day['d'] or ''} "
