"""The entrance of every route: what a caller must be able to reach before the route's function is called.

The book asks the policy once more in each of its methods. A route that is not in the table keeps the program from starting.
"""

from __future__ import annotations

import enum
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import current_app, g, redirect, request, url_for
from werkzeug.exceptions import BadRequest, NotFound

from records.core.viewers import CallerKind
from records.errors import NotYours, SignInRefused
from records.service.access import Permission
from web.callers import CLASS, chapter_place, current_caller, has_accounts, own_root
from web.guards.origin import READING
from web.learning import read_reference
from web.problems import Refused
from web.queries import COUNTED, OF_REPLAY
from web.suspense import in_suspense
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask
    from werkzeug import Response

    from records.core.viewers import LinkGrant
    from records.service import GameBook
    from web.settings import Settings


class Entrance(enum.Flag):
    """Who may use a route: one of the first seven, and with ``LANE`` only when a lane is free."""

    ANYBODY = enum.auto()
    """Everybody: nothing in the answer depends on a record."""
    SHELF = enum.auto()
    """Everybody who may look through the shelf."""
    RECORD = enum.auto()
    """Everybody for whom the record in the address exists."""
    SIGN_IN = enum.auto()
    """Everybody, if there are accounts; otherwise there is no such page."""
    ACCOUNT = enum.auto()
    """Everybody who has signed in; others are redirected to the sign-in page."""
    TEACHER = enum.auto()
    """Teachers: with accounts everybody who has signed in, else the local user; the book checks the class."""
    CLASS = enum.auto()
    """Everybody who joins a class or joined one; the book checks which."""
    LANE = enum.auto()
    """Callers with a lane, because the route calculates (``web.guards.lane_guard``)."""


