"""Who sees what of a record: roles, releases and seats decide, and above them all the law of a running game."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from records.core.ids import SeatKey
from records.core.shared import GapNoted
from records.core.viewers import ANONYMOUS, LOCAL, OPEN, OPERATOR, PUBLIC, Caller, CallerKind, Role, viewer_key
from records.errors import CloseNotFinal, MalformedCommand, NotYours, RecordNotFound, RecordsError, SeatRefused, StaleVersion
from records.service import GameBook, NewTable, ShelfQuery, Trash
from records.service.access import AccessSight, LocalPolicy, Permission, lawful
from records.service.accounts.policy import AccountPolicy
from records.service.incoming import NewGame
from records.service.writing.simulation import simulate
from records.store import CHANGES, Account, HandsOpen, Listed, Onlookers, Release, Store, open_store
from records.store.shelf.read_model import ShelfTable
from records.store.tables.access import AccessRows
from records.values import replace
from support.club import Clock
from support.soaking import one_in, rest_soaked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from records.store import RecordAccess


A, B = SeatKey("A"), SeatKey("B")
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def account(name: str, *roles: Role) -> Caller:
    """Return somebody who signed in."""
    return Caller(name, CallerKind.ACCOUNT, account=f"key{name}", roles=frozenset(roles), via=f"session-{name}")


ANA, BEN = account("ana", Role.PLAYER), account("ben", Role.PLAYER)
REC = account("rec", Role.RECORDER, Role.PLAYER)
EVE, TOM = account("eve", Role.PLAYER), account("tom", Role.TEACHER)
ARB, ADA = account("arb", Role.ARBITER), account("ada", Role.ADMIN)
LINK = Caller("link", CallerKind.LINK, account=REC.account, via="link-1")
REASONED = replace(OPERATOR, reason="the record is to be checked")
EVERYBODY = (ANA, BEN, REC, EVE, TOM, ARB, ADA, ANONYMOUS, OPERATOR, REASONED, LINK)


@pytest.fixture
def clock() -> Clock:
    """The present."""
    return Clock()


@pytest.fixture
def book(tmp_path: Path, clock: Clock) -> Iterator[GameBook]:
    """A book of a store with accounts."""
    store = open_store(f"sqlite:///{tmp_path}/club.sqlite")
    for caller in (ANA, BEN, REC, EVE, TOM, ARB, ADA):
        store.accounts.put(Account(key=caller.account, name=caller.name, roles=frozenset(map(str, caller.roles)), created_at=NOON))
    with GameBook(store, policy=AccountPolicy(store, clock)) as opened:
        yield opened


@pytest.fixture
def record(book: GameBook) -> str:
    """A game that Rec writes down while Ana and Ben play it."""
    begun = book.writing.begin(REC, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=A, dealt=True))
    book.access.seat_account(REC, begun, A, "Ana")
    book.access.seat_account(REC, begun, B, "Ben")
    return begun


def eyes_of(book: GameBook, caller: Caller, record: str) -> set[str] | None:
    """Return through whose eyes a caller may look; None where the record is not there for them."""
    seen: set[str] = set()
    for viewer in (PUBLIC, A, B, OPEN):
        try:
            seen.add(viewer_key(book.record(caller, record, viewer).viewer))
        except NotYours:
            continue
        except RecordNotFound:
            assert not seen
            return None
    return seen


OPENED = {"public", "A", "B", "open"}
MINE_A, MINE_B, PUBLICLY = {"public", "A"}, {"public", "B"}, {"public"}
NOBODY = dict[Caller, "set[str] | None"]({ANA: None, BEN: None, EVE: None, TOM: None, ARB: None, ANONYMOUS: None, LINK: None})
KEPT: dict[Caller, set[str] | None] = {REC: OPENED, ADA: PUBLICLY, OPERATOR: PUBLICLY, REASONED: OPENED}
SEATED: dict[Caller, set[str] | None] = {ANA: MINE_A, BEN: MINE_B}
LOOK: dict[Caller, set[str] | None] = {EVE: PUBLICLY, TOM: PUBLICLY, ARB: PUBLICLY}
MEMBERS: dict[Caller, set[str] | None] = dict.fromkeys((ANA, BEN, EVE, TOM, ARB), OPENED)


@pytest.mark.parametrize(
    ("release", "expected"),
    one_in(
        3,
        [
            (Release(), NOBODY | KEPT | SEATED),
            (Release(listed=Listed.PLAYERS), NOBODY | KEPT | SEATED),
            (Release(listed=Listed.PLAYERS, hands=HandsOpen.NOW), NOBODY | KEPT | dict.fromkeys((ANA, BEN, ADA), OPENED)),
            (Release(listed=Listed.ACCOUNTS), NOBODY | KEPT | SEATED),
            (Release(listed=Listed.ACCOUNTS, after=Onlookers.PUBLIC), NOBODY | KEPT | SEATED | LOOK),
            (Release(listed=Listed.ACCOUNTS, after=Onlookers.HANDS), NOBODY | KEPT | SEATED | LOOK),
            (Release(listed=Listed.ACCOUNTS, after=Onlookers.HANDS, hands=HandsOpen.NOW), NOBODY | KEPT | MEMBERS | {ADA: OPENED}),
            (Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC), NOBODY | KEPT | SEATED | LOOK | {ANONYMOUS: PUBLICLY}),
            (
                Release(listed=Listed.EVERYBODY, after=Onlookers.HANDS, hands=HandsOpen.NOW),
                NOBODY | KEPT | MEMBERS | {ADA: OPENED, ANONYMOUS: OPENED},
            ),
            (
                Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, hands=HandsOpen.NOW),
                NOBODY | KEPT | LOOK | dict.fromkeys((ANA, BEN, ADA), OPENED) | {ANONYMOUS: PUBLICLY},
            ),
        ],
    ),
)
def test_who_sees_what_of_a_closed_record(book: GameBook, record: str, release: Release, expected: dict[Caller, set[str] | None]) -> None:
    """Each kind of caller, for each release: the eyes they may use are those of the table in the design, and no others."""
    book.access.close_record(REC, record)
    book.access.close_finally(REC, record)
    book.access.release_record(REC, record, release if release.listed in {Listed.NOBODY, Listed.PLAYERS} else replace(release, names=True))
    assert {caller: eyes_of(book, caller, record) for caller in EVERYBODY} == expected
    for caller, eyes in expected.items():
        on_shelf = caller is not LINK and record in {entry.id for entry in book.records.shelf(caller).entries}
        assert on_shelf == (eyes is not None)


@pytest.mark.parametrize("imported", [False, True])
def test_who_takes_a_seat_finds_the_game_at_once_and_at_its_end(book: GameBook, imported: bool) -> None:
    """Nothing is released: a game that runs, has ended or came from elsewhere is on its player's shelf, seen from the own seat alone."""
    if imported:
        record = str(book.writing.add(REC, finished(book))[0].id)
    else:
        record = book.writing.begin(REC, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=A, dealt=True))
    book.access.seat_account(REC, record, B, "Ben")
    for moment in ("at once", "at its end"):
        assert eyes_of(book, BEN, record) == MINE_B, moment
        assert [entry.id for entry in book.records.shelf(BEN).entries] == [record], moment
        assert eyes_of(book, ANA, record) is None
        if not imported:
            book.access.close_record(REC, record)
    book.records.trash(REC, record)
    assert eyes_of(book, BEN, record) is None
    assert book.records.shelf(BEN).entries == ()


