"""Disputes as their readers see them, and precedents (design/rulings: Cases)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from records.core.secret import ALL
from records.core.viewers import OPEN, PUBLIC, CallerKind
from records.errors import AmbiguousEntry, NotYours, RecordNotFound
from records.knowledge.door import veil_released
from records.service.access import Permission
from records.service.cases.brought import BroughtCases, FiledCase
from records.service.cases.files import CaseFile, case_file, with_cards
from records.service.cases.precedents import Precedent, PrecedentMoment, precedent_moments, precedent_of
from records.service.cases.views import ARBITER, CaseView, case_view
from records.service.layers import files as layer_files
from records.service.memory import Tier
from records.service.persons import person_of
from records.service.streams.head_cache import HeadCache
from records.service.weights import weigh
from records.store import TrailStep
from records.studies.cases import events as ev
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.viewers import Caller, Viewer
    from records.service.desks.records import RecordDesk
    from records.service.kinds import StoredCase, Streams
    from records.service.office import Office
    from records.service.seen_log import SeenLog


class CasesPart(msgspec.Struct, frozen=True, kw_only=True):
    """Some of a record's disputes."""

    cases: Sequence[CaseView]
    more: bool
    """Whether more follow."""


class CaseReading:
    """The reading part of ``CaseDesk``. Every method names its caller first and asks the policy."""

    def __init__(self, office: Office, streams: Streams, records: RecordDesk) -> None:
        self.games, self._store, self._gate, self._logs = office.games, office.store, office.gate, office.logs
        self._known, self._looked, self._seen = office.known, office.looked, office.seen
        self._looking, self._person = office.looking, office.person
        self._cases, self._records = streams.cases, records
        self._files = BroughtCases(office.store, office.gate, office.games, streams.cases)
        self._spoken: HeadCache[tuple[PrecedentMoment, ...]] = HeadCache(office.memory, "precedents", Tier.PIECE)

    def cases(self, caller: Caller, record: str, viewer: Viewer | str | None = None) -> list[CaseView]:
        """Return the disputes about a record that a viewer may read, the oldest first, then those that the caller imported as files.

        Raises as ``GameBook.record`` does.
        """
        sight, info, header, eyes = self._looked(caller, record, viewer)
        brought = [one.view for one in self._files.all(caller, of=record) if eyes is OPEN or one.eyes in {eyes, PUBLIC}]
        beside = self._cases.all(record)
        if not beside:
            return brought
        seen = self._seen(header, info.head, eyes, sight.upto)
        return [*(view for case in beside if (view := case_view(case, seen, eyes)) is not None), *brought]

    def cases_from(self, caller: Caller, record: str, viewer: Viewer | str | None = None, *, after: str = "", most: int) -> CasesPart:
        """Return up to ``most`` of the same, following the dispute ``after``; imported ones come with the last part.

        Raises as ``GameBook.record`` does, and ``RecordNotFound`` if ``after`` is not a dispute that the viewer may read.
        """
        sight, info, header, eyes = self._looked(caller, record, viewer)
        if after and self.case(caller, after, eyes).record != record:
            raise RecordNotFound(f"no case {after!r}")
        seen = self._seen(header, info.head, eyes, sight.upto)
        read = (case_view(case, seen, eyes) for case in self._cases.after(record, after))
        found = list(islice((view for view in read if view is not None), most + 1))
        if len(found) > most:
            return CasesPart(cases=found[:most], more=True)
        brought = [one.view for one in self._files.all(caller, of=record) if eyes is OPEN or one.eyes in {eyes, PUBLIC}]
        return CasesPart(cases=[*found, *brought], more=False)

    def all_cases(self, caller: Caller, viewer: Viewer | str | None = None, *, event: str | None = None) -> list[CaseView]:
        """Return every dispute that the caller may read as the given viewer of its record, by event, round and table."""
        self._gate.check_shelf(caller)
        found = [one.view for one in self._files.all(caller, viewer) if event in {None, one.file.case.event}]
        for case in self._cases.all():
            if event is not None and case.header.event != event:
                continue
            try:
                found.append(self.case(caller, case.header.stream, viewer))
            except (RecordNotFound, NotYours):
                continue
        return sorted(found, key=lambda one: (one.header.event, one.header.round, one.header.table, one.header.opened, one.id))

    def case(self, caller: Caller, case: str, viewer: Viewer | str | None = None) -> CaseView:
        """Return a dispute as a viewer of its record may read it, or as the ``arbiter``, who sees what its sides released.

        Raises ``RecordNotFound`` if that viewer may not read it, ``NotYours``.
        """
        if (brought := self._files.find(caller, case, viewer)) is not None:
            return brought.view
        read, seen, eyes = self._case_seen(caller, case, viewer)
        view = case_view(read, seen, eyes, read.state.released)
        if view is None:
            raise RecordNotFound(f"no case {case!r}")
        said = self._store.people.said_of(case)
        return view if said is None else replace(view, brought=person_of(said).brought)

    def case_log(self, caller: Caller, case: str, viewer: Viewer | str | None = None) -> SeenLog:
        """Return the record of a dispute as its reader sees it; for the ``arbiter`` up to the disputed play."""
        brought = self._files.find(caller, case, viewer)
        return self._case_seen(caller, case, viewer)[1] if brought is None else brought.seen

    def brought_case(self, caller: Caller, case: str, viewer: Viewer | str | None = None) -> FiledCase | None:
        """Return a dispute that the caller imported, for a viewer who sees no more than the file's viewer; None for other disputes."""
        self._gate.check_shelf(caller)
        brought = self._files.find(caller, case, viewer)
        return None if brought is None else replace(brought, here=self._has_record_of(caller, brought))

    def case_file(self, caller: Caller, case: str, viewer: Viewer | str | None = None) -> CaseFile:
        """Return a dispute with everything needed to reproduce it elsewhere, as a viewer of its record may see it.

        Raises ``NotYours`` for the arbiter, who sees parts of several sides' logs, which fit in no single viewer's file.
        """
        if (brought := self._files.find(caller, case, viewer)) is not None:
            return brought.for_eyes()
        view = self.case(caller, case, viewer)
        if view.viewer == ARBITER:
            raise NotYours("an arbiter gets no case file of what the sides released; make it for the public, a seat or the open table")
        read = self._cases.read(case)
        info, header = self._known(view.record)
        return case_file(self.games[header.game], header, self._logs.stored(header, info.head), info.key, read, view)

    def filed_case(self, caller: Caller, case: str, viewer: Viewer | str | None = None) -> FiledCase:
        """Return a dispute with only the contents of its file and the players' names. Raises as ``case_file``."""
        if (brought := self._files.find(caller, case, viewer)) is not None:
            return replace(brought, file=brought.for_eyes())
        file = self.case_file(caller, case, viewer)
        names = self._records.record(caller, file.record.record, file.viewer).names
        by = None if (said := self._store.people.said_of(case)) is None else person_of(said).brought
        return FiledCase(case, with_cards(self.games[file.record.game], file.record, file.cards), file, file.viewer, by, names)

    def resolve_case(self, caller: Caller, text: str) -> str:
        """Return the id of a case from ``text``: the id or its beginning (4 characters or more)."""
        self._gate.check_shelf(caller)
        begun = self._cases.begun(text) if len(text) >= 4 else []  # noqa: PLR2004 -- as for records
        found = [str(one.header.stream) for one in begun if self._gate.knows(caller, one.header.of.record)]
        found += self._files.erasable(caller, text) if len(text) >= 4 else []  # noqa: PLR2004 -- the same
        if not found:
            raise RecordNotFound(f"no case {text!r}; give its id or at least the first 4 characters")
        if len(found) > 1 and text not in found:
            raise AmbiguousEntry(f"{text!r} begins {len(found)} ids: {', '.join(found[:5])}")
        return text if text in found else found[0]

    def is_case(self, caller: Caller, stream: str) -> bool:
        """Whether an id is that of a case."""
        self._gate.check_shelf(caller)
        here = any(one.header.stream == stream and self._gate.knows(caller, one.header.of.record) for one in self._cases.begun(stream))
        return here or stream in self._files.erasable(caller, stream)

    def adjusted(self, caller: Caller, records: Sequence[str]) -> Mapping[str, ev.AdjustedResult]:
        """Return, for those of the records that have one, the result adjusted by a ruling in force that everybody may read."""
        self._gate.check_shelf(caller)
        found: dict[str, ev.AdjustedResult] = {}
        here = [one for one in records if self._gate.knows(caller, one)]
        for read in self._cases.beside(here):
            ruling = read.state.ruling
            if ruling is None or ruling.written.sealed.known_to != ALL:
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
            if self._gate.knows(caller, one.record)
            and (not game or one.game == game)
            and (not paragraph or paragraph in one.paragraphs)
            and (not card or card in one.cards)
        ]

    def precedent_moments(self, caller: Caller, record: str, viewer: Viewer | str | None = None) -> tuple[PrecedentMoment, ...]:
        """Return the plays of a record to which rulings about other records apply, as far as a viewer can tell."""
        sight, info, header, eyes = self._looked(caller, record, viewer)
        rulings = self._store.heads_of(ev.CASE)
        if not rulings:
            return ()
        key = record, eyes, sight.upto, rulings
        found = self._spoken.get(key)
        if found is not None and found[0] == info.head:
            return tuple(one for one in found[1] if self._stands(one.precedent) and self._gate.knows(caller, one.precedent.record))
        seen = self._seen(header, info.head, eyes, sight.upto)
        moments = tuple(precedent_moments(seen, self._all_precedents()))
        spoken = self._spoken.keep(key, info.head, moments, weigh((moments,))[0])
        return tuple(one for one in spoken if self._gate.knows(caller, one.precedent.record))

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _stands(self, one: Precedent) -> bool:
        """Whether the text of a cached ruling has not been erased meanwhile."""
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
        read = self._released_here(self._stored_case(caller, case))
        record = read.header.of.record
        if viewer == ARBITER:
            self._check(caller, Permission.RULE, case, record)
            info, header = self._known(record)
            if caller.kind is not CallerKind.LOCAL:
                self._store.access.leave_trail(
                    TrailStep(record=record, account=caller.account, via=caller.via, viewer=ARBITER, ground="case", reason=caller.reason)
                )
            log = self._logs.present(header, info.head)[: read.header.of.v]
            veiled = veil_released(self.games[header.game].parts, log, read.state.released)
            return read, self._looking(header, OPEN, veiled), ARBITER
        try:
            sight, info, header, eyes = self._looked(caller, record, viewer)
        except RecordNotFound:
            raise RecordNotFound(f"no case {case!r}") from None
        return read, self._seen(header, info.head, eyes, sight.upto), eyes

    def _stored_case(self, caller: Caller, case: str) -> StoredCase:
        """Return a case stored here; raises ``NotYours`` for one imported as a file."""
        if case in self._files.begun(caller, case):
            raise NotYours(f"case {case} came as a file: it is read here, and nothing is written in it")
        return self._cases.read(case)

    def _has_record_of(self, caller: Caller, filed: FiledCase) -> bool:
        """Whether a file's record exists here for the caller, with the same events as in the file."""
        of = filed.file.case.of
        try:
            self._gate.sight(caller, of.record)
            info, header = self._known(of.record)
        except RecordNotFound:
            return False
        if of.v > info.head.count:
            return False
        here = layer_files.anchor(self.games[header.game], header, self._logs.stored(header, info.head), info.head.hash, of.v)
        return (here.game, here.hash) == (of.game, of.hash)

    def _released_here(self, read: StoredCase) -> StoredCase:
        """Return a case without the releases of sides in its file: here each seat releases its own side."""
        said = self._store.people.said_of(read.header.stream) if read.state.released else None
        if said is None or said.said is None:
            return read
        here = frozenset(one.event.seat for one in read.log[said.said.came :] if isinstance(one.event, ev.SideReleased))
        return replace(read, state=replace(read.state, released=here))

    def _check(self, caller: Caller, permission: Permission, case: str, record: str) -> None:
        """Raise as the gate does; if the record does not exist for the caller, the message does not reveal whose case it is."""
        try:
            self._gate.check(caller, permission, record)
        except RecordNotFound:
            raise RecordNotFound(f"no case {case!r}") from None