ENTRANCES: Mapping[str, Entrance] = {
    "static": Entrance.ANYBODY,
    "watching.alive": Entrance.ANYBODY,
    "watching.ready": Entrance.ANYBODY,
    "watching.metrics": Entrance.ANYBODY,
    "document.page": Entrance.ANYBODY,
    "document.openapi": Entrance.ANYBODY,
    "charts.script": Entrance.ANYBODY,
    "rules.all_games": Entrance.ANYBODY,
    "rules.game": Entrance.ANYBODY,
    "pages.imprint": Entrance.ANYBODY,
    "pages.elsewhere": Entrance.ANYBODY,
    "api.games": Entrance.ANYBODY,
    "accounts.sign_in": Entrance.SIGN_IN,
    "accounts.signed_in": Entrance.SIGN_IN,
    "accounts.sign_out": Entrance.SIGN_IN,
    "accounts.welcome": Entrance.SIGN_IN,
    "accounts.welcomed": Entrance.SIGN_IN,
    "accounts.me": Entrance.ACCOUNT,
    "accounts.change_me": Entrance.ACCOUNT,
    "accounts.take_out": Entrance.ACCOUNT,
    "accounts.seat": Entrance.ACCOUNT,
    "accounts.take_seat": Entrance.ACCOUNT,
    "accounts.people": Entrance.ACCOUNT,
    "accounts.state": Entrance.ACCOUNT,
    "accounts.change_people": Entrance.ACCOUNT,
    "accounts.access": Entrance.RECORD,
    "accounts.change_access": Entrance.RECORD,
    "classes.join": Entrance.CLASS,
    "classes.joined": Entrance.CLASS,
    "classes.phone": Entrance.CLASS,
    "classes.answer": Entrance.CLASS,
    "classes.phone_now": Entrance.CLASS,
    "classes.phone_events": Entrance.CLASS,
    "classes.all_classes": Entrance.TEACHER,
    "classes.begin": Entrance.TEACHER,
    "classes.in_class": Entrance.TEACHER,
    "classes.change": Entrance.TEACHER,
    "classes.live": Entrance.TEACHER,
    "classes.lead": Entrance.TEACHER,
    "classes.live_now": Entrance.TEACHER,
    "classes.board": Entrance.TEACHER,
    "classes.board_now": Entrance.TEACHER,
    "classes.answers": Entrance.TEACHER,
    "classes.events": Entrance.TEACHER,
    "pages.shelf": Entrance.SHELF,
    "pages.playing": Entrance.SHELF,
    "pages.merge_form": Entrance.SHELF,
    "pages.merge": Entrance.SHELF | Entrance.LANE,
    "pages.notation_form": Entrance.SHELF,
    "pages.notation_sent": Entrance.SHELF | Entrance.LANE,
    "pages.notation_draft": Entrance.SHELF | Entrance.LANE,
    "pages.upload_form": Entrance.SHELF,
    "pages.upload": Entrance.SHELF | Entrance.LANE,
    "recording.new": Entrance.SHELF,
    "pages.log_form": Entrance.SHELF,
    "pages.log_sent": Entrance.SHELF | Entrance.LANE,
    "retelling.tables": Entrance.SHELF,
    "retelling.table": Entrance.SHELF,
    "retelling.change": Entrance.SHELF,
    "recording.begin": Entrance.SHELF,
    "rereading.impact": Entrance.SHELF | Entrance.LANE,
    "cases.case": Entrance.SHELF,
    "cases.write": Entrance.SHELF,
    "cases.ruling": Entrance.SHELF,
    "notes.file": Entrance.SHELF,
    "events.events": Entrance.SHELF,
    "events.edit": Entrance.RECORD,
    "events.change": Entrance.RECORD,
    "trash.list": Entrance.SHELF,
    "trash.change": Entrance.RECORD,
    "learning.lessons": Entrance.SHELF,
    "learning.lesson": Entrance.SHELF,
    "learning.change": Entrance.SHELF,
    "learning.sheet": Entrance.SHELF,
    "learning.chapter": Entrance.SHELF,
    "learning.answer": Entrance.SHELF,
    "studies.beside": Entrance.SHELF,
    "studies.begin": Entrance.SHELF,
    "studies.study": Entrance.SHELF,
    "studies.change": Entrance.SHELF | Entrance.LANE,
    "studies.chapter": Entrance.SHELF | Entrance.LANE,
    "studies.write": Entrance.SHELF | Entrance.LANE,
    "studies.draft": Entrance.SHELF,
    "studies.add": Entrance.RECORD,
    "studies.add_to": Entrance.RECORD,
    "lines.line": Entrance.SHELF,
    "lines.keep": Entrance.SHELF | Entrance.LANE,
    "lines.grow": Entrance.SHELF | Entrance.LANE,
    "api.records": Entrance.SHELF,
    "api.trash": Entrance.SHELF,
    "api.all_cases": Entrance.SHELF | Entrance.LANE,
    "api.club_events": Entrance.SHELF,
    "api.club_event": Entrance.SHELF,
    "api.luck": Entrance.SHELF,
    "api.studies": Entrance.SHELF,
    "api.word_tables": Entrance.SHELF,
    "api.set_words": Entrance.SHELF,
    "api.remove_words": Entrance.SHELF,
    "api.study": Entrance.SHELF,
    "api.case": Entrance.SHELF,
    "api.case_file": Entrance.SHELF,
    "api.precedents": Entrance.SHELF | Entrance.LANE,
    "api.release_side": Entrance.SHELF,
    "api.make_claim": Entrance.SHELF,
    "api.rule": Entrance.SHELF,
    "api.answer_ruling": Entrance.SHELF,
    "api.close_case": Entrance.SHELF,
    "api.erase_case_text": Entrance.SHELF,
    "pages.replay": Entrance.RECORD,
    "pages.card": Entrance.RECORD,
    "pages.follow": Entrance.RECORD,
    "pages.name_game": Entrance.RECORD,
    "pages.notation": Entrance.RECORD,
    "pages.odds": Entrance.RECORD | Entrance.LANE,
    "pages.onward": Entrance.RECORD,
    "pages.place": Entrance.RECORD | Entrance.LANE,
    "pages.slot": Entrance.RECORD | Entrance.LANE,
    "pages.step": Entrance.RECORD,
    "pages.team": Entrance.RECORD | Entrance.LANE,
    "pages.told": Entrance.RECORD,
    "pages.turning": Entrance.RECORD,
    "pages.breaches": Entrance.RECORD | Entrance.LANE,
    "pages.explain": Entrance.RECORD | Entrance.LANE,
    "pages.why": Entrance.RECORD | Entrance.LANE,
    "recording.sheet": Entrance.RECORD,
    "recording.write": Entrance.RECORD,
    "recording.log": Entrance.RECORD,
    "recording.tell": Entrance.RECORD | Entrance.LANE,
    "figures.shelf": Entrance.SHELF,
    "figures.luck": Entrance.SHELF,
    "figures.luck_csv": Entrance.SHELF,
    "eyes.two": Entrance.RECORD,
    "rereading.compare": Entrance.RECORD | Entrance.LANE,
    "rereading.findings": Entrance.RECORD | Entrance.LANE,
    "rules.record": Entrance.RECORD | Entrance.LANE,
    "cases.beside": Entrance.RECORD | Entrance.LANE,
    "cases.open_case": Entrance.RECORD,
    "notes.beside": Entrance.RECORD,
    "notes.moments": Entrance.RECORD | Entrance.LANE,
    "notes.quiz": Entrance.RECORD | Entrance.LANE,
    "notes.answer": Entrance.RECORD | Entrance.LANE,
    "notes.edit": Entrance.RECORD | Entrance.LANE,
    "notes.write": Entrance.RECORD | Entrance.LANE,
    "notes.draft": Entrance.RECORD | Entrance.LANE,
    "notes.take_in": Entrance.RECORD | Entrance.LANE,
    "lines.beside": Entrance.RECORD,
    "lines.begin": Entrance.RECORD | Entrance.LANE,
    "charts.first": Entrance.RECORD,
    "charts.chart": Entrance.RECORD | Entrance.LANE,
    "review.page": Entrance.RECORD,
    "review.marks": Entrance.RECORD,
    "review.change": Entrance.RECORD | Entrance.LANE,
    "offline.record": Entrance.RECORD | Entrance.LANE,
    "offline.study": Entrance.SHELF,
    "offline.case": Entrance.SHELF,
    "exports.png": Entrance.RECORD,
    "exports.svg": Entrance.RECORD,
    "exports.small": Entrance.RECORD,
    "exports.sheet": Entrance.RECORD,
    "api.header": Entrance.RECORD,
    "api.cases": Entrance.RECORD | Entrance.LANE,
    "api.open_case": Entrance.RECORD,
    "api.precedent_moments": Entrance.RECORD | Entrance.LANE,
    "api.chart": Entrance.RECORD | Entrance.LANE,
    "api.chart_csv": Entrance.RECORD | Entrance.LANE,
    "api.drift": Entrance.RECORD | Entrance.LANE,
    "api.findings": Entrance.RECORD | Entrance.LANE,
    "api.events": Entrance.RECORD,
    "api.events_parquet": Entrance.RECORD,
    "api.export": Entrance.RECORD,
    "api.games_parquet": Entrance.RECORD,
    "api.layers": Entrance.RECORD,
    "api.retelling": Entrance.RECORD,
    "api.review": Entrance.RECORD,
    "api.ask_review": Entrance.RECORD,
    "api.cancel_review": Entrance.RECORD,
    "api.look_closer": Entrance.RECORD,
    "api.close_review": Entrance.RECORD,
    "api.position": Entrance.RECORD,
    "api.knowledge": Entrance.RECORD | Entrance.LANE,
    "api.odds_questions": Entrance.RECORD,
    "api.odds_answer": Entrance.RECORD | Entrance.LANE,
    "api.odds_of_attack": Entrance.RECORD | Entrance.LANE,
    "api.odds_of_draw": Entrance.RECORD | Entrance.LANE,
    "api.team": Entrance.RECORD | Entrance.LANE,
    "api.turning_points": Entrance.RECORD,
    "api.explain": Entrance.RECORD | Entrance.LANE,
    "api.why": Entrance.RECORD | Entrance.LANE,
    "api.steps": Entrance.RECORD,
    "api.untold": Entrance.RECORD,
}
"""The entrance of each endpoint."""