@pytest.mark.parametrize(
    "release", rest_soaked([Release(listed=one, after=Onlookers.HANDS, hands=HandsOpen.NOW, names=True) for one in Listed], keep=2)
)
def test_the_live_law(book: GameBook, record: str, release: Release) -> None:
    """While a game runs its seats see themselves, its keeper without a seat the table, everybody else at most what is public."""
    book.access.release_record(REC, record, release)
    expected: dict[Caller, set[str] | None] = NOBODY | SEATED | {REC: OPENED, ADA: PUBLICLY, OPERATOR: PUBLICLY, REASONED: PUBLICLY}
    if release.listed in {Listed.ACCOUNTS, Listed.EVERYBODY}:
        expected |= LOOK
    if release.listed is Listed.EVERYBODY:
        expected |= {ANONYMOUS: PUBLICLY}
    assert {caller: eyes_of(book, caller, record) for caller in EVERYBODY} == expected


class Everything(LocalPolicy):
    """A policy that allows everybody everything."""

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight:  # noqa: ARG002 -- the shape of every policy
        """Everything."""
        return AccessSight(viewers=None, default=OPEN, mine=(A, B))

    def may(self, caller: Caller, permission: Permission, record: str | None, access: RecordAccess | None) -> bool:  # noqa: ARG002
        """Yes."""
        return True


