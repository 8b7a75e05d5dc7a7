"""``kiebitz words``: the tables of words that were filled in while telling logs again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from importers.retelling.word_table import WordTable, field_missing, read_words
from records.errors import MalformedCommand, RecordNotFound
from web.cli.completion import complete_game
from web.cli.output import counted, print_json, print_table, tell, with_json
from web.cli.verbs import verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.service import GameBook
    from records.service.retelling.views import WordTableView

with_table = click.argument("table", metavar="TABLE")
with_site = click.option("--site", default="", help="The site of the logs, as their head names it.")


@click.group()
def words() -> None:
    """Keep tables of words: what the lines of a site's log mean in a game's notation. TABLE is an id or its first characters."""


def _data(table: WordTableView) -> dict[str, object]:
    lines = [{"line": number, "says": says, "means": means} for number, (says, means) in table.lines.items()]
    return {"id": table.id, "game": table.game, "site": table.site, "lines": lines}


def _show_tables(tables: Sequence[WordTableView], *, as_json: bool) -> None:
    if as_json:
        print_json([_data(one) for one in tables])
    else:
        print_table(("id", "game", "site", "lines"), [(one.id, one.game, one.site, str(len(one.lines))) for one in tables], ("lines",))


def _show_table(table: WordTableView, *, as_json: bool) -> None:
    if as_json:
        print_json(_data(table))
    else:
        click.echo(WordTable(table.game, table.means).write(), nl=False)


@verb(with_json, name="list", into=words, shows=_show_tables)
def list_(book: GameBook) -> list[WordTableView]:
    """List your tables of words."""
    return book.retelling.word_tables(book.keeper)


@verb(with_json, with_table, into=words, shows=_show_table)
def show(book: GameBook, *, table: str) -> WordTableView:
    """Print a table as a file for kiebitz retell --words, or with the numbers of its lines as JSON."""
    return _found(book, table)


@verb(
    with_site,
    click.argument("game", metavar="GAME", shell_complete=complete_game),
    click.argument("says", metavar="SAYS"),
    click.argument("means", metavar="MEANS"),
    name="set",
    into=words,
    create=True,
)
def set_(book: GameBook, *, game: str, site: str, says: str, means: str) -> None:
    """Say what a line means: SAYS and MEANS with the fields {seat}, {cards} and {n}; an empty MEANS for a line that only follows."""
    if wrong := field_missing(says, means):
        raise MalformedCommand(wrong)
    table = book.retelling.learn_words(book.keeper, game, site.casefold(), {says: means})
    tell(f"Table {table.id} has {counted(len(table.lines), 'line')}.")


@verb(with_table, click.argument("line", metavar="LINE", type=int), into=words)
def forget(book: GameBook, *, table: str, line: int) -> None:
    """Take a line out of a table, by its number in show --json."""
    left = book.retelling.unlearn_words(book.keeper, _found(book, table).id, line)
    tell(f"Table {left.id} has {counted(len(left.lines), 'line')}.")


@verb(with_table, into=words)
def delete(book: GameBook, *, table: str) -> None:
    """Delete a table for good."""
    count = book.retelling.remove_word_table(book.keeper, _found(book, table).id)
    tell(f"Deleted with {counted(count, 'line')}.")


@verb(
    with_site,
    click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path)),
    name="import",
    into=words,
    create=True,
)
def import_(book: GameBook, *, site: str, file: Path) -> None:
    """Take in a table that was written by hand or by kiebitz retell --learn."""
    read = read_words(file.read_bytes(), file.name)
    table = book.retelling.learn_words(book.keeper, read.game, site.casefold(), read.means)
    tell(f"Table {table.id} has {counted(len(table.lines), 'line')}.")


def _found(book: GameBook, text: str) -> WordTableView:
    found = [one for one in book.retelling.word_tables(book.keeper) if text and one.id.startswith(text)]
    if len(found) != 1:
        raise RecordNotFound(f"no table of words {text!r}; kiebitz words list names them")
    return found[0]
