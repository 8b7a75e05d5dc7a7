"""A learner's answers to a chapter's task, and their grades by the frozen key. Pure."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from records.errors import MalformedCommand
from records.studies.chapters import events as ev
from records.studies.layers.events import LayerPart
from records.studies.tasks.grading import GradedCards, GradedChance, GradedMove, GradedSeats, graded_cards, graded_chance, graded_seats

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

LONGEST_COMMAND = 20_000
"""Bytes of a command's JSON."""


class NamedCards(LayerPart, frozen=True, kw_only=True, tag="candidates", tag_field="t"):
    """The cards that a closed card can be, by name, in any order."""

    cards: tuple[str, ...]


class SaidChance(LayerPart, frozen=True, kw_only=True, tag="chance", tag_field="t"):
    """How likely it is."""

    percent: float
    """0 to 100."""


class GivenMove(LayerPart, frozen=True, kw_only=True, tag="move", tag_field="t"):
    """A move."""

    command: msgspec.Raw
    """A command of the game, whole, as a JSON object."""


class SaidKnows(LayerPart, frozen=True, kw_only=True, tag="knows", tag_field="t"):
    """What each seat that is asked about knows of the card."""

    seats: dict[str, ev.HowKnown]


LearnerAnswer: TypeAlias = NamedCards | SaidChance | GivenMove | SaidKnows
TaskGrade: TypeAlias = GradedCards | GradedChance | GradedMove | GradedSeats


def asks_of_cards(task: ev.ChapterTask) -> bool:
    """Whether a task asks what could be known of cards, which the table must then not show."""
    return isinstance(task, ev.AskCandidates | ev.AskChance | ev.AskKnows)


def asked_knowers(task: ev.ChapterTask) -> str:
    """Return the slot of the card of which a task asks who knows it; "" for every other task."""
    return task.place if isinstance(task, ev.AskKnows) else ""


def read_answer(data: bytes) -> LearnerAnswer:
    """Return the answer in a JSON text; raises ``MalformedCommand`` with the place of what is wrong in it."""
    try:
        found: LearnerAnswer = msgspec.json.decode(data, type=LearnerAnswer)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedCommand(f"answer: {error}") from None
    return found


def graded(
    task: ev.ChapterTask,
    key: ev.ChapterKey,
    answer: LearnerAnswer,
    *,
    cards: Collection[str] | None = None,
    legal: Iterable[bytes] | None = None,
) -> TaskGrade:
    """Return what an answer is worth, from 0 to 100, and which part of it is right; the order in which it was given changes nothing.

    ``cards`` are the names that can be said, ``legal`` the commands that can be given, as JSON; None for any. Raises ``MalformedCommand``
    with place and reason for what is no answer to this task, and where the key is not that of the task.
    """
    match task, answer:
        case ev.AskCandidates(), NamedCards():
            return _cards(key, answer, cards)
        case ev.AskChance() | ev.AskOdds(), SaidChance():
            return _chance(key, answer)
        case ev.AskKnows(), SaidKnows():
            return _seats(key, answer)
        case ev.FindMove(), GivenMove():
            return _move(task, key, answer, legal)
        case ev.GuidedReading(), _:
            raise MalformedCommand("answer: the chapter is read, nothing is asked")
    raise MalformedCommand(f"answer: the chapter asks for {_ASKED[type(task)]}")


def _cards(key: ev.ChapterKey, answer: NamedCards, cards: Collection[str] | None) -> GradedCards:
    if not answer.cards:
        raise MalformedCommand("answer, cards: no card is named")
    for nth, card in enumerate(answer.cards):
        if cards is not None and card not in cards:
            raise MalformedCommand(f"answer, card {nth + 1}: {card!r} is no card of this game")
        if card in answer.cards[:nth]:
            raise MalformedCommand(f"answer, card {nth + 1}: {card!r} is named twice")
    return graded_cards(answer.cards, key.candidates)


def _chance(key: ev.ChapterKey, answer: SaidChance) -> GradedChance:
    if not 0 <= answer.percent <= 100:  # noqa: PLR2004 -- per cent
        raise MalformedCommand(f"answer, percent: a chance is 0 to 100 per cent, not {answer.percent}")
    if key.chance is None:
        raise _other_key(key)
    return graded_chance(Fraction(str(answer.percent)) / 100, Fraction(*key.chance))


def _seats(key: ev.ChapterKey, answer: SaidKnows) -> GradedSeats:
    true = dict(key.knows)
    if not true:
        raise _other_key(key)
    for seat in answer.seats:
        if seat not in true:
            raise MalformedCommand(f"answer, seats: of {seat!r} nothing is asked, but of {', '.join(true)}")
    missing = [seat for seat in true if seat not in answer.seats]
    if missing:
        raise MalformedCommand(f"answer, seats: nothing is said of {', '.join(missing)}")
    return graded_seats(answer.seats, true)


def _move(task: ev.FindMove, key: ev.ChapterKey, answer: GivenMove, legal: Iterable[bytes] | None) -> GradedMove:
    said = _command(answer)
    if legal is not None and not any(msgspec.json.decode(one) == said for one in legal):
        raise MalformedCommand("answer, command: it is no legal move at this step")
    nth = next((nth for nth, command in key.moves if msgspec.json.decode(command) == said), None)
    if nth is None:
        return GradedMove(worth=0, nth=None, says="")
    if nth >= len(task.answers):
        raise _other_key(key)
    return GradedMove(worth=task.answers[nth].worth, nth=nth, says=task.answers[nth].says)


def _command(answer: GivenMove) -> dict[str, Any]:
    raw = bytes(answer.command)
    if len(raw) > LONGEST_COMMAND:
        raise MalformedCommand(f"answer, command: it has up to {LONGEST_COMMAND} bytes, not {len(raw)}")
    try:
        plain = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        raise MalformedCommand(f"answer, command: it is no JSON: {error}") from None
    if not isinstance(plain, dict):
        raise MalformedCommand("answer, command: a command is a JSON object")
    return plain


def _other_key(key: ev.ChapterKey) -> MalformedCommand:
    return MalformedCommand(f"chapter {key.chapter}: its key is not that of its task")


_ASKED: dict[type, str] = {
    ev.AskCandidates: "cards",
    ev.AskChance: "a chance in per cent",
    ev.AskOdds: "a chance in per cent",
    ev.FindMove: "a move",
    ev.AskKnows: "what each seat knows",
}