def test_opponent_a_live_hand(book: GameBook, record: str) -> None:
    """No policy stands above the law: one that allows everything shows of a running game no other seat, by no way of looking."""
    book._office.gate._policy = Everything()
    for caller in (EVE, ARB, ADA, OPERATOR, REASONED, ANONYMOUS, LINK, Caller("token", CallerKind.TOKEN, account=EVE.account)):
        assert eyes_of(book, caller, record) == PUBLICLY
        for viewer in (OPEN, A, B):
            for look in (
                lambda caller, viewer: book.records.export(caller, record, viewer),
                lambda caller, viewer: book.records.drift(caller, record, viewer),
                lambda caller, viewer: book.notes.layers(caller, record, viewer),
                lambda caller, viewer: book.cases.cases(caller, record, viewer),
                lambda caller, viewer: book.cases.precedent_moments(caller, record, viewer),
                lambda caller, viewer: book.notes.begin_line(caller, record, 1, viewer=viewer),
            ):
                with pytest.raises(NotYours):
                    look(caller, viewer)
    assert eyes_of(book, ANA, record) == MINE_A
    assert eyes_of(book, BEN, record) == MINE_B


def test_a_link_shows_what_is_public_while_the_game_runs(book: GameBook, record: str) -> None:
    """Whatever it was made for; and a sight of other seats alone is no sight for anybody else."""
    access = book.access.record_access(REC, record)
    assert access.live
    assert lawful(LINK, AccessSight(viewers=(A,), default=A), access) == AccessSight(viewers=(PUBLIC,), default=PUBLIC, export=False)
    assert lawful(EVE, AccessSight(viewers=(A,), default=A), access) is None
    assert lawful(LINK, AccessSight(viewers=(A,), default=A), replace(access, live=False)) is not None


def finished(book: GameBook) -> NewGame:
    """Return a whole game."""
    return next(simulate(book.games["castle-rampage"], seed=3, games=1, ruleset="castle-rampage/plain"))


def test_an_outcome_closes_and_imports_are_closed(book: GameBook) -> None:
    """With its result a game is over; a record that comes in whole never ran here. An outcome that another program wrote closes too."""
    whole = finished(book)
    last = max(entry.cause for entry in whole.entries)
    begun = book.writing._add(REC, (replace(whole, entries=[entry for entry in whole.entries if entry.cause < last]),), live=True)[0].id
    assert book.access.record_access(REC, begun).live
    rest = [entry for entry in whole.entries if entry.cause >= last]
    book.writing.append(REC, begun, rest, expected=len(whole.entries) - len(rest))
    access = book.access.record_access(REC, begun)
    assert not access.live
    assert access.closed_at is not None
    imported = book.writing.add(REC, finished(book))[0].id
    assert not book.access.record_access(REC, imported).live
    book._office.store.access.reopen(begun)
    with GameBook.open(book.address.replace("sqlite:", "sqlite:"), games=book.games) as again:
        assert not again.access.record_access(REC, begun).live


def test_opponent_end_look_take_back(book: GameBook, record: str) -> None:
    """Who sits at a table cannot close a game, look, and go on: a look makes the close final, and they are asked first."""
    book.access.release_record(REC, record, Release(listed=Listed.PLAYERS, hands=HandsOpen.NOW, players_write=True))
    before = book.record(ANA, record).steps
    steps = book.command(REC, record, first_command(book, record), expected=before)
    for caller in (ANA, BEN, EVE):
        with pytest.raises((NotYours, RecordNotFound)):
            book.access.close_record(caller, record)
    book.access.close_record(REC, record)
    with pytest.raises(CloseNotFinal):
        book.record(ANA, record, OPEN)
    assert eyes_of(book, ANA, record) == MINE_A
    for act in (book.access.reopen_record, lambda caller, record: book.writing.take_back(caller, record, before, expected=steps)):
        with pytest.raises(NotYours):
            act(ANA, record)
    book.access.reopen_record(REC, record)
    book.access.close_record(REC, record)
    book.access.close_finally(ANA, record)
    assert eyes_of(book, ANA, record) == OPENED
    for caller in (ANA, REC):
        with pytest.raises(NotYours):
            book.writing.take_back(caller, record, before, expected=steps)
    book.access.release_record(REC, record, Release(listed=Listed.ACCOUNTS, after=Onlookers.PUBLIC, names=True, hands=HandsOpen.NOW))
    for caller in (REC, ARB):
        with pytest.raises(SeatRefused, match="line"):
            book.access.reopen_record(caller, record)
    told = [
        (step.account, step.viewer or step.ground) for step in reversed(book.access.hand_trail(ANA, record)) if step.account == ANA.account
    ]
    assert told == [(ANA.account, "final"), (ANA.account, "B"), (ANA.account, "open")]


