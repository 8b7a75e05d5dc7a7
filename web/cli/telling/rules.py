"""``kiebitz rules``: the rules that a record is played by, whole or paragraph by paragraph."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import click
from bs4 import BeautifulSoup

from records.core.viewers import PUBLIC
from records.errors import MalformedCommand
from records.service.library import library
from records.service.rulebook import Reading, reading_of, rules_text
from web.cli.completion import complete_game_or_record
from web.cli.languages import with_language
from web.cli.output import plain, print_json, with_json
from web.cli.places import StoreChoice, with_store
from web.pages.rules.readings import switches_shown
from web.pages.rules.rulebook import read_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from records.core.game import Game
    from web.pages.rules.readings import SwitchShown
    from web.pages.rules.rulebook import Chapter, Paragraph, Rulebook
    from web.words.phrases import Locale

WIDEST = 100
"""Columns of a line of text, where the terminal has them."""


@click.command()
@with_store
@with_language
@with_json
@click.argument("of", metavar="ID", shell_complete=complete_game_or_record)
@click.argument("wanted", metavar="[§]...", nargs=-1)
@click.pass_obj
def rules(place: StoreChoice, of: str, wanted: tuple[str, ...], locale: Locale, *, as_json: bool) -> None:
    """Tell the rules by which a record is played, and what its ruleset chooses; or a game's, by its name.

    § is a paragraph (9.3) or a chapter (9); without one all are told.
    """
    game, reading = _reading(place, of)
    book = _text(game, locale)
    chosen = [_named(book, one.removeprefix("§").strip().rstrip("."), game) for one in wanted if one.strip() != "§"]
    numbers = {number for some in chosen for number in some}
    shown = switches_shown(game, reading.ruleset)
    if as_json:
        print_json(_data((game, reading), book, numbers, shown, locale))
    else:
        lines = _head(game, reading, locale) if not numbers else ()
        click.echo("\n".join([*lines, *_chapters(book, numbers, shown, locale)]))


def _reading(place: StoreChoice, of: str) -> tuple[Game, Reading]:
    known = library()
    if of in known:
        return known[of], Reading(next(iter(known[of].rules.rulesets.values()), None), same=True)
    with place.open() as book:
        view = book.record(book.keeper, book.records.resolve(book.keeper, of), PUBLIC)
        return view.game, reading_of(view)


def _text(game: Game, locale: Locale) -> Rulebook:
    text = rules_text(game.name, locale.tag()) or rules_text(game.name, "en")
    if not text:
        raise MalformedCommand(f"no rules are written down for {game.name}")
    return read_rules(text)


def _named(book: Rulebook, wanted: str, game: Game) -> list[str]:
    """Return the numbers of the paragraphs that a number means; raises ``MalformedCommand`` for one that is not there."""
    if wanted in book.numbers:
        return [wanted]
    for chapter in book.chapters:
        if wanted and chapter.number == wanted:
            return [paragraph.number for paragraph in chapter.paragraphs]
    raise MalformedCommand(f"the rules of {game.name} have no paragraph {wanted!r}; there are {book.numbers[0]} to {book.numbers[-1]}")


def _head(game: Game, reading: Reading, locale: Locale) -> Iterator[str]:
    yield f"{locale.translated(game.title)}"
    if reading.ruleset is not None:
        other = "" if reading.same else " (the record names another edition of it: what is chosen may differ)"
        yield f"{locale.translated(reading.ruleset.title)} ({reading.ruleset.name}){other}"
    else:
        yield "The ruleset of this record is not known here, so nothing is said of what it chooses."
    yield ""


def _chapters(book: Rulebook, numbers: set[str], shown: Mapping[str, SwitchShown], locale: Locale) -> Iterator[str]:
    """Yield the paragraphs that are wanted (all, if none is named) under their chapters."""
    for chapter in book.chapters:
        told = _wanted(chapter, numbers)
        if told:
            yield f"{chapter.number}. {chapter.title}" if chapter.number else chapter.title
        for paragraph in told:
            yield from _paragraph(paragraph, shown, locale)
            yield ""


def _wanted(chapter: Chapter, numbers: set[str]) -> Sequence[Paragraph]:
    return [paragraph for paragraph in chapter.paragraphs if not numbers or paragraph.number in numbers]


def _paragraph(paragraph: Paragraph, shown: Mapping[str, SwitchShown], locale: Locale) -> Iterator[str]:
    width = min(shutil.get_terminal_size((WIDEST, 0)).columns, WIDEST)
    lead = f"{paragraph.number}  "
    for text in _texts(paragraph.html):
        yield click.wrap_text(plain(text), width, lead, " " * 6)
        lead = " " * 6
    for name in paragraph.switches:
        if (point := shown.get(name)) is not None:
            yield click.wrap_text(_point(point, locale), width, "      * ", " " * 8)


def _point(point: SwitchShown, locale: Locale) -> str:
    title = f"{locale.translated(point.switch.title)} ({point.switch.name})"
    if point.chosen is None:
        return f"{title}: {' | '.join(point.switch.values)}"
    return f"{title}: {locale.translated(point.chosen.title)} ({point.chosen.name}). {locale.translated(point.chosen.says)}"


def _texts(html: str) -> Iterator[str]:
    """Yield the blocks of a text, a row of a table and an entry of a list each for itself."""
    for block in BeautifulSoup(html, "html.parser").find_all(["p", "li", "tr"]):
        if block.find_parent(["li", "tr"]) is None:
            cells = block.find_all(["td", "th"]) if block.name == "tr" else [block]
            mark = "- " if block.name == "li" else ""
            yield mark + "  ".join(" ".join(cell.get_text().split()) for cell in cells)


def _data(
    chosen: tuple[Game, Reading], book: Rulebook, numbers: set[str], shown: Mapping[str, SwitchShown], locale: Locale
) -> dict[str, Any]:
    game, reading = chosen
    return {
        "game": game.name,
        "ruleset": reading.ruleset.name if reading.ruleset is not None else None,
        "same_edition": reading.same,
        "paragraphs": [
            {
                "paragraph": paragraph.number,
                "chapter": chapter.title,
                "text": "\n".join(_texts(paragraph.html)),
                "switches": [_switch(shown[name], locale) for name in paragraph.switches if name in shown],
            }
            for chapter in book.chapters
            for paragraph in _wanted(chapter, numbers)
        ],
    }


def _switch(point: SwitchShown, locale: Locale) -> dict[str, Any]:
    return {
        "name": point.switch.name,
        "title": locale.translated(point.switch.title),
        "value": None if point.chosen is None else point.chosen.name,
    }
