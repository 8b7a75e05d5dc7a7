"""The desk for reviews: the value of each decision by what its seat could know, and luck separated from skill (design/review: Words)."""

from __future__ import annotations

from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING

from records.core.ids import SeatKey
from records.core.viewers import OPEN, PUBLIC, CallerKind, viewer_key
from records.errors import MalformedCommand, NotYours, RecordNotFound
from records.service.access import Permission
from records.service.learning.views import shown_chapter
from records.service.reviews.looking import ReviewLook
from records.service.reviews.many import ManyGames, by_player, kept_splits, seat_parts
from records.service.reviews.work import KIND

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from records.core.ids import RecordId
    from records.core.viewers import Caller, Viewer
    from records.review.reasons import Apart
    from records.review.rows import Split
    from records.service.desks.jobs import JobDesk, JobState, WholeWork
    from records.service.jobs.hands import Hands
    from records.service.office import Office
    from records.service.reviews.many import SeatParts
    from records.service.reviews.views import ReviewView
    from records.service.shelving import ShelfEntry

MOST_SPLITS = 5_000
"""Most split results kept in memory, about 2 kB each."""
EACH = 5.0
"""Seconds between two progress reports."""


class ReviewDesk:
    """Reviews of finished games. Every method takes its caller first and asks the policy as ``GameBook.record`` does.

    A seat's review is made from its own log and read as that seat; the open table's shows all seats. Reading never starts any work.
    ``graded``: a win counts by its grade, if the game has grades.
    """

    def __init__(self, office: Office, jobs: JobDesk) -> None:
        self._office, self._gate, self._jobs, self._store = office, office.gate, jobs, office.store
        self._splits: dict[str, tuple[Split, ...]] = {}
        """By the state of a record's reviews and its last event; the right to read them is checked each time."""

    def review(self, caller: Caller, record: str, viewer: Viewer | str | None = None, *, graded: bool = False) -> ReviewView:
        """Return the existing reviews of a record as ``viewer`` sees them: a seat its own, the open table all.

        Without ``viewer`` it is the open table if the caller may see it, else a seat of theirs.

        Raises ``RecordNotFound``, ``NotYours`` and ``SeatNotFound`` as ``GameBook.record`` does, and ``MalformedCommand`` for the public
        viewer.
        """
        return self._look(caller, record, viewer, graded=graded).view()

    def many(self, caller: Caller, entries: Sequence[ShelfEntry]) -> ManyGames:
        """Return luck and skill of the players of records on the caller's shelf, by the names that it shows.

        A record counts if the caller may see its open table, nobody has closed a review of it, and its reviews are complete. Records where
        the look would make the close of the game final do not count. A look leaves the same trail as the record's own review.
        """
        seats: list[SeatParts] = []
        found: Counter[str] = Counter()
        waiting: list[RecordId] = []
        for entry in entries:
            state = self._counted(caller, entry, seats)
            found[state] += 1
            if state == "waiting":
                waiting.append(entry.id)
        return ManyGames(
            players=by_player(seats),
            counted=found["counted"],
            waiting=tuple(waiting),
            refused=found["refused"],
            unending=found["unending"],
            unplayed=found["unplayed"],
            closed=found["closed"],
        )

    def _counted(self, caller: Caller, entry: ShelfEntry, seats: list[SeatParts]) -> str:
        """Add a record's games to ``seats``; return the field of ``ManyGames`` that counts it."""
        game = self._office.games.get(entry.game)
        if entry.damaged or game is None or game.simulation is None:
            return "unplayed"
        if entry.outcome is None:
            return "unending"
        if not self._opens(caller, entry.id):
            return "closed"
        info, header = self._office.known(entry.id)
        if info.live:
            return "unending"
        kept_by = " ".join([*self._store.jobs.keys(KIND, entry.id), info.head.hash.hex()])
        splits = self._splits.get(kept_by)
        if splits is None:
            splits = kept_splits(self._store.jobs, game, header, info.head)
            if splits is None:
                return "waiting"
            self._splits[kept_by] = splits
            while len(self._splits) > MOST_SPLITS:
                self._splits.pop(next(iter(self._splits)), None)
        if not splits:
            return "refused"
        self._office.looked(caller, entry.id, OPEN)
        seats += seat_parts(splits, header, entry.names)
        return "counted"

    def _opens(self, caller: Caller, record: str) -> bool:
        """Whether a caller may see all of a record's open table and the reviews of all its seats, without making a close final."""
        try:
            sight = self._gate.sight(caller, record)
        except RecordNotFound:
            return False
        whole = sight.upto is None and not sight.running and not sight.ends and (sight.viewers is None or OPEN in sight.viewers)
        held = self._store.access.closed_reviews(record)
        return whole and not any(account != caller.account for account in held.values())

    def ask(self, caller: Caller, record: str, viewer: Viewer | str | None = None, *, graded: bool = False) -> ReviewView:
        """Request a review, or join an earlier request; returns what exists so far.

        Raises as ``review`` does; ``NotYours`` for callers who may only look, ``MalformedCommand`` for a record that is not reviewed,
        ``TooManyJobs`` and ``JobRefused``.
        """
        look = self._look(caller, record, viewer, graded=graded)
        self._check_may_ask(caller, look)
        for eyes in look.all_eyes:
            if not look.is_made(eyes):
                self._jobs.ask(caller, KIND, look.key(eyes), record, look.source(eyes))
        return look.view()

    def missing(
        self, caller: Caller, record: str, viewer: Viewer | str | None = None, *, graded: bool = False
    ) -> tuple[Apart, Mapping[str, WholeWork]]:
        """Return why a record is not reviewed, "" if it is, and the remaining work for each seat and for the open table.

        A seat's task holds its own log as the door veiled it. Raises as ``review`` does, and ``NotYours`` for callers who may only look.
        """
        look = self._look(caller, record, viewer, graded=graded)
        if look.apart:
            return look.apart, {}
        self._check_may_ask(caller, look)
        left = [eyes for eyes in look.all_eyes if not look.is_made(eyes)]
        return "", {viewer_key(eyes): self._jobs.whole(KIND, look.key(eyes), record, look.source(eyes)) for eyes in left}

    def closer(self, caller: Caller, record: str, viewer: Viewer | str | None, version: int, *, graded: bool = False) -> ReviewView:
        """Request a closer, more precise evaluation of one decision.

        Raises as ``ask`` does, and ``MalformedCommand`` if event ``version`` is no evaluated decision.
        """
        look = self._look(caller, record, viewer, graded=graded)
        self._check_may_ask(caller, look)
        seat = next((one.seat for one in look.view().seats for row in one.decisions if row.version == version and row.weighed), None)
        if seat is None:
            raise MalformedCommand(f"record {record}: no decision that is weighed stands at event {version}")
        self._jobs.ask(caller, KIND, look.key(seat, version), record, look.source(seat, version))
        return look.view()

    def cancel(self, caller: Caller, record: str, viewer: Viewer | str | None = None, *, graded: bool = False) -> ReviewView:
        """Cancel the caller's own work at a review, nobody else's; its rows so far stay. Raises as ``review`` does."""
        look = self._look(caller, record, viewer, graded=graded)
        own = {job.id for job in self._jobs.of_caller(caller)}
        for eyes in look.all_eyes:
            if (job := self._jobs.latest(KIND, look.key(eyes))) is not None and job.state == "open" and job.id in own:
                self._jobs.cancel(caller, job.id)
        return look.view()

    def close(self, caller: Caller, record: str, seat: str, *, closed: bool) -> None:
        """Close the review of a seat to everybody but its holder, or open it again.

        Raises ``RecordNotFound`` and ``SeatNotFound`` as ``GameBook.record`` does, ``NotYours`` for anybody but the seat's holder.
        """
        _sight, _info, _header, eyes = self._office.looked(caller, record, seat)
        if not (caller.account and self._store.access.close_review(record, str(eyes), caller.account, closed=closed)):
            raise NotYours(f"record {record}: who holds seat {seat} closes its review, or opens it again")

    def work(
        self,
        caller: Caller,
        record: str,
        viewer: Viewer | str | None,
        hands: Hands,
        *,
        seconds: float,
        told: Callable[[ReviewView], object] = lambda _view: None,
        graded: bool = False,
    ) -> ReviewView:
        """Request a review and work at it here for up to ``seconds``, alongside other workers.

        ``told`` is called at the beginning of each pass and every few seconds, because a view of all rows costs more than a part.

        The remaining work continues wherever jobs are worked at, or at the next call. Raises as ``ask`` does.
        """
        self.ask(caller, record, viewer, graded=graded)
        look, until = self._look(caller, record, viewer, graded=graded), monotonic() + seconds
        for eyes in look.all_eyes:
            job = self._jobs.latest(KIND, look.key(eyes))
            if job is not None and job.state == "open" and (left := until - monotonic()) > 0:
                self._jobs.work(caller, job.id, hands, left, _now_and_then(lambda: told(look.view())))
        return look.view()

    def _look(self, caller: Caller, record: str, viewer: Viewer | str | None, *, graded: bool) -> ReviewLook:
        if shown_chapter(caller) is not None or (caller.grant is not None and caller.grant.asks):
            raise NotYours(f"record {record}: a chapter shows what its author chose; the review stands beside the record itself")
        sight, info, header, eyes = self._office.looked(caller, record, self._usual_eyes(caller, record) if viewer is None else viewer)
        if eyes is PUBLIC:
            raise MalformedCommand(f"record {record}: a review is that of a seat or of the open table; the public saw no hand")
        held = self._store.access.closed_reviews(record)
        return ReviewLook(
            header=header,
            head=info.head,
            eyes=eyes,
            upto=sight.upto if sight.upto is not None and sight.upto < info.head.count else None,
            runs=sight.running or (caller.kind is CallerKind.LOCAL and bool(info.live)),
            graded=graded,
            closed=frozenset(SeatKey(seat) for seat, account in held.items() if account != caller.account),
            kept=frozenset(SeatKey(seat) for seat, account in held.items() if account == caller.account),
            may_ask=self._gate.may(caller, Permission.ANNOTATE, record),
            mine=sight.mine,
            log=lambda through: self._office.seen(header, info.head, through),
            jobs=self._store.jobs,
        )

    def _usual_eyes(self, caller: Caller, record: str) -> Viewer | None:
        """Return the open table if the caller may look as it, else a seat of theirs."""
        sight = self._gate.sight(caller, record)
        return OPEN if sight.viewers is None or OPEN in sight.viewers else next(iter(sight.mine), None)

    @staticmethod
    def _check_may_ask(caller: Caller, look: ReviewLook) -> None:
        if not look.may_ask:
            raise NotYours(f"record {look.header.record}: {caller.name!r} may look at its review, and not have one made")
        if look.apart:
            raise MalformedCommand(f"record {look.header.record} is not reviewed: {look.why_not}")
        if look.upto is not None:
            raise NotYours(
                f"record {look.header.record}: {caller.name!r} sees the beginning of it, and only a whole game is reviewed", "review"
            )


def _now_and_then(tell: Callable[[], object]) -> Callable[[JobState], None]:
    """Return a callback for each part that reports a new stage at once, and other progress every few seconds."""
    stage, at = -1, 0.0

    def heard(state: JobState) -> None:
        nonlocal stage, at
        if state.stage != stage or monotonic() - at >= EACH:
            stage, at = state.stage, monotonic()
            tell()

    return heard