def test_the_same_release_once_more_is_no_change(book: GameBook, record: str) -> None:
    """The trail tells of what changed: not of the same said again, and of the way back once more."""
    for days in (3, 3, 4, 3):
        book.access.release_record(REC, record, Release(listed=Listed.PLAYERS, hands=HandsOpen.DAYS, days=days))
    told = [step.reason for step in reversed(book.access.hand_trail(REC, record)) if step.ground == "opened"]
    assert [reason.split(", ")[2] for reason in told] == ["hands days 3", "hands days 4", "hands days 3"]


def first_command(book: GameBook, record: str) -> Any:
    """Return something that can be done at the end of a record."""
    view = book.record(REC, record, OPEN)
    play = view.game.play
    assert play is not None
    return play.legal(view.position(view.steps))[0]


def test_players_write_what_they_do(book: GameBook, record: str) -> None:
    """Where the owner lets them, players write their own seat's commands while the game runs; no other's, and no facts."""
    view = book.record(REC, record, OPEN)
    command = first_command(book, record)
    mover, other = (ANA, BEN) if command.seat == A else (BEN, ANA)
    with pytest.raises(NotYours):
        book.command(mover, record, command, expected=view.steps)
    book.access.release_record(REC, record, Release(players_write=True))
    with pytest.raises(NotYours, match="their own seat"):
        book.command(other, record, command, expected=view.steps)
    for caller in (mover, other):
        with pytest.raises(NotYours):
            book.writing.note(caller, record, GapNoted(), expected=view.steps)
    with pytest.raises(StaleVersion):
        book.command(mover, record, command, expected=view.steps - 1)
    assert book.command(mover, record, command, expected=view.steps) > view.steps


def test_hands_after_days_and_when_all_agree(book: GameBook, record: str, clock: Clock) -> None:
    """Days count from the closing, which may not lie ahead; all seats must have an account that agrees, and may change its mind."""
    book.access.close_record(REC, record)
    book.access.close_finally(REC, record)
    book.access.release_record(REC, record, Release(listed=Listed.PLAYERS, hands=HandsOpen.DAYS, days=3))
    assert eyes_of(book, ANA, record) == MINE_A
    clock.now += timedelta(days=3, hours=1)
    assert eyes_of(book, ANA, record) == OPENED
    clock.now -= timedelta(days=9)
    assert eyes_of(book, ANA, record) == MINE_A
    book.access.release_record(REC, record, Release(listed=Listed.PLAYERS, hands=HandsOpen.AGREED))
    book.access.agree_to_hands(ANA, record, agreed=True)
    assert eyes_of(book, ANA, record) == MINE_A
    book.access.agree_to_hands(BEN, record, agreed=True)
    assert eyes_of(book, ANA, record) == OPENED
    book.access.seat_account(REC, record, B, "eve")
    assert eyes_of(book, ANA, record) == MINE_A
    book.access.agree_to_hands(EVE, record, agreed=True)
    assert eyes_of(book, ANA, record) == OPENED
    book.access.agree_to_hands(ANA, record, agreed=False)
    assert eyes_of(book, EVE, record) == MINE_B
    book.access.seat_account(REC, record, B, None)
    book.access.agree_to_hands(ANA, record, agreed=True)
    assert eyes_of(book, ANA, record) == MINE_A
    with pytest.raises(RecordNotFound):
        book.access.agree_to_hands(BEN, record, agreed=True)


