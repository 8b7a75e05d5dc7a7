"""Why something cannot be written into a dispute, or read of one, in the reader's language: for its pages and for programs."""

from __future__ import annotations

from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING

from records.core.sentences import N_
from records.errors import AmbiguousSeat, ImpossibleEvent, MalformedCommand, RecordNotFound, SeatNotFound
from records.service.cases.views import FILE
from web.problems import Refused, refusing
from web.words.texts import _, reason_told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.cases.views import CaseView
    from records.service.desks.case_reading import CasesPart
    from web.problems import RequestPart

_REASONS: Mapping[str, str] = {
    r"a dispute is about a step from 1 to (?P<x>\d+)": N_("A dispute is about an event from 1 to %(x)s."),
    r"event (?P<x>\d+) does not count": N_("Event %(x)s does not count: it was taken back, or comes before the first decision."),
    r"nobody sits at (?P<x>[^;]*);": N_("Nobody sits at %(x)s."),
    r"'(?P<x>.*)' is no seat; each side": N_("“%(x)s” is not a seat; each side itself releases what it was shown."),
    r"a claim says recorded": N_("A claim says that the play is right as recorded, forbidden, or what follows instead."),
    r"patterns belong to a claim": N_("Name events only where a claim says that exactly these follow."),
    r"'(?P<x>.*)' is no JSON": N_("What begins with %(x)s is not JSON."),
    r"'(?P<x>.*)' is no pattern": N_("What begins with %(x)s is not an event: an object with its name in “e”."),
    r"'(?P<x>.*)' is no line of (?P<y>\d+) to (?P<z>\d+)": N_("“%(x)s” is not a line of %(y)s to %(z)s characters."),
    r"a text here has (?P<x>\d+) to (?P<y>\d+) characters": N_("A text has %(x)s to %(y)s characters."),
    r"a drawn game has no winners": N_("A drawn game has no winners."),
    r"version (?P<x>\d+) is no fact": N_("Event %(x)s is not a fact of the record that could carry a ruling out."),
    r"a ruling cites up to (?P<x>\d+)": N_("A ruling cites up to %(x)s paragraphs."),
    r".*ruling (?P<x>r\d+) stands": N_("Ruling %(x)s is in force; overrule it first."),
    r".*there is no ruling (?P<x>.*)": N_("There is no ruling %(x)s."),
    r".*ruling (?P<x>r\d+) was overruled": N_("Ruling %(x)s was overruled."),
    r".*ruling (?P<x>r\d+) is appealed already": N_("There is an appeal against ruling %(x)s already."),
    r".*nobody appealed against ruling (?P<x>r\d+)": N_("Nobody appealed against ruling %(x)s."),
    r".*the case is closed": N_("The dispute is closed."),
    r"\S+ has no switch '(?P<x>[^']*)'": N_("These rules have no switch “%(x)s”."),
    r"\S+: (?P<x>\S+) is one of (?P<y>.*), not": N_("The switch “%(x)s” is one of %(y)s."),
    r".* has no ruleset '(?P<x>[^']*)'": N_("No ruleset is called “%(x)s” here."),
    r"record \S+ (cannot be played by other rules|was played)": N_("The rules or the cards it was played with are not known here."),
}
"""Beginnings of the book's messages, and the texts for the reader."""


def erase_text(book: GameBook, caller: Caller, case: str, what: str, *, reader: str | None, place: tuple[str, str]) -> CaseView:
    """Erase a text for good, and return the case as its reader then sees it; for an imported file, as it was before.

    Raises Refused (404) for a text that this reader cannot see, whether it exists or not, and as the book does.
    """
    before = book.cases.case(caller, case, reader)
    if what not in before.erasable:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no such text in this dispute."), place)
    book.cases.erase_case_text(caller, case, what)
    return before if what == FILE else book.cases.case(caller, case, reader)


def cases_part(book: GameBook, caller: Caller, view: RecordView, *, after: str, most: int) -> CasesPart:
    """Return up to ``most`` disputes about a record following ``after``; raises Refused (404) if the viewer may not read that one."""
    try:
        return book.cases.cases_from(caller, view.header.record, view.viewer, after=after, most=most)
    except RecordNotFound as error:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no case with this id."), ("query", "after")) from error


@contextmanager
def told_why(place: RequestPart, who: RequestPart = ("query", "as")) -> Iterator[None]:
    """Translate refusals of the book: 404 for a missing case, else 422 with the reason.

    ``place`` is where it stood, ``who`` where somebody was named.
    """
    gone = _("There is no case with this id."), ("path", "case")
    with refusing(place, lambda said: reason_told(_REASONS, said) or said, kinds=(MalformedCommand, ImpossibleEvent), gone=gone):
        try:
            yield
        except (SeatNotFound, AmbiguousSeat) as error:
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("No reader of this case has that name."), who) from error
