"""The records of Regicide among the examples: Gold, a team's win, the last King's, and the moment of each dispute (shared rules, 1.4)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from importers import ImportOptions
from importers.storing import store_file
from records.core.faces import known
from records.core.secret import ALL
from records.core.sentences import Sentence
from records.core.shared import Asked, PositionSet
from records.core.viewers import LOCAL
from records.games.regicide.game import REGICIDE
from records.games.regicide.model import commands as cmd
from records.games.regicide.model import events as ev
from records.games.regicide.model.position import DISCARD, HEAP, TAVERN
from records.rulings.audit import Verdict
from records.service import GameBook
from web.words.phrases import Printed, locale_of, say_plainly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.events import Event
    from records.service import RecordView

GAMES = Path(__file__).parents[1] / "examples" / "games"
PLAYED = ("gold", "team", "last-king")
SCENES = ("disputes-two", "disputes-three", "disputes-alone", "disputes-older")
DISPUTES = 25
MOMENTS: dict[int, tuple[str, int, type[Event], dict[str, Any]]] = {
    1: ("three", 12, ev.ImmunityCancelled, {"shield": 9, "rule": "8.3"}),
    2: ("three", 31, ev.TurnBegan, {"seat": "C"}),
    3: ("alone", 36, ev.TurnBegan, {"seat": "A"}),
    4: ("three", 36, ev.Discarded, {"cards": ("clubs-8", "clubs-9", "jester")}),
    5: ("alone", 6, ev.TurnBegan, {"rule": "6.6"}),
    6: ("three", 42, ev.NextChosen, {"seat": "A", "next": "A"}),
    7: ("three", 57, ev.CardsPlayed, {"cards": ("jester",)}),
    8: ("three", 53, ev.PowerBlocked, {"suit": "clubs"}),
    9: ("three", 63, ev.ImmunityCancelled, {"shield": 0}),
    10: ("two", 10, ev.RoyalDefeated, {"exact": True}),
    11: ("two", 10, ev.RoyalDefeated, {"exact": True}),
    12: ("two", 23, ev.RoyalDefeated, {"exact": True}),
    13: ("two", 30, ev.Healed, {"count": 2}),
    14: ("two", 44, ev.CardDrawn, {"seat": "A"}),
    15: ("two", 49, ev.CardsPlayed, {"cards": ("clubs-ace", "diamonds-jack"), "rule": "3.3"}),
    16: ("two", 68, ev.Healed, {"count": 9}),
    17: ("two", 80, ev.Yielded, {"seat": "A"}),
    18: ("alone", 13, ev.JesterFlipped, {"step": 4}),
    19: ("alone", 23, ev.JesterFlipped, {"step": 4}),
    20: ("two", 85, ev.Healed, {"count": 2, "moved": ()}),
    21: ("two", 94, ev.FightCleared, {}),
    22: ("two", 3, ev.HandDealt, {"seat": "A"}),
    23: ("two", 116, ev.GameEnded, {"won": True, "why": "last-king"}),
    24: ("two", 99, ev.PowerBlocked, {"suit": "hearts", "amount": 6}),
    25: ("older", 7, ev.SeatFell, {"why": "cannot-defend"}),
}
"""For each dispute the record of ``disputes-...``, the step that shows it, and what happens there."""


class Shelf:
    """The seven records."""

    def __init__(self, book: GameBook) -> None:
        self.book = book
        self._ids = {name: self._stored(f"regicide-{name}.jsonl") for name in (*PLAYED, *SCENES)}

    def _stored(self, name: str) -> str:
        (one,) = store_file(self.book, LOCAL, (GAMES / name).read_bytes(), name, ImportOptions())
        return one.id

    def view(self, name: str, viewer: str = "open") -> RecordView:
        """A record through somebody's eyes."""
        return self.book.record(LOCAL, self._ids[name], viewer)

    def moment(self, dispute: int, viewer: str = "open") -> tuple[RecordView, int]:
        """The record and the step of a dispute."""
        name, at, *_what = MOMENTS[dispute]
        return self.view(f"disputes-{name}", viewer), at

    def table(self, dispute: int, later: int = 0, viewer: str = "open") -> Any:
        """The table at the moment of a dispute, or so many steps later."""
        view, at = self.moment(dispute, viewer)
        return view.position(at + later).table

    def legal(self, dispute: int, later: int = 0) -> tuple[Any, ...]:
        """What the rules allow at the moment of a dispute."""
        view, at = self.moment(dispute)
        assert REGICIDE.play is not None
        return REGICIDE.play.legal(view.position(at + later))


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """All of them, stored once."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('regicide')}/book.sqlite") as book:
        yield Shelf(book)


def kinds(of: RecordView, first: int, last: int) -> list[type[Any]]:
    """The sorts of events from one step to another."""
    return [type(recorded.event) for recorded in of.events[first - 1 : last]]


@pytest.mark.parametrize("name", [*PLAYED, *SCENES])
def test_a_record_keeps_the_rules(shelf: Shelf, name: str) -> None:
    """Each decision, decided again, has the consequences that the record has."""
    judged = shelf.view(name).audit()
    assert [one for one in judged if one.verdict is not Verdict.KEPT] == []
    assert len(judged) > 1


def test_the_shelf_verifies(shelf: Shelf) -> None:
    """Nothing that was imported is found to be changed."""
    assert list(shelf.book.records.verify(LOCAL)) == []


def test_gold_is_won_alone_and_without_a_jester(shelf: Shelf) -> None:
    """All twelve royals fall, both Jesters lie aside at the end."""
    view = shelf.view("gold")
    end = view.events[-1].event
    assert (len(view.header.seats), end.won, end.grade) == (1, True, "gold")
    assert kinds(view, 1, view.steps).count(ev.RoyalDefeated) == 12
    assert ev.JesterFlipped not in kinds(view, 1, view.steps)


def test_the_team_wins_together(shelf: Shelf) -> None:
    """Three players, of whom one plays a Jester, defeat the last King."""
    view = shelf.view("team")
    end = view.events[-1].event
    assert (len(view.header.seats), end.won, end.why) == (3, True, "last-king")
    assert view.outcome is not None
    assert view.outcome.winners == view.header.seats
    assert ev.NextChosen in kinds(view, 1, view.steps)


def test_the_last_king_wins_the_other_game(shelf: Shelf) -> None:
    """Eleven royals have fallen, the castle is empty, and the last King's attack cannot be met."""
    view = shelf.view("last-king")
    end, position = view.events[-1].event, view.position(view.steps)
    assert (end.won, end.why) == (False, "cannot-defend")
    assert kinds(view, 1, view.steps).count(ev.RoyalDefeated) == 11
    (slot,) = position.table.piles["royal"]  # type: ignore[index]
    assert str(position.table.slots[slot].face).endswith("king")
    assert not position.table.decks["castle"]  # type: ignore[index]


