"""The part of ``GameBook`` for disputes: cases beside records, their claims, rulings and appeals (design/rulings: Cases)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.ids import SeatKey
from records.core.secret import ALL, audience
from records.core.viewers import OPEN, PUBLIC
from records.errors import AmbiguousEntry, CorruptRecord, MalformedCommand, NotThisRecord, NotYours, RecordNotFound
from records.knowledge.door import veil_released
from records.rulings.claims import play_at
from records.rulings.redoing.plays import recorded_plays
from records.service.access import Permission
from records.service.cases.files import CaseFile, case_file
from records.service.cases.precedents import Precedent, PrecedentMoment, precedent_moments, precedent_of
from records.service.cases.views import ARBITER, CaseView, case_view
from records.service.incoming import is_line
from records.service.layers import files as layer_files
from records.service.layers import notes as layer_notes
from records.service.layers.store import sealed
from records.service.views import rereading
from records.service.writing.record_builder import new_id
from records.store import folded
from records.studies.cases import events as ev
from records.studies.cases.texts import texts_of, writers
from records.studies.layers.events import RuleReading
from records.studies.layers.viewpoints import audience_of, viewer_from

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from records.core.game import Game
    from records.core.header import Header
    from records.core.secret import Audience
    from records.core.viewers import Caller, Viewer
    from records.service.access import AccessGate, AccessSight
    from records.service.cases.store import CaseStore, CaseStream, StoredCase
    from records.service.head_cache import HeadCache
    from records.service.log_reader import LogReader
    from records.service.seen_log import SeenLog
    from records.store import Head, RecordInfo, Store
    from records.studies.layers.events import NoteSight

LONGEST_TEXT = 10_000
"""Characters of a question, a claim or a ruling."""
LONGEST_LINE = 100
MOST_CITES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingNamed:
    """A reading of the rules as somebody names it."""

    ruleset: str = ""
    """"" for the record's own."""
    switches: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClaim:
    """What one side says; ``says`` and ``patterns`` as ``check_claim`` takes them."""

    party: str
    reading: ReadingNamed
    says: str = "otherwise"
    patterns: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRuling:
    """What an arbiter decides."""

    by: str
    text: str = ""
    reading: ReadingNamed | None = None
    cites: tuple[str, ...] = ()
    winners: tuple[str, ...] | None = None
    """Seats that won by the adjusted result; () for nobody, None where the played result stands."""
    drawn: bool = False
    correction: int | None = None
    """Version of the event of the record that carries it out."""


