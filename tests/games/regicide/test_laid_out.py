"""What everybody knows of a position that is laid out: what the rules tell (§ 1.2, 2.1, 11.1), unless it tells something else."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from records.core.events import Recorded
from records.core.faces import UNKNOWN, Face, among
from records.core.logs.fold import Folder
from records.core.secret import ALL, secret
from records.core.shared import Corrected, DeckSet, PositionSet, Replacement
from records.core.tables.mask import mask
from records.core.viewers import LOCAL, PUBLIC
from records.games.regicide.cards import CARDS, JESTER
from records.games.regicide.deciding.laid_out import ROYALS, told_by_rule
from records.games.regicide.game import REGICIDE
from records.games.regicide.model.events import FightCleared
from records.games.regicide.model.position import ASIDE, CASTLE, TAVERN
from records.knowledge.door import veil
from records.knowledge.engine import Known, know
from records.knowledge.why.explain import why
from records.service import GameBook
from records.service.incoming import Entry, NewGame
from records.service.library import library
from records.service.writing.playing import PlayedTable, laid_out
from records.store import open_store
from support.regicide import A, cards, given, play

if TYPE_CHECKING:
    from pathlib import Path

    from records.core.viewers import Viewer
    from records.knowledge.answers import Knowledge

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CARDS_OF = REGICIDE.rules.edition("")
LEFT = ("clubs-jack", "spades-jack", "hearts-queen")
"""A castle, from its top."""


def knows(playing: PlayedTable, viewer: Viewer = PUBLIC) -> Knowledge:
    """What a viewer knows at the end of a game."""
    return know(playing.game, playing.header, veil(playing.game.parts, playing.log, viewer), viewer, len(playing.log))


def test_everybody_knows_which_royals_the_castle_holds() -> None:
    """Of the two Jacks that are left each may be on top, the Queen lies below, and none of them is in the Tavern or in a hand."""
    found = knows(given(royal="dJ", A="c5", B="h2 s3", castle="cJ sJ hQ", tavern="s2 h8").playing, A)
    assert found.exact
    assert found.decks[CASTLE].top.of == {"clubs-jack": Fraction(1, 2), "spades-jack": Fraction(1, 2)}
    assert set(found.decks[CASTLE].most) == {*LEFT}
    assert not {*LEFT} & {*found.decks[TAVERN].most, *found.hands["B"].most}  # type: ignore[index]  # a seat's key
    assert "hearts-jack" in found.decks[TAVERN].most


def test_everybody_knows_that_the_jesters_of_a_lone_player_lie_aside() -> None:
    """They are open as they are in a game that was dealt, and none of them is in the Tavern."""
    playing = given(royal="dJ", A="c5", castle="cJ", aside="J J", tavern="s2 h8").playing
    found = knows(playing)
    assert found.decks[ASIDE].top.certain == JESTER
    assert JESTER not in found.decks[TAVERN].most
    assert [block.faces for block in playing.seen(PUBLIC).table.decks[ASIDE]] == [(JESTER,), (JESTER,)]


def test_a_position_may_tell_less_or_something_else() -> None:
    """A hint of its own stands, however wide, and so does what it shows to somebody."""
    told = {"hands": {"A": cards("c5"), "B": cards("s3")}, "piles": {"royal": cards("dJ")}, "counters": {"active": "A"}}
    decks = {"castle": [*LEFT], "tavern": cards("s2 h8")}
    untold = knows(laid_out(REGICIDE, 2, **told, decks=decks, hints={"castle": among(CARDS)}), A)  # type: ignore[arg-type]  # of one shape
    assert "spades-2" in untold.decks[CASTLE].top.of
    position = PositionSet(decks=(DeckSet(deck=ASIDE, blocks=(secret(JESTER, to=("A",)), secret(JESTER, hint=among((JESTER, LEFT[0]))))),))
    assert told_by_rule(position) == position
    assert told_by_rule(told_by_rule(untold_position())) == told_by_rule(untold_position())


def untold_position() -> PositionSet:
    """A position as programs write it: nobody was shown a card."""
    castle = DeckSet(deck=CASTLE, blocks=(secret(*LEFT[:2]), secret(LEFT[2])))
    return PositionSet(
        decks=(castle, DeckSet(deck=ASIDE, blocks=(secret(JESTER, JESTER),)), DeckSet(deck=TAVERN, blocks=(secret("spades-2"),))),
        counters=(("active", "A"), ("turn", 3)),
    )


def test_a_position_in_a_record_takes_what_the_rules_tell(tmp_path: Path) -> None:
    """It is written with it, so that every viewer reads it, and every export holds it."""
    new = NewGame(game="regicide", seats=(A,), names={}, started=NOON, entries=[Entry(at=NOON, event=untold_position())], **CARDS_OF)
    with GameBook(open_store(f"sqlite:///{tmp_path / 'games.db'}"), games=library()) as book:
        view = book.record(LOCAL, book.writing.add(LOCAL, new)[0].id, "public")
        (laid,) = view.events
        assert [block.hint for block in laid.event.decks[0].blocks] == [among(LEFT[:2]), LEFT[2]]
        assert laid.event.decks[1].blocks == (secret(JESTER, JESTER, to=ALL),)
        assert set(view.knowledge(1).decks[CASTLE].most) == {*LEFT}


@pytest.mark.parametrize("viewer", [A, PUBLIC])
def test_a_record_that_was_written_before_is_read_with_what_can_be_told(viewer: Viewer) -> None:
    """Its castle holds royals, and which is not told; its Jesters lie aside."""
    playing = given(royal="dJ", A="c5", castle="cJ", aside="J J", tavern="s2 h8").playing
    log = [Recorded(1, 1, NOON, "", untold_position())]
    seen = veil(REGICIDE.parts, log, viewer)
    found = know(REGICIDE, playing.header, seen, viewer, 1)
    assert found.exact
    assert set(found.decks[CASTLE].top.of) == {*ROYALS}
    assert found.decks[ASIDE].most == {JESTER: 2}


@pytest.mark.parametrize("aside", [(JESTER, JESTER), (JESTER, "spades-6"), (JESTER, UNKNOWN)], ids=["Jesters", "a slip", "unnoted"])
@pytest.mark.parametrize("viewer", [A, PUBLIC])
def test_what_lies_aside_is_folded_alike_whether_a_log_shows_it_or_not(aside: tuple[Face, ...], viewer: Viewer) -> None:
    """Nothing is opened by reading: a card that was laid aside by mistake is not shown as a Jester, and the full log agrees."""
    header = given(royal="dJ", A="c5", tavern="s2 h8").playing.header
    position = PositionSet(decks=(DeckSet(deck=ASIDE, blocks=tuple(map(secret, aside))),), counters=(("active", "A"), ("turn", 3)))
    log = [Recorded(1, 1, NOON, "", position)]
    whole, shown = (Folder(REGICIDE).position(header, one).table for one in (log, veil(REGICIDE.parts, log, viewer)))
    assert mask(whole, viewer).decks == shown.decks
    assert [block.faces for block in shown.decks[ASIDE]] == [None, None]


def test_a_position_that_is_put_right_takes_what_the_rules_tell() -> None:
    """Its Jesters are open as in one that was written rightly; what has nothing to be told stays the very same event."""
    position = untold_position()
    slip = Corrected(of=(Replacement(version=1, event=position), Replacement(version=2, event=FightCleared(rule="5.4"))))
    header = given(royal="dJ", A="c5", tavern="s2 h8").playing.header
    told = REGICIDE.written(slip, header)
    assert isinstance(told, Corrected)
    assert [replacement.event for replacement in told.of] == [REGICIDE.written(position, header), slip.of[1].event]
    assert told.of[0].event.decks[1].blocks == (secret(JESTER, JESTER, to=ALL),)
    assert REGICIDE.written(told, header) is told


def test_what_follows_from_a_position_names_it() -> None:
    """Of the Tavern the position is the reason, and what was played since; of the Castle what the position told of it."""
    of = given(royal="sJ", A="c5 h3 h4", B="d9", castle="hJ dJ", tavern="s2 h8").when(play("c5"))
    step = Known(REGICIDE, of.playing.header, veil(REGICIDE.parts, of.playing.log, PUBLIC), PUBLIC).asking(len(of.playing.log))
    tavern, castle = why(step, TAVERN), why(step, CASTLE)
    assert [reason.version for reason in tavern.reasons] == [1, 2]
    assert tavern.reasons[1].without == ("clubs-5",)
    assert ([reason.version for reason in castle.reasons], castle.candidates) == ([1], ("diamonds-jack", "hearts-jack"))
    assert str(castle.reasons[0].sentence) == "The position was laid out like this."


def test_what_is_no_castle_is_left_as_it_is() -> None:
    """Where somebody lays a number into the castle the rules tell nothing of it."""
    position = PositionSet(decks=(DeckSet(deck=CASTLE, blocks=(secret("spades-2"), secret(UNKNOWN))),))
    assert told_by_rule(position) == position