class Writers(enum.Enum):
    """Whose body a writing route reads, if this is not decided by a permission."""

    ANYBODY = enum.auto()
    """Everybody's: its own function checks a password, a code, or the learner, in a small form."""
    KNOWN = enum.auto()
    """Those of accounts, their programs, and the local user; the book checks what they may do."""


WRITERS: Mapping[str, Writers | Permission] = {
    "accounts.signed_in": Writers.ANYBODY,
    "accounts.sign_out": Writers.ANYBODY,
    "accounts.welcomed": Writers.ANYBODY,
    "classes.joined": Writers.ANYBODY,
    "classes.answer": Writers.ANYBODY,
    "learning.answer": Writers.ANYBODY,
    "learning.change": Writers.ANYBODY,
    "notes.answer": Writers.ANYBODY,
    "pages.merge": Permission.ADD,
    "pages.notation_sent": Permission.ADD,
    "pages.notation_draft": Permission.ADD,
    "pages.log_sent": Permission.ADD,
    "pages.upload": Permission.ADD,
    "retelling.change": Permission.ANNOTATE,
    "recording.begin": Permission.ADD,
    "accounts.change_me": Writers.KNOWN,
    "accounts.take_seat": Writers.KNOWN,
    "accounts.change_people": Writers.KNOWN,
    "accounts.change_access": Writers.KNOWN,
    "classes.begin": Writers.KNOWN,
    "classes.change": Writers.KNOWN,
    "classes.lead": Writers.KNOWN,
    "cases.open_case": Writers.KNOWN,
    "cases.write": Writers.KNOWN,
    "events.change": Writers.KNOWN,
    "trash.change": Writers.KNOWN,
    "lines.begin": Writers.KNOWN,
    "lines.grow": Writers.KNOWN,
    "lines.keep": Writers.KNOWN,
    "notes.draft": Writers.KNOWN,
    "notes.take_in": Permission.ANNOTATE,
    "notes.write": Writers.KNOWN,
    "pages.name_game": Writers.KNOWN,
    "recording.write": Writers.KNOWN,
    "review.change": Writers.KNOWN,
    "recording.tell": Writers.KNOWN,
    "studies.add_to": Writers.KNOWN,
    "studies.begin": Writers.KNOWN,
    "studies.change": Writers.KNOWN,
    "studies.draft": Writers.KNOWN,
    "studies.write": Writers.KNOWN,
    "api.answer_ruling": Writers.KNOWN,
    "api.close_case": Writers.KNOWN,
    "api.set_words": Permission.ANNOTATE,
    "api.remove_words": Permission.ANNOTATE,
    "api.erase_case_text": Writers.KNOWN,
    "api.make_claim": Writers.KNOWN,
    "api.open_case": Writers.KNOWN,
    "api.release_side": Writers.KNOWN,
    "api.rule": Writers.KNOWN,
    "api.ask_review": Writers.KNOWN,
    "api.cancel_review": Writers.KNOWN,
    "api.look_closer": Writers.KNOWN,
    "api.close_review": Writers.KNOWN,
}
"""For each endpoint that takes a body, the check before a byte of it is read."""
_KNOWN = frozenset({CallerKind.LOCAL, CallerKind.ACCOUNT, CallerKind.TOKEN, CallerKind.OPERATOR})
_OF_NO_RECORD = (Entrance.ANYBODY, Entrance.SHELF, Entrance.SIGN_IN, Entrance.ACCOUNT, Entrance.TEACHER, Entrance.CLASS)
_IN_CLASS = {"learning.lesson", "learning.change"}
"""Endpoints below a class, for its learners; and below its chapters."""
_OF_CHAPTER, _OF_STUDY = {"learning.chapter", "learning.answer"}, {"learning.lesson", "learning.sheet"}
_BELOW_CHAPTER = {
    "pages.replay",
    "pages.card",
    "pages.notation",
    "pages.odds",
    "pages.onward",
    "pages.place",
    "pages.slot",
    "pages.step",
    "pages.team",
    "pages.told",
    "pages.turning",
    "pages.breaches",
    "pages.explain",
    "pages.why",
    "charts.first",
    "charts.chart",
    "exports.png",
    "exports.svg",
    "notes.quiz",
    "api.header",
    "api.chart",
    "api.chart_csv",
    "api.events",
    "api.explain",
    "api.knowledge",
    "api.odds_questions",
    "api.odds_answer",
    "api.odds_of_attack",
    "api.odds_of_draw",
    "api.position",
    "api.steps",
    "api.team",
    "api.turning_points",
    "api.why",
}
"""Endpoints of a record below a chapter: none that shows what other people wrote beside it, or how it went on."""
_TELLS = {"api.position", "exports.png", "exports.svg"}
"""Endpoints that reveal what a closed card can be, in addition to the calculating routes."""
_FORWARDED = (
    "Forwarded",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Port",
    "X-Forwarded-Prefix",
    "X-Forwarded-Proto",
    "X-Real-Ip",
)


