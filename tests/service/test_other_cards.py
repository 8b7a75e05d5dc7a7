"""A record of cards or rules that are not known here is shown without what they tell, and says so."""

from __future__ import annotations

import msgspec
import pytest
from click.testing import CliRunner

from records.core.events import Event, Recorded
from records.core.shared import IrregularityNoted
from records.core.viewers import LOCAL, OPEN
from records.errors import MalformedCommand
from records.service import GameBook, NewGame
from records.service.library import library
from records.service.writing.simulation import FIRST_DAY, simulate
from records.values import replace
from support import books
from web.app import create_app
from web.cli import kiebitz

CASTLE = library()["castle-rampage"]
OTHER = "0123456789abcdef" * 2


@pytest.fixture(scope="module")
def game() -> NewGame:
    """A short game of Castle Rampage."""
    (played,) = simulate(CASTLE, seed=3, games=1, ruleset="castle-rampage/plain")
    return replace(played, entries=played.entries[:60])


book = books.own


def test_of_other_cards_no_value_is_shown(book: GameBook, game: NewGame) -> None:
    """Faces, strengths, odds and rules are left out, what happened is told as ever, and the view says why."""
    own, other = book.writing.add(LOCAL, game, replace(game, catalogue_hash=OTHER, catalogue="my-cards"))
    mine, theirs = (book.record(LOCAL, one.id, OPEN) for one in (own, other))
    assert mine.other_cards == ""
    assert theirs.other_cards.startswith(f"record {other.id} was made with the cards my-cards 01234567; here are castle-rampage")
    assert mine.faces
    assert not theirs.faces
    assert (theirs.game.board.worth, theirs.game.odds.assaults, theirs.game.recording, theirs.fight(20)) == (None, None, None, None)
    assert [step.lines for step in theirs.timeline.steps] == [step.lines for step in mine.timeline.steps]
    assert mine.knowledge(20).slots
    with pytest.raises(MalformedCommand, match="no value of a card is shown"):
        theirs.knowledge(20)
    assert [entry.damaged for entry in book.records.shelf(LOCAL).entries] == ["", ""]
    assert list(book.records.verify(LOCAL)) == []


def test_by_unknown_rules_a_record_replays_and_nothing_is_decided(book: GameBook, game: NewGame) -> None:
    """Cards are shown with their values; odds, a table's memory and the writing on are left out, and the view says why."""
    first = game.entries[0]
    apart = msgspec.structs.replace(first.event, switches=(("moat", "deep"),))
    own, other, switched = book.writing.add(
        LOCAL,
        game,
        replace(game, ruleset="castle-rampage/moat", ruleset_hash=OTHER),
        replace(game, entries=[replace(first, event=apart), *game.entries[1:]]),
    )
    mine = book.record(LOCAL, own.id, OPEN)
    for record, name in ((other, "castle-rampage/moat 01234567"), (switched, game.ruleset)):
        theirs = book.record(LOCAL, record.id, OPEN)
        assert mine.unknown_rules == ""
        assert theirs.unknown_rules.startswith(f"record {record.id} was made with the rules {name}")
        assert (theirs.other_cards, theirs.faces) == ("", mine.faces)
        assert (theirs.game.odds.assaults, theirs.game.board.memory, theirs.game.recording) == (None, None, None)
        assert theirs.position(20).table == mine.position(20).table
        assert theirs.knowledge(20).slots == mine.knowledge(20).slots
        assert [step.lines for step in theirs.timeline.steps] == [step.lines for step in mine.timeline.steps]
    assert [entry.damaged for entry in book.records.shelf(LOCAL).entries] == ["", "", ""]
    assert list(book.records.verify(LOCAL)) == []
    result = CliRunner().invoke(kiebitz, ["--store", book.address, "show", other.id])
    assert f"Note: record {other.id} was made with the rules castle-rampage/moat" in result.stderr


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"ruleset": "castle-rampage/no-such-rules"}, "was made with the rules castle-rampage/no-such-rules"),
        ({"ruleset_hash": OTHER}, "was made with the rules castle-rampage"),
        ({"catalogue_hash": OTHER}, "was made with the cards"),
    ],
)
def test_no_command_is_written_by_other_rules_or_cards(book: GameBook, game: NewGame, other: dict[str, str], why: str) -> None:
    """A command is refused and says what is not known; a fact beside the rules is written all the same."""
    own, theirs = (book.writing.add(LOCAL, new)[0].id for new in (game, replace(game, **other)))
    view = book.record(LOCAL, own)
    assert CASTLE.play is not None
    command = CASTLE.play.legal(view.position(view.steps))[0]
    with pytest.raises(MalformedCommand, match=f"record {theirs} {why}.* so no command can be written down"):
        book.command(LOCAL, theirs, command, expected=view.steps)
    assert book.record(LOCAL, theirs).steps == view.steps
    assert book.writing.note(LOCAL, theirs, IrregularityNoted(what="other"), expected=view.steps) == view.steps + 1


