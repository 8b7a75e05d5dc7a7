"""Requests from other machines to routes that calculate take a lane. Local users are limited only by the machine.

The policy was asked before: a record that is hidden is not there, however much is being worked out.
"""

from __future__ import annotations

from functools import wraps
from http import HTTPStatus
from math import ceil
from typing import TYPE_CHECKING, Any

from flask import request

from records.core.viewers import LOCAL, CallerKind
from web.callers import current_caller
from web.guards.entrances import ENTRANCES, Entrance, EntrancesDifferError, is_here
from web.guards.networks import network_of
from web.guards.origin import READING
from web.guards.sending import read_sent, takes_form
from web.lanes import Lanes, LaneUser, NoLaneError
from web.problems import Refused
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask import Flask

    from web.settings import Settings

_KNOWN = frozenset({CallerKind.ACCOUNT, CallerKind.TOKEN, CallerKind.OPERATOR})
"""Callers distinguished by account, their programs included. All others are guests, distinguished by network."""


def guard_lanes(app: Flask, settings: Settings, entrances: Mapping[str, Entrance] = ENTRANCES) -> None:
    """Let every route of ``app`` that thinks begin when it has a lane; called when all routes are there.

    Raises ``EntrancesDifferError`` for one that is sent something and does not say how much: it would be read in the lane.
    """
    lanes = app.extensions["kiebitz-lanes"] = Lanes(settings.lanes)
    written = {rule.endpoint for rule in app.url_map.iter_rules() if (rule.methods or set()) - READING}
    for endpoint, view in app.view_functions.items():
        if Entrance.LANE in entrances[endpoint]:
            if endpoint in written and not takes_form(view):
                raise EntrancesDifferError(f"{endpoint} takes a lane and does not say how much it is sent")
            app.view_functions[endpoint] = _in_lane(view, lanes, settings)


def _in_lane(view: Callable[..., Any], lanes: Lanes, settings: Settings) -> Callable[..., Any]:
    @wraps(view)
    def bounded(**parts: Any) -> Any:
        writes = takes_form(view)
        if writes:
            read_sent(view)
        user = _user(settings)
        if user is None:
            return view(**parts)
        patience = lanes.limits.writing if writes else lanes.limits.patience
        try:
            with lanes.lane(user, patience):
                return view(**parts)
        except NoLaneError as error:
            raise _refused(error, max(1, ceil(patience))) from error

    return bounded


def _user(settings: Settings) -> LaneUser | None:
    """Return the caller; None for the one user of a program without accounts, whose browser asks for several parts at once.

    Behind a proxy that does not name its clients, everybody would seem to be local.
    """
    caller = current_caller()
    if caller.kind in _KNOWN:
        return LaneUser(caller.person, guest=False)
    at_it = is_here(request.remote_addr) and not settings.behind_proxy
    if caller == LOCAL and (at_it or not settings.open_to_all):
        return None
    return LaneUser(network_of(request.remote_addr or ""), guest=True)


def _refused(error: NoLaneError, seconds: int) -> Refused:
    if error.own:
        reason = _("One question at a time: your last one is still being worked out. Ask again in a moment.")
        return Refused(HTTPStatus.TOO_MANY_REQUESTS, reason, retry_after=seconds)
    reason = _(
        "Too many other questions are waiting, so this one could not be worked out. Ask again in a moment; the game itself can be read."
    )
    return Refused(HTTPStatus.SERVICE_UNAVAILABLE, reason, heading=_("Too many questions at once"), retry_after=seconds)
