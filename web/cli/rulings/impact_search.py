"""Records asked what another reading of the rules would have changed, by several processes, and what they said kept."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from hashlib import blake2b
from importlib.metadata import version
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import msgspec

from records.errors import RecordsError

if TYPE_CHECKING:
    from records.core.game import Game
    from records.service import GameBook, RecordView
    from web.cli.places import StoreChoice

_book: GameBook
_known: dict[str, ImpactAnswer]
_keep: Callable[[ImpactAnswer], None]
_open = ExitStack()


class ImpactQuestion(msgspec.Struct, frozen=True):
    """A reading that records are asked about."""

    ruleset: str
    switches: dict[str, str]
    viewer: str


class ImpactAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one record has to say."""

    key: str
    """Of the record as it was, its readings and the program: an answer under it is reused."""
    record: str
    moments: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    """(step, ``parts`` or ``cannot be judged``, switches that were asked)."""
    refused: str = ""
    """Why nothing can be said."""


def knows(game: Game, asked: ImpactQuestion) -> bool:
    """Whether a game has such a reading."""
    rulesets = game.rules.rulesets
    if game.play is None or not rulesets or (asked.ruleset and asked.ruleset not in rulesets):
        return False
    return set(asked.switches) <= {switch.name for switch in rulesets.named("").switches}


def asked_here(book: GameBook, file: Path, asked: ImpactQuestion, records: Sequence[str]) -> Iterator[ImpactAnswer]:
    """Ask records one after the other, and yield what they say; what ``file`` does not hold yet is written there at once."""
    known = dict(kept(file))
    with keeping(file) as keep:
        for record in records:
            yield _told(book, asked, known, record, keep)


def asked_elsewhere(place: StoreChoice, file: Path, asked: ImpactQuestion, records: Sequence[str], jobs: int) -> Iterator[ImpactAnswer]:
    """Ask records with ``jobs`` processes, each of which keeps at once what it found, and yield what they say in their order."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(place, file)) as workers:
        yield from workers.map(partial(_ask, asked), records)


def _told(
    book: GameBook, asked: ImpactQuestion, known: Mapping[str, ImpactAnswer], record: str, keep: Callable[[ImpactAnswer], None]
) -> ImpactAnswer:
    told = ask(book, asked, known, record)
    if told.key not in known:
        keep(told)
    return told


def ask(book: GameBook, asked: ImpactQuestion, known: Mapping[str, ImpactAnswer], record: str) -> ImpactAnswer:
    """Return what a record shows under the other reading: the cached answer, or one found now."""
    try:
        view = book.record(book.keeper, record, asked.viewer)
        one, other = view.reading(), view.reading(asked.ruleset, asked.switches)
        key = _key(view, one.hash, other.hash, asked.viewer)
        if key in known:
            return known[key]
        moments = tuple((moment.play.first, moment.status, moment.switches) for moment in view.moments(one, other))
    except RecordsError as error:
        return ImpactAnswer("", record, refused=str(error))
    return ImpactAnswer(key, record, moments)


def _key(view: RecordView, *more: str) -> str:
    last = view.events[-1] if view.events else None
    parts = [version("kiebitz"), view.header.record, len(view.events), last.prev if last else "", *more]
    return blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()


def _begin(place: StoreChoice, file: Path) -> None:
    # each process has its own store and the kept answers open, from its first record to its last
    global _book, _known, _keep
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process hears it
    Thread(target=_end_with_the_first, daemon=True).start()
    _book, _known, _keep = place.open(), dict(kept(file)), _open.enter_context(keeping(file))


def _end_with_the_first() -> None:
    first = parent_process()
    if first is not None:
        first.join()
        os._exit(1)  # it was killed, and nobody waits for what this process would find


def _ask(asked: ImpactQuestion, record: str) -> ImpactAnswer:
    return _told(_book, asked, _known, record, _keep)


def kept(file: Path) -> Iterator[tuple[str, ImpactAnswer]]:
    """Yield what was found before, by its key; a line that was cut off is passed over."""
    try:
        lines = file.read_bytes().splitlines()
    except OSError:
        return
    for line in lines:
        try:
            told = msgspec.json.decode(line, type=ImpactAnswer)
        except msgspec.MsgspecError:
            continue
        if told.key:
            yield told.key, told


@contextmanager
def keeping(file: Path) -> Iterator[Callable[[ImpactAnswer], None]]:
    """Write what is found, line by line; where the folder cannot be written to, nothing is kept."""
    with ExitStack() as open_:
        out = None
        with suppress(OSError):
            file.parent.mkdir(parents=True, exist_ok=True)
            out = open_.enter_context(file.open("ab", buffering=0))

        def keep(told: ImpactAnswer) -> None:
            if out is not None and told.key:
                out.write(b"\n" + msgspec.json.encode(told) + b"\n")  # a line of its own, also behind one that was cut off

        yield keep
