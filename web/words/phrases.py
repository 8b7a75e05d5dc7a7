"""Sentences of the book-keeping in words, for pages and command line alike; it does not use Flask.

A ``Locale`` says in which language; ``web.words.texts`` is the one of a request, ``locale_of`` gives one for good.
"""

from __future__ import annotations

import gettext
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import NullTranslations, Translations
from markupsafe import Markup, escape

from records.core.sentences import N_, CardRef, Quoted, SeatRef, Word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from records.core.board import CardFace
    from records.core.game import Game
    from records.core.ids import SeatKey
    from records.core.sentences import Arg, Sentence

LANGUAGES = {"de": "Deutsch", "en": "English"}
"""Language tags with their own names. Messages are written in English, so English needs no file."""
FOLDER = Path(__file__).parent.parent / "translations"
_SEAT, _NO_CARD = N_("Seat %(key)s"), N_("a card that nobody noted")
SOFT_HYPHEN = "\u00ad"


class Locale(Protocol):
    """A language."""

    def translated(self, text: str, /) -> str:
        """Return a message id's text with its fields still open."""

    def number(self, count: int, /) -> str:
        """Return a number as it is written."""

    def card(self, name: str, /) -> str:
        """Return the title of a card of the catalogue."""

    def tag(self) -> str:
        """Return the language's tag: ``de``."""


class Printed(msgspec.Struct, frozen=True):
    """A language in which cards bear the titles that are printed on them."""

    locale: Locale
    faces: Mapping[str, CardFace]

    def translated(self, text: str, /) -> str:
        """Return a message id's text with its fields still open."""
        return self.locale.translated(text)

    def number(self, count: int, /) -> str:
        """Return a number as it is written."""
        return self.locale.number(count)

    def tag(self) -> str:
        """Return the language's tag."""
        return self.locale.tag()

    def card(self, name: str, /) -> str:
        """Return the title of a card within a line of text; for a card not in the catalogue its name, made readable."""
        face = self.faces.get(name)
        return titled(face, self.locale.tag()).replace(SOFT_HYPHEN, "") if face else self.locale.card(name)


def titled(face: CardFace, language: str) -> str:
    """Return the title printed on a card, with its soft hyphens; in English if the catalogue does not have the language."""
    return face.title.get(language) or face.title["en"]


def readable(card: str, translated: Callable[[str], str]) -> str:
    """Return the name of a card of which no title is known."""
    return card.replace("-", " ").capitalize() if card != "?" else translated(_NO_CARD)


def say(sentence: Sentence, names: Mapping[SeatKey, str], locale: Locale) -> Markup:
    """Return the sentence as safe HTML. Names are in ``<bdi>``, so that a name in another script does not change the line's direction."""
    text = Markup(locale.translated(sentence.text))  # noqa: S704 -- a message id or its translation, never input
    return text % {key: _marked_up(arg, names, locale) for key, arg in sentence.args.items()}


def say_plainly(sentence: Sentence, names: Mapping[SeatKey, str], locale: Locale) -> str:
    """Return the sentence as text."""
    filled = {key: "".join(piece for piece, _ in _pieces(arg, names, locale)) for key, arg in sentence.args.items()}
    return locale.translated(sentence.text) % filled


class Words(NamedTuple):
    """The language of an answer, and the names of people at the table in it."""

    locale: Locale
    names: Mapping[SeatKey, str]

    def say(self, sentence: Sentence) -> str:
        """Return a sentence as text."""
        return say_plainly(sentence, self.names, self.locale)

    def say_all(self, sentences: Iterable[Sentence]) -> str:
        """Return sentences as one text."""
        return " ".join(map(self.say, sentences))


def seat_name(seat: SeatKey, names: Mapping[SeatKey, str], locale: Locale) -> str:
    """Return the player's name; without one (it was erased) the seat's key."""
    return names.get(seat) or locale.translated(_SEAT) % {"key": seat}


def _marked_up(arg: Arg, names: Mapping[SeatKey, str], locale: Locale) -> Markup:
    pieces = _pieces(arg, names, locale)
    return Markup("").join(Markup("<bdi>{}</bdi>").format(piece) if person else escape(piece) for piece, person in pieces)


def _pieces(arg: Arg, names: Mapping[SeatKey, str], locale: Locale) -> Iterator[tuple[str, bool]]:
    """Yield the text of a field in pieces, and whether each piece is a person's name."""
    match arg:
        case SeatRef():
            yield seat_name(arg.seat, names, locale), True
        case CardRef():
            yield locale.card(arg.card), False
        case Word():
            yield locale.translated(arg.text), False
        case Quoted():
            for part in arg.parts:
                if isinstance(part, str):
                    yield part, False
                else:
                    yield seat_name(part.seat, names, locale), True
        case tuple():
            yield ", ".join(piece for one in arg for piece, _name in _pieces(one, names, locale)), False
        case int():
            yield locale.number(arg), False
        case str():
            yield arg, False


class PoTexts(Translations):
    """Texts read directly from a ``.po`` file: compiling a ``.mo`` first and reading that takes three times as long."""

    def _parse(self, fp: Any) -> None:
        """Fill the catalogue: the place that ``gettext`` gives to other formats."""
        catalog: Any = read_po(fp, locale=Path(fp.name).parent.parent.name)
        self.plural = gettext.c2py(catalog.plural_expr)  # type: ignore[assignment] # counts are whole
        for message in catalog:
            if not message.string or message.fuzzy or not message.id:
                continue
            one = message.id[0] if message.pluralizable else message.id
            key = one if message.context is None else self.CONTEXT % (message.context, one)
            if message.pluralizable:
                self._catalog |= {(key, form): text for form, text in enumerate(message.string)}
            else:
                self._catalog[key] = message.string


@cache
def compile_texts(path: Path) -> Translations:
    """Return the texts of one ``.po`` file, read once in a process.

    No compiled ``.mo`` file is kept, so an edited translation needs only a new start.
    """
    with path.open("rb") as file:
        return PoTexts(file)


def translations_of(language: str) -> Translations | NullTranslations:
    """Return the texts of a language; those of English are the message ids."""
    path = FOLDER / language / "LC_MESSAGES" / "messages.po"
    return compile_texts(path) if path.exists() else NullTranslations()


class _Fixed:
    def __init__(self, language: str) -> None:
        self._language, self._texts = language, translations_of(language)

    def translated(self, text: str) -> str:
        return str(self._texts.ugettext(text))

    def number(self, count: int) -> str:
        return format_decimal(count, locale=self._language)

    def card(self, name: str) -> str:
        return readable(name, self.translated)

    def tag(self) -> str:
        return self._language


@lru_cache
def locale_of(language: str) -> Locale:
    """Return the language of a tag in ``LANGUAGES``."""
    return _Fixed(language)


def search_titles(games: Mapping[str, Game]) -> dict[str, tuple[str, ...]]:
    """Return what games are called in each language, for the search."""
    return {key: tuple(locale_of(language).translated(game.title) for language in LANGUAGES) for key, game in games.items()}