class EntrancesDifferError(Exception):
    """Routes without a entrance, entrances without a route, or entrances of a record on routes that name none."""


def guard_routes(app: Flask, settings: Settings) -> None:
    """Check the entrance before each request to ``app``, and whether its sender may reach a program without accounts at all."""

    def refuse_elsewhere() -> None:
        if not settings.behind_proxy and any(name in request.headers for name in _FORWARDED):
            raise BadRequest(_("This request came through a proxy, and the server was not started with --behind-proxy."))
        if not has_accounts() and not settings.open_to_all and not is_here(request.remote_addr):
            raise Refused(HTTPStatus.FORBIDDEN, _("This server has no accounts, so it answers only the machine it runs on."))

    app.before_request(refuse_elsewhere)
    app.before_request(_ask_entrance)


def check_entrances(app: Flask, entrances: Mapping[str, Entrance] = ENTRANCES) -> None:
    """Raise ``EntrancesDifferError`` unless ``entrances`` are those of the routes of ``app``."""
    rules = {rule.endpoint: rule for rule in app.url_map.iter_rules()}
    written = {name for name, rule in rules.items() if (rule.methods or set()) - READING}
    without, unused = sorted(rules.keys() - entrances.keys()), sorted(entrances.keys() - rules.keys())
    unasked = sorted(written ^ WRITERS.keys())
    wrong = sorted(
        name for name, rule in rules.items() if not _fits(entrances.get(name, Entrance.LANE), of_record="record" in rule.arguments)
    )
    if without or unused or wrong or unasked:
        found = (
            f"routes without an entrance: {without}; entrances without a route: {unused}; of a record or not: {wrong}; "
            f"that write and are not in WRITERS, or the other way round: {unasked}"
        )
        raise EntrancesDifferError(found)


