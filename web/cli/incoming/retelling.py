"""``kiebitz retell``: the log of a table as a game in notation, by a table of words that is filled in on the way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from importers.retelling.drafting import draft, fill_in
from importers.retelling.source import source_of
from importers.retelling.word_table import WordTable, read_words
from records.errors import MalformedCommand
from web.cli.completion import complete_game
from web.cli.output import counted, tell
from web.cli.steps import seen_as
from web.cli.telling.exporting import with_output, write_output
from web.cli.verbs import verb
from web.cli.viewers import with_viewer

if TYPE_CHECKING:
    from records.service import GameBook

_file = click.Path(dir_okay=False, path_type=Path)


@verb(
    with_output,
    with_viewer,
    click.option("--game", "key", metavar="GAME", required=True, shell_complete=complete_game, help="The game that was played."),
    click.option("--rules", "ruleset", metavar="RULESET", default="", help="Its ruleset. [default: the game's usual one]"),
    click.option("--words", "file", metavar="FILE", type=_file, help="The table of words. [default: the one kept in the store]"),
    click.option(
        "--learn",
        "text",
        metavar="TEXT",
        type=_file,
        help="A draft in which moves were written: fill in the table from it, and it from the table.",
    ),
    click.argument("record", metavar="ID"),
)
def retell(book: GameBook, *, record: str, viewer: str, key: str, ruleset: str, file: Path | None, text: Path | None, output: str) -> None:
    """Write a table known by its log as a game in notation, with each line of the log beside its move.

    Lines whose words are not in the table stand as remarks, to be replaced by moves (docs/text-logs.md).
    """
    if key not in book.games:
        raise MalformedCommand(f"no game is called {key!r}")
    if text is not None and file is None:
        raise click.UsageError("--learn fills in a table: name it with --words.")
    view = seen_as(book, record, viewer)
    game, log = book.games[key], source_of(view)
    table = read_words(file.read_bytes(), file.name) if file is not None and file.exists() else WordTable(key)
    if file is None:
        table.means.update(book.retelling.word_table_for(book.keeper, key, view.label.site).means)
    if table.game != key:
        raise MalformedCommand(f"the table of words is of {table.game}, not of {key}")
    if text is not None and file is not None:
        made, new = fill_in(game, log, text.read_text("utf-8"), table, ruleset)
        write_output(str(file), table.write(), f"{counted(len(new), 'new line')} of {len(table.means)}")
    else:
        made = draft(game, log, table, ruleset)
    write_output(output, made.text.encode(), f"record {record}")
    tell(f"{counted(made.known, 'line')} known, {made.silent} that only follow, {made.waiting} waiting.")
