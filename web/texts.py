"""Words, numbers and days in the reader's language: flask-babel's functions with the types that it does not declare."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import flask_babel
from babel.lists import format_list
from babel.numbers import format_decimal
from flask import request

from web.phrases import readable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

_KEPT = "kiebitz.texts"


def _texts() -> Any:
    """Return the texts of this request's language. Looked up once a request: a page asks hundreds of times."""
    environ = request.environ
    kept = environ.get(_KEPT)
    if kept is None:
        kept = environ[_KEPT] = flask_babel.get_domain().get_translations()
    return kept


def _(text: str, /, **fields: object) -> str:
    """Return a message in the reader's language with its fields filled in."""
    said = translated(text)
    return said % fields if fields else said


def ngettext(one: str, many: str, count: int, /, **fields: object) -> str:
    """Return the message for ``count`` in the reader's language."""
    return translated_count(one, many, count) % {"num": count, **fields}


def translated(text: str) -> str:
    """Return a message id's text with its fields still open."""
    return str(_texts().ugettext(text))


def translated_count(one: str, many: str, count: int) -> str:
    """Return the text of a message for ``count`` with its fields still open."""
    return str(_texts().ungettext(one, many, count))


def tag() -> str:
    """Return the tag of the reader's language: ``de``."""
    return str(flask_babel.get_locale())


def card(name: str) -> str:
    """Return the name of a card of which no title is known."""
    return readable(name, translated)


def number(count: int) -> str:
    """Return a number with the reader's digits grouping: 1,098 or 1.098."""
    return _SMALL[count] if 0 <= count < len(_SMALL) else _grouped(count, tag())


_SMALL = tuple(map(str, range(1000)))
"""Written alike in every language here: most numbers of a page."""


@lru_cache(maxsize=4096)
def _grouped(count: int, locale: str) -> str:
    return format_decimal(count, locale=locale)


def decimal(value: float, places: int = 1) -> str:
    """Return a number with so many digits behind the reader's point: 3.5 or 3,5."""
    return format_decimal(value, format=f"#,##0.{'0' * places}", locale=tag())


def percent(chance: float) -> str:
    """Return a chance in percent with the reader's point; what is not quite certain or impossible never reads as if it were."""
    least, most = 0.1, 99.9
    hundreds = round(chance * 100, 1)
    if 0 < chance < 1 and hundreds < least:
        return _("under %(n)s %%", n=decimal(least))
    if 0 < chance < 1 and hundreds > most:
        return _("over %(n)s %%", n=decimal(most))
    return _("%(n)s %%", n=format_decimal(hundreds, format="0.#", locale=tag()))


def day(time: datetime) -> str:
    """Return the day in words: March 14, 2025 or 14. März 2025."""
    return str(flask_babel.format_date(time, "long"))


def listing(words: Sequence[str]) -> str:
    """Return "Anna, Ben and Mira"."""
    return str(format_list(words, locale=flask_babel.get_locale()))
