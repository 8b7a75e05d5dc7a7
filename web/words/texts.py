"""Words, numbers and days in the reader's language: flask-babel's functions with the types that it does not declare."""

from __future__ import annotations

import re
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import flask_babel
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal
from babel.support import NullTranslations
from flask import has_request_context
from markupsafe import Markup

from web.words.phrases import readable, translations_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from web.words.phrases import Locale


class Spoken:
    """The texts of one language, each looked up once: a page asks hundreds of times."""

    def __init__(self, tag: str, translations: Any) -> None:
        self.tag, self._translations = tag, translations
        self.texts = _Kept(lambda text: str(translations.ugettext(text)))
        """By message id; fields still open."""
        self.markup = _Kept(lambda text: Markup(self.texts[text]))  # noqa: S704 -- a message is ours, its fields are escaped
        """The same for a page, where fields that are put in are escaped."""
        self.plain = _Kept(lambda text: self.markup[text] % {})
        """Messages without fields, as they stand on a page."""

    def count(self, one: str, many: str, count: int) -> str:
        """Return the text of a message for ``count``."""
        return str(self._translations.ungettext(one, many, count))


T = TypeVar("T", bound=str)


class _Kept(dict[str, T]):
    def __init__(self, find: Callable[[str], T]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, text: str) -> T:
        found = self[text] = self._find(text)
        return found


ENGLISH = Spoken("en", NullTranslations())
_SPOKEN: ContextVar[Spoken] = ContextVar("spoken", default=ENGLISH)


def speak(spoken: Spoken = ENGLISH) -> None:
    """Say which language texts are in from now on: at the start of a request, and English again at its end."""
    _SPOKEN.set(spoken)


@contextmanager
def read_aloud(locale: Locale) -> Iterator[None]:
    """Let the texts of pages be in a language while something of theirs is written, outside of any request."""
    speak(Spoken(locale.tag(), translations_of(locale.tag())))
    try:
        yield
    finally:
        speak()


def _(text: str, /, **fields: object) -> str:
    """Return a message in the reader's language with its fields filled in."""
    said = translated(text)
    return said % fields if fields else said


def ngettext(one: str, many: str, count: int, /, **fields: object) -> str:
    """Return the message for ``count`` in the reader's language."""
    return translated_count(one, many, count) % {"num": count, **fields}


def translated(text: str) -> str:
    """Return a message id's text with its fields still open."""
    return _SPOKEN.get().texts[text]


def reason_told(reasons: Mapping[str, str], text: str) -> str:
    """Return what is said of a reason in the reader's language: the words of the first pattern with which it begins, "" for none.

    The pattern's named groups are the fields of the words.
    """
    for begins, message in reasons.items():
        if found := re.match(begins, text, re.DOTALL):
            fields = {name: value for name, value in found.groupdict(default="").items() if f"%({name})s" in message}
            return translated(message) % fields if fields else translated(message)
    return ""


def translated_count(one: str, many: str, count: int) -> str:
    """Return the text of a message for ``count`` with its fields still open."""
    return _SPOKEN.get().count(one, many, count)


def on_page(text: str, /, **fields: object) -> Markup:
    """Return a message for a template, its fields escaped and filled in; always a format string, as jinja's extension has it."""
    spoken = _SPOKEN.get()
    return spoken.markup[text] % fields if fields else spoken.plain[text]


def tag() -> str:
    """Return the tag of the reader's language: ``de``."""
    return _SPOKEN.get().tag


def card(name: str) -> str:
    """Return the name of a card of which no title is known."""
    return readable(name, translated)


def number(count: int) -> str:
    """Return a number with the reader's digits grouping: 1,098 or 1.098."""
    return _SMALL[count] if 0 <= count < len(_SMALL) else _grouped(count, tag())


def signed(count: int) -> str:
    """Return a number with its sign, a plus or a minus that is no hyphen."""
    return f"{'+' if count > 0 else chr(0x2212)}{number(abs(count))}"


_SMALL = tuple(map(str, range(1000)))
"""Written alike in every language here: most numbers of a page."""


@lru_cache(maxsize=4096)
def _grouped(count: int, locale: str) -> str:
    return format_decimal(count, locale=locale)


def decimal(value: float, places: int = 1) -> str:
    """Return a number with so many digits behind the reader's point: 3.5 or 3,5."""
    return format_decimal(value, format=f"#,##0.{'0' * places}", locale=tag())


def percent(chance: float) -> str:
    """Return a chance in percent with the reader's decimal point; only certain and impossible results read as 100 % and 0 %."""
    least, most = 0.1, 99.9
    hundreds = round(chance * 100, 1)
    if 0 < chance < 1 and hundreds < least:
        return _("under %(n)s %%", n=decimal(least))
    if 0 < chance < 1 and hundreds > most:
        return _("over %(n)s %%", n=decimal(most))
    return _("%(n)s %%", n=format_decimal(hundreds, format="0.#", locale=tag()))


def day(time: datetime) -> str:
    """Return the day in words: March 14, 2025 or 14. März 2025; outside of a request that in UTC."""
    if not has_request_context():
        return format_date(time.astimezone(UTC), "long", locale=tag())
    return str(flask_babel.format_date(time, "long"))


def listing(words: Sequence[str]) -> str:
    """Return "Anna, Ben and Mira"."""
    return str(format_list(words, locale=tag()))