def test_every_dispute_has_its_moment() -> None:
    """All twenty-five have one."""
    assert list(MOMENTS) == list(range(1, DISPUTES + 1))


@pytest.mark.parametrize("dispute", MOMENTS)
def test_a_dispute_is_shown_where_it_is_said_to_be(shelf: Shelf, dispute: int) -> None:
    """The event of the moment is there; a position that was laid out for it, and says so in one language, is the last one before it."""
    view, at = shelf.moment(dispute)
    _name, _at, cls, fields = MOMENTS[dispute]
    event = view.events[at - 1].event
    assert type(event) is cls
    assert {field: getattr(event, field) for field in fields} == fields
    laid = [recorded.event.why for recorded in view.events[:at] if isinstance(recorded.event, PositionSet)]
    if dispute == 22:  # the game itself begins so
        assert laid == []
        return
    (heads,) = re.findall(r"Disputes? ([0-9, and]+):", laid[-1])
    assert dispute in map(int, re.findall(r"\d+", heads)), heads
    assert "Streitpunkt" not in laid[-1]


def test_a_jester_frees_nobody_to_yield(shelf: Shelf) -> None:
    """2: Nora may play, but not yield; 3: alone nobody may, and what is left is to have lost."""
    assert not any(isinstance(option, cmd.Yield) for option in shelf.legal(2))
    assert [type(option) for option in shelf.legal(3)] == [cmd.Fall]


def test_nothing_is_asked_where_nothing_is_to_be_discarded(shelf: Shelf) -> None:
    """5: a Jester lies aside, and is offered at the next Step 1 only."""
    view, at = shelf.moment(5)
    assert Asked not in kinds(view, at - 4, at)
    assert {option.step for option in shelf.legal(5) if isinstance(option, cmd.Flip)} == {1}


def test_a_jester_changes_the_immunity_alone(shelf: Shelf) -> None:
    """7: a second one cancels nothing more; 8: damage and shield stay; 9: nothing is drawn or healed afterwards."""
    view, at = shelf.moment(7)
    assert kinds(view, at + 1, at + 2) == [Asked, ev.NextChosen]
    view, at = shelf.moment(6)
    assert (view.position(at).state.damage, view.position(at).state.shield) == (13, 4)
    view, at = shelf.moment(9)
    assert not {ev.CardDrawn, ev.Healed, ev.DamageDealt} & set(kinds(view, at - 1, view.steps))


def test_an_exact_kill_is_known_to_all_and_not_drawn_by_its_own_diamond(shelf: Shelf) -> None:
    """11: everybody knows the top card; 12: it came there after the drawing."""
    for dispute in (11, 12):
        for viewer in ("A", "B", "public"):
            top = shelf.table(dispute, viewer=viewer).decks[TAVERN][0]
            assert (top.count, top.faces, top.known_to) == (1, ("hearts-jack",), ALL)
    view, at = shelf.moment(12)
    assert kinds(view, at - 6, at - 2) == [ev.CardDrawn] * 5


