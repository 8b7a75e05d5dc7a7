"""The program and its commands."""

from __future__ import annotations

import click

from web.cli.group import Deferred, Kiebitz
from web.cli.places import with_store_variable
from web.cli.settings_file import with_settings

COMMANDS = (
    Deferred("serve", "web.cli.serving", "Serve the pages until SIGTERM or Ctrl-C."),
    Deferred("settings", "web.cli.settings", "Print the settings of the server, and where each comes from."),
    Deferred("demo", "web.cli.demo", "Show the examples, in a store of their own."),
    Deferred("import", "web.cli.incoming.importing", "Store the records in files.", "import_"),
    Deferred("map", "web.cli.incoming.maps", "Help to write a mapping for archives.", "map_"),
    Deferred("retell", "web.cli.incoming.retelling", "Write a table known by its log as a game in notation."),
    Deferred("words", "web.cli.incoming.words", "Keep what the lines of a site's log mean in a game."),
    Deferred("simulate", "web.cli.incoming.simulating", "Play a game by itself, and store the records."),
    Deferred("merge", "web.cli.incoming.merging", "Make one record of several people's own files of one game."),
    Deferred("layer", "web.cli.studies.layers", "Write notes beside a record, read them, and carry them along."),
    Deferred("study", "web.cli.studies.chapters", "Write studies: chapters of records, with tasks."),
    Deferred("class", "web.cli.studies.classes", "Carry the classes that you hold from store to store.", "class_"),
    Deferred("line", "web.cli.studies.lines", "Try what could have been played instead, beside a record."),
    Deferred("export", "web.cli.telling.exporting", "Write a record as a native file, or in notation."),
    Deferred("puzzle", "web.cli.rulings.puzzles", "Play rule puzzles under each of their readings."),
    Deferred("shelf", "web.cli.telling.shelf", "List the records, the latest game first."),
    Deferred("events", "web.cli.telling.events", "List the events, or one by round and table, with results."),
    Deferred("show", "web.cli.telling.showing", "Show the table after one event of a record."),
    Deferred("log", "web.cli.telling.narrating", "Tell all steps of a record."),
    Deferred("odds", "web.cli.telling.odds", "Tell the odds of what comes next."),
    Deferred("review", "web.cli.telling.reviewing", "Tell what each decision of a finished game cost."),
    Deferred("why", "web.cli.telling.why", "Tell what a place can hold, and which events told it."),
    Deferred("games", "web.cli.telling.games", "List the games, their rulesets and switches."),
    Deferred("rules", "web.cli.telling.rules", "Tell the rules by which a record is played."),
    Deferred("rename", "web.cli.keeping.people", "Give the person at a seat another name."),
    Deferred("entitle", "web.cli.keeping.people", "Say what the game of a table that is known by its log is called."),
    Deferred("delete", "web.cli.keeping.removing", "Put a record into the trash, or delete it for good."),
    Deferred("restore", "web.cli.keeping.removing", "Take a record out of the trash, or the whole store from a backup."),
    Deferred("prune", "web.cli.keeping.pruning", "Delete for good old trash and games that never got a move."),
    Deferred("forget", "web.cli.keeping.people", "Erase a person's name from all records."),
    Deferred("user", "web.cli.accounts.users", "Make accounts, give them roles, and end them."),
    Deferred("release", "web.cli.accounts.access", "Say what of a record others may see."),
    Deferred("seat", "web.cli.accounts.access", "Give a seat of a record to somebody, by a code."),
    Deferred("own", "web.cli.accounts.access", "Give a record to an account."),
    Deferred("link", "web.cli.accounts.access", "Make a link to a record through one viewer's eyes."),
    Deferred("trail", "web.cli.accounts.access", "Tell who opened whose hand in a record."),
    Deferred("audit", "web.cli.rulings.auditing", "Decide every decision of a record again by its rules."),
    Deferred("explain", "web.cli.rulings.explaining", "Tell why a step is as it is, and what other readings would give."),
    Deferred("compare", "web.cli.rulings.comparing", "Redo a record under two readings of its rules."),
    Deferred("impact", "web.cli.rulings.impact", "Find the records that another reading of the rules would change."),
    Deferred("case", "web.cli.rulings.cases", "Settle disputes, from the question to the ruling."),
    Deferred("verify", "web.cli.keeping.store_care", "Walk every chain, and name the first break of each record."),
    Deferred("rescue", "web.cli.keeping.store_care", "Write the whole records of a damaged store into a folder."),
    Deferred("backup", "web.cli.keeping.backups", "Write the whole store to a new file, also while it is served."),
    Deferred("migrate", "web.cli.keeping.moving", "Move a whole store into another database, and compare both."),
    Deferred("rebuild", "web.cli.keeping.store_care", "Make the shelf anew from the log."),
)
"""Every command; its module is imported when it is called, for each needs another part of the program."""


@click.group(cls=Kiebitz, commands=COMMANDS)
@with_store_variable
@with_settings
@click.version_option(package_name="kiebitz", message="%(prog)s %(version)s")
def kiebitz() -> None:
    """Keep records of card games, and play them back as any player saw them.

    VIEWER is public, open, a seat's key or a player's name in any case. ID is a record's id or its first characters, four or more.
    """