class CaseBook:
    """Disputes. Every method names its caller first and asks the policy."""

    if TYPE_CHECKING:
        games: Mapping[str, Game]
        _store: Store
        _gate: AccessGate
        _logs: LogReader
        _cases: CaseStore
        _spoken: HeadCache[tuple[PrecedentMoment, ...]]

        def _known(self, record: str) -> tuple[RecordInfo, Header]: ...
        def _seen(self, header: Header, head: Head, viewer: Viewer, upto: int | None = None) -> SeenLog: ...
        def _looking(self, header: Header, viewer: Viewer, events: tuple[Any, ...]) -> SeenLog: ...
        def _looked(self, caller: Caller, record: str, viewer: Viewer | str | None) -> tuple[AccessSight, RecordInfo, Header, Viewer]: ...

    # -- reading -------------------------------------------------------------------------------------------------------

    def cases(self, caller: Caller, record: str, viewer: Viewer | str | None = None) -> list[CaseView]:
        """Return the disputes about a record that a viewer may read, the oldest first; raises as ``GameBook.record`` does."""
        sight, info, header, eyes = self._looked(caller, record, viewer)
        beside = self._cases.beside(record)
        if not beside:
            return []
        seen = self._seen(header, info.head, eyes, sight.upto)
        return [view for case in beside if (view := case_view(case, seen, eyes)) is not None]

    def all_cases(self, caller: Caller, viewer: Viewer | str | None = None, *, event: str | None = None) -> list[CaseView]:
        """Return every dispute that the caller may read as such a viewer of its record, by event, round and table."""
        self._gate.check_shelf(caller)
        found = []
        for case in self._cases.all():
            if event is not None and case.header.event != event:
                continue
            try:
                found.append(self.case(caller, case.header.stream, viewer))
            except (RecordNotFound, NotYours):
                continue
        return sorted(found, key=lambda one: (one.header.event, one.header.round, one.header.table, one.header.opened, one.id))

    def case(self, caller: Caller, case: str, viewer: Viewer | str | None = None) -> CaseView:
        """Return a dispute as a viewer of its record may read it, or as the ``arbiter`` who is shown what its sides released.

        Raises ``RecordNotFound`` where it is not for that viewer, ``NotYours``.
        """
        read, seen, eyes = self._case_seen(caller, case, viewer)
        view = case_view(read, seen, eyes, read.state.released)
        if view is None:
            raise RecordNotFound(f"no case {case!r}")
        return view

    def case_log(self, caller: Caller, case: str, viewer: Viewer | str | None = None) -> SeenLog:
        """Return the record of a dispute as its reader is shown it: for the ``arbiter`` up to the disputed play."""
        return self._case_seen(caller, case, viewer)[1]

    def case_file(self, caller: Caller, case: str, viewer: Viewer | str | None = None) -> CaseFile:
        """Return a dispute with all that is needed to reproduce it elsewhere, as a viewer of its record may have it.

        Raises ``NotYours`` for the arbiter, who has a share of several sides' logs and so no file of one of them.
        """
        view = self.case(caller, case, viewer)
        if view.viewer == ARBITER:
            raise NotYours("a case file is made for the open table, the public or a seat")
        read = self._cases.read(case)
        info, header = self._known(view.record)
        return case_file(self.games[header.game], header, self._logs.stored(header, info.head), info.key, read, view)

    def resolve_case(self, caller: Caller, text: str) -> str:
        """Return the id of the case that ``text`` is, or begins (4 characters or more)."""
        self._gate.check_shelf(caller)
        found = self._store.ids_with_prefix(text, ev.CASE) if len(text) >= 4 else []  # noqa: PLR2004 -- as for records
        if not found:
            raise RecordNotFound(f"no case {text!r}; give its id or at least the first 4 characters")
        if len(found) > 1 and text not in found:
            raise AmbiguousEntry(f"{text!r} begins {len(found)} ids: {', '.join(found[:5])}")
        return text if text in found else found[0]

    def is_case(self, caller: Caller, stream: str) -> bool:
        """Whether an id is that of a case."""
        self._gate.check_shelf(caller)
        return stream in self._store.ids_with_prefix(stream, ev.CASE)

    def adjusted(self, caller: Caller, records: Sequence[str]) -> Mapping[str, ev.AdjustedResult]:
        """Return the adjusted result of each of some records that has one by a ruling in force which everybody may read."""
        self._gate.check_shelf(caller)
        found: dict[str, ev.AdjustedResult] = {}
        for case in self._store.bound_of(records, ev.CASE):
            try:
                read = self._cases.read(case)
            except (RecordNotFound, CorruptRecord):
                continue  # deleted meanwhile, or damaged: verify tells of it
            ruling = read.state.ruling
            if read.trashed or ruling is None or ruling.written.sealed.known_to != ALL:
                continue
            if isinstance(ruling.written.sealed.body, msgspec.UnsetType):
                continue  # its words were erased
            body = msgspec.json.decode(ruling.written.sealed.body, type=ev.RulingBody)
            if body.adjusted is not None:
                found[read.header.of.record] = body.adjusted
        return found

    def precedents(self, caller: Caller, *, game: str = "", paragraph: str = "", card: str = "") -> list[Precedent]:
        """Return the rulings in force that everybody may read, by game, paragraph and card (its name in the catalogue)."""
        self._gate.check_shelf(caller)
        return [
            one
            for one in self._all_precedents()
            if (not game or one.game == game) and (not paragraph or paragraph in one.paragraphs) and (not card or card in one.cards)
        ]

    def precedent_moments(self, caller: Caller, record: str, viewer: Viewer | str | None = None) -> tuple[PrecedentMoment, ...]:
        """Return the plays of a record to which rulings about other records speak, as far as a viewer can tell."""
        sight, info, header, eyes = self._looked(caller, record, viewer)
        rulings = self._store.heads_of(ev.CASE)
        if not rulings:
            return ()
        key = record, eyes, sight.upto, rulings
        found = self._spoken.get(key)
        if found is not None and found[0] == info.head:
            return tuple(one for one in found[1] if self._stands(one.precedent))
        seen = self._seen(header, info.head, eyes, sight.upto)
        return self._spoken.keep(key, info.head, tuple(precedent_moments(seen, self._all_precedents())))

    # -- writing -------------------------------------------------------------------------------------------------------

    def open_case(
        self,
        caller: Caller,
        record: str,
        v: int,
        question: str,
        *,
        by: str = "",
        to: Sequence[str] | None = None,
        viewer: Viewer | str | None = None,
        event: str = "",
        round_: str = "",
        table: str = "",
    ) -> CaseView:
        """Open a dispute about step ``v`` of a record; ``to`` are its readers, as of a note. Raises ``MalformedCommand``."""
        self._gate.check(caller, Permission.DISPUTE, record)
        sight, info, header, eyes = self._looked(caller, record, viewer)
        seen = self._seen(header, info.head, eyes, sight.upto)
        if not 1 <= v <= len(seen.events):
            raise MalformedCommand(f"a dispute is about a step from 1 to {len(seen.events)}, not {v}")
        play = play_at(recorded_plays(seen.game, header, seen.events), v)
        stored = self._logs.stored(header, info.head)
        case = ev.CaseHeader(
            stream=ev.CaseId(new_id()),
            opened=datetime.now(UTC),
            of=layer_files.anchor(self.games[header.game], header, stored, info.head.hash, play.last),
            event=_line(event),
            round=_line(round_),
            table=_line(table),
        )
        known = layer_notes.sight_of(sight, eyes, info.head.count, [])
        body = ev.QuestionBody(by=self._who(caller, record, by), text=_text(question, needed=True))
        opened = ev.CaseOpened(v=v, sight=known, body=sealed(body, _readers(header, known, to)))
        return self._shown(caller, self._cases.create(case, [opened]), viewer)

    def release_side(self, caller: Caller, case: str, seat: str) -> None:
        """Let the arbiter see what a seat was shown up to the disputed play; for who may look as that seat."""
        read = self._cases.read(case)
        record = read.header.of.record
        self._check(caller, Permission.DISPUTE, case, record)
        _sight, _info, _header, eyes = self._looked(caller, record, seat)
        if not isinstance(eyes, str):
            raise MalformedCommand(f"{seat!r} is no seat; each side releases what it was shown itself")
        self._cases.write(case, lambda _now: [ev.SideReleased(seat=SeatKey(eyes))])

    def make_claim(
        self, caller: Caller, case: str, claim: NewClaim, *, to: Sequence[str] | None = None, viewer: Viewer | str | None = None
    ) -> CaseView:
        """Write down what one side says. Raises ``MalformedCommand`` for a reading or a pattern that cannot be."""
        if claim.says not in {"recorded", "refused", "otherwise", "events"}:
            raise MalformedCommand(f"a claim says recorded, refused, otherwise or events, not {claim.says!r}")
        if (claim.says == "events") != bool(claim.patterns):
            raise MalformedCommand("patterns belong to a claim that says events, and to no other")
        patterns = tuple(map(_pattern, claim.patterns))
        body = ev.ClaimBody(
            party=self._who(caller, self._record_of(case), claim.party, needed=True),
            reading=self._reading(caller, case, claim.reading, viewer),
            says=claim.says,  # type: ignore[arg-type]  # one of these
            patterns=patterns,
            text=_text(claim.text),
        )

        def make(now: StoredCase, sight: NoteSight, known_to: Audience) -> ev.CaseEvent:
            return ev.ClaimMade(claim=ev.ClaimId(f"c{len(now.state.claims) + 1}"), sight=sight, body=sealed(body, known_to))

        return self._say(caller, case, Permission.DISPUTE, make, to, viewer)

    def rule(
        self, caller: Caller, case: str, ruling: NewRuling, *, to: Sequence[str] | None = None, viewer: Viewer | str | None = None
    ) -> CaseView:
        """Decide a dispute. Raises ``ImpossibleEvent`` while another ruling stands, ``MalformedCommand`` for what cannot be named."""
        read, seen, _eyes = self._case_seen(caller, case, viewer)
        adjusted = None
        if ruling.winners is not None or ruling.drawn:
            strangers = [seat for seat in ruling.winners or () if seat not in seen.header.seats]
            if strangers:
                raise MalformedCommand(f"nobody sits at {', '.join(strangers)}; the seats are {', '.join(seen.header.seats)}")
            if ruling.winners and ruling.drawn:
                raise MalformedCommand("a drawn game has no winners")
            adjusted = ev.AdjustedResult(winners=tuple(map(SeatKey, ruling.winners or ())), drawn=ruling.drawn)
        if ruling.correction is not None:
            info, header = self._known(read.header.of.record)
            log = self._logs.stored(header, info.head)
            if not 1 <= ruling.correction <= len(log) or log[ruling.correction - 1].event.sort.value != "fact":
                raise MalformedCommand(f"version {ruling.correction} is no fact of the record that could carry a ruling out")
        if len(ruling.cites) > MOST_CITES:
            raise MalformedCommand(f"a ruling cites up to {MOST_CITES} paragraphs")
        body = ev.RulingBody(
            by=self._who(caller, self._record_of(case), ruling.by, needed=True),
            reading=None if ruling.reading is None else self._reading(caller, case, ruling.reading, viewer),
            cites=tuple(_line(one, needed=True) for one in ruling.cites),
            text=_text(ruling.text),
            adjusted=adjusted,
            correction=ruling.correction,
        )

        def make(now: StoredCase, sight: NoteSight, known_to: Audience) -> ev.CaseEvent:
            return ev.Ruled(ruling=ev.RulingId(f"r{len(now.state.rulings) + 1}"), sight=sight, body=sealed(body, known_to))

        return self._say(caller, case, Permission.RULE, make, to, viewer)

    def appeal(
        self,
        caller: Caller,
        case: str,
        ruling: str,
        by: str,
        text: str = "",
        *,
        to: Sequence[str] | None = None,
        viewer: Viewer | str | None = None,
    ) -> CaseView:
        """Appeal against a ruling; it is not in force until that is decided."""
        return self._answer(caller, case, (ev.Appealed, Permission.DISPUTE), ruling, by, text, to, viewer)

    def uphold(
        self,
        caller: Caller,
        case: str,
        ruling: str,
        by: str,
        text: str = "",
        *,
        to: Sequence[str] | None = None,
        viewer: Viewer | str | None = None,
    ) -> CaseView:
        """Turn an appeal down: the ruling is in force."""
        return self._answer(caller, case, (ev.Upheld, Permission.RULE), ruling, by, text, to, viewer)

    def overrule(
        self,
        caller: Caller,
        case: str,
        ruling: str,
        by: str,
        text: str = "",
        *,
        to: Sequence[str] | None = None,
        viewer: Viewer | str | None = None,
    ) -> CaseView:
        """Lift a ruling, so that another one can be made."""
        return self._answer(caller, case, (ev.Overruled, Permission.RULE), ruling, by, text, to, viewer)

    def take_in_case(self, caller: Caller, stream: CaseStream) -> bool:
        """Store a case from another store, whose chain was checked, beside its record here; returns False for one that is here already.

        Raises ``NotThisRecord`` where the record here is another one, ``RecordNotFound`` where it is not here.
        """
        of = stream.header.of
        self._gate.check(caller, Permission.RULE, of.record)
        info, header = self._known(of.record)
        if of.v > info.head.count:
            raise NotThisRecord(f"the case is of a record with {of.v} events or more; record {of.record} has {info.head.count}")
        stored = self._logs.stored(header, info.head)
        layer_files.check_anchor(of, layer_files.anchor(self.games[header.game], header, stored, info.head.hash, of.v))
        if stream.header.stream in self._store.ids(ev.CASE):
            return False
        self._cases.take_in(stream)
        return True

    def close_case(
        self, caller: Caller, case: str, by: str, text: str = "", *, to: Sequence[str] | None = None, viewer: Viewer | str | None = None
    ) -> CaseView:
        """Close a dispute; nothing more is written in it."""
        body = ev.AnswerBody(by=self._who(caller, self._record_of(case), by, needed=True), text=_text(text))

        def make(_now: StoredCase, sight: NoteSight, known_to: Audience) -> ev.CaseEvent:
            return ev.CaseClosed(sight=sight, body=sealed(body, known_to))

        return self._say(caller, case, Permission.RULE, make, to, viewer)

    def erase_case_text(self, caller: Caller, case: str, what: str) -> int:
        """Erase words of a case for good: its ``question``, a claim (``c1``), a ruling with the answers to it (``r1``), or the ``closing``.

        The chain stays whole, and so do files that were made before. Returns how many texts there were; raises ``RecordNotFound``.
        """
        read = self._cases.read(case)
        self._check(caller, Permission.FORGET, case, read.header.of.record)
        versions = dict(texts_of(read.state))
        if what not in versions:
            raise RecordNotFound(f"case {case} has no text {what!r}; it has {', '.join(versions)}")
        return self._cases.erase(case, lambda _now: versions[what])

    def erase_case_writings(self, caller: Caller, person: str, seats: Iterable[tuple[str, str]] = ()) -> int:
        """Erase every text of a case that a person wrote, named by name or by ``seats`` (record, seat). Returns how many there were."""
        self._gate.check(caller, Permission.FORGET)
        name, sat = folded(person.strip()), set(seats)

        def theirs(now: StoredCase) -> list[int]:
            def wrote(who: str) -> bool:
                return folded(who) == name or (now.header.of.record, who) in sat

            return [version for version, who in writers(now.log) if wrote(who)]

        return sum(self._cases.erase(case, theirs) for case in self._store.ids(ev.CASE))

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _record_of(self, case: str) -> str:
        return self._cases.read(case).header.of.record

    def _who(self, caller: Caller, record: str, text: str, *, needed: bool = False) -> str:
        """Return who says something: the seat's key for a player's name, so that it stays outside the chain; other words as they are."""
        said = _line(text, needed=needed)
        sight = self._gate.sight(caller, record)
        info, header = self._known(record)
        named = [seat for seat in header.seats if sight.names and said and folded(info.names.get(seat, "")) == folded(said)]
        return named[0] if len(named) == 1 else said

    def _stands(self, one: Precedent) -> bool:
        """Whether the words of a ruling that was told before were not erased meanwhile."""
        try:
            ruling = self._cases.read(one.case).state.ruling
        except RecordNotFound:
            return False
        return ruling is not None and not isinstance(ruling.written.sealed.body, msgspec.UnsetType)

    def _all_precedents(self) -> list[Precedent]:
        found = []
        for case in self._cases.all():
            if case.state.ruling is None:
                continue
            try:
                info, header = self._known(case.header.of.record)
            except RecordNotFound:
                continue  # its record was deleted for good
            one = precedent_of(case, self._seen(header, info.head, PUBLIC))
            if one is not None:
                found.append(one)
        return found

    def _case_seen(self, caller: Caller, case: str, viewer: Viewer | str | None) -> tuple[StoredCase, SeenLog, Viewer | str]:
        read = self._cases.read(case)
        record = read.header.of.record
        if read.trashed:
            raise RecordNotFound(f"no case {case!r}")
        if viewer == ARBITER:
            self._check(caller, Permission.RULE, case, record)
            info, header = self._known(record)
            log = self._logs.present(header, info.head)[: read.header.of.v]
            veiled = veil_released(self.games[header.game].parts, log, read.state.released)
            return read, self._looking(header, OPEN, veiled), ARBITER
        try:
            sight, info, header, eyes = self._looked(caller, record, viewer)
        except RecordNotFound:
            raise RecordNotFound(f"no case {case!r}") from None
        return read, self._seen(header, info.head, eyes, sight.upto), eyes

    def _check(self, caller: Caller, permission: Permission, case: str, record: str) -> None:
        """Raise as the gate does, in words that do not tell whose case it is where its record is not there for the caller."""
        try:
            self._gate.check(caller, permission, record)
        except RecordNotFound:
            raise RecordNotFound(f"no case {case!r}") from None

    def _shown(self, caller: Caller, case: StoredCase, viewer: Viewer | str | None) -> CaseView:
        """Return a case after something was written; for a writer who may not read it by these eyes, as the open table has it."""
        try:
            return self.case(caller, case.header.stream, viewer)
        except RecordNotFound:
            return self.case(caller, case.header.stream, OPEN)

    def _reading(self, caller: Caller, case: str, named: ReadingNamed, viewer: Viewer | str | None) -> RuleReading:
        _read, seen, _eyes = self._case_seen(caller, case, viewer)
        reading = rereading.reading(seen, named.ruleset, dict(named.switches))
        base = seen.game.rules.rulesets.get(reading.name)
        apart = tuple(
            (switch.name, reading[switch.name]) for switch in reading.switches if base is None or base[switch.name] != reading[switch.name]
        )
        return RuleReading(ruleset=reading.name, switches=apart, hash=reading.hash)

    def _say(  # noqa: PLR0917 -- who may say what, to whom
        self,
        caller: Caller,
        case: str,
        permission: Permission,
        make: Callable[[StoredCase, NoteSight, Audience], ev.CaseEvent],
        to: Sequence[str] | None,
        viewer: Viewer | str | None,
    ) -> CaseView:
        read, _seen, eyes = self._case_seen(caller, case, viewer)
        record = read.header.of.record
        self._check(caller, permission, case, record)
        info, header = self._known(record)
        sight = self._gate.sight(caller, record)
        known = layer_notes.sight_of(sight, OPEN if eyes == ARBITER else eyes, info.head.count, [])  # type: ignore[arg-type]  # a viewer
        readers = _readers(header, known, to)
        return self._shown(caller, self._cases.write(case, lambda now: [make(now, known, readers)]), viewer)

    def _answer(  # noqa: PLR0917 -- as ``appeal``
        self,
        caller: Caller,
        case: str,
        kind: tuple[Any, Permission],
        ruling: str,
        by: str,
        text: str,
        to: Sequence[str] | None,
        viewer: Viewer | str | None,
    ) -> CaseView:
        of, permission = kind
        body = ev.AnswerBody(by=self._who(caller, self._record_of(case), by, needed=True), text=_text(text))

        def make(_now: StoredCase, sight: NoteSight, known_to: Audience) -> ev.CaseEvent:
            made: ev.CaseEvent = of(of=ev.RulingId(ruling), sight=sight, body=sealed(body, known_to))
            return made

        return self._say(caller, case, permission, make, to, viewer)