def test_an_admin_opens_a_hand_for_a_reason(book: GameBook, record: str, clock: Clock) -> None:
    """Of a closed record, that hand alone, for some hours and in that session; owner and players read who and why."""
    book.access.open_hand(ADA, record, A, "a complaint")
    assert eyes_of(book, ADA, record) == PUBLICLY
    book.access.close_record(REC, record)
    assert eyes_of(book, ADA, record) == MINE_A
    assert eyes_of(book, replace(ADA, via="another session"), record) == PUBLICLY
    clock.now += timedelta(hours=13)
    assert eyes_of(book, ADA, record) == PUBLICLY
    for caller in (REC, OPERATOR):
        told = [(step.account, step.viewer, step.reason) for step in book.access.hand_trail(caller, record)]
        assert (ADA.account, "A", "a complaint") in told
    for caller in (REC, ANA, EVE):
        with pytest.raises((NotYours, RecordNotFound)):
            book.access.open_hand(caller, record, A, "curiosity")
    for reason in ("", "  ", "x" * 301, "two\nlines"):
        with pytest.raises(MalformedCommand):
            book.access.open_hand(ADA, record, A, reason)


def test_an_arbiter_sees_a_closed_record_with_a_case(book: GameBook, record: str) -> None:
    """Not a running one, and none without a dispute."""
    assert eyes_of(book, ARB, record) is None
    case = book.cases.open_case(REC, record, 1, "?").id
    assert eyes_of(book, ARB, record) is None
    book.access.close_record(REC, record)
    assert eyes_of(book, ARB, record) == OPENED
    assert case
    assert [step.ground for step in book.access.hand_trail(ARB, record) if step.account == ARB.account] == ["case"] * 3


def test_trails_are_left_before_the_answer(book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a session, record and viewer; not for one's own seat and what is public. Where no trail can be left, nothing is shown."""
    book.access.close_record(REC, record)
    book.access.close_finally(REC, record)
    book.access.release_record(REC, record, Release(listed=Listed.PLAYERS, hands=HandsOpen.NOW))
    for _ in range(2):
        book.record(ANA, record, B)
        book.record(ANA, record, A)
        book.record(ANA, record, PUBLIC)
    looked = [(step.account, step.viewer, step.ground) for step in book.access.hand_trail(BEN, record) if step.ground not in CHANGES]
    assert looked == [(ANA.account, "B", "released")]
    monkeypatch.setattr(book._office.store.access, "leave_trail", lambda _step: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        book.record(ANA, record, OPEN)


def test_names_that_stand_in_words_cannot_be_kept_back(book: GameBook, record: str) -> None:
    """A record whose words hold a player's name is listed without names to nobody who does not know them."""
    steps = book.record(REC, record).steps
    book.writing.note(REC, record, GapNoted(why="Ben left the room"), expected=steps)
    with pytest.raises(MalformedCommand, match="'Ben' stands in 1 of its texts"):
        book.access.release_record(REC, record, Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC))
    book.access.release_record(REC, record, Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, names=True))
    assert dict(book.record(EVE, record).names) == {A: "Ana", B: "Ben"}


def test_names_are_shown_as_released(book: GameBook, record: str) -> None:
    """Without names nobody but those whose record it is reads them, and a name in ``as`` names nobody."""
    book.access.close_record(REC, record)
    book.access.release_record(REC, record, Release(listed=Listed.EVERYBODY, after=Onlookers.HANDS, hands=HandsOpen.NOW))
    for caller in (EVE, ANONYMOUS):
        assert dict(book.record(caller, record).names) == {}
        assert dict(book.records.export(caller, record, B).names) == {}
        with pytest.raises(RecordsError) as refused:
            book.record(caller, record, "Ben")
        assert "Ben" not in str(refused.value).replace("'Ben'", "")
        assert [dict(entry.names) for entry in book.records.shelf(caller).entries] == [{}]
        assert book.records.shelf(caller, ShelfQuery(text="ben")).entries == ()
    assert book.record(ANA, record, "Ben").viewer == B


def test_uploader_hidden_twin(book: GameBook) -> None:
    """The same file, and the same export, brought by two accounts: each has a record of its own, and no answer tells of the other's."""
    other = account("rick", Role.RECORDER)
    book._office.store.accounts.put(Account(key=other.account, name="rick", roles=frozenset({"recorder"}), created_at=NOON))
    whole = replace(finished(book), origin="d" * 64)
    first, second = (book.writing.add(caller, whole)[0] for caller in (REC, other))
    assert not second.already
    assert first.id != second.id
    assert book.writing.add(REC, whole)[0] == replace(first, already=True)
    book.writing.remember_file(REC, "f" * 64, [first.id])
    assert book.writing.known_file(other, "f" * 64) == []
    assert [one.id for one in book.writing.known_file(REC, "f" * 64)] == [first.id]
    exported = book.records.export(REC, first.id, OPEN)
    taken = book.writing.take_in(other, exported)
    assert (taken.already, taken.id == first.id) == (False, False)
    assert book.writing.take_in(other, exported).already
    assert book.writing.take_in(ADA, exported).already  # who may know of everything is told


