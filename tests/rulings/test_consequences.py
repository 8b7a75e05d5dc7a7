"""Whether what an audit found can still matter: followed to where record and rules are in the same position again."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.core.asking.chance import batches
from records.core.events import Recorded
from records.core.ids import PileId, SlotId
from records.core.secret import secret
from records.core.shared import TakenBack
from records.core.viewers import PUBLIC
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.knowledge.door import veil
from records.rulings import consequences as followed
from records.rulings.audit import Verdict, audit
from records.rulings.consequences import Consequence, Matters, consequences
from records.rulings.possibilities import possibilities
from records.rulings.redoing.compare import reading_of
from records.service.library import library
from support.castle import NOON, A, B, given
from support.castle_powers import use, whole
from support.planted import planted, written
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.header import Header

Log = tuple["Recorded[Any]", ...]
GAMES = [name for name, game in library().items() if game.simulation is not None]


def follow(game: str, head: Header, log: Log, most: int | None = None) -> dict[int, Consequence]:
    """What each breach of a log changed, or each of the first ones, by the version of its decision."""
    found = list(islice((one.version for one in audit(library()[game], head, log) if one.wrong), most))
    reading = reading_of(library()[game], head, log)
    return dict(zip(found, consequences(library()[game], head, log, reading, found), strict=True))


def shortened(log: Log, nth: int) -> Log:
    """The log as somebody wrote it who forgot the last event of a batch."""
    left, now = list[Any](), dict[int, int]()
    for number, batch in enumerate(batches(log)):
        for recorded in batch[:-1] if number == nth else batch:
            now[recorded.v] = len(left) + 1
            left.append(msgspec.structs.replace(recorded, v=now[recorded.v], cause=now[recorded.cause]))
    return tuple(left)


def last_batches(log: Log, name: str) -> list[int]:
    """Numbers of the batches of more than one event that end with an event of a class."""
    return [nth for nth, batch in enumerate(batches(log)) if len(batch) > 1 and type(batch[-1].event).__name__ == name]


def test_a_figure_that_nothing_builds_on_changed_nothing() -> None:
    """The attack is written as one stronger than it was; what falls and what is left are as by the rules."""
    head, log = written("castle-rampage")
    found = follow("castle-rampage", head, planted("castle-rampage", log))
    assert [one.matters for one in found.values()] == [Matters.NOTHING] * 12
    assert not any(one.can_matter for one in found.values())


def test_a_card_that_was_not_drawn_can_still_matter() -> None:
    """At the end of the record the hand is another by the rules."""
    head, log = written("castle-rampage")
    found = [follow("castle-rampage", head, shortened(log, nth), 1) for nth in last_batches(log, "CardDrawn")[:3]]
    assert [next(iter(one.values())).matters for one in found] == [Matters.LASTS] * 3
    assert all(next(iter(one.values())).can_matter for one in found)


def test_a_question_that_was_not_written_down_is_over_when_it_is_answered() -> None:
    """The next step in which both are in the same position is named."""
    head, log = written("castle-rampage")
    short = shortened(log, last_batches(log, "Asked")[2])
    ((version, found),) = follow("castle-rampage", head, short, 1).items()
    assert (found.matters, found.can_matter) == (Matters.OVER, False)
    assert found.until is not None and version < found.until <= len(short)  # noqa: PT018 -- one statement of the place


@pytest.mark.parametrize(("game", "end"), [("castle-rampage", "GameWon"), ("regicide", "GameEnded"), ("creature-crush", "GameWon")])
def test_an_end_that_was_not_written_down_is_another_result(game: str, end: str) -> None:
    """By the rules the game was over."""
    head, log = written(game)
    found = follow(game, head, shortened(log, last_batches(log, end)[-1]))
    assert [one.matters for one in found.values()] == [Matters.RESULT]


def test_what_a_rule_forbids_has_no_other_way() -> None:
    """Nobody can say what would have been decided instead of a second strengthening; taken back it matters no more."""
    table = given(hand_A="knight giant archer", gate_B="cook ogre", castle_B="medic medic")
    table = table.when(cmd.Strengthen(seat=A, pile=PileId("gate:A"), card=secret("giant")))
    again = msgspec.structs.replace(table.log[1].event, slot=SlotId("s99"), card=secret("knight", to=(A,)))
    log = (*table.log, Recorded(3, 3, NOON, "", again))
    assert [one.matters for one in follow("castle-rampage", table.header, log).values()] == [Matters.INSTEAD]
    back = Recorded(4, 4, NOON, "", TakenBack(to=2, agreed=(A, B)))
    assert [one.matters for one in follow("castle-rampage", table.header, (*log, back)).values()] == [Matters.TAKEN_BACK]


def test_of_very_many_findings_the_first_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the rest it is said that they were not."""
    monkeypatch.setattr(followed, "MOST_FOLLOWED", 5)
    head, log = written("castle-rampage")
    found = [one.matters for one in follow("castle-rampage", head, planted("castle-rampage", log)).values()]
    assert found == [Matters.NOTHING] * 5 + [Matters.NOT_FOLLOWED] * 7


