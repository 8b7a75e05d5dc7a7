"""Erases texts of disputes for good; their chains stay whole (design/rulings: Cases)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.folding import folded
from records.errors import RecordNotFound
from records.service.access import Permission
from records.service.cases.views import FILE
from records.service.desks.case_reading import CaseReading
from records.studies.cases import events as ev
from records.studies.cases.texts import texts_of, writers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.core.viewers import Caller
    from records.service.kinds import StoredCase


class CaseErasing(CaseReading):
    """The part of ``CaseDesk`` that erases. Every method names its caller first and asks the policy."""

    def erase_case_text(self, caller: Caller, case: str, what: str) -> int:
        """Erase a text of a case for good: its ``question``, a claim (``c1``), a ruling with its answers (``r1``), or the ``closing``.

        Of a dispute that the caller imported, only the whole ``file`` can be deleted.

        The chain stays whole, and earlier files stay valid. Returns the number of erased texts; raises ``RecordNotFound``.
        """
        if what == FILE and case in self._files.erasable(caller, case):
            return self._files.remove(case)
        read = self._stored_case(caller, case)
        self._check(caller, Permission.FORGET, case, read.header.of.record)
        versions = dict(texts_of(read.state))
        if what not in versions:
            raise RecordNotFound(f"case {case} has no text {what!r}; it has {', '.join(versions)}")
        return self._cases.erase(case, lambda _now: versions[what])

    def erase_case_writings(self, caller: Caller, person: str, seats: Iterable[tuple[str, str]] = ()) -> int:
        """Erase every text of a case by a person, given by name or by ``seats`` (record, seat). Returns the number of erased texts.

        An imported file with texts of theirs is deleted as a whole.
        """
        self._gate.check(caller, Permission.FORGET)
        name, sat = folded(person), set(seats)

        def wrote(record: str, who: str) -> bool:
            return folded(who) == name or (record, who) in sat

        def theirs(now: StoredCase) -> list[int]:
            return [version for version, who in writers(now.log) if wrote(now.header.of.record, who)]

        return sum(self._cases.erase(case, theirs) for case in self._store.ids(ev.CASE)) + self._files.remove_said_by(wrote)
