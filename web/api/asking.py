"""What else of a game may be asked about chances at a step, and the answers: from that viewer's own log."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from records.core.sentences import N_
from records.errors import MalformedCommand
from web.api.operations import get
from web.api.thinking import STEP, moment, workable
from web.problems import Refused
from web.queries import read_choice
from web.schemas.base import Looked
from web.schemas.odds import AnswerOddsSchema, QuestionsSchema
from web.schemas.questions import AskQuery, LookQuery
from web.words.texts import _
from web.words.wording import printed

if TYPE_CHECKING:
    from records.service import RecordView


@get(f"{STEP}/odds", N_("What else this game can be asked about chances after an event"), asks=LookQuery, gives=QuestionsSchema)
def odds_questions(asked: dict[str, Any], record: str, at: str) -> dict[str, Any]:
    """Send each question, with what is to be said for it."""
    view, number = moment(record, at, asked)
    return QuestionsSchema.data(Looked(view, at=number), printed(view))


@get(f"{STEP}/odds/answer", N_("The answer to such a question, as a viewer could work it out"), asks=AskQuery, gives=AnswerOddsSchema)
def odds_answer(asked: dict[str, Any], record: str, at: str) -> dict[str, Any]:
    """Send what it is about, and how likely."""
    view, number = moment(record, at, asked)
    able = view.questions(number)
    if not able:
        raise Refused(HTTPStatus.NOT_FOUND, _("Nothing of the kind can be asked at this step."), ("path", "at"))
    name = read_choice("ask", asked["ask"], able)
    with workable():
        answer = _answered(view, number, name, asked["let"])
        return AnswerOddsSchema.data(Looked(view, (name, answer), number), printed(view))


def _answered(view: RecordView, at: int, name: str, let: list[str]) -> Any:
    try:
        return view.ask(at, name, _said(let))
    except MalformedCommand as error:
        known = ", ".join(parameter.name for parameter in view.questions(at)[name][1])
        reason = _("“let” is NAME=VALUE: each NAME once and one of %(known)s, with a VALUE from the list of questions.", known=known)
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "let")) from error


def _said(let: list[str]) -> dict[str, str]:
    """Return what is said by name; raises ``MalformedCommand`` for a name that stands twice, since the last must not win in silence."""
    said = dict(word.partition("=")[::2] for word in let)
    if len(said) < len(let):
        raise MalformedCommand("a parameter is said twice")
    return said
