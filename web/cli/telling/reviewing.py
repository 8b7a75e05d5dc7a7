"""``kiebitz review``: what each decision of a finished game cost, made here as far as the time goes that is given."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click
import msgspec

from records.core.playing.results import sixths
from records.core.viewers import OPEN
from records.review.reasons import WHY
from records.review.tally import POINTS
from records.service.jobs.pool import WorkerPool
from records.service.reviews.views import under_way
from web.cli.completion import complete_record
from web.cli.languages import with_language
from web.cli.output import plain, print_json, print_table, tell, with_json
from web.cli.places import StoreChoice, with_reason, with_store
from web.cli.steps import NamedStep, StepParam
from web.cli.telling.reviewing_all import review_all
from web.cli.workers import with_workers
from web.lanes import processors
from web.words.commands import commands_in_words
from web.words.reviews import PASSES, cost, mark_words, points, strength
from web.words.texts import read_aloud

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from records.review.rows import Decision, Split
    from records.service import GameBook, RecordView
    from records.service.jobs.hands import Hands
    from records.service.reviews.views import ReviewView, ReviewWork
    from web.cli.workers import Workers
    from web.words.phrases import Locale


SECONDS = 60.0


def hands() -> Hands:
    """Return what does the work: a process for each processor."""
    return WorkerPool(processors())


@click.command()
@with_store
@with_reason
@with_language
@click.option(
    "--seat",
    "viewer",
    metavar="VIEWER",
    default="open",
    show_default=True,
    help="A seat's key or a player's name; open for all.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0),
    help=f"How long to work at it; 0 shows what is there. [default: {SECONDS:.0f}, with --all no end]",
)
@click.option("--closer", metavar="STEP", type=StepParam(least=1), help="Weigh this decision until it is surer.")
@click.option("--graded", is_flag=True, help="A win counts by its grade.")
@click.option("--all", "everything", is_flag=True, help="Make what is missing of the reviews of all records, and print none of them.")
@with_workers
@with_json
@click.argument("record", metavar="[ID]", required=False, shell_complete=complete_record)
@click.pass_obj
def review(  # noqa: PLR0917 -- one parameter for each option
    place: StoreChoice,
    record: str | None,
    viewer: str,
    seconds: float | None,
    closer: NamedStep | None,
    locale: Locale,
    *,
    workers: Workers,
    graded: bool,
    everything: bool,
    as_json: bool,
) -> None:
    """Review a finished game: what each decision cost by what its player could know, by the simulated player."""
    if everything == bool(record):
        raise click.UsageError("name a record by its id, or all of them with --all")
    if record is None:
        if closer is not None:
            raise click.UsageError("--closer is about a decision of one record")
        with place.open() as book:
            review_all(book, workers, viewer, float("inf") if seconds is None else seconds, graded=graded, as_json=as_json)
        return
    if workers.named:
        raise click.UsageError("--jobs and --scheduler go with --all")
    seconds = SECONDS if seconds is None else seconds
    with place.open() as book:
        view = book.record(book.keeper, book.records.resolve(book.keeper, record), viewer)
        found = _worked(book, view, seconds=seconds, closer=closer, graded=graded)
        if as_json:
            print_json(as_values(view, found))
        elif found.apart:
            tell(WHY[found.apart])
        else:
            _print(view, found, locale)
            if any(work.state != "done" for work in _works(found)):
                tell("Not everything is weighed yet; the same command with --seconds goes on.")
    if found.apart:
        raise SystemExit(1)


def _worked(book: GameBook, view: RecordView, *, seconds: float, closer: NamedStep | None, graded: bool) -> ReviewView:
    desk, record, eyes = book.reviews, view.header.record, view.viewer
    if closer is not None:
        desk.closer(book.keeper, record, eyes, closer.version(view), graded=graded)
    if not seconds or desk.review(book.keeper, record, eyes, graded=graded).apart:
        return desk.review(book.keeper, record, eyes, graded=graded)
    return desk.work(book.keeper, record, eyes, hands(), seconds=seconds, told=_tell_progress, graded=graded)


def _tell_progress(found: ReviewView) -> None:
    """Tell on standard error how far it is."""
    works = _works(found)
    going, first = [work for work in works if work.state in {"waiting", "working"}], under_way(works)
    if first is None:
        return
    unsure = max((work.unsure for work in works), default=0.0)
    sure = f"; a loss is known to {unsure:.1f} points" if unsure else ""
    done, parts = sum(work.done for work in going), sum(work.parts for work in going)
    tell(f"pass {first.under_way + 1}, {PASSES[first.under_way]}: {done} of {parts}{sure}")


def _works(found: ReviewView) -> list[ReviewWork]:
    """Return how far each part of a review is."""
    return [seat.work for seat in found.seats] + ([found.open.work] if found.open is not None else [])


def as_values(view: RecordView, found: ReviewView) -> dict[str, Any]:
    """Return a review for programs; without ``start``, and ``lay`` and ``chance`` among the sums, where the open table is not seen.

    All numbers are in points, each a hundredth of a game won.
    """
    decisions = sorted((row for seat in found.seats for row in seat.decisions), key=lambda row: row.version)
    return {
        "id": view.header.record,
        "viewer": str(getattr(view.viewer, "value", view.viewer)),
        "graded": found.graded,
        "apart": found.apart,
        "compiled": found.compiled,
        "strength": found.strength and {"won": 100 * found.strength.share, "games": found.strength.games},
        "done": bool(found.seats) and all(seat.apart or seat.closed or seat.work.state == "done" for seat in found.seats),
        **_sums(view, found),
        **({"estimates": estimates} if (estimates := _estimates(found)) else {}),
        "decisions": [_decision(row) for row in decisions],
    }


def _sums(view: RecordView, found: ReviewView) -> dict[str, Any]:
    if found.open is not None and found.open.splits:
        splits = found.open.splits
        sums = {
            "chance": _by_seat(found, splits, lambda one: _points(one.chance)),
            "skill": _by_seat(found, splits, lambda one: {seat: _points(skill) for seat, skill in one.skill.items()}),
            "lay": _by_seat(found, splits, lambda one: _points(one.lay)),
            "unjudged": _by_seat(found, splits, lambda one: _points(one.unjudged)),
        }
        return {
            "result": _by_seat(found, splits, lambda one: _points(one.result)),
            "start": _by_seat(found, splits, lambda one: _points(one.start)),
            "sums": sums,
            "errors": _by_seat(found, splits, lambda one: msgspec.to_builtins(one.errors)),
        }
    skill = {seat.seat: float(sum(row.skill.mean for row in seat.decisions if row.judged)) for seat in found.seats if seat.decisions}
    result = {seat.seat: float(sixths(view.outcome, seat.seat) * POINTS) for seat in found.seats if view.outcome is not None}
    whole = found.together or view.viewer is not OPEN
    return {"result": next(iter(result.values()), None) if whole else result, "sums": {"skill": skill}}


def _by_seat(found: ReviewView, splits: tuple[Split, ...], value: Callable[[Split], Any]) -> Any:
    """Return a value for all together, or by seat."""
    return value(splits[0]) if found.together else {one.seat: value(one) for one in splits}


def _points(share: Fraction) -> float:
    return float(share * 100)


def _estimates(found: ReviewView) -> dict[str, Any]:
    """Return estimated chances by seat, in points, with how far they may be off."""
    seats = {seat.seat: seat.estimates for seat in found.seats if seat.estimates}
    return {seat: [{"step": one.version, "chance": one.chance / 10, "band": one.band} for one in of] for seat, of in seats.items()}


def _decision(row: Decision) -> dict[str, Any]:
    judged = row.judged
    return {
        "step": row.version,
        "seat": row.seat,
        "command": msgspec.Raw(row.played.encode()),
        "apart": row.apart,
        "loss": float(row.loss.mean) if judged else None,
        "error": row.loss.error if judged and row.loss.plays > 1 else None,
        **({"estimated": True} if row.estimated else {}),
        "mark": row.mark,
        "best": [msgspec.Raw(command.encode()) for command in row.best] if judged else [],
    }


def _print(view: RecordView, found: ReviewView, locale: Locale) -> None:
    decisions = sorted((row for seat in found.seats for row in seat.decisions), key=lambda row: row.version)
    with read_aloud(locale):
        rows = [_row(view, row, locale) for row in decisions if row.weighed]
    print_table(["step", "decision", "cost", "mark", "best"], rows, right=["step"])
    for why, count in Counter(WHY[row.apart] for row in decisions if row.apart).items():
        click.echo(plain(f"{count} not weighed: {locale.translated(why)}"))
    for seat in found.seats:
        if seat.closed or seat.apart:
            click.echo(plain(f"{view.names.get(seat.seat, seat.seat)}: {'closed' if seat.closed else locale.translated(WHY[seat.apart])}"))
    for split in found.open.splits if found.open is not None else ():
        _print_split(view, found, split, locale)
    said = "By the simulated player: how games went on from what each player could know."
    click.echo(plain(_spaced(" ".join(filter(None, (said, strength(found, locale)))))))


def _row(view: RecordView, row: Decision, locale: Locale) -> list[str]:
    said = commands_in_words(view, row.version - 1, [row.played, *row.best])
    best = "" if row.played in row.best or not row.judged else "; ".join(said[1:])
    return [str(view.timeline.step_number(row.version)), said[0], _spaced(cost(row, locale)), mark_words(row, locale), best]


def _spaced(text: str) -> str:
    """Return a text with plain spaces, as one looks for it in a terminal."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def _print_split(view: RecordView, found: ReviewView, split: Split, locale: Locale) -> None:
    errors = split.errors
    parts: Mapping[str, tuple[Fraction, float]] = {
        "draws": (split.chance, errors.chance),
        "how cards lay": (split.lay, errors.lay),
        **({"not weighed": (split.unjudged, errors.unjudged)} if errors.unjudged else {}),
        **{view.names.get(seat, seat): (skill, errors.skill[seat]) for seat, skill in split.skill.items()},
    }
    moved = float(split.result - split.start) * 100
    whose = "" if found.together else f"{view.names.get(split.seat, split.seat)}: "
    said = ", ".join(f"{name} {points(_points(part), error, locale, sign=True)}" for name, (part, error) in parts.items())
    click.echo(plain(_spaced(f"{whose}of {abs(moved):.0f} points {'lost' if moved < 0 else 'won'}: {said}")))
