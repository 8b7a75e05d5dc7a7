"""Reviews with made rows: everything is real but play-outs, in the place of which numbers by version stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.viewers import LOCAL, OPEN
from records.review.commands import options, text_of
from records.review.moments import moments
from records.review.passes import CHART, LOOK
from records.review.rows import Decision, OpenDecision, SeatChance, Weighed
from records.review.tally import PlayoutTally
from records.review.values.function import trained_values
from records.service.jobs.hands import Ended, OwnHands
from records.service.jobs.tasks import Task, whole_checked, worked_checked
from records.service.library import library
from records.service.reviews.work import ReviewRows, ReviewSource, work

if TYPE_CHECKING:
    from records.core.game import GamePlay
    from records.core.viewers import Caller, Viewer
    from records.review.moments import ReviewMoment
    from records.service import GameBook
    from records.service.jobs.hands import Place
    from records.service.reviews.views import ReviewView

PLAYS = 2_000
LOSSES = (18.0, 0.0, 8.0, 2.4, 4.0, 0.8)
"""Points that weighed decisions cost, in turn by their versions; each is known to 1.5 points."""
ERROR = 1.5
ESTIMATED = frozenset(ruleset for one in trained_values().values() for ruleset in one.rulesets)
"""Rulesets whose charts are estimated."""


class MadeHands(OwnHands):
    """Hands that plan as always, and make rows without playing; after ``most`` parts they do no more, ``broken`` ones fail."""

    def __init__(self, *, most: int = 1_000_000, broken: bool = False) -> None:
        super().__init__()
        self._left, self._broken = most, broken

    @property
    def free(self) -> int:
        """See ``Hands``."""
        return super().free if self._left else 0

    def begin(self, place: Place, task: Task) -> None:
        """See ``Hands``."""
        self._left -= 1
        if task.call is whole_checked and not self._broken:
            split, _work, *told = task.args
            super().begin(place, Task(whole_checked, (split, made_rows, *told)))
        elif task.call is whole_checked:
            self._ended.append(Ended(place, why="Broken"))
        elif task.call is not worked_checked:
            super().begin(place, task)
        else:
            self._ended.append(Ended(place, why="Broken") if self._broken else Ended(place, made_rows(task.args[1], task.args[2])))


def reviewed(
    book: GameBook, record: str, *viewers: Viewer, caller: Caller = LOCAL, hands: MadeHands | None = None, seconds: float = 60
) -> ReviewView:
    """Have reviews of a record made, with made rows; return the last."""
    for viewer in viewers or (OPEN,):
        book.reviews.ask(caller, record, viewer)
        for job in [one for one in book.jobs.of_caller(caller) if one.record == record and one.state == "open"]:
            book.jobs.work(caller, job.id, hands or MadeHands(), seconds)
    return book.reviews.review(caller, record, viewer)


def made_rows(source: bytes, data: bytes) -> bytes:
    """Return the row of a part."""
    told = msgspec.json.decode(source, type=ReviewSource)
    part = msgspec.json.decode(data)
    passed, versions = part["passed"], part["versions"]
    game = library()[told.header.game]
    log = tuple(game.codec.decode(bytes(line)) for line in told.lines)
    found = {one.version: one for one in moments(game, told.header, log)}
    assert game.play is not None
    if told.seat is None and passed == CHART:
        rows = ReviewRows(start=chance_of(64), result=0)
    elif told.seat is None:
        rows = ReviewRows(open=tuple(_opened(found[version]) for version in versions))
    elif passed == CHART and told.header.ruleset in ESTIMATED:
        return work(source, data)  # as it is made: no game is played for it
    elif passed == CHART:
        rows = ReviewRows(points=tuple(SeatChance(version=at, chance=chance_of(_level(at), 200)) for at in versions))
    else:
        estimated = passed == LOOK and told.header.ruleset in ESTIMATED
        rows = ReviewRows(decisions=tuple(_decision(game.play, found[version], passed, estimated=estimated) for version in versions))
    return msgspec.json.encode(rows)


def chance_of(points: float, plays: int = PLAYS) -> PlayoutTally:
    """Return a chance of so many points: as many games won, the others lost."""
    won = round(plays * min(max(points, 0), 100) / 100)
    return PlayoutTally(plays, 6 * won, 36 * won)


def difference(points: float, error: float, plays: int = PLAYS) -> PlayoutTally:
    """Return a paired difference of so many points and about this standard error."""
    total = round(plays * points * 6 / 100)
    return PlayoutTally(plays, total, round(total * total / plays + (error * 6 / 100) ** 2 * plays * (plays - 1)))


def _level(at: int) -> float:
    return 40 + 30 * (at * 7 % 11) / 10


def _opened(moment: ReviewMoment) -> OpenDecision:
    before, lost = 60 - moment.version % 30, moment.version % 9
    return OpenDecision(
        version=moment.version, seat=moment.seat, before=chance_of(before), after=chance_of(before - lost), done=difference(-lost, ERROR)
    )


def _decision(play: GamePlay, moment: ReviewMoment, passed: int, *, estimated: bool) -> Decision:
    text = text_of(moment.played)
    others = [command for one in options(play, moment.position, moment.seat) if (command := text_of(one)) != text]
    about: dict[str, Any] = {"version": moment.version, "seat": moment.seat, "played": text, "passed": passed, "estimated": estimated}
    if moment.apart or not others:
        return Decision(**about, apart=moment.apart or "only-one")
    loss, had = LOSSES[moment.version % len(LOSSES)], _level(moment.version - 1)
    first, second = (others[0], text) if loss else (text, others[0])
    compared = passed > LOOK
    return Decision(
        **about,
        policy=first,
        options=tuple(
            Weighed(
                command=command,
                chosen=chance_of(had - 3 * nth, 200),
                behind=difference(3 * nth, 4, 200),
                fresh=chance_of(had - nth * loss) if compared and nth < 2 else None,
            )
            for nth, command in enumerate((first, second, *others[1:]))
        ),
        best=(first,),
        chance=chance_of(had - loss),
        by_policy=chance_of(had),
        loss=difference(loss, ERROR),
        skill=difference(-loss, ERROR),
        unsure=difference(loss, ERROR).chance_of_none,
    )
