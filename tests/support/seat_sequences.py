"""Random sequences of allowed acts around one running game, and a model of the law of seats that judges them.

The model knows only what was answered: who sat where, what each account was shown, and whether the close was final. What is shown to
somebody who is not known (through a link, a study, a class, without an account) counts as shown to everybody.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from records.core.ids import SeatKey
from records.core.viewers import ANONYMOUS, OPEN, PUBLIC, Caller, CallerKind, Role, viewer_key
from records.errors import RecordsError
from records.service import GameBook, NewTable
from records.service.accounts.policy import AccountPolicy
from records.service.cases.drafts import NewRuling
from records.service.chapters.drafts import NewChapter
from records.service.desks.linking import NewLink
from records.store import CHANGES, Account, HandsOpen, Listed, Onlookers, Release, open_store
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

NAMES = ("ana", "ben", "cara", "arb", "ada", "rec")
ROLES = {
    "ana": (Role.RECORDER, Role.PLAYER, Role.TEACHER),
    "ben": (Role.PLAYER,),
    "cara": (Role.PLAYER, Role.TEACHER),
    "arb": (Role.ARBITER, Role.PLAYER),
    "ada": (Role.ADMIN, Role.ARBITER),
    "rec": (Role.RECORDER, Role.TEACHER),
}
EVERYBODY = "*"
SEATS = (SeatKey("A"), SeatKey("B"))
VIEWERS = (*SEATS, PUBLIC, OPEN)
MOST_ACTS = 20


class LawBroken(AssertionError):
    """A sequence after which somebody has more than the law gives them."""


@dataclass
class Seen:
    """What the model knows of one game."""

    sat: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Seats at which an account ever sat, the first one first."""
    together: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Seats that an account held from the start."""
    holders: dict[str, str] = field(default_factory=dict)
    shown: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Through whose eyes each account was shown the game, but those of the public."""
    written: bool = False
    """Whether players ever wrote."""
    changes: int = 0


