"""The pages of disputes: those about a record, one of them, and its ruling on a sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeVar

from flask import url_for

from records.core.ids import SeatKey
from records.core.secret import ALL
from records.core.sentences import N_
from records.core.viewers import OPEN, PUBLIC, CallerKind, viewer_key
from records.errors import AmbiguousEntry, MalformedCommand, RecordNotFound, SeatNotFound
from records.rulings.claims import play_at, readings_that_tell
from records.rulings.orders import told_alike
from records.rulings.redoing.plays import recorded_plays
from records.service.access import Permission
from records.service.cases.views import ARBITER
from records.service.views import rereading
from web.disputes import cases_part
from web.looking import check_step, look_at, refuse_suspense
from web.pages.cases.results import DRAWN, NOBODY, TEAM
from web.pages.replay.differing import differing
from web.pages.replay.table import ShownTable
from web.problems import Refused
from web.queries import read_number
from web.words.cases import ANSWERS, REPRODUCED, SAYS, STANDING, TEXTS, VERDICTS
from web.words.games import game_face
from web.words.outcomes import adjusted_result
from web.words.texts import _, day, listing, ngettext, number
from web.words.wording import say, say_plainly, seat_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from markupsafe import Markup

    from records.core.editions.rulesets import Ruleset
    from records.core.viewers import Caller
    from records.projections.timeline import Timeline
    from records.rulings.claims import PlayRead
    from records.service import GameBook, RecordView
    from records.service.cases.brought import FiledCase
    from records.service.cases.views import AnswerView, CaseView, ClaimView, RulingView, TextReaders
    from records.service.desks.case_reading import CasesPart
    from records.studies.layers.events import RuleReading

T = TypeVar("T")
MOST_CASES = 30
"""Disputes on one page."""
STOPS = {
    "refused": N_("The rules forbid what was decided."),
    "unanswered": N_("A question is asked that nobody answered."),
    "after the end": N_("The game is over here; the record goes on."),
}


@dataclass(frozen=True, slots=True)
class ToldLine:
    """A sentence of a play as a reading decides it, beside the recorded one."""

    sentence: Markup | str
    rule: str
    sort: str
    """``same`` as recorded, ``new``, ``gone`` (recorded, and does not happen), or ``more``: several that are as recorded."""


@dataclass(frozen=True, slots=True)
class SwitchOffer:
    """A reading of one switch, as a form offers it."""

    key: str
    title: str


def cases_page(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> CasesPage:
    """Return the disputes about a record, and the form for a new one.

    Raises Refused (404 for a record or step that is not there, 422 in suspense), and NotYours.
    """
    view, at = look_at(book, caller, record, asked)
    refuse_suspense()
    may = book.access.allows(caller, Permission.ASK if caller.kind is CallerKind.LINK else Permission.DISPUTE, record)
    part = cases_part(book, caller, view, after=asked.get("after", ""), most=MOST_CASES)
    return CasesPage(book, view, at, part, may=may, sent=asked.get("sent") == "on")


def case_page(book: GameBook, caller: Caller, case: str, asked: Mapping[str, str], *, printed: bool = False) -> CasePage:
    """Return one dispute as its reader may have it; raises Refused (404 for one that is not theirs, 422 in suspense), and NotYours.

    What is printed is read by others too: its play names every seat, also the reader's.
    """
    reader = asked.get("as")

    def page() -> CasePage:
        if (brought := book.cases.brought_case(caller, case, reader)) is not None:
            return BroughtPage(book, brought, read_number("at", asked["at"]) if "at" in asked else None)
        found = book.cases.case(caller, case, reader)
        seen = book.cases.case_log(caller, case, reader)
        names = book.record(caller, found.record, PUBLIC if found.viewer == ARBITER else reader)
        return CasePage(book, replace(names, seen=seen), found, printed=printed, line=names.timeline)

    return read_case(page, reader)


def read_case(read: Callable[[], T], reader: str | None) -> T:
    """Return what is ``read`` of a dispute for a reader; raises Refused (404 for one that is not theirs, 422 in suspense), and NotYours."""
    refuse_suspense()
    try:
        return read()
    except RecordNotFound as error:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no case with this id."), ("path", "case")) from error
    except (SeatNotFound, AmbiguousEntry) as error:
        reason = _("“%(viewer)s” is not a viewer of this record: say a seat's key, a player's name, public or open.", viewer=reader)
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "as")) from error


def address(endpoint: str, case: str, reader: str) -> str:
    """Return the address of a page of a case for a reader."""
    return f"{url_for(endpoint, case=case)}?as={reader}"


class _Of:
    """What both pages say of a record."""

    def __init__(self, book: GameBook, view: RecordView, viewer: str, line: Timeline | None = None) -> None:
        """``line`` numbers the steps where what is seen ends sooner: for the arbiter, the public's."""
        self._view, self.viewer, self._line = view, viewer, line or view.timeline
        self.record = view.header.record
        self.game = game_face(book.games, view.header.game)
        self.names = tuple(seat_name(seat, view.names) for seat in view.header.seats)
        self.path = url_for("cases.beside", record=self.record)

    def to(self, at: int) -> str:
        """Return the address of a step for the same viewer; the arbiter's is the public's."""
        eyes = viewer_key(PUBLIC) if self.viewer == ARBITER else self.viewer
        return f"{url_for('pages.replay', record=self.record)}?at={at}&as={eyes}"

    def case(self, case: str) -> str:
        """Return the address of a case for the same reader."""
        return address("cases.case", case, self.viewer)

    def standing(self, word: str) -> str:
        """Return how a case or a ruling stands, in words."""
        return _(STANDING[word])

    def seat(self, seat: SeatKey) -> str:
        """Return who sits there."""
        return seat_name(seat, self._view.names)

    @property
    def seats(self) -> Sequence[SeatKey]:
        """All seats."""
        return self._view.header.seats

    def called(self, who: str) -> str:
        """Return the name of a seat that is given by its key; other words stay."""
        return next((self.seat(seat) for seat in self.seats if seat == who), who)

    def nth(self, at: int) -> str:
        """Return the number of the step after event ``at``, as the arrows count."""
        return number(self._line.step_number(at))

    def step(self, at: int) -> str:
        """Return what a step is called, with its first sentence."""
        told = next((step for step in reversed(self._view.timeline.told) if step.version <= at and step.lines and not step.cut), None)
        if told is None:
            return _("Step %(n)s", n=self.nth(at))
        return _("Step %(n)s: %(what)s", n=self.nth(at), what=say_plainly(told.lines[0], self._view.names, self._view.faces))


