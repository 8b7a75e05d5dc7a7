"""The caller of a request: every page and every route of the API calls this one function before it reads anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import current_app, g, request

from records.accounts.tokens import is_token, new_token
from records.core.viewers import ANONYMOUS, LOCAL, Caller, CallerKind
from records.errors import RecordNotFound, RecordsError, SignInRefused

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Response

    from records.service import GameBook
    from web.settings import Settings

_YEAR = 365 * 24 * 3600
BEARER = "bearer "
LINK = "kiebitz.link"
"""Key of the environment under which ``web.links`` puts the token of a link."""
ROOT = "kiebitz.root"
"""Key of the environment for the application's own root, set by code that moves a prefix of the address into the root."""
CLASS = "kiebitz.class"
"""Key of the environment under which ``web.learning`` puts the id of a class whose learners read its study."""
CHAPTER = "kiebitz.chapter"
"""Key of the environment under which ``web.learning`` puts the study, its number and the chapter, as ``ChapterPlace``."""


def current_book() -> GameBook:
    """Return the book that the app shows; call it only if one is open."""
    book: GameBook = current_app.extensions["kiebitz-book"]
    return book


def current_settings() -> Settings:
    """Return the app's settings."""
    settings: Settings = current_app.extensions["kiebitz-settings"]
    return settings


class ChapterPlace(NamedTuple):
    """Which chapter an address lies below."""

    study: str
    number: int | None
    """None for the number with which the reader began; 0 for the present study."""
    chapter: str
    root: str
    """Root of the application without it."""


def current_caller() -> Caller:
    """Return who sends this request: without accounts the local user, else the owner of its token or session, else an unknown caller.

    Below a link it is the link's holder, below a chapter of a study somebody who looks through it. Raises ``SignInRefused`` for bad tokens,
    which does not make an anonymous caller; and ``RecordNotFound`` for an invalid link or chapter.
    """
    found: Caller | None = g.get("caller")
    if found is None:
        place = chapter_place()
        found = g.caller = (
            reader() if place is None else current_book().learning.through_chapter(reader(), place.study, place.chapter, place.number)
        )
    return found


def reader() -> Caller:
    """Return who sends this request, even below a chapter, where ``current_caller`` returns a caller who sees what the chapter shows."""
    found: Caller | None = g.get("reader")
    if found is not None:
        return found
    refused: RecordsError | None = g.get("refused")
    if refused is not None:
        raise refused  # an invalid link is looked up once, because it counts as a failure, and the page that says so calls this again
    try:
        found = g.reader = _caller()
    except RecordsError as error:
        g.refused = error
        raise
    return found


def chapter_place() -> ChapterPlace | None:
    """Return which chapter this request lies below."""
    place: ChapterPlace | None = request.environ.get(CHAPTER)
    return None if current_app.extensions["kiebitz-book"] is None else place


def has_accounts() -> bool:
    """Return whether somebody can sign in here."""
    book: GameBook | None = current_app.extensions["kiebitz-book"]
    return book is not None and book.has_accounts


def cookie_name() -> str:
    """Return the name of the session's cookie: over https one that no other host, and no plain page, can set."""
    if not request.is_secure:
        return "kiebitz"
    return "__Secure-kiebitz" if own_root() else "__Host-kiebitz"


def own_root() -> str:
    """Return the application's own root: that of a request without the link, class or chapter that it lies below."""
    return str(request.environ.get(ROOT, request.script_root))


def remember(response: Response, token: str) -> None:
    """Let the browser keep a session."""
    path = f"{own_root()}/"
    response.set_cookie(cookie_name(), token, max_age=_YEAR, path=path, httponly=True, secure=request.is_secure, samesite="Lax")


def forget(response: Response) -> None:
    """Let the browser keep none."""
    path = f"{own_root()}/"
    response.delete_cookie(cookie_name(), path=path, httponly=True, secure=request.is_secure, samesite="Lax")


def learner() -> Caller | None:
    """Return which learner of a class sends this request; None for nobody."""
    book: GameBook | None = current_app.extensions["kiebitz-book"]
    token = learner_token()
    return book.class_door.caller_of(token) if book is not None and token else None