def test_stranger_which_ids_exist(book: GameBook, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is hidden is answered as what is missing: the same words, after the same questions to the store."""
    said = []
    asked: list[str] = []

    def hear(owner: type, name: str) -> None:
        real = getattr(owner, name)

        def heard(*args: Any, **more: Any) -> Any:
            asked.append(name)
            return real(*args, **more)

        monkeypatch.setattr(owner, name, heard)

    for one in (record, "0" * len(record)):
        asked.clear()
        for name in ("read_access", "read_info", "read_rows", "last_version"):
            hear(type(book._office.store._rows), name)
        for name in ("info", "read", "bound", "ids_with_prefix", "ids", "tombstones"):
            hear(Store, name)
        hear(ShelfTable, "hits")
        hear(AccessRows, "trail")
        answers: list[str] = []
        for caller in (EVE, ARB, ANONYMOUS):
            for look in (
                lambda of: book.record(caller, of),  # noqa: B023 -- called at once
                lambda of: book.records.export(caller, of),  # noqa: B023
                lambda of: book.records.trash(caller, of),  # noqa: B023
                lambda of: book.notes.layers(caller, of),  # noqa: B023
                lambda of: book.access.hand_trail(caller, of),  # noqa: B023
                lambda of: book.records.resolve(caller, of),  # noqa: B023
            ):
                with pytest.raises(RecordNotFound) as refused:
                    look(one)
                answers.append(str(refused.value).replace(one, "ID"))
        monkeypatch.undo()
        said.append((answers, [*asked]))
    assert said[0] == said[1]
    assert "read_access" in said[0][1]


def test_the_trash_is_the_owners(book: GameBook, record: str) -> None:
    """What lies there is not there for others, whatever was released; its owner finds it, and an admin."""
    book.access.close_record(REC, record)
    book.access.release_record(REC, record, Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, names=True))
    book.records.trash(REC, record)
    for caller in (ANA, EVE, ANONYMOUS, ARB):
        assert eyes_of(book, caller, record) is None
        assert book.records.shelf(caller, ShelfQuery(trash=Trash.INCLUDED)).entries == ()
    for caller in (REC, ADA):
        assert [entry.id for entry in book.records.shelf(caller, ShelfQuery(trash=Trash.ONLY)).entries] == [record]
    with pytest.raises(NotYours):
        book.records.purge(REC, record)
    assert book.records.purge(ADA, record) > 0


def test_a_store_with_accounts_has_no_local_user(book: GameBook, record: str) -> None:
    """As soon as there is an account the book asks the policy of accounts, and the local caller is nobody."""
    with GameBook.open(book.address, games=book.games) as opened:
        for caller in (LOCAL, Caller("")):
            with pytest.raises(RecordNotFound):
                opened.record(caller, record)
            with pytest.raises(NotYours):
                opened.writing.begin(caller, NewTable(game="castle-rampage", names=("x", "y"), begins=A, dealt=True))
        assert opened.record(REC, record, OPEN).viewer is OPEN


def test_what_each_role_may(book: GameBook, record: str) -> None:
    """Beside its own: recorders add, arbiters close and open, admins keep; nobody else does anything."""
    book.access.close_record(REC, record)
    book.access.release_record(REC, record, Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, names=True))
    policy = book._office.gate
    allowed = {
        caller.name: {one.value for one in Permission if policy.may(caller, one) or policy.may(caller, one, record)} for caller in EVERYBODY
    }
    assert allowed == {
        "ana": {"annotate", "dispute", "trail"},
        "ben": {"annotate", "dispute", "trail"},
        "rec": {"add", "annotate", "close", "dispute", "name", "release", "reopen", "share", "trail", "trash", "write"},
        "eve": {"annotate"},
        "tom": {"annotate", "share", "teach"},
        "arb": {"annotate", "close", "correct", "dispute", "reopen", "rule", "trail"},
        "ada": {"add", "annotate", "close", "forget", "keep", "name", "people", "purge", "release", "trail", "trash"},
        "anonymous": set(),
        "operator": {one.value for one in Permission},
        "link": set(),
    }
