"""The part of ``GameBook`` for disputes: cases beside records, their claims, rulings and appeals (design/rulings: Cases)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from records.core.folding import folded
from records.core.ids import SeatKey
from records.core.viewers import OPEN
from records.errors import MalformedCommand, NotThisRecord, RecordNotFound
from records.rulings.claims import play_at
from records.rulings.redoing.plays import recorded_plays
from records.service.access import Permission
from records.service.cases.drafts import MOST_CITES, line_of, pattern_of, readers_of, text_of
from records.service.cases.views import ARBITER
from records.service.desks.case_erasing import CaseErasing
from records.service.foreign import foreign_key
from records.service.layers import files as layer_files
from records.service.layers import notes as layer_notes
from records.service.streams.sealing import sealed
from records.service.views import rereading
from records.service.writing.record_builder import new_id
from records.store import SaidWriter
from records.studies.cases import events as ev
from records.studies.layers.events import RuleReading

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from records.core.secret import Audience
    from records.core.viewers import Caller, Viewer
    from records.service.cases.drafts import AnswerKind, NewClaim, NewRuling, ReadingNamed
    from records.service.cases.files import CaseFile
    from records.service.cases.views import CaseView
    from records.service.kinds import StoredCase
    from records.service.streams.files import StreamFile
    from records.service.writing.ingest import Stored
    from records.studies.layers.events import NoteSight


_ANSWERS: Mapping[AnswerKind, tuple[type[ev.Appealed | ev.Upheld | ev.Overruled], Permission]] = {
    "appeal": (ev.Appealed, Permission.DISPUTE),
    "uphold": (ev.Upheld, Permission.RULE),
    "overrule": (ev.Overruled, Permission.RULE),
}
LINK = "link"
"""Suffix for the name of somebody who opened a dispute through a link."""


class CaseDesk(CaseErasing):
    """Disputes. Every method names its caller first and asks the policy."""

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
        """Open a dispute about step ``v`` of a record; ``to`` are its readers, as for a note. Raises ``MalformedCommand``."""
        self._gate.check(caller, Permission.DISPUTE, record)
        where = line_of(event), line_of(round_), line_of(table)
        return self._shown(caller, self._begun_case(caller, record, v, (by, question), to, viewer, where), viewer)

    def ask_case(self, caller: Caller, record: str, v: int, question: str, by: str = "") -> str:
        """Open a dispute through a link that allows it, about a step that it shows; returns its id.

        It is marked as coming through a link, whatever name is given, so nobody can pose as a seat. Readers are the open table and the
        seat as which the link shows the record. Raises ``RecordNotFound``, ``NotYours``, ``MalformedCommand``.
        """
        self._gate.check(caller, Permission.ASK, record)
        eyes = self._gate.sight(caller, record).default
        to = (eyes,) if isinstance(eyes, str) else ()
        return str(self._begun_case(caller, record, v, (f"{line_of(by)} ({LINK})".strip(), question), to, eyes).header.stream)

    def _begun_case(  # noqa: PLR0917 -- as ``open_case``
        self,
        caller: Caller,
        record: str,
        v: int,
        said: tuple[str, str],
        to: Sequence[str] | None,
        viewer: Viewer | str | None,
        where: tuple[str, str, str] = ("", "", ""),
    ) -> StoredCase:
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
            event=where[0],
            round=where[1],
            table=where[2],
        )
        known = layer_notes.sight_of(sight, eyes, info.head.count, [])
        by, question = said
        body = ev.QuestionBody(by=self._who(caller, record, by), text=text_of(question, needed=True))
        opened = ev.CaseOpened(v=v, sight=known, body=sealed(body, readers_of(header, known, to)))
        return self._cases.create(case, [opened])

    def release_side(self, caller: Caller, case: str, seat: str) -> None:
        """Let the arbiter see a seat's view up to the disputed play; for callers who may look as that seat."""
        record = self._record_of(caller, case)
        self._check(caller, Permission.DISPUTE, case, record)
        _sight, _info, _header, eyes = self._looked(caller, record, seat)
        if not isinstance(eyes, str):
            raise MalformedCommand(f"{seat!r} is no seat; each side releases what it was shown itself")
        self._cases.write(case, lambda _now: [ev.SideReleased(seat=SeatKey(eyes))])

    def make_claim(
        self, caller: Caller, case: str, claim: NewClaim, *, to: Sequence[str] | None = None, viewer: Viewer | str | None = None
    ) -> CaseView:
        """Write one side's claim. Raises ``MalformedCommand`` for an invalid reading or pattern."""
        if claim.says not in {"recorded", "refused", "otherwise", "events"}:
            raise MalformedCommand(f"a claim says recorded, refused, otherwise or events, not {claim.says!r}")
        if (claim.says == "events") != bool(claim.patterns):
            raise MalformedCommand("patterns belong to a claim that says events, and to no other")
        patterns = tuple(map(pattern_of, claim.patterns))
        body = ev.ClaimBody(
            party=self._who(caller, self._record_of(caller, case), claim.party, needed=True),
            reading=self._reading(caller, case, claim.reading, viewer),
            says=claim.says,  # type: ignore[arg-type]  # one of these
            patterns=patterns,
            text=text_of(claim.text),
        )

        def make(now: StoredCase, sight: NoteSight, known_to: Audience) -> ev.CaseEvent:
            return ev.ClaimMade(claim=ev.ClaimId(f"c{len(now.state.claims) + 1}"), sight=sight, body=sealed(body, known_to))

        return self._say(caller, case, Permission.DISPUTE, make, to, viewer)

    def rule(
        self, caller: Caller, case: str, ruling: NewRuling, *, to: Sequence[str] | None = None, viewer: Viewer | str | None = None
    ) -> CaseView:
        """Decide a dispute. Raises ``ImpossibleEvent`` while another ruling stands, ``MalformedCommand`` for invalid values."""
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
            by=self._who(caller, self._record_of(caller, case), ruling.by, needed=True),
            reading=None if ruling.reading is None else self._reading(caller, case, ruling.reading, viewer),
            cites=tuple(line_of(one, needed=True) for one in ruling.cites),
            text=text_of(ruling.text),
            adjusted=adjusted,
            correction=ruling.correction,
        )

        def make(now: StoredCase, sight: NoteSight, known_to: Audience) -> ev.CaseEvent:
            return ev.Ruled(ruling=ev.RulingId(f"r{len(now.state.rulings) + 1}"), sight=sight, body=sealed(body, known_to))

        return self._say(caller, case, Permission.RULE, make, to, viewer)

    def answer_ruling(
        self,
        caller: Caller,
        case: str,
        kind: AnswerKind,
        ruling: str,
        by: str,
        *,
        text: str = "",
        to: Sequence[str] | None = None,
        viewer: Viewer | str | None = None,
    ) -> CaseView:
        """Appeal against a ruling, which suspends it until the appeal is decided; uphold it; or overrule it, so that another can be made.

        Raises ``ImpossibleEvent`` if the ruling cannot be answered so now, ``MalformedCommand`` for invalid values.
        """
        of, permission = _ANSWERS[kind]
        body = ev.AnswerBody(by=self._who(caller, self._record_of(caller, case), by, needed=True), text=text_of(text))

        def make(_now: StoredCase, sight: NoteSight, known_to: Audience) -> ev.CaseEvent:
            return of(of=ev.RulingId(ruling), sight=sight, body=sealed(body, known_to))

        return self._say(caller, case, permission, make, to, viewer)

    def take_in_case(self, caller: Caller, stream: StreamFile) -> bool:
        """Store a case from another store, whose chain was checked, beside its record here; returns False if it is here already.

        It is shown as imported by the caller, with the speakers named in its file; releases of sides in the file have no effect here.

        Raises ``NotThisRecord`` if the record here is another one, ``RecordNotFound`` if it is not here.
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
        own = self._person(caller).key
        said = SaidWriter(
            key=foreign_key(own, stream.header.stream, "", of.record), name="", bringer=own, source=stream.header.stream, writer=""
        )
        self._cases.take_in(stream.header, stream.log, stream.head, said)
        return True

    def take_in_case_file(self, caller: Caller, file: CaseFile) -> Stored:
        """Store a dispute file whose chains were checked, unchanged, for the caller to read, whatever else is stored here.

        It is shown as imported by the caller; it is read-only, has no effect on records and other disputes, and none of its sides is
        released. If the dispute itself is here with all of the file, the result says so and nothing is stored. Raises a ``RecordsError``
        for an unreadable file.
        """
        return self._files.take_in(caller, self._person(caller).key, file)

    def close_case(
        self, caller: Caller, case: str, by: str, text: str = "", *, to: Sequence[str] | None = None, viewer: Viewer | str | None = None
    ) -> CaseView:
        """Close a dispute; nothing more can be written in it."""
        body = ev.AnswerBody(by=self._who(caller, self._record_of(caller, case), by, needed=True), text=text_of(text))

        def make(_now: StoredCase, sight: NoteSight, known_to: Audience) -> ev.CaseEvent:
            return ev.CaseClosed(sight=sight, body=sealed(body, known_to))

        return self._say(caller, case, Permission.RULE, make, to, viewer)

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _record_of(self, caller: Caller, case: str) -> str:
        return self._stored_case(caller, case).header.of.record

    def _who(self, caller: Caller, record: str, text: str, *, needed: bool = False) -> str:
        """Return the speaker: for a player's name the seat's key, so that the name stays outside the chain; other texts unchanged."""
        said = line_of(text, needed=needed)
        sight = self._gate.sight(caller, record)
        info, header = self._known(record)
        named = [seat for seat in header.seats if sight.names and said and folded(info.names.get(seat, "")) == folded(said)]
        return named[0] if len(named) == 1 else said

    def _shown(self, caller: Caller, case: StoredCase, viewer: Viewer | str | None) -> CaseView:
        """Return a case after a write; if the writer may not read it as this viewer, as the open table sees it."""
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
        readers = readers_of(header, known, to)
        return self._shown(caller, self._cases.write(case, lambda now: [make(now, known, readers)]), viewer)
