"""The page of a record's access, and the actions of its forms."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec
from flask import url_for
from markupsafe import Markup

from records.accounts.tokens import shown_code
from records.core.viewers import OPERATOR, PUBLIC, Delay, viewer_key
from records.errors import MalformedCommand, NotYours, RecordsError, SeatRefused, SignInRefused, TooManyAttempts, VersionNotFound
from records.service.access import Permission
from records.service.desks.linking import USUAL_DAYS, NewLink
from records.store import CHANGES, HandsOpen, Listed, Onlookers, Release
from web.looking import look
from web.sure import make_sure
from web.words.seats import changes, played_alone, why_not
from web.words.texts import _, listing, ngettext, number, translated
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.store import RecordAccess, TrailStep

FIELDS = (
    *("act", "listed", "after", "hands", "days", "names", "players_write", "seat", "viewer", "reason", "next", "sure"),
    *("first", "last", "export", "delay_steps", "delay_minutes", "cases", "origins", "label", "link"),
)


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """One seat."""

    key: str
    name: str
    account: str
    """Name of the account that sits there; "" for none."""
    agreed: bool
    mine: bool


class ChangeRow(msgspec.Struct, frozen=True, kw_only=True):
    """A change of a seat, the owner, the release or the game's state."""

    at: datetime | None
    who: str
    what: str
    whom: str
    why: str


class TrailRow(msgspec.Struct, frozen=True, kw_only=True):
    """That somebody opened a hand."""

    at: datetime | None
    who: str
    whose: str
    why: str


class LinkLine(msgspec.Struct, frozen=True, kw_only=True):
    """A link that somebody made."""

    id: str
    label: str
    whose: str
    """The viewer as whom it shows the record."""
    who: str
    """Who made it."""
    until: datetime
    first: int
    last: int | None
    delay: str
    """How far it stays behind the game while that runs, in words; "" for not at all."""


class AccessPage(msgspec.Struct, frozen=True, kw_only=True):
    """Who may see a record."""

    record: str
    title: str
    game: str
    access: RecordAccess
    owner: str
    seats: tuple[SeatRow, ...]
    trail: tuple[TrailRow, ...]
    changes: tuple[ChangeRow, ...]
    law: bool
    """Whether the law of seats holds."""
    alone: str
    """Who plays several seats; "" where nobody does."""
    more_finally: bool
    may_release: bool
    listed: Listed
    """Who finds it; its players always do."""
    may_close: bool
    may_reopen: bool
    may_open: bool
    may_share: bool
    links: tuple[LinkLine, ...]
    eyes: tuple[tuple[str, str], ...]
    """The viewers that a link may use: key and words."""
    shared: str = ""
    """Address of a new link, shown this once."""
    qr: Markup = msgspec.field(default_factory=Markup)
    """The same as a picture."""
    mine: tuple[str, ...]
    """Names of the caller's own seats."""
    agreed: bool
    choices: Mapping[str, Sequence[tuple[str, str]]]
    """Of each choice, keys and words."""
    code: str = ""
    address: str = ""
    whose: str = ""
    said: str = ""
    status: HTTPStatus = HTTPStatus.OK


