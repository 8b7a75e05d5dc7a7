"""Records asked what another reading of the rules would have changed, and what they said kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.errors import RecordsError
from records.service.jobs.tasks import Task
from records.service.sent_logs import moments_otherwise, sent
from web.cli.kept_answers import keeping, kept, key_of
from web.cli.workers import answers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from records.core.game import Game
    from records.service import GameBook
    from records.service.jobs.hands import Ended, Hands
    from records.service.sent_logs import SentCards


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


def asked_of(
    book: GameBook, file: Path, asked: ImpactQuestion, records: Sequence[str], hands: Hands, *, cards: SentCards | None
) -> Iterator[ImpactAnswer]:
    """Let hands ask records, and yield what they say in their order; what ``file`` does not hold yet is written there at once."""
    known = dict(kept(file, ImpactAnswer))
    keys: dict[str, str] = {}

    def task_of(record: str) -> ImpactAnswer | Task:
        try:
            view = book.record(book.keeper, record, asked.viewer)
            readings = view.reading().hash, view.reading(asked.ruleset, asked.switches).hash
        except RecordsError as error:
            return ImpactAnswer("", record, refused=str(error))
        key = keys[record] = key_of(view, *readings)
        return known[key] if key in known else Task(moments_otherwise, (sent(view), cards, asked.ruleset, asked.switches))

    with keeping(file) as keep:
        yield from answers(hands, records, task_of, lambda record, ended: _kept(ImpactAnswer(keys[record], record), ended, keep))


def _kept(empty: ImpactAnswer, ended: Ended, keep: Callable[[Any], None]) -> ImpactAnswer:
    said = ended.why or ended.value
    if isinstance(said, str):
        return ImpactAnswer("", empty.record, refused=said)
    found = ImpactAnswer(empty.key, empty.record, said)
    keep(found)
    return found
