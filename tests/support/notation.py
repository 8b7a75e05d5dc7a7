"""Records written in notation and read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from importers.notation.reading import Options, ReadText, read_text
from importers.notation.writing import Written, filled_in, write
from records.core.events import Event, Recorded
from records.core.game import Game
from records.core.header import Header
from records.core.ids import RecordId
from records.core.logs.fill import Filler
from records.core.secret import Sealed, Secret
from records.core.viewers import Viewer, viewer_key
from records.core.wording.notation import Notation
from records.service.incoming import NewGame
from records.service.library import library
from records.values import replace

ID = RecordId("0123456789abcdef")


def read(text: str, games: Mapping[str, Game] | None = None, **options: bool) -> ReadText:
    """Return what is read of a text."""
    return read_text(games or library(), text, Options(**options))


def faults(text: str, **options: bool) -> list[str]:
    """Return all that is wrong with a text, as people are told."""
    return [str(problem) for problem in read(text, **options).problems]


def events(text: str, games: Mapping[str, Game] | None = None, **options: bool) -> list[tuple[Event, int]]:
    """Return events and causes of the one game of a text; nothing is wrong with it."""
    found = read(text, games, **options)
    assert [str(problem) for problem in found.problems] == []
    (game,) = found.games
    return [(recorded.event, recorded.cause) for recorded in game.table.log]


def recorded_of(game: Game, new: NewGame) -> tuple[Header, list[Recorded[Any]]]:
    """Return a new game as it would be stored, without its chain."""
    header = Header(
        record=ID,
        game=new.game,
        seats=new.seats,
        started=new.started,
        ruleset=new.ruleset,
        ruleset_hash=new.ruleset_hash,
        catalogue=new.catalogue,
        catalogue_hash=new.catalogue_hash,
    )
    filler = Filler(game, header)
    log = []
    for version, entry in enumerate(new.entries, 1):
        recorded = Recorded(version, entry.cause or version, entry.at, "", entry.event)
        log.append(msgspec.structs.replace(recorded, event=filler.add(recorded)))
    return header, log


def unsealed(game: Game, log: Sequence[Recorded[Any]]) -> list[Recorded[Any]]:
    """Return a log without salts and seals."""

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if isinstance(part, Sealed):
            return Sealed(part.known_to, part.body)
        return Secret(part.faces, part.known_to, part.hint, part.ordered)

    return [msgspec.structs.replace(one, event=game.parts.map(one.event, visit)) for one in log]


def goes_round(game: Game, header: Header, log: Sequence[Recorded[Any]], viewer: Viewer, **form: Any) -> Written:
    """Write a viewer's log, read it again and compare every event, cause and the order; return the text.

    Of a seat's own log that is the log with every face that it holds: so it would be recorded.
    """
    written = write(game, header, {}, log, recorder=viewer_key(viewer), **form)
    log = filled_in(game, header, log)
    again = events(written.text, {game.name: game})
    for nth, (one, recorded) in enumerate(zip(again, log, strict=False), 1):
        assert one == (recorded.event, recorded.cause), f"step {nth}: {one} is not {recorded.event}\n{written.text}"
    assert len(again) == len(log), written.text
    return written


def plain_words(game: Game) -> Game:
    """Return a game that says of its notation where cards lie and what begins a turn, and no more."""
    own = game.notation
    values = {form.command: form.values for form in own.forms if form.values}
    forms = tuple(form for form in own.forms if form.command in values)
    return replace(game, notation=Notation(turn=own.turn, places=own.places, forms=forms))