class SeatSequence:
    """One game, and acts around it by callers of every kind."""

    def __init__(self, book: GameBook, seed: int) -> None:
        self.book, self.rng, self.seen = book, random.Random(seed), Seen()  # noqa: S311 -- tests
        self.roles = {name: frozenset(ROLES[name]) for name in NAMES}
        self.codes: dict[str, str] = {}
        """The last code of each seat that nobody used."""
        self.links: list[str] = []
        self.studies: list[tuple[str, str]] = []
        self.classes: list[tuple[Caller, str, str]] = []
        self.cases: list[str] = []
        self.done: list[str] = ["begun"]
        owner = self.rng.choice(("ana", "rec"))
        sits = self.rng.choice(((), (), ("A",), ("A", "B")))
        table = NewTable(game="castle-rampage", names=("x", "y"), begins=SEATS[0], dealt=True, sits=tuple(map(SeatKey, sits)))
        self.record = book.writing.begin(self.caller(owner), table)
        for seat in sits:
            self.seen.holders[seat] = owner
            self.seen.sat[owner].append(seat)
        self.seen.together = {owner: sits}
        self.seen.written = len(sits) == 1
        self._changed(really=bool(sits))
        self.acts: tuple[tuple[int, str, Callable[[], object]], ...] = (
            (6, "code", self.code),
            (6, "take", self.take),
            (3, "assign", self.assign),
            (3, "leave", self.leave),
            (4, "call free", self.call_free),
            (1, "give", self.give),
            (3, "release", self.release),
            (3, "close", self.close),
            (3, "reopen", self.reopen),
            (1, "final", self.final),
            (8, "look", self.look),
            (2, "link", self.link),
            (2, "case", self.case),
            (1, "study", self.study),
            (1, "class", self.in_class),
            (1, "roles", self.change_roles),
            (1, "trash", self.trash),
            (3, "restore", self.restore),
        )

    def caller(self, name: str) -> Caller:
        """Return an account as it asks now."""
        if name == EVERYBODY:
            return ANONYMOUS
        return Caller(name, CallerKind.ACCOUNT, account=name, roles=self.roles[name], via=f"session-{name}")

    def run(self) -> None:
        """Do some acts; raises ``LawBroken``."""
        self._open()
        weights, names = [one[0] for one in self.acts], [one[1] for one in self.acts]
        for _ in range(MOST_ACTS):
            number = self.rng.choices(range(len(names)), weights)[0]
            try:
                self.acts[number][2]()
            except RecordsError as refused:
                self.done[-1] += f" ({type(refused).__name__})"
                continue
            self.judge()

    # -- acts ----------------------------------------------------------------------------------------------------------

    def _who(self) -> tuple[str, Caller]:
        """Return somebody: who has a part in the game two times in three."""
        access = self.book._office.store.access.of(self.record)
        part = [] if access is None else [*filter(None, (access.owner, *(one.account for one in access.sittings)))]
        name = self.rng.choice(part if part and self.rng.random() < 2 / 3 else NAMES)
        return name, self.caller(name)

    def address(self) -> str:
        """Return an address that nobody came from before: guessing is not what is tried here."""
        return f"2001:db8:{self.rng.randrange(1 << 16):x}:{self.rng.randrange(1 << 16):x}::1"

    def _open(self) -> None:
        """Seat some people first, so that the law holds in most sequences."""
        access = self.book._office.store.access.of(self.record)
        owner = "" if access is None or access.owner is None else access.owner
        people = self.rng.sample([name for name in NAMES if name != owner], 2)
        for seat, name in zip(SEATS, people[: self.rng.choice((0, 1, 2, 2))], strict=False):
            if seat not in self.seen.holders:
                self._note(f"{name} sits down at {seat}")
                code = self.book.access.seat_code(self.caller(owner), self.record, seat)
                self.book.access.take_seat(self.caller(name), code, self.address())
                self._sits(name, seat)

    def _note(self, said: str) -> None:
        self.done.append(said)

    def code(self) -> None:
        """Make a code for a seat."""
        (name, caller), seat = self._who(), self.rng.choice(SEATS)
        self._note(f"{name}: code {seat}")
        self.codes[seat] = self.book.access.seat_code(caller, self.record, seat)

    def take(self) -> None:
        """Take a seat by a code."""
        if self.codes:
            name, caller = self._who()
            self._note(f"{name} takes a seat")
            chosen = self.rng.choice([*self.codes])
            self.done[-1] += f": {chosen}"
            _record, seat = self.book.access.take_seat(caller, self.codes[chosen], self.address())
            del self.codes[chosen]
            self._sits(name, seat)

    def assign(self) -> None:
        """Seat somebody, or empty a seat, without a code."""
        (name, caller), seat, whom = self._who(), self.rng.choice(SEATS), self.rng.choice((None, *NAMES))
        self._note(f"{name}: {whom} at {seat}")
        self.book.access.seat_account(caller, self.record, seat, whom)
        if whom is None:
            self._leaves(name, seat)
        else:
            self._sits(whom, seat)

    def leave(self) -> None:
        """Leave a seat."""
        (name, caller), seat = self._who(), self.rng.choice(SEATS)
        self._note(f"{name} leaves {seat}")
        self.book.access.leave_seat(caller, self.record, seat)
        self._leaves(name, seat)

    def call_free(self) -> None:
        """Call a seat free, for a reason."""
        (name, caller), seat = self._who(), self.rng.choice(SEATS)
        self._note(f"{name} calls {seat} free")
        self.book.access.call_seat_free(caller, self.record, seat, "away")
        self.seen.holders.pop(seat, None)
        self._changed()

    def give(self) -> None:
        """Give the record to somebody."""
        (name, caller), whom = self._who(), self.rng.choice((None, *NAMES))
        self._note(f"{name} gives it to {whom}")
        self.book.access.give_record(caller, self.record, whom)
        self._changed()

    def release(self) -> None:
        """Release something."""
        name, caller = self._who()
        release = Release(
            listed=self.rng.choice([*Listed]),
            after=self.rng.choice([*Onlookers]),
            hands=self.rng.choice((HandsOpen.NOW, HandsOpen.NOW, HandsOpen.NEVER)),
            names=True,
            players_write=self.rng.random() < 1 / 3,
        )
        self._note(f"{name} releases {release.listed}, {release.after}, {release.hands}, {release.players_write}")
        before = self.book._office.store.access.of(self.record)
        self.book.access.release_record(caller, self.record, release)
        access = self.book._office.store.access.of(self.record)
        self.seen.written |= release.players_write and access is not None and access.live
        self._changed(really=before is None or before.release != release)

    def close(self) -> None:
        """Close the game."""
        name, caller = self._who()
        self._note(f"{name} closes")
        was = self._live()
        self.book.access.close_record(caller, self.record)
        self._changed(really=was)

    def reopen(self) -> None:
        """Let the game go on."""
        name, caller = self._who()
        self._note(f"{name} reopens")
        access = self.book._office.store.access.of(self.record)
        self.book.access.reopen_record(caller, self.record)
        if access is not None and access.final:
            raise LawBroken(self._told("a close that was final is none"))
        self._changed(really=access is not None and not access.live)

    def final(self) -> None:
        """Close the game for good."""
        name, caller = self._who()
        self._note(f"{name} closes finally")
        access = self.book._office.store.access.of(self.record)
        self.book.access.close_finally(caller, self.record)
        self._changed(really=access is not None and not access.final)

    def look(self) -> None:
        """Look, or take along, through some eyes."""
        name = self.rng.choice((self._who()[0], self._who()[0], EVERYBODY))
        viewer = self.rng.choice(VIEWERS)
        self._note(f"{name} looks as {viewer_key(viewer)}")
        ways: tuple[Callable[[], object], ...] = (
            lambda: self.book.record(self.caller(name), self.record, viewer),
            lambda: self.book.records.export(self.caller(name), self.record, viewer),
            lambda: self.book.notes.begin_line(self.caller(name), self.record, 2, viewer=viewer),
            lambda: self.book.cases.cases(self.caller(name), self.record, viewer),
        )
        self.rng.choice(ways)()
        self._shown(name, viewer_key(viewer))

    def link(self) -> None:
        """Make a link, or follow one."""
        name, caller = self._who()
        if self.links and self.rng.random() < 2 / 3:
            found = self.book.sign_ins.caller_of_link(self.rng.choice(self.links), self.address())
            self._note("somebody follows a link")
            self._shown(EVERYBODY, viewer_key(self.book.record(found, self.record).viewer))
            return
        viewer = self.rng.choice(VIEWERS)
        self._note(f"{name} links {viewer_key(viewer)}")
        token, _row = self.book.access.share(caller, self.record, NewLink(viewer=viewer))
        self.links.append(token)
        self._shown(name, viewer_key(viewer))

    def case(self) -> None:
        """Open a case, close it, release a side to the arbiter, or read what was released."""
        name, caller = self._who()
        if not self.cases or self.rng.random() < 1 / 4:
            self._note(f"{name} opens a case")
            self.cases.append(self.book.cases.open_case(caller, self.record, 1, "?").id)
            return
        case = self.rng.choice(self.cases)
        match self.rng.randrange(4):
            case 0:
                seat = self.rng.choice(SEATS)
                self._note(f"{name} releases {seat} to the arbiter")
                self.book.cases.release_side(caller, case, seat)
            case 1:
                self._note(f"{name} rules")
                self.book.cases.rule(caller, case, NewRuling(by="x"))
            case _:
                self._note(f"{name} reads as the arbiter")
                self.book.cases.case_log(caller, case, "arbiter")
                self._shown(name, "arbiter")

    def study(self) -> None:
        """Publish a study with a chapter of the game, or read one."""
        name, caller = self._who()
        if self.studies and self.rng.random() < 2 / 3:
            study, chapter = self.rng.choice(self.studies)
            self._note(f"{name} reads a chapter")
            log = self.book.learning.chapter_shown(caller, study, chapter)
            self._shown(EVERYBODY, viewer_key(log.view.viewer))
            return
        viewer = self.rng.choice(VIEWERS)
        self._note(f"{name} writes a chapter through {viewer_key(viewer)}")
        made = self.book.studies.open_study(caller, "x").id
        self.book.studies.add_chapter(caller, made, NewChapter(title="x", record=self.record, last=2, viewer=viewer))
        self._shown(name, viewer_key(viewer))
        self.book.studies.list_study(caller, made, "everybody")
        published = self.book.studies.publish_study(caller, made)
        self.studies.append((made, published.chapters[0].id))

    def in_class(self) -> None:
        """Hold a class on the game, or look at what it shows."""
        name, caller = self._who()
        if self.classes and self.rng.random() < 2 / 3:
            teacher, held, _chapter = self.rng.choice(self.classes)
            self._note(f"the class of {teacher.name} looks")
            board = self.book.classes.live_board(self.caller(teacher.name), held)
            if board is not None:
                self._shown(EVERYBODY, viewer_key(board.viewer))
            return
        viewer = self.rng.choice(VIEWERS)
        self._note(f"{name} holds a class through {viewer_key(viewer)}")
        held = self.book.classes.open_class_on_record(caller, self.record, viewer_key(viewer), "x")
        self._shown(name, viewer_key(viewer))
        begun = self.book.classes.begin_session(caller, held.id)
        chapter = self.book.classes.taught_class(caller, begun.id).study.chapters[0].id
        self.book.classes.show(caller, begun.id, chapter, 1)
        self.classes.append((caller, begun.id, chapter))

    def change_roles(self) -> None:
        """Give an account other roles."""
        name = self.rng.choice(NAMES)
        self.roles[name] = frozenset(self.rng.sample([*Role], self.rng.randrange(1, 4))) | {Role.PLAYER}
        self._note(f"{name} becomes {', '.join(sorted(self.roles[name]))}")
        account = self.book._office.store.accounts.find(key=name)
        assert account is not None
        self.book._office.store.accounts.put(replace(account, roles=frozenset(map(str, self.roles[name]))))

    def trash(self) -> None:
        """Put the record into the trash."""
        name, caller = self._who()
        self._note(f"{name} puts it into the trash")
        self.book.records.trash(caller, self.record)

    def restore(self) -> None:
        """Take the record out of the trash."""
        name, caller = self._who()
        self._note(f"{name} takes it out of the trash")
        self.book.records.restore(caller, self.record)

    # -- the model -----------------------------------------------------------------------------------------------------

    def _live(self) -> bool:
        access = self.book._office.store.access.of(self.record)
        return access is not None and access.live

    def _sits(self, name: str, seat: str) -> None:
        """Note who sits down; whom they drive away never left."""
        before = self.seen.holders.get(seat)
        if before is not None and before != name and self.holds:
            raise LawBroken(self._told(f"{name} sits down on {before}'s seat {seat}"))
        keeps = self.book._office.store.access.of(self.record)
        another = any(seat in seats for one, seats in self.seen.sat.items() if one != name)
        self.seen.holders[seat] = name
        if seat not in self.seen.sat[name]:
            self.seen.sat[name].append(seat)
        if another and self.holds and keeps is not None and keeps.owner == name:
            raise LawBroken(self._told(f"{name} keeps the record and takes another's place"))
        if before != name:
            self._changed()

    def _leaves(self, name: str, seat: str) -> None:
        before = self.seen.holders.pop(seat, None)
        if before not in {None, name} and self.holds:
            raise LawBroken(self._told(f"{name} empties {before}'s seat {seat}"))
        self._changed(really=before is not None)

    def _shown(self, name: str, viewer: str) -> None:
        access = self.book._office.store.access.of(self.record)
        if access is not None and access.trashed and name != access.owner and Role.ADMIN not in self.roles.get(name, ()):
            raise LawBroken(self._told(f"{name} was shown what lies in the trash"))
        if viewer != PUBLIC.value:
            self.seen.shown[name].add(viewer)

    def _changed(self, *, really: bool = True) -> None:
        told = sum(step.ground in CHANGES for step in self.book._office.store.access.trail(self.record))
        if really and told <= self.seen.changes:
            raise LawBroken(self._told("a change is not in the trail"))
        self.seen.changes = told

    @property
    def holds(self) -> bool:
        """Whether the law holds: of a game that can go on, once two accounts sat there or players wrote."""
        access = self.book._office.store.access.of(self.record)
        if access is None or (not access.live and (access.final or not access.guarded)):
            return False
        return self.seen.written or len([one for one, seats in self.seen.sat.items() if seats]) > 1

    def judge(self) -> None:
        """Raise ``LawBroken`` where somebody who ever sat was shown what their seat's log lacks."""
        if not self.holds:
            return
        for name, seats in self.seen.sat.items():
            together = self.seen.together.get(name, ())
            if len(seats) > 1 and {*seats} != {*together}:
                raise LawBroken(self._told(f"{name} sat at {seats}"))
            shown = self.seen.shown[name] | self.seen.shown[EVERYBODY]
            if seats and (more := shown - {*seats}):
                raise LawBroken(self._told(f"{name} sat at {seats} and was shown {sorted(more)}"))

    def _told(self, why: str) -> str:
        return "\n".join((why, *self.done))


def opened(url: str) -> GameBook:
    """Return a book of a new store with accounts."""
    store = open_store(url)
    for name in NAMES:
        roles = frozenset(map(str, ROLES[name]))
        store.accounts.put(Account(key=name, name=name, roles=roles, created_at=datetime.now(UTC)))
    return GameBook(store, policy=AccountPolicy(store))


def first_broken(book: GameBook, seeds: Iterable[int]) -> str:
    """Return the first sequence that breaks the law, in words; "" where none does."""
    for seed in seeds:
        try:
            SeatSequence(book, seed).run()
        except LawBroken as broken:
            return f"seed {seed}: {broken}"
    return ""
