"""Reviews of finished games: read as far as they are made, asked for, stopped, looked at closer, and closed to others."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from records.core.sentences import N_
from web.api.operations import get, post
from web.callers import current_book, current_caller
from web.looking import asked_records, look
from web.problems import refusing
from web.schemas.questions import LookQuery, LuckQuery, ReviewQuery
from web.schemas.reviews import bodies
from web.schemas.reviews.answers import ReviewSchema
from web.schemas.reviews.luck import LuckSchema
from web.words import texts
from web.words.phrases import Words

if TYPE_CHECKING:
    from records.service.reviews.views import ReviewView

LARGEST_BODY = 4 * 1024
"""Bytes."""
PLACE = "/records/<record>/review"


def _answer(found: ReviewView) -> dict[str, Any]:
    return ReviewSchema.data(found, Words(texts, {}))


def _refusing() -> Any:
    return refusing(("query", "as"))


_written = partial(post, asks=LookQuery, gives=ReviewSchema, largest=LARGEST_BODY, answers=_answer, refusing=_refusing)
"""Declares an operation that asks something of reviews, and tells what is there then."""


@get(
    PLACE,
    N_("What each decision of a finished game cost, chances, luck and skill, as far as it is made"),
    asks=ReviewQuery,
    gives=ReviewSchema,
)
def review(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Send what is there; a look starts no work."""
    view = look(current_book(), current_caller(), record, asked["viewer"])
    with _refusing():
        return _answer(current_book().reviews.review(current_caller(), record, view.viewer, graded="graded" in asked))


@_written(PLACE, N_("Have a review made, or join who waits for it"), takes=bodies.ReviewBody)
def ask_review(asked: dict[str, Any], body: dict[str, Any], record: str) -> ReviewView:
    """Ask for it; it is made beside the server."""
    return current_book().reviews.ask(current_caller(), record, _eyes(record, asked), graded=body["graded"])


@_written(f"{PLACE}/cancelling", N_("Let one's own work at a review end; what is there stays"), takes=bodies.ReviewBody)
def cancel_review(asked: dict[str, Any], body: dict[str, Any], record: str) -> ReviewView:
    """Stop it."""
    return current_book().reviews.cancel(current_caller(), record, _eyes(record, asked), graded=body["graded"])


@_written(f"{PLACE}/closer", N_("Have one decision weighed until it is surer"), takes=bodies.CloserBody)
def look_closer(asked: dict[str, Any], body: dict[str, Any], record: str) -> ReviewView:
    """Ask for it."""
    return current_book().reviews.closer(current_caller(), record, _eyes(record, asked), body["step"], graded=body["graded"])


@_written(f"{PLACE}/closing", N_("Close the review of one's own seat to others, or open it again"), takes=bodies.ReviewClosedBody)
def close_review(asked: dict[str, Any], body: dict[str, Any], record: str) -> ReviewView:
    """Close or open it, and tell what is there."""
    eyes = _eyes(record, asked)
    current_book().reviews.close(current_caller(), record, body["seat"], closed=body["closed"])
    return current_book().reviews.review(current_caller(), record, eyes)


@get("/luck", N_("Luck and skill of players over many reviewed games"), asks=LuckQuery, gives=LuckSchema)
def luck(asked: dict[str, Any]) -> dict[str, Any]:
    """Tell of the records that are there for the caller; a look starts no work."""
    records = asked_records(current_book(), current_caller(), asked)
    return LuckSchema.data(current_book().reviews.many(current_caller(), records), Words(texts, {}))


def _eyes(record: str, asked: dict[str, Any]) -> Any:
    return look(current_book(), current_caller(), record, asked["viewer"]).viewer
