"""Players write what they do themselves: by what their own seat sees, and with no refusal that tells of more."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec
import pytest

from records.core.ids import SeatKey
from records.core.logs.fold import Folder
from records.core.viewers import OPEN, Caller, CallerKind, Role
from records.errors import ImpossibleEvent, MalformedCommand, NotYours, RuleViolation, StaleVersion
from records.games.castle_rampage.model.commands import Place
from records.knowledge.door import veil
from records.service import GameBook, NewTable
from records.service.accounts.policy import AccountPolicy
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import Account, Listed, Release, open_store
from support.notation import recorded_of
from support.soaking import one_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

A, B = SeatKey("A"), SeatKey("B")
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
ANA = Caller("ana", CallerKind.ACCOUNT, account="keyana", roles=frozenset({Role.PLAYER}), via="s-ana")
BEN = Caller("ben", CallerKind.ACCOUNT, account="keyben", roles=frozenset({Role.PLAYER}), via="s-ben")
REC = Caller("rec", CallerKind.ACCOUNT, account="keyrec", roles=frozenset({Role.RECORDER}), via="s-rec")
RULESETS = [(name, ruleset) for name, game in library().items() if game.recording and game.simulation for ruleset in game.rules.rulesets]


@pytest.mark.parametrize(("name", "ruleset"), one_in(3, RULESETS))
def test_a_seat_may_do_by_its_own_log_what_it_may_do_by_the_full_one(name: str, ruleset: str) -> None:
    """So no page of a player offers what is then refused, and none keeps back what may be done."""
    game = library()[name]
    assert game.recording is not None
    assert game.simulation is not None
    compared = 0
    for new in simulate(game, seed=5, games=1, ruleset=ruleset, players=min(game.simulation.players)):
        header, log = recorded_of(game, new)
        folder = Folder(game)
        for end in range(1, len(log), 2):
            if log[end].cause != log[end].v:
                continue
            whole = game.recording.actions(folder.position(header, log[:end]))
            for seat in {one.seat for one in whole}:
                own = game.recording.actions(folder.position(header, veil(game.parts, log[:end], seat)))
                assert [one for one in own if one.seat == seat] == [one for one in whole if one.seat == seat], end
                compared += 1
    assert compared > 5


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """A book of a store with accounts."""
    store = open_store(f"sqlite:///{tmp_path}/club.sqlite")
    for caller in (ANA, BEN, REC):
        store.accounts.put(Account(key=caller.account, name=caller.name, roles=frozenset(map(str, caller.roles)), created_at=NOON))
    with GameBook(store, policy=AccountPolicy(store)) as opened:
        yield opened


def begun(book: GameBook, *, dealt: bool = True) -> str:
    """Return a game that Rec keeps, in which Ana and Ben write."""
    answers = [] if dealt else [["archer", "cook", "giant", "knight", "worker"], ["advisor", "dragon", "priest", "squire", "veteran"]]
    table = NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=A, dealt=dealt, ruleset="castle-rampage/plain")
    record = book.writing.begin(REC, table, answers)
    for seat, name in ((A, "ana"), (B, "ben")):
        book.access.seat_account(REC, record, seat, name)
    book.access.release_record(REC, record, Release(listed=Listed.PLAYERS, players_write=True))
    return record


def test_a_game_is_played_by_two_who_see_their_own_hands(book: GameBook) -> None:
    """Each writes what the own seat does until the game is over; then nobody writes any more."""
    record = begun(book)
    by_seat, picked = {A: ANA, B: BEN}, random.Random(4)  # noqa: S311 -- plays a game
    while True:
        view = book.record(REC, record, OPEN)
        if view.outcome is not None:
            break
        assert view.game.play is not None
        command = picked.choice(view.game.play.legal(view.position(view.steps)))
        seat = getattr(command, "seat", A)
        own = book.record(by_seat[seat], record, seat)
        assert command in view.game.play.legal(own.position(own.steps))
        with pytest.raises(NotYours, match="their own seat"):
            book.command(by_seat[B if seat == A else A], record, command, expected=view.steps)
        book.command(by_seat[seat], record, command, expected=view.steps)
    for caller in (ANA, BEN):
        with pytest.raises(NotYours):
            book.command(caller, record, command, expected=view.steps)


def test_where_cards_are_typed_in_players_do_not_write(book: GameBook) -> None:
    """What may be typed depends on where all other cards are; whoever keeps the record writes on."""
    record = begun(book, dealt=False)
    view = book.record(REC, record, OPEN)
    assert view.game.play is not None
    seat = view.position(view.steps).state.to_act
    command = view.game.play.legal(view.position(view.steps))[0]
    with pytest.raises(NotYours, match="typed in"):
        book.command({A: ANA, B: BEN}[seat], record, command, expected=view.steps)
    assert book.command(REC, record, command, expected=view.steps) > view.steps


def test_a_refusal_says_what_the_own_seat_sees(book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule's own words for what its log shows; where only the full log refuses, that it cannot be done, and no more."""
    record = begun(book)
    view = book.record(REC, record, OPEN)
    seat: Any = view.position(view.steps).state.to_act
    caller, other = {A: (ANA, B), B: (BEN, A)}[seat]
    theirs = next(
        face for face in view.position(view.steps).table.hands[other].faces if face not in view.position(view.steps).table.hands[seat].faces
    )
    assert view.game.play is not None
    own = next(one for one in view.game.play.legal(view.position(view.steps)) if isinstance(one, Place))
    wrong = msgspec.structs.replace(own, card=msgspec.structs.replace(own.card, faces=(theirs,)))
    with pytest.raises((RuleViolation, ImpossibleEvent)) as refused:
        book.command(caller, record, wrong, expected=view.steps)
    assert other not in str(refused.value).split()
    with pytest.raises(MalformedCommand, match="the program deals"):
        book.command(caller, record, own, answers=[["archer"]], expected=view.steps)
    with pytest.raises(StaleVersion):
        book.command(caller, record, own, expected=view.steps - 1)

    def refuse(*_arguments: object) -> None:
        raise RuleViolation("a.code", "A", "Ben holds the dragon")

    monkeypatch.setattr("records.service.writing.recording.next_batch", refuse)
    with pytest.raises(ImpossibleEvent, match="cannot be done now") as hidden:
        book.command(caller, record, own, expected=view.steps)
    assert "dragon" not in str(hidden.value)
    assert hidden.value.__suppress_context__