def test_cards_of_another_deck_replay_too(book: GameBook) -> None:
    """A record of cards that nobody here knows by name is folded as it is told: there is no deck that it would contradict."""
    (played,) = simulate(CASTLE, seed=3, games=1, ruleset="castle-rampage/plain")
    renamed = [replace(entry, event=_renamed(entry.event)) for entry in played.entries]
    (stored,) = book.writing.add(LOCAL, replace(played, entries=renamed, catalogue="castle-rampage/mine", catalogue_hash=OTHER))
    view = book.record(LOCAL, stored.id, OPEN)
    table = view.position(view.steps).table
    end = f"{dict(table.slots)} {dict(table.zones)}"
    assert ("'robbers'" in end, "'robber'" in end) == (True, False)
    assert view.outcome is not None
    assert list(book.records.verify(LOCAL)) == []


def _renamed(event: Event) -> Event:
    """The same event with another name for one card."""
    line = CASTLE.codec.encode(Recorded(1, 1, FIRST_DAY, "", event))
    return CASTLE.codec.decode(line.replace(b'"robber"', b'"robbers"')).event


def test_the_page_of_such_a_record_is_there(book: GameBook, game: NewGame) -> None:
    """The replay and each of its parts answer, and print no face of a card that is known here."""
    (other,) = book.writing.add(LOCAL, replace(game, catalogue_hash=OTHER))
    client = create_app(book).test_client()
    slot = next(iter(book.record(LOCAL, other.id, "A").position(30).table.slots))
    for path in (
        f"/records/{other.id}",
        f"/records/{other.id}/steps/30",
        f"/records/{other.id}/places/draw?at=30",
        f"/records/{other.id}/places/hand:B?at=30&as=A",
        f"/records/{other.id}/slots/{slot}?at=30&as=A",
        f"/records/{other.id}/odds?at=30&as=A",
        f"/records/{other.id}?at=30&as=A&memory=table",
        f"/api/records/{other.id}",
        f"/api/records/{other.id}/positions/30",
    ):
        assert client.get(path).status_code == 200, path
    why = client.get(f"/records/{other.id}/why/draw?at=30&as=A", headers={"Accept-Language": "en"})
    assert (why.status_code, "made with cards that are not known here" in why.text) == (422, True)


def test_the_command_line_says_so(book: GameBook, game: NewGame) -> None:
    """log, show and import tell on standard error that the cards are others; of a record with the cards known here they are silent."""
    own, other = book.writing.add(LOCAL, game, replace(game, catalogue_hash=OTHER))
    for command in ("log", "show"):
        for record, told in ((own.id, False), (other.id, True)):
            result = CliRunner().invoke(kiebitz, ["--store", book.address, command, record])
            assert result.exit_code == 0
            assert ("Note: record" in result.stderr) is told