def _fits(entrance: Entrance, *, of_record: bool) -> bool:
    place = entrance & ~Entrance.LANE
    return place is Entrance.RECORD if of_record else place in _OF_NO_RECORD


def _ask_entrance() -> Response | None:
    """Raise ``NotYours`` or ``RecordNotFound`` for a caller who may not pass; redirect one who must sign in to the sign-in page.

    Where no store is open nothing is to be kept.
    """
    book: GameBook | None = current_app.extensions["kiebitz-book"]
    entrance = ENTRANCES[request.endpoint] if request.endpoint is not None else Entrance.ANYBODY
    if book is None or Entrance.ANYBODY in entrance:
        return None
    with book.records.looking():
        return _asked(book, entrance)


def _asked(book: GameBook, entrance: Entrance) -> Response | None:
    if (grant := current_caller().grant) is not None:
        return _ask_link(book, grant, entrance)
    if CLASS in request.environ:
        if request.endpoint == "pages.shelf" and request.method in READING:
            return redirect(f"{own_root()}/classes/{request.environ[CLASS]}/phone", HTTPStatus.FOUND)
        if request.endpoint not in _IN_CLASS:
            raise NotFound
        return None
    if (Entrance.SIGN_IN | Entrance.ACCOUNT) & entrance and not book.has_accounts:
        raise NotFound
    accounts = Entrance.ACCOUNT in entrance or (Entrance.TEACHER in entrance and book.has_accounts)
    if accounts and current_caller().kind is not CallerKind.ACCOUNT:
        if request.method not in READING:
            raise SignInRefused("nobody has signed in here")
        return redirect(url_for("accounts.sign_in", next=request.full_path.rstrip("?")), HTTPStatus.SEE_OTHER)
    if (Entrance.SHELF | Entrance.RECORD | Entrance.TEACHER) & entrance:
        _admit(book, (request.view_args or {})["record"] if Entrance.RECORD in entrance else None)
    if Entrance.TEACHER in entrance and not book.access.allows(current_caller(), Permission.TEACH):
        raise NotYours("classes are held by teachers", Permission.TEACH)
    if request.method not in READING and request.endpoint is not None:
        _ask_writer(book, WRITERS[request.endpoint])
    return None