def learner_cookie() -> str:
    """Return the name of a learner's cookie for a class."""
    return f"{cookie_name()}-learner"


def remember_learner(response: Response, token: str, browser: str) -> None:
    """Store the learner of a class, "" for one who left it, and the browser's token for the class in cookies."""
    path, kept = f"{own_root()}/", f"{token}.{browser}"
    response.set_cookie(learner_cookie(), kept, max_age=_YEAR // 2, path=path, httponly=True, secure=request.is_secure, samesite="Lax")


def asked_again() -> Callable[[], Caller]:
    """Return a function that finds the sender later, outside this request.

    It raises ``SignInRefused`` once they are unknown, and ``RecordNotFound`` once the link by which they came has ended.
    """
    book, caller, link, here = current_book(), current_caller(), request.environ.get(LINK, ""), address()
    session, said = request.cookies.get(cookie_name(), ""), request.headers.get("Authorization", "")

    def again() -> Caller:
        match caller.kind:
            case CallerKind.LOCAL if not book.has_accounts:
                return caller
            case CallerKind.ANONYMOUS:
                return caller
            case CallerKind.LINK:
                return book.sign_ins.caller_of_link(link, here, counts=False)
            case CallerKind.TOKEN:
                return book.sign_ins.caller_of_token(said[len(BEARER) :].strip())
            case CallerKind.ACCOUNT if (found := book.sign_ins.caller_of(session)) is not None:
                return found
            case _:
                raise SignInRefused("this session has ended")

    return again


def learner_again() -> Callable[[], Caller]:
    """Return a function for finding this request's learner again later; raises ``SignInRefused`` if there is none, also now."""
    book, token = current_book(), learner_token()

    def again() -> Caller:
        found = book.class_door.caller_of(token)
        if found is None:
            raise SignInRefused("nobody joined a class here")
        return found

    again()
    return again


def browser() -> str:
    """Return the token by which this browser is known to have been here; a new one for a browser that has none."""
    token = request.cookies.get(browser_cookie(), "")
    return token if is_token(token) else new_token()


def browser_cookie() -> str:
    """Return the name of the cookie that identifies a browser: it grants no access, and stays when somebody signs out."""
    return f"{cookie_name()}-browser"


def remember_browser(response: Response, token: str) -> None:
    """Store the browser's token in its cookie."""
    path = f"{own_root()}/"
    response.set_cookie(browser_cookie(), token, max_age=_YEAR, path=path, httponly=True, secure=request.is_secure, samesite="Lax")


def learner_token() -> str:
    """Return the learner's session in a class that this browser keeps, "" for none."""
    return request.cookies.get(learner_cookie(), "").partition(".")[0]


def learner_browser() -> str:
    """Return the token by which classes know this browser, also after somebody left; a new one for a browser that has none."""
    token = request.cookies.get(learner_cookie(), "").partition(".")[2]
    return token if is_token(token) else new_token()


def address() -> str:
    """Return where this request came from."""
    return request.remote_addr or ""


def _is_own_hand() -> bool:
    """Return whether somebody opened this address, as far as the browser says: no page of another site did, and it is no picture."""
    own_site = request.headers.get("Sec-Fetch-Site", "none") in {"none", "same-origin"}
    return own_site and request.headers.get("Sec-Fetch-Dest") != "image"


def _caller() -> Caller:
    book: GameBook | None = current_app.extensions["kiebitz-book"]
    token, in_class = request.environ.get(LINK), request.environ.get(CLASS)
    if book is not None and token is not None:
        return book.sign_ins.caller_of_link(token, address(), counts=_is_own_hand())
    if book is not None and in_class is not None:
        found = learner()
        if found is None or found.in_class != in_class:
            raise RecordNotFound(f"no class {in_class!r}")
        return found
    if book is None or not book.has_accounts:
        return LOCAL
    said = request.headers.get("Authorization")
    if said is not None:
        if not said.lower().startswith(BEARER):
            raise SignInRefused("only tokens are taken in Authorization")
        return book.sign_ins.caller_of_token(said[len(BEARER) :].strip())
    session = request.cookies.get(cookie_name())
    return (book.sign_ins.caller_of(session) if session else None) or ANONYMOUS