class CasesPage(_Of):
    """What the template of a record's disputes may ask."""

    def __init__(self, book: GameBook, view: RecordView, at: int, part: CasesPart, *, may: bool, sent: bool) -> None:
        super().__init__(book, view, viewer_key(view.viewer))
        self.at, self.cases, self.sent, self._may = at, part.cases, sent, may
        self.more = f"{self.path}?at={at}&as={self.viewer}&after={part.cases[-1].id}" if part.more else ""

    @property
    def may_open(self) -> bool:
        """Whether the step belongs to a play that the caller can dispute."""
        if not self.at or not self._may:
            return False
        try:
            play_at(recorded_plays(self._view.game, self._view.header, self._view.events), self.at)
        except MalformedCommand:
            return False
        return True


class CasePage(_Of):
    """What the template of one dispute may ask."""

    def __init__(self, book: GameBook, view: RecordView, case: CaseView, *, printed: bool = False, line: Timeline | None = None) -> None:
        super().__init__(book, view, case.viewer, line)
        self._book = book
        self._told = replace(view, seen=view.seen.by_name()) if printed else view
        self.found = case
        self.here = self.case(case.id)
        self.sheet = address("cases.ruling", case.id, self.viewer)
        self.offline = address("offline.case", case.id, self.viewer)
        self.table: ShownTable | None = None

    @property
    def record_path(self) -> str:
        """Address of the record's disputes, "" where the record is not here."""
        return self.path

    @property
    def where(self) -> str:
        """Event, round and table, as far as they are named."""
        header = self.found.header
        round_ = _("round %(name)s", name=header.round) if header.round else ""
        table = _("table %(name)s", name=header.table) if header.table else ""
        return ", ".join(filter(None, (header.event, round_, table)))

    @property
    def eyes(self) -> tuple[tuple[str, str, bool], ...]:
        """Through whose eyes the case can be read: address, name, whether it is so now."""
        known = [*((str(seat), self.seat(seat)) for seat in self.seats), ("public", _("The public")), ("open", _("Open table"))]
        known.append((ARBITER, _("Arbiter")))
        return tuple((address("cases.case", self.found.id, key), name, key == self.viewer) for key, name in known)

    @property
    def recorded(self) -> tuple[tuple[Markup, str], ...]:
        """The disputed play as it was recorded: sentences with their paragraphs."""
        play = self.found.play
        return self._sentences(self._told, range(play.first, play.last + 1))

    def by(self, of: RuleReading, known: Ruleset | None) -> tuple[str, ...]:
        """Return a reading in words: its ruleset, then each switch that is set apart from it."""
        if known is None:
            return (of.ruleset, *(f"{name}: {value}" for name, value in of.switches))
        apart = dict(of.switches)
        points = (
            f"{_(switch.title)}: {_(switch.choice(known[switch.name]).title)} (§ {switch.paragraph})"
            for switch in known.switches
            if switch.name in apart
        )
        return (_(known.title), *points)

    def follows(self, read: PlayRead | None) -> tuple[ToldLine, ...]:
        """Return what follows by a reading, set against what was recorded; none where it is that, or stops."""
        if read is None or not read.otherwise or read.stop is not None:
            return ()
        view = replace(self._told, seen=rereading.play_as_log(self._told.seen, read))
        lines = tuple(_against(self.recorded, self._sentences(view, range(read.play.first, view.steps + 1))))
        return lines if any(line.sort in {"new", "gone"} for line in lines) else (*lines, *self._beyond(read, view))

    def _beyond(self, read: PlayRead, view: RecordView) -> Iterator[ToldLine]:
        """Yield what differs where the sentences are the same: places and figures afterwards, or an order."""
        tables = ShownTable(self._told, read.play.last), ShownTable(view, view.steps)
        rows = differing(tables)
        for title, (was, would) in rows:
            yield ToldLine(_("Afterwards: %(title)s: %(words)s", title=title, words=was), "", "gone")
            yield ToldLine(_("Afterwards: %(title)s: %(words)s", title=title, words=would), "", "new")
        if not rows:
            recorded = (one.event for batch in read.play.batches for one in batch)
            yield ToldLine(say(told_alike(recorded, (event for _v, _cause, event in read.events)), self._view.names), "", "new")

    def stops(self, read: PlayRead | None) -> str:
        """Return why the play cannot be gone on with by a reading, "" where it can."""
        if read is None or read.stop is None:
            return ""
        told = _(STOPS.get(read.stop.kind, VERDICTS["cannot be judged"]))
        why = say_plainly(read.stop.why, self._view.names, self._view.faces) if read.stop.why is not None else ""
        return " ".join(filter(None, (told, why, f"(§ {read.stop.paragraph})" if read.stop.paragraph else "")))

    def says(self, claim: ClaimView) -> str:
        """Return what a claim says, in words."""
        return _(SAYS[claim.body.says])

    def verdict(self, claim: ClaimView) -> str:
        """Return what became of a claim, in words."""
        return _(VERDICTS[claim.verdict])

    def answer(self, one: AnswerView) -> str:
        """Return what sort of answer it is, in words."""
        return _(ANSWERS[one.kind])

    def read_by(self, written: TextReaders) -> str:
        """Return who may read a text, and how sure it is that it tells them nothing new."""
        if written.known_to == ALL:
            who = _("for everybody")
        elif written.known_to:
            who = _("for %(names)s", names=listing([self.called(seat) for seat in written.known_to]))
        else:
            who = _("for the open table")
        how = _("proven") if written.status.value == "proven" else _("declared")
        return f"{who}, {how}"

    def day(self, written: TextReaders) -> str:
        """Return the day on which something was written."""
        return day(written.at)

    def adjusted(self, ruling: RulingView) -> str:
        """Return the adjusted result in words, "" where there is none."""
        return adjusted_result(ruling.body.adjusted, self._view.names, self.seats if self.game.together else ())

    @property
    def results(self) -> tuple[tuple[str, str], ...]:
        """The results that a ruling can give: the form's value, and words. Who plays together wins and loses together."""
        won = tuple((str(seat), _("%(name)s wins", name=self.seat(seat))) for seat in self.seats)
        if not self.game.together:
            return (*won, (DRAWN, _("drawn")), (NOBODY, _("lost by all")))
        return ((TEAM, _("The team wins")) if len(won) > 1 else won[0], (NOBODY, _("lost by all")))

    @property
    def last(self) -> RulingView | None:
        """The ruling that stands, in force or appealed."""
        return next((one for one in self.found.rulings if one.standing.value != "overruled"), None)

    @property
    def erasable(self) -> tuple[tuple[str, str], ...]:
        """Texts that can be erased, as far as this reader has them: id and title."""
        titles = {one.id: f"{self.called(one.body.party)}: {self.says(one)}" for one in self.found.claims if not one.written.erased}
        titles |= {one.id: _("Ruling by %(name)s", name=self.called(one.body.by)) for one in self.found.rulings}
        return tuple((what, titles.get(what) or _(TEXTS[what])) for what in self.found.erasable)

    @property
    def next_party(self) -> str:
        """Name of a seat that has claimed nothing yet; "" where all have."""
        claimed = {self.called(one.body.party) for one in self.found.claims}
        return next((self.seat(seat) for seat in self.seats if self.seat(seat) not in claimed), "")

    @property
    def rulesets(self) -> tuple[tuple[str, str], ...]:
        """The rulesets of the game: name and title."""
        return tuple((name, _(one.title)) for name, one in self._view.game.rules.rulesets.items())

    @cached_property
    def quarrels(self) -> tuple[SwitchOffer, ...]:
        """The readings by which the disputed play would go otherwise, as far as this reader's log tells: what a quarrel can be about."""
        try:
            own = self._view.reading()
        except MalformedCommand:
            return ()
        record = recorded_plays(self._view.game, self._view.header, self._view.events)
        named = {switch.name: switch for switch in own.switches}
        return tuple(
            SwitchOffer(f"{name}={value}", f"{_(named[name].title)}: {_(named[name].choice(value).title)}")
            for name, value in readings_that_tell(record, self.found.play, own)
        )

    @cached_property
    def switches(self) -> tuple[tuple[str, str, tuple[SwitchOffer, ...]], ...]:
        """Each switch with what the record plays, and the values that a form offers instead."""
        try:
            own = self._view.reading()
        except MalformedCommand:
            return ()
        return tuple(
            (
                f"{_(switch.title)} (§ {switch.paragraph})",
                _(switch.choice(own[switch.name]).title),
                tuple(SwitchOffer(f"{switch.name}={one.name}", _(one.title)) for one in switch.choices if one.name != own[switch.name]),
            )
            for switch in own.switches
        )

    def _sentences(self, view: RecordView, versions: range) -> tuple[tuple[Markup, str], ...]:
        steps = (step for step in view.timeline.told if step.version in versions and not step.cut)
        return tuple((say(line, view.names, view.faces), step.rule) for step in steps for line in step.lines)