def _readers(header: Header, sight: NoteSight, to: Sequence[str] | None) -> Audience:
    """Return who may read a text: whoever is named, else those who are proven to learn nothing new by it."""
    if to is None:
        return audience_of(viewer_from(sight.widest))
    strangers = [seat for seat in to if seat not in (*header.seats, *ALL)]
    if strangers:
        raise MalformedCommand(f"nobody sits at {', '.join(strangers)}; the seats are {', '.join(header.seats)}, and * is everybody")
    return audience(*to)


def _pattern(text: str) -> msgspec.Raw:
    try:
        plain = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise MalformedCommand(f"{text[:60]!r} is no JSON: {error}") from None
    if not isinstance(plain, dict) or "e" not in plain:
        raise MalformedCommand(f"{text[:60]!r} is no pattern: that is an event as a JSON object, with its name in e, and fields left out")
    return msgspec.Raw(msgspec.json.encode(plain))


def _line(text: str, *, needed: bool = False) -> str:
    text = text.strip()
    if not is_line(text, LONGEST_LINE) or (needed and not text):
        raise MalformedCommand(f"{text[: LONGEST_LINE + 1]!r} is no line of {'1' if needed else '0'} to {LONGEST_LINE} characters")
    return text


def _text(text: str, *, needed: bool = False) -> str:
    text = text.strip()
    if len(text) > LONGEST_TEXT or (needed and not text):
        raise MalformedCommand(f"a text here has {'1' if needed else '0'} to {LONGEST_TEXT} characters, not {len(text)}")
    return text