def page(
    book: GameBook,
    caller: Caller,
    record: str,
    *,
    code: str = "",
    whose: str = "",
    shared: str = "",
    said: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> AccessPage:
    """Return the page. Raises ``NotYours`` for a caller without a part in the record."""
    view = look(book, caller, record, PUBLIC.value)
    access = book.access.record_access(caller, record)
    names = book.access.account_names(caller, record)
    trail = book.access.hand_trail(caller, record)
    mine = access.seats_of(caller.account)
    may_go_on = not access.live and not access.final and view.timeline.outcome is None
    may_share = book.access.allows(caller, Permission.SHARE, record)
    by_seat = {claim.seat: claim for claim in access.claims}
    return AccessPage(
        record=record,
        title=listing([seat_name(seat, view.names) for seat in view.header.seats]),
        game=translated(view.game.title),
        access=access,
        listed=max(access.release.listed, Listed.PLAYERS, key=[*Listed].index),
        owner=names.get(access.owner or "", ""),
        seats=tuple(
            SeatRow(
                key=seat,
                name=seat_name(seat, view.names),
                account=names.get(by_seat[seat].account, "") if seat in by_seat else "",
                agreed=seat in by_seat and by_seat[seat].agreed,
                mine=seat in mine,
            )
            for seat in view.header.seats
        ),
        trail=tuple(
            TrailRow(
                at=step.at,
                who=names.get(step.account, "") or _unnamed(step),
                whose=_viewer(view, step.viewer),
                why=step.reason or _grounds().get(step.ground, ""),
            )
            for step in trail
            if step.ground not in CHANGES
        ),
        changes=tuple(_change(step, view, names) for step in trail if step.ground in CHANGES),
        law=access.guarded or access.fixed,
        alone=played_alone(view),
        more_finally=view.more_finally,
        may_release=book.access.allows(caller, Permission.RELEASE, record),
        may_close=access.live and book.access.allows(caller, Permission.CLOSE, record),
        may_reopen=may_go_on and book.access.allows(caller, Permission.REOPEN, record),
        may_open=not access.live and book.access.allows(caller, Permission.KEEP, record),
        may_share=may_share,
        links=tuple(
            LinkLine(
                id=row.id,
                label=row.label,
                whose=_viewer(view, row.viewer),
                who=names.get(row.maker, ""),
                until=row.ends_at,
                first=view.timeline.step_number(row.first),
                last=None if row.last is None else view.timeline.step_number(row.last),
                delay=_behind(row.delay_steps, row.delay_minutes),
            )
            for row in (book.access.links(caller, record) if may_share else ())
        ),
        eyes=tuple((viewer_key(viewer), _viewer(view, viewer_key(viewer))) for viewer in view.eyes),
        shared=shared,
        qr=qr_code(shared) if shared else Markup(""),
        mine=tuple(seat_name(seat, view.names) for seat in view.header.seats if seat in mine),
        agreed=any(claim.agreed for claim in access.claims if claim.account == caller.account),
        choices=_choices(),
        code=shown_code(code) if code else "",
        address=url_for("accounts.seat", code=shown_code(code), _external=True) if code else "",
        whose=whose,
        said=said,
        status=status,
    )


def changed(book: GameBook, caller: Caller, record: str, form: Mapping[str, str]) -> AccessPage | None:
    """Carry out a form; None if no page has to be shown, else the page with a new code, or with the reason of a refusal."""
    refused = HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        match form.get("act", ""):
            case "release":
                book.access.release_record(caller, record, _release(form))
            case "code":
                code = book.access.seat_code(caller, record, form.get("seat", ""))
                view = look(book, caller, record, PUBLIC.value)
                whose = next((seat_name(seat, view.names) for seat in view.header.seats if seat == form.get("seat")), "")
                return page(book, caller, record, code=code, whose=whose)
            case "free":
                book.access.seat_account(caller, record, form.get("seat", ""), None)
            case "agree" | "disagree" as said:
                book.access.agree_to_hands(caller, record, agreed=said == "agree")
            case "leave":
                make_sure(
                    _("Give up your seat?"),
                    _("You will no longer see this hand. Another player can take the seat; you cannot take another seat of this game."),
                    _("Yes, give it up"),
                )
                book.access.leave_seat(caller, record, form.get("seat", ""))
            case "call-free":
                book.access.call_seat_free(caller, record, form.get("seat", ""), form.get("reason", ""))
            case "final":
                book.access.close_finally(caller, record)
            case "close":
                book.access.close_record(caller, record)
            case "reopen":
                book.access.reopen_record(caller, record)
            case "share":
                token, _row = book.access.share(caller, record, _link(form, look(book, caller, record, PUBLIC.value)))
                return page(book, caller, record, shared=url_for("pages.shelf", _external=True) + f"s/{token}/")
            case "end-link":
                make_sure(
                    _("End this link?"),
                    _("It will no longer show anything, and cannot be restored; a new link has another address."),
                    _("Yes, end it"),
                )
                book.access.end_link(caller, record, form.get("link", ""))
            case "open":
                book.access.open_hand(caller, record, form.get("viewer", ""), form.get("reason", ""))
            case _unknown:
                return page(book, caller, record, said=_("This form asks for an unknown action."), status=refused)
    except SeatRefused as error:
        return page(book, caller, record, said=why_not(error), status=HTTPStatus.FORBIDDEN)
    except (NotYours, SignInRefused, TooManyAttempts):
        raise
    except MalformedCommand as error:
        told = _("A player's name appears in the texts of this record, so names cannot be hidden.") if "stands in" in str(error) else ""
        return page(book, caller, record, said=told or _("That is not possible: check the days and the reason."), status=refused)
    except RecordsError:
        return page(book, caller, record, said=_("That is not possible."), status=refused)
    return None


def _release(form: Mapping[str, str]) -> Release:
    days = form.get("days", "")
    try:
        hands = HandsOpen(form.get("hands", ""))
        return Release(
            listed=Listed(form.get("listed", "")),
            after=Onlookers(form.get("after", "")),
            hands=hands,
            days=int(days) if hands is HandsOpen.DAYS else 0,
            names=form.get("names") == "on",
            players_write=form.get("players_write") == "on",
        )
    except ValueError as error:
        raise MalformedCommand(f"a release cannot be read: {error}") from None


def _event(view: RecordView, step: str) -> int:
    found = view.timeline.version_of(int(step))
    if found is None:
        raise VersionNotFound(f"record {view.header.record} has no step {step}")
    return found


def _link(form: Mapping[str, str], view: RecordView) -> NewLink:
    """Return the link that a form asks for, its steps as the public counts them; raises ``MalformedCommand``, ``VersionNotFound``."""
    numbers = {name: form.get(name, "").strip() for name in ("days", "first", "last", "delay_steps", "delay_minutes")}
    if any(text and not text.isdecimal() for text in numbers.values()):
        raise MalformedCommand("days and steps are numbers")
    return NewLink(
        viewer=form.get("viewer", ""),
        first=_event(view, numbers["first"] or "0"),
        last=_event(view, numbers["last"]) if numbers["last"] else None,
        days=int(numbers["days"] or USUAL_DAYS),
        names=form.get("names") == "on",
        export=form.get("export") == "on",
        cases=form.get("cases") == "on",
        origins=tuple(form.get("origins", "").split()),
        delay=Delay(int(numbers["delay_steps"] or 0), int(numbers["delay_minutes"] or 0)),
        label=form.get("label", ""),
    )


def _behind(steps: int, minutes: int) -> str:
    """Return how far a link stays behind a running game, in words; "" for not at all."""
    parts = (
        ngettext("%(n)s step behind", "%(n)s steps behind", steps, n=number(steps)) if steps else "",
        ngettext("%(n)s minute behind", "%(n)s minutes behind", minutes, n=number(minutes)) if minutes else "",
    )
    return listing([part for part in parts if part])


def qr_code(address: str) -> Markup:
    """Return an address as a QR code."""
    # Drawn by the library only from the address: it contains no text of users.
    import segno  # noqa: PLC0415 -- what a start does not need

    return Markup(segno.make(address, micro=False).svg_inline(scale=4, border=2, dark="#000", light="#fff"))  # noqa: S704


def _choices() -> dict[str, list[tuple[str, str]]]:
    return {
        "listed": [
            (Listed.PLAYERS, _("only its players")),
            (Listed.ACCOUNTS, _("everybody who has an account")),
            (Listed.EVERYBODY, _("everybody")),
        ],
        "after": [
            (Onlookers.NOTHING, _("nothing")),
            (Onlookers.PUBLIC, _("what everybody at the table saw")),
            (Onlookers.HANDS, _("hands too, once they are open")),
        ],
        "hands": [
            (HandsOpen.NEVER, _("never")),
            (HandsOpen.NOW, _("at once")),
            (HandsOpen.DAYS, _("some days later")),
            (HandsOpen.AGREED, _("when all its players agree")),
        ],
    }


def _unnamed(step: TrailStep) -> str:
    return _("the person who runs the program") if step.ground == OPERATOR.name else _("an unknown person")


def _grounds() -> dict[str, str]:
    return {
        "released": _("the hands are open"),
        "owner": _("they own the record"),
        "case": _("there is a dispute"),
        "operator": _("they run the program"),
    }


def _viewer(view: RecordView, key: str) -> str:
    if key == PUBLIC.value:
        return _("Spectator")
    return next((seat_name(seat, view.names) for seat in view.header.seats if seat == key), _("the open table"))


def _change(step: TrailStep, view: RecordView, names: Mapping[str, str]) -> ChangeRow:
    seats = [_("seat of %(name)s", name=seat_name(seat, view.names)) for seat in view.header.seats if seat == step.viewer]
    return ChangeRow(
        at=step.at,
        who=names.get(step.account, "") or _unnamed(step),
        what=" ".join([changes()[step.ground], *[f"({one})" for one in seats]]),
        whom=names.get(step.whom, "") if step.whom != step.account else "",
        why=released(step.reason) if step.ground == "opened" else step.reason,
    )


def released(said: str) -> str:
    """Return what was released, as the trail keeps it, in words."""
    words = {f"{name} {key}": f"{_legends()[name]}: {told}" for name, options in _choices().items() for key, told in options}
    words |= {"names": _("names are shown"), "players write": _("players write")}
    return "; ".join(words.get(one, one) for one in said.split(", "))


def _legends() -> dict[str, str]:
    return {"listed": _("Who can find it"), "after": _("What spectators see after the end"), "hands": _("When hands are opened")}
