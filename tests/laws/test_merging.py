"""Logs of one game that several people kept: together they tell what all of them saw, no more, and no disagreement passes in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.core.events import Recorded
from records.core.faces import known
from records.core.secret import Sealed, Secret
from records.core.viewers import LOCAL, OPEN, PUBLIC, sees
from records.errors import MalformedCommand
from records.knowledge.door import veil
from records.service import Entry, GameBook, NewGame
from records.service.library import library
from records.service.writing.merging import merged_game
from records.service.writing.simulation import simulate
from records.values import replace
from support import books
from support.soaking import rest_soaked
from support.tiny import GAMES as TINY_GAMES
from support.tiny import A, B, drawn, new_game

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from records.core.events import Event
    from records.core.game import Game
    from records.core.ids import SeatKey
    from records.service import Exchanged

TABLES = [("castle-rampage", 2), ("regicide", 3), ("regicide", 4), ("creature-crush", 2)]
counts = pytest.mark.parametrize("count", [pytest.param(2, id="few"), pytest.param(500, id="many", marks=pytest.mark.soak)])


def own_log(game: Game, new: NewGame, seat: SeatKey) -> NewGame:
    """Return what a player wrote down who saw what ``seat`` was shown, and knew no name but that seat's."""
    recorded = [Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1)]
    log = veil(game.parts, recorded, seat)
    return replace(new, entries=[Entry(at=one.at, event=one.event, cause=one.cause) for one in log], names={seat: new.names[seat]})


def together(game: Game, new: NewGame, seats: Sequence[SeatKey]) -> list[Event]:
    """Return the events of a game as all of ``seats`` saw them."""

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if any(sees(seat, part.known_to) for seat in seats):
            return part
        return msgspec.structs.replace(part, faces=("?",) * len(part.faces)) if isinstance(part, Secret) else part

    return [game.parts.map(entry.event, visit) for entry in new.entries]


@pytest.mark.parametrize(("name", "players"), TABLES)
@counts
def test_two_seats_logs_tell_what_both_saw_and_no_more(name: str, players: int, count: int) -> None:
    """For simulated games, whoever of the table wrote: every face that one of the two was shown, and none that neither was."""
    game = library()[name]
    for new in simulate(game, seed=77, games=count, players=players):
        writers = new.seats[-2:]
        merged, base, found = merged_game({name: game}, [own_log(game, new, seat) for seat in writers])
        assert (found, base) == ((), 0)
        assert merged is not None
        assert [entry.event for entry in merged.entries] == together(game, new, writers)
        assert {seat: name for seat, name in merged.names.items() if name} == {seat: new.names[seat] for seat in writers}


book = books.own


@pytest.mark.parametrize(("name", "players"), rest_soaked(TABLES, keep=2))
def test_redacted_exports_of_one_record_give_the_whole_again(book: GameBook, name: str, players: int) -> None:
    """The new record shows each writer what the old one did, everybody else no more, and is known when it comes again."""
    (new,) = simulate(book.games[name], seed=3, games=1, players=players)
    old = book.writing.add(LOCAL, new)[0].id
    exports = [book.records.export(LOCAL, old, seat) for seat in new.seats]
    merged = book.writing.merge(LOCAL, *exports)
    assert merged.stored is not None
    assert merged.disagreements == ()
    for viewer in (*new.seats, PUBLIC):
        assert events(book, merged.stored.id, viewer) == events(book, old, viewer)
    assert shown(book, merged.stored.id) <= shown(book, old)
    assert list(book.records.verify(LOCAL)) == []
    assert book.writing.merge(LOCAL, *exports).stored == replace(merged.stored, already=True)


def events(book: GameBook, record: str, viewer: Any) -> list[Event]:
    """Return a record's events as a viewer is shown them."""
    return [recorded.event for recorded in book.record(LOCAL, record, viewer).events]