def test_powers_do_what_they_can(shelf: Shelf) -> None:
    """13: nothing is healed from an empty pile; 14: full hands draw no more; 16: one power for two Hearts; 24: the other suit works."""
    view, at = shelf.moment(13)
    assert kinds(view, at + 5, at + 6) == [ev.PowerUsed, ev.DamageDealt]
    assert [hand.count for hand in shelf.table(14).hands.values()] == [7, 7]
    assert kinds(view, 65, 71).count(ev.PowerUsed) == 1
    assert view.events[99].event.amount == 6
    assert (view.events[99].event.suit, kinds(view, 101, 106)) == ("diamonds", [ev.CardDrawn] * 6)


def test_two_jacks_are_no_combo(shelf: Shelf) -> None:
    """15: a Companion goes with one of them, they do not go together."""
    plays = {option.cards for option in shelf.legal(15, later=-1) if isinstance(option, cmd.Play)}
    assert ("clubs-ace", "spades-jack") in plays
    assert ("diamonds-jack", "spades-jack") not in plays


def test_an_empty_hand_may_only_yield(shelf: Shelf) -> None:
    """17: who has killed with the last card has nothing else to do, and the game goes on."""
    assert [type(option) for option in shelf.legal(17, later=-1)] == [cmd.Yield]
    view, at = shelf.moment(17)
    assert view.position(at).state.outcome is None


def test_a_flip_comes_before_a_loss_and_brings_nothing_back(shelf: Shelf) -> None:
    """18: nothing but flips is open, twice; 19: what was discarded lies in the pile, and fewer than eight are drawn."""
    assert {type(option) for option in shelf.legal(18, later=-1)} == {cmd.Flip}
    assert {type(option) for option in shelf.legal(19, later=-1)} == {cmd.Flip}
    table = shelf.table(19, later=2)
    assert table.hands["A"].faces == ("diamonds-10", "hearts-10")
    assert {"spades-2", "diamonds-ace", "spades-3"} <= set(table.zones[DISCARD])


def test_the_discard_pile_is_known_until_a_heart(shelf: Shelf) -> None:
    """20: before it everybody sees all of it, afterwards one card; 21: the royal lies below what was played against it."""
    before, after = (shelf.table(20, later, "public") for later in (-1, 0))
    assert {"clubs-6", "clubs-7", "clubs-8", "clubs-9"} <= set(before.zones[DISCARD])
    assert len(after.zones[DISCARD]) == 1
    assert sum(block.count for block in after.decks[HEAP]) == 1
    assert shelf.table(21).zones[DISCARD][-3:] == ("hearts-jack", "clubs-9", "spades-6")


def test_the_older_sheet_has_no_jesters(shelf: Shelf) -> None:
    """25: nothing can be flipped, so the hand that is not enough has lost."""
    assert [type(option) for option in shelf.legal(25, later=-1)] == [cmd.Fall]
    assert shelf.moment(25)[0].header.ruleset == "regicide/2020"


def told(view: RecordView, language: str) -> Iterator[tuple[Sentence, str]]:
    """Yield each sentence of a record with its text."""
    locale = Printed(locale_of(language), view.faces)
    for turn in view.timeline.turns:
        for step in turn.steps:
            for sentence in (*step.lines, *(tell.sentence for tell in step.tells)):
                yield sentence, say_plainly(sentence, view.names, locale)


@pytest.mark.parametrize("name", [*PLAYED, *SCENES])
def test_a_record_is_told_in_both_languages_to_everybody(shelf: Shelf, name: str) -> None:
    """No sentence lacks its German text, no field stays open, and cards and places are told in words, never by their keys."""
    seats = shelf.view(name).header.seats
    keys = re.compile(r"(?<![\w-])(clubs|diamonds|hearts|spades)-\w+|(hand|slot):\w|\bs\d+\b|%\(")
    for viewer in (*seats, "public", "open"):
        view = shelf.view(name, viewer)
        for sentence, text in told(view, "de"):
            wordless = not re.search(r"[a-z]{2}", re.sub(r"%\(\w+\)s", "", sentence.text))
            assert wordless or locale_of("de").translated(sentence.text) != sentence.text, sentence
            assert not keys.search(text), text
        assert not any(keys.search(text) for _sentence, text in told(view, "en"))


@pytest.mark.parametrize("name", PLAYED)
def test_nobody_is_told_another_hand(shelf: Shelf, name: str) -> None:
    """What a seat draws is shown to that seat, and to whoever could tell which card lay on top."""
    seats = shelf.view(name).header.seats
    for viewer in (*seats, "public"):
        drawn = [recorded.event for recorded in shelf.view(name, viewer).events if isinstance(recorded.event, ev.CardDrawn)]
        assert drawn
        assert all(known(event.card.faces[0]) == (event.card.known_to == ALL or viewer in event.card.known_to) for event in drawn)