class BroughtPage(CasePage):
    """What the same template may ask of a dispute that came as a file."""

    def __init__(self, book: GameBook, filed: FiledCase, at: int | None) -> None:
        super().__init__(book, filed.record, filed.view, printed=True)  # its importer sits nowhere
        self._filed = filed
        stops = [0, *self._view.timeline.stops]
        shown = self.found.play.first - 1 if at is None else at
        check_step(self._view, shown)
        self._nth = max(nth for nth, stop in enumerate(stops) if stop <= shown)
        self._stops = stops
        self.table = ShownTable(self._view, stops[self._nth])
        self.reproduces = _(REPRODUCED[filed.verdict(book.games).found])

    @property
    def made_for(self) -> str:
        """Through whose eyes the file was made."""
        return self._eyes_of(viewer_key(self._filed.file.viewer))

    @property
    def record_path(self) -> str:
        """As of every dispute."""
        return self.path if self._filed.here else ""

    def to(self, at: int) -> str:
        """Return the address of a step: in the replay where the record is here, else on this page; "" behind the file's end."""
        return super().to(at) if self._filed.here else self._table_at(at) if at <= self._view.steps else ""

    @property
    def eyes(self) -> tuple[tuple[str, str, bool], ...]:
        """Through whose eyes it can be read: those of the file, and narrower ones."""
        whole = self._filed.file.viewer is OPEN
        own = viewer_key(self._filed.file.viewer)
        known = [*map(str, self.seats), viewer_key(PUBLIC), viewer_key(OPEN)] if whole else list(dict.fromkeys((own, viewer_key(PUBLIC))))
        return tuple((address("cases.case", self.found.id, key), self._eyes_of(key), key == self.viewer) for key in known)

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """The ways from step to step: what they are called, and the address, "" for the one that leads nowhere."""
        last = len(self._stops) - 1
        ways = ((_("First step"), 0), (_("Step back"), self._nth - 1), (_("Step on"), self._nth + 1), (_("Last step"), last))
        return tuple((name, self._table_at(self._stops[to]) if 0 <= to <= last and to != self._nth else "") for name, to in ways)

    def _table_at(self, at: int) -> str:
        return f"{self.here}&at={at}#table"

    def _eyes_of(self, key: str) -> str:
        return {viewer_key(PUBLIC): _("The public"), viewer_key(OPEN): _("Open table")}.get(key) or self.seat(SeatKey(key))


_AROUND = 2
"""Sentences as recorded that stand one by one; more of them are counted."""


def _against(recorded: Sequence[tuple[Markup, str]], told: Sequence[tuple[Markup, str]]) -> Iterator[ToldLine]:
    """Yield what a reading makes of a play beside what was recorded: what is new, what is gone, and between them how much is the same."""
    here, there = [str(sentence) for sentence, _rule in recorded], [str(sentence) for sentence, _rule in told]
    for tag, first, last, begin, end in SequenceMatcher(None, here, there, autojunk=False).get_opcodes():
        if tag == "equal":
            if end - begin > _AROUND:
                yield ToldLine(ngettext("%(num)s step as recorded", "%(num)s steps as recorded", end - begin), "", "more")
            else:
                yield from (ToldLine(sentence, rule, "same") for sentence, rule in told[begin:end])
        else:
            yield from (ToldLine(sentence, rule, "gone") for sentence, rule in recorded[first:last])
            yield from (ToldLine(sentence, rule, "new") for sentence, rule in told[begin:end])
