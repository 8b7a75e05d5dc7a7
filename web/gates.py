"""The gate of every route: what a caller must be able to reach before its function is asked.

The book asks the policy once more in each of its methods. A route that is not in the table keeps the program from starting.
"""

from __future__ import annotations

import enum
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING

from flask import current_app, request
from werkzeug.exceptions import BadRequest

from web.callers import current_caller
from web.problems import Refused
from web.texts import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask

    from records.service import GameBook
    from web.settings import Settings


class Gate(enum.StrEnum):
    """Who comes to a route."""

    ANYBODY = "anybody"
    """Everybody: nothing in the answer depends on a record."""
    SHELF = "shelf"
    """Whoever may look through the shelf."""
    RECORD = "record"
    """Whoever the record in the address is there for."""


GATES: Mapping[str, Gate] = {
    "static": Gate.ANYBODY,
    "document.page": Gate.ANYBODY,
    "document.openapi": Gate.ANYBODY,
    "charts.script": Gate.ANYBODY,
    "rules.game": Gate.ANYBODY,
    "api.games": Gate.ANYBODY,
    "pages.shelf": Gate.SHELF,
    "pages.merge_form": Gate.SHELF,
    "pages.merge": Gate.SHELF,
    "pages.notation_form": Gate.SHELF,
    "pages.notation_sent": Gate.SHELF,
    "pages.notation_draft": Gate.SHELF,
    "pages.upload_form": Gate.SHELF,
    "pages.upload": Gate.SHELF,
    "recording.new": Gate.SHELF,
    "recording.begin": Gate.SHELF,
    "rereading.impact": Gate.SHELF,
    "cases.case": Gate.SHELF,
    "cases.write": Gate.SHELF,
    "cases.ruling": Gate.SHELF,
    "lines.line": Gate.SHELF,
    "lines.grow": Gate.SHELF,
    "api.records": Gate.SHELF,
    "api.all_cases": Gate.SHELF,
    "api.case": Gate.SHELF,
    "api.case_file": Gate.SHELF,
    "api.precedents": Gate.SHELF,
    "api.release_side": Gate.SHELF,
    "api.make_claim": Gate.SHELF,
    "api.rule": Gate.SHELF,
    "api.answer_ruling": Gate.SHELF,
    "api.close_case": Gate.SHELF,
    "pages.replay": Gate.RECORD,
    "pages.card": Gate.RECORD,
    "pages.name_game": Gate.RECORD,
    "pages.notation": Gate.RECORD,
    "pages.odds": Gate.RECORD,
    "pages.onward": Gate.RECORD,
    "pages.place": Gate.RECORD,
    "pages.slot": Gate.RECORD,
    "pages.step": Gate.RECORD,
    "pages.team": Gate.RECORD,
    "pages.told": Gate.RECORD,
    "pages.turning": Gate.RECORD,
    "pages.explain": Gate.RECORD,
    "pages.why": Gate.RECORD,
    "recording.sheet": Gate.RECORD,
    "recording.write": Gate.RECORD,
    "rereading.compare": Gate.RECORD,
    "rereading.findings": Gate.RECORD,
    "rules.record": Gate.RECORD,
    "cases.beside": Gate.RECORD,
    "cases.open_case": Gate.RECORD,
    "lines.beside": Gate.RECORD,
    "lines.begin": Gate.RECORD,
    "charts.first": Gate.RECORD,
    "charts.chart": Gate.RECORD,
    "exports.png": Gate.RECORD,
    "exports.svg": Gate.RECORD,
    "exports.sheet": Gate.RECORD,
    "api.header": Gate.RECORD,
    "api.cases": Gate.RECORD,
    "api.open_case": Gate.RECORD,
    "api.precedent_moments": Gate.RECORD,
    "api.chart": Gate.RECORD,
    "api.chart_csv": Gate.RECORD,
    "api.drift": Gate.RECORD,
    "api.findings": Gate.RECORD,
    "api.events": Gate.RECORD,
    "api.events_parquet": Gate.RECORD,
    "api.export": Gate.RECORD,
    "api.games_parquet": Gate.RECORD,
    "api.layers": Gate.RECORD,
    "api.position": Gate.RECORD,
    "api.knowledge": Gate.RECORD,
    "api.odds_questions": Gate.RECORD,
    "api.odds_answer": Gate.RECORD,
    "api.odds_of_attack": Gate.RECORD,
    "api.odds_of_draw": Gate.RECORD,
    "api.team": Gate.RECORD,
    "api.turning_points": Gate.RECORD,
    "api.explain": Gate.RECORD,
    "api.why": Gate.RECORD,
    "api.steps": Gate.RECORD,
    "api.untold": Gate.RECORD,
}
"""The gate of each endpoint."""
_FORWARDED = (
    "Forwarded",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Port",
    "X-Forwarded-Prefix",
    "X-Forwarded-Proto",
    "X-Real-Ip",
)


class GatesDifferError(Exception):
    """Routes without a gate, gates without a route, or gates of a record on routes that name none."""


def guard_routes(app: Flask, settings: Settings) -> None:
    """Ask the gate before each request to ``app``, and whether who sends it may reach a program without accounts at all."""

    def refuse_elsewhere() -> None:
        if not settings.behind_proxy and any(name in request.headers for name in _FORWARDED):
            raise BadRequest(_("This request came through a proxy, and the server was not started with --behind-proxy."))
        if not settings.open_to_all and not _is_here(request.remote_addr):
            raise Refused(HTTPStatus.FORBIDDEN, _("This server has no accounts, so it answers to the machine it runs on alone."))

    app.before_request(refuse_elsewhere)
    app.before_request(_ask_gate)


def check_gates(app: Flask, gates: Mapping[str, Gate] = GATES) -> None:
    """Raise ``GatesDifferError`` unless ``gates`` are those of the routes of ``app``."""
    rules = {rule.endpoint: rule for rule in app.url_map.iter_rules()}
    without, unused = sorted(rules.keys() - gates.keys()), sorted(gates.keys() - rules.keys())
    wrong = sorted(name for name, rule in rules.items() if (gates.get(name) is Gate.RECORD) != ("record" in rule.arguments))
    if without or unused or wrong:
        raise GatesDifferError(f"routes without a gate: {without}; gates without a route: {unused}; of a record or not: {wrong}")


def _ask_gate() -> None:
    """Raise ``NotYours`` or ``RecordNotFound`` for a caller who does not come through; where no store is open nothing is to be kept."""
    book: GameBook | None = current_app.extensions["kiebitz-book"]
    gate = GATES[request.endpoint] if request.endpoint is not None else Gate.ANYBODY
    if book is not None and gate is not Gate.ANYBODY:
        book.admit(current_caller(), (request.view_args or {})["record"] if gate is Gate.RECORD else None)


def _is_here(address: str | None) -> bool:
    try:
        here = ip_address((address or "").partition("%")[0])
    except ValueError:
        return False
    return here.is_loopback or bool(isinstance(here, IPv6Address) and here.ipv4_mapped is not None and here.ipv4_mapped.is_loopback)
