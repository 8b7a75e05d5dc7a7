"""The stream of a game that runs: how many steps there are by now for who looks, and that is all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.viewers import CallerKind
from records.service.classes.views import WireEvent
from web.callers import address, asked_again, current_book, current_caller
from web.live.slots import onlooker
from web.live.wire import ASKED, News
from web.looking import look, refuse_suspense
from web.pages.streaming import opened
from web.suspense import hides

if TYPE_CHECKING:
    from flask import Response

    from records.core.viewers import Caller

NEVER = -1
"""Where a listener stands who was told nothing yet: each is told at once how far the game is, whatever they say that they heard before."""


def follow(record: str, viewer: str | None) -> Response:
    """Return the stream of a record as ``viewer`` may know it; raises as ``look``, and Refused (422) in suspense."""
    book, again = current_book(), asked_again()
    view = look(book, current_caller(), record, viewer)
    if hides(record) and not view.followed:
        refuse_suspense()

    def read(told: int) -> News:
        now = book.records.following(again(), record, viewer)
        # steps as pages number them, and by the event that they lead to
        data = {"steps": now.view.steps, "number": now.view.timeline.step_number(now.view.steps)}
        events = [WireEvent(version=now.view.steps, name="steps", data=data)] if now.view.steps != told else []
        if not now.view.running:
            events.append(WireEvent(version=now.view.steps, name="over", data={}))
        return News(now.head, events, now.view.steps, ASKED if now.seconds is None else now.seconds, over=not now.view.running)

    return opened(read, caller=_counted(current_caller()), stream=record, after=NEVER)


def _counted(caller: Caller) -> str:
    """Return by whom a stream is counted."""
    return caller.account if caller.kind in {CallerKind.ACCOUNT, CallerKind.TOKEN} else onlooker(address())