def _ask_writer(book: GameBook, writers: Writers | Permission) -> None:
    """Raise ``NotYours`` before anything is read that the caller may not send; the record of the address is there for them."""
    caller = current_caller()
    if isinstance(writers, Permission):
        let = book.access.allows(caller, writers, (request.view_args or {}).get("record"))
    else:
        let = writers is Writers.ANYBODY or caller.kind in _KNOWN
    if not let:
        raise NotYours(f"{caller.name!r} may not send anything to {request.path}")


def _ask_link(book: GameBook, grant: LinkGrant, entrance: Entrance) -> Response | None:
    """Let a link's holder, or the reader of a chapter, read its record and nothing else; redirect there from its root."""
    if chapter_place() is not None:
        if request.endpoint in _OF_CHAPTER:
            return None
        if request.endpoint == "pages.shelf" and request.method in READING:
            return redirect(url_for("learning.chapter"), HTTPStatus.FOUND)
        if request.endpoint not in _BELOW_CHAPTER:
            raise NotFound
        if grant.asks and (Entrance.LANE in entrance or request.endpoint in _TELLS):
            raise Refused(HTTPStatus.FORBIDDEN, _("This is part of the question: it is shown once the task is solved or given up."))
    elif grant.of_study:
        if request.endpoint == "pages.shelf" and request.method in READING:
            return redirect(url_for("learning.lesson", ref=grant.record), HTTPStatus.FOUND)
        if request.endpoint not in _OF_STUDY or read_reference((request.view_args or {})["ref"])[0] != grant.record:
            raise NotFound
        return None
    if request.endpoint == "pages.shelf" and request.method in READING:
        book.records.admit(current_caller(), grant.record)
        to, asked = url_for("pages.replay", record=grant.record), _opening(book, grant)
        return redirect(f"{to}?{urlencode(asked)}" if asked else to, HTTPStatus.FOUND)
    asks = grant.cases and request.endpoint == "cases.open_case"
    if (
        Entrance.RECORD not in entrance
        or (request.method not in READING and not asks)
        or (request.view_args or {})["record"] != grant.record
    ):
        raise NotFound
    _admit(book, grant.record)
    return None


def _admit(book: GameBook, record: str | None) -> None:
    """Let the caller through to a record, or to the shelf; pages of later refusals link back to that record."""
    book.records.admit(current_caller(), record)
    g.admitted = record


def _opening(book: GameBook, grant: LinkGrant) -> dict[str, str]:
    """Return what the address of a link's replay asks: as that of the link itself, and without a step in it that which the link names.

    That is one that is there by now; of a game that runs the last one.
    """
    asked = {name: said for name, said in request.args.items() if name in OF_REPLAY}
    if asked.keys() & {"at", *COUNTED}:
        return asked
    view = book.record(current_caller(), grant.record)
    hiding = asked.get("suspense") == "on" or in_suspense()
    at = view.steps if view.running and not (grant.first or hiding) else min(grant.first, view.steps)
    return {**asked, "at": str(at)} if at else asked


def is_here(address: str | None) -> bool:
    """Whether ``address`` is this machine's own."""
    try:
        here = ip_address((address or "").partition("%")[0])
    except ValueError:
        return False
    return here.is_loopback or bool(isinstance(here, IPv6Address) and here.ipv4_mapped is not None and here.ipv4_mapped.is_loopback)