def shown(book: GameBook, record: str) -> int:
    """Return how many faces the open table knows."""
    faces: list[Any] = []
    view = book.record(LOCAL, record, OPEN)
    for recorded in view.events:
        view.game.parts.map(recorded.event, lambda _path, part: faces.extend(getattr(part, "faces", ())) or part)  # type: ignore[func-returns-value]
    return sum(map(known, faces))


def exports(tmp_path: Path, *events: Event) -> list[Exchanged]:
    """Return both seats' exports of a tiny game."""
    with GameBook.open(f"sqlite:///{tmp_path}/tiny.db", games=TINY_GAMES) as tiny:
        record = tiny.writing.add(LOCAL, new_game(*events))[0].id
        return [tiny.records.export(LOCAL, record, seat) for seat in (A, B)]


def test_a_planted_contradiction_is_named_with_both_texts(tmp_path: Path) -> None:
    """Two people noted another card at the same place: nothing is made of it unless one of them is believed, and even then it is told."""
    one, other = new_game(drawn(A, "ace"), drawn(B, "king")), new_game(drawn(A, "queen"), drawn(B, "king"))
    new, _base, (found,) = merged_game(TINY_GAMES, [one, other])
    assert new is None
    assert (found.version, found.place, found.logs, found.says) == (1, "tiny.drawn/1 card", (0, 1), ("ace", "queen"))
    new, base, again = merged_game(TINY_GAMES, [one, other], trust=1)
    assert new is not None
    assert (base, len(again)) == (1, 1)
    assert new.entries[0].event == drawn(A, "queen")


def test_what_only_one_log_has_is_named(tmp_path: Path) -> None:
    """An event more in the middle, on either side; a log that ends earlier disagrees with nobody."""
    whole = (drawn(A, "ace"), drawn(B, "king"), drawn(A, "ten"))
    for one, other in ((whole, (whole[0], whole[2])), ((whole[0], whole[2]), whole)):
        new, _base, found = merged_game(TINY_GAMES, [new_game(*one), new_game(*other)])
        assert new is None
        assert [each.place for each in found] == ["tiny.drawn/1"]
        assert sorted(map(bool, found[0].says)) == [False, True]
    new, base, found = merged_game(TINY_GAMES, [new_game(*whole[:2]), new_game(*whole)])
    assert new is not None
    assert (base, found, len(new.entries)) == (1, (), 3)


def test_a_face_that_opens_no_seal_is_named(tmp_path: Path) -> None:
    """One of two exports was changed and chained anew: the other one's commitment says so."""
    first, second = exports(tmp_path, drawn(A, "ace"), drawn(B, "king"))
    (mine, theirs) = second.log
    card = msgspec.structs.replace(theirs.event.card, faces=("queen",))
    forged = replace(second, log=[mine, msgspec.structs.replace(theirs, event=msgspec.structs.replace(theirs.event, card=card))])
    new, _base, (found,) = merged_game(TINY_GAMES, [first, forged])
    assert new is None
    assert (found.version, found.says[1]) == (2, "queen, which does not open it")


def test_logs_of_different_games_are_refused(tmp_path: Path) -> None:
    """The first thing that differs is told; one log alone is no merge, and what none of them can open is named."""
    one = new_game()
    with pytest.raises(MalformedCommand, match="the catalogue is 'none' in the one, 'other' in the other"):
        merged_game(TINY_GAMES, [one, replace(one, catalogue="other")])
    with pytest.raises(MalformedCommand, match="two logs or more"):
        merged_game(TINY_GAMES, [one])
    with GameBook.open(f"sqlite:///{tmp_path}/sealed.db", games=TINY_GAMES) as tiny:
        record = tiny.writing.add(LOCAL, one)[0].id
        public = tiny.records.export(LOCAL, record, "public")
        with pytest.raises(MalformedCommand, match="version 4: words, known to B, is sealed in every log"):
            merged_game(TINY_GAMES, [public, tiny.records.export(LOCAL, record, "A")])
        new, _base, found = merged_game(TINY_GAMES, [public, tiny.records.export(LOCAL, record, "B")])
        assert (new is not None, found) == (True, ())