def breaches(game: str, log: Log) -> Sequence[Log]:
    """Logs with something wrong in them: figures, and events that were forgotten."""
    many = [nth for nth, batch in enumerate(batches(log)) if len(batch) > 1]
    return [planted(game, log), *(shortened(log, many[len(many) * part // 4]) for part in (1, 2, 3))]


@pytest.mark.parametrize("game", rest_soaked(GAMES))
def test_no_seat_is_told_what_the_open_log_contradicts(game: str) -> None:
    """From a seat's log and the public's it is the open log's answer, or that it cannot be judged.

    Where the open log's line ends at another breach that the seat cannot see, the seat's goes on to the end.
    """
    head, log = written(game)
    for wrong in breaches(game, log):
        full = follow(game, head, wrong, 3)
        for viewer in (*head.seats, PUBLIC):
            for version, told in follow(game, head, veil(library()[game].parts, wrong, viewer), 3).items():
                if version not in full or told.matters is Matters.OPEN:
                    continue
                unseen = (told.matters, full[version].matters) == (Matters.SAME_RESULT, Matters.LASTS)
                assert told == full[version] or unseen, (viewer, version)


def test_an_unnoted_card_is_told_by_what_each_card_would_be() -> None:
    """The open hand held a Squire and a Robber: only the Squire could have been played so, and the attack after it tells the same."""
    table = whole(hand_A="squire robber", gate_B="ogre ogre").when(use("squire")).when(use("robber")).when(cmd.EndTurn(seat=A))
    at = next(index for index, recorded in enumerate(table.log) if type(recorded.event) is ev.CardPlayed)
    blank = msgspec.structs.replace(table.log[at], event=msgspec.structs.replace(table.log[at].event, card="?"))
    log = (*table.log[:at], blank, *table.log[at + 1 :])
    cards = sorted(table.game.board.faces(table.header))  # type: ignore[misc] # the game has cards
    open_ = [one.version for one in audit(table.game, table.header, log) if one.verdict is Verdict.OPEN]
    assert len(open_) == 2
    for version in open_:
        found = possibilities(table.game, table.header, log, version, cards)
        assert [one.card for one in found if one.verdict is Verdict.KEPT] == ["squire"]
        assert len(found) > 40
        assert {one.card: one.paragraph for one in found}["last-resort"]


def test_of_several_unnoted_cards_nothing_is_listed() -> None:
    """Every pair would have to be tried."""
    table = whole(hand_A="squire robber", gate_B="ogre ogre").when(use("squire")).when(use("robber"))
    played = [index for index, recorded in enumerate(table.log) if type(recorded.event) is ev.CardPlayed]
    log = list(table.log)
    for index in islice(played, 2):
        log[index] = msgspec.structs.replace(log[index], event=msgspec.structs.replace(log[index].event, card="?"))
    last = [one.version for one in audit(table.game, table.header, tuple(log)) if one.verdict is Verdict.OPEN][-1]
    assert possibilities(table.game, table.header, tuple(log), last, ("squire", "robber")) == ()
