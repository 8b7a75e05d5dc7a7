"""From a file to records on the shelf."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from importers import ImportOptions, read_file
from importers.beside import holds_no_record, read_beside, take_beside
from records.errors import NotFound, NotYours, RecordsError
from records.service import NewGame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.core.viewers import Caller
    from records.service import GameBook, Stored


def store_file(book: GameBook, caller: Caller, data: bytes, name: str, options: ImportOptions) -> list[Stored]:
    """Store the records in a file, or what it holds beside one; raises a ``RecordsError``, and then nothing of it is stored.

    A file that is here already is known by its bytes and not read again.
    """
    if holds_no_record(data):
        return [take_beside(book, caller, read_beside(book.games, data, name), lambda told: options.tell(f"{name}: {told}"))]
    digest = sha256(data)
    for chosen, mark in ((options.pseudonyms, b"\0pseudonyms"), (options.as_played, b"\0as played"), (options.keep_going, b"\0keep going")):
        digest.update(mark if chosen else b"")
    if options.players or options.day or options.columns:
        digest.update(repr((options.players, options.day, options.columns)).encode())
    digest.update(b"\0map" + options.map_file.data if options.map_file is not None else b"")
    if known := book.writing.known_file(caller, digest.hexdigest()):
        _name(book, caller, known, options.game_name)
        return known
    records = read_file(book.games, data, name, options)
    games = [record for record in records if isinstance(record, NewGame)]
    stored = book.writing.add(caller, *games)
    for game, one in zip(games, stored, strict=True):
        if not one.already and not one.copy_of:
            _write_beside(book, caller, one.id, game, lambda told: options.tell(f"{name}: {told}"))
            _link(book, caller, one.id, game.source, lambda told: options.tell(f"{name}: {told}"))
    stored += [book.writing.take_in(caller, record) for record in records if not isinstance(record, NewGame)]
    _name(book, caller, stored, options.game_name)
    if stored and not any(one.copy_of for one in stored):
        book.writing.remember_file(caller, digest.hexdigest(), [one.id for one in stored])
    return stored


def _write_beside(book: GameBook, caller: Caller, record: str, game: NewGame, tell: Callable[[str], None]) -> None:
    """Write the notes and variations that came with a game; report what cannot be kept."""
    for layer in game.layers:
        try:
            book.notes.write_layer(caller, record, layer)
        except RecordsError as error:
            whose = f" of {layer.author}" if layer.author else ""
            number = len(layer.notes) + len(layer.lines)
            tell(f"{number} notes and variations{whose} are kept out: {error}")


def _link(book: GameBook, caller: Caller, record: str, source: str, tell: Callable[[str], None]) -> None:
    """Link a game to the log from which it was told again; report where that cannot be."""
    if not source:
        return
    try:
        book.retelling.begin_retelling(caller, record, source)
    except (NotFound, NotYours):  # the same words for both: who may not see a log does not learn that it is here
        tell(f"the log {source} is not here to be seen, so the game is not linked to it")
    except RecordsError as error:
        tell(f"the game is not linked to a log: {error}")


def _name(book: GameBook, caller: Caller, stored: Sequence[Stored], title: str) -> None:
    """Call the games of these records ``title``, where one was chosen and their files cannot tell."""
    if title:
        for entry in book.records.entries(caller, [one.id for one in stored]):
            if entry.label.title != title and entry.game in book.games and book.games[entry.game].nameless:
                book.records.name_game(caller, entry.id, title)
