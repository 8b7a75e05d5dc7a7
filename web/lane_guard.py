"""Who takes a lane: whoever asks a route that thinks from another machine. Who sits at this one is bounded by the machine itself.

The policy was asked before: a record that is hidden is not there, however much is being worked out.
"""

from __future__ import annotations

from functools import wraps
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import TYPE_CHECKING, Any

from flask import request

from records.core.viewers import LOCAL, CallerKind
from web.callers import current_caller
from web.entrances import ENTRANCES, Entrance, is_here
from web.lanes import Lanes, LaneUser, NoLaneError
from web.problems import Refused
from web.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask import Flask

    from web.settings import Settings

_KNOWN = frozenset({CallerKind.ACCOUNT, CallerKind.TOKEN, CallerKind.OPERATOR})
"""Who is told apart by an account; a program of theirs is the same caller. All others are guests, told apart by their network."""
NETWORK = 64
"""Bits of an IPv6 address that tell of a house; the others its owner may choose."""


def guard_lanes(app: Flask, settings: Settings, entrances: Mapping[str, Entrance] = ENTRANCES) -> None:
    """Let every route of ``app`` that thinks begin when it has a lane; called when all routes are there."""
    lanes = app.extensions["kiebitz-lanes"] = Lanes(settings.lanes)
    for endpoint, view in app.view_functions.items():
        if Entrance.LANE in entrances[endpoint]:
            app.view_functions[endpoint] = _in_lane(view, lanes, settings)


def _in_lane(view: Callable[..., Any], lanes: Lanes, settings: Settings) -> Callable[..., Any]:
    @wraps(view)
    def bounded(**parts: Any) -> Any:
        user = _user(settings)
        if user is None:
            return view(**parts)
        try:
            with lanes.lane(user):
                return view(**parts)
        except NoLaneError as error:
            raise _refused(error, max(1, ceil(lanes.limits.patience))) from error

    return bounded


def _user(settings: Settings) -> LaneUser | None:
    """Return who asks; None for the one user of a program without accounts, whose browser asks for several parts at once.

    Behind a proxy that does not tell who asks, everybody would seem to be here.
    """
    caller = current_caller()
    if caller.kind in _KNOWN:
        return LaneUser(caller.person, guest=False)
    at_it = is_here(request.remote_addr) and not settings.behind_proxy
    if caller == LOCAL and (at_it or not settings.open_to_all):
        return None
    return LaneUser(_network(request.remote_addr or ""), guest=True)


def _network(address: str) -> str:
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((int(found), NETWORK), strict=False))
    return str(found)


def _refused(error: NoLaneError, seconds: int) -> Refused:
    if error.own:
        reason = _("One question at a time: your last one is still being worked out. Ask again in a moment.")
        return Refused(HTTPStatus.TOO_MANY_REQUESTS, reason, retry_after=seconds)
    reason = _("Others have asked so much that this could not be worked out now. Ask again in a moment; the game itself can be read.")
    return Refused(HTTPStatus.SERVICE_UNAVAILABLE, reason, heading=_("Too much is asked at once"), retry_after=seconds)
