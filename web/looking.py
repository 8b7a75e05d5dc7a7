"""Opens a record for a viewer: the only way in which pages and API get from an address to what a viewer may see."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from records import errors
from records.core.viewers import viewer_key
from records.service import ShelfQuery
from web.problems import Refused
from web.queries import read_choice, read_number
from web.roots import path_to
from web.suspense import in_suspense
from web.words.texts import _, number

MOST_RECORDS = 100
"""Records that are looked through for luck and skill."""
MEMORIES = ("table",)
"""What may be asked to remember instead of the viewer: the online table."""
TIMES = ("hindsight",)
"""When a viewer may be asked what lay there, instead of then."""

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView, ShelfEntry


def look(book: GameBook, caller: Caller, record: str, viewer: str | None) -> RecordView:
    """Return the record with this full id as ``viewer`` sees it, by default the caller's usual viewer.

    Raises Refused (404 for a missing record, 422 for a viewer that it does not have), and NotYours.
    """
    try:
        return book.record(caller, record, viewer)
    except errors.RecordNotFound as error:
        raise Refused(HTTPStatus.NOT_FOUND, why_not(error, viewer), ("path", "record")) from error
    except (errors.AmbiguousSeat, errors.SeatNotFound) as error:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, why_not(error, viewer), ("query", "as")) from error


def why_not(error: errors.RecordsError, viewer: str | None) -> str:
    """Return why a record is not shown as ``viewer``, in the reader's language if there is a sentence for it."""
    match error:
        case errors.RecordNotFound():
            return _("There is no record with this id.")
        case errors.AmbiguousEntry():
            return _("More than one record has an id that begins so. Type more of it.")
        case errors.AmbiguousSeat():
            return _("“%(viewer)s” fits more than one seat. Use the seat's key.", viewer=viewer)
        case errors.SeatNotFound():
            return _("“%(viewer)s” is not a viewer of this record: use a seat's key, a player's name, public or open.", viewer=viewer)
        case _:
            return str(error)


def look_at(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> tuple[RecordView, int]:
    """Return the record of an address for its viewer ``as``, and its step ``at``, by default the start.

    Raises Refused (404 for a missing record or step, 422 for invalid parameters), and NotYours.
    """
    at = read_number("at", asked["at"]) if "at" in asked else 0
    view = look(book, caller, record, asked.get("as"))
    check_step(view, at)
    return view, at


def refuse_suspense(what: str = "record") -> None:
    """Raise Refused (422) for a reader in suspense, on a page that reveals how a game goes on; ``what`` of its address is the cause."""
    if in_suspense():
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("This would reveal how the game goes on, and that is hidden."), ("path", what))


def asked_records(book: GameBook, caller: Caller, asked: Mapping[str, str]) -> Sequence[ShelfEntry]:
    """Return the records of an ``event``, else the latest of the caller's shelf, up to ``MOST_RECORDS``; of one ``game`` or all.

    Raises Refused (422 for a game that is none, and in suspense), ``RecordNotFound`` for no such event, and ``NotYours``.
    """
    refuse_suspense("figures")
    game = read_choice("game", asked["game"], tuple(book.games)) if asked.get("game") else ""
    if event := asked.get("event"):
        return [one.entry for one in book.people.event(caller, event) if game in {"", one.entry.game}][:MOST_RECORDS]
    return book.records.shelf(caller, ShelfQuery(games=(game,) if game else (), limit=MOST_RECORDS)).entries


def news_of(view: RecordView) -> str:
    """Return the address at which a script reads the present number of events, for the same viewer."""
    return f"{path_to('api.header', record=view.header.record)}?as={viewer_key(view.viewer)}"


def stream_of(view: RecordView) -> str:
    """Return the address of the stream that sends the same to a script as it happens."""
    return f"{path_to('pages.follow', record=view.header.record)}?as={viewer_key(view.viewer)}"


def check_memory(view: RecordView, memory: str | None) -> bool:
    """Return whether the online table's memory is asked for; raises Refused (422) for another word, or a game without one."""
    if memory is None:
        return False
    if memory not in MEMORIES:
        reason = _("“%(name)s” is one of %(choices)s, not “%(text)s”.", name="memory", choices=", ".join(MEMORIES), text=memory)
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "memory"))
    if view.game.board.memory is None:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("No online table's memory is known for this game."), ("query", "memory"))
    return True


def check_hindsight(knows: str | None, *, forgets: bool = False) -> bool:
    """Return whether hindsight is asked for; raises Refused (422) for another word, or together with a table that ``forgets``."""
    if knows is None:
        return False
    if knows not in TIMES:
        reason = _("“%(name)s” is one of %(choices)s, not “%(text)s”.", name="knows", choices=", ".join(TIMES), text=knows)
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "knows"))
    if forgets:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("The online table's memory has no hindsight."), ("query", "knows"))
    if in_suspense():
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("There is no hindsight while length and result are hidden."), ("query", "knows"))
    return True


def check_step(view: RecordView, at: int, where: str = "query") -> None:
    """Raise Refused (404) if the record has no step ``at``; in suspense without saying how many there are."""
    if not 0 <= at <= view.steps:
        if in_suspense():
            raise Refused(HTTPStatus.NOT_FOUND, _("This record has no event %(at)s.", at=number(at)), (where, "at"))
        reason = _("This record has the events 0 to %(count)s; there is no event %(at)s.", count=number(view.steps), at=number(at))
        raise Refused(HTTPStatus.NOT_FOUND, reason, (where, "at"))


def check_event(view: RecordView, at: int, where: str = "query") -> None:
    """Raise Refused (404) if the record has no event ``at``: step 0 is the start, which nothing led to."""
    check_step(view, at, where)
    if at == 0:
        raise Refused(HTTPStatus.NOT_FOUND, _("Step 0 is the start: nothing led to it."), (where, "at"))
