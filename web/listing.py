"""Paging of the shelf: the orders that an address may ask for, and which pages exist."""

from __future__ import annotations

from http import HTTPStatus

from records.core.sentences import N_
from records.service import ShelfOrder
from records.service.shelving import MOST_COUNTED
from web.problems import Refused
from web.suspense import in_suspense
from web.words.texts import _, number

ORDERS = {
    "newest": (ShelfOrder.STARTED, True, N_("newest game first")),
    "oldest": (ShelfOrder.STARTED, False, N_("oldest game first")),
    "added": (ShelfOrder.ADDED, True, N_("latest arrival first")),
    "players": (ShelfOrder.PLAYERS, False, N_("by player")),
    "longest": (ShelfOrder.STEPS, True, N_("longest first")),
}
"""By the word in the address: what the book is asked, whether descending, message id."""
FIRST_ORDER = "newest"
"""Of the API."""
PAGE_ORDERS = {"finished": (ShelfOrder.ENDED, True, N_("finished games first")), **ORDERS}
"""Those of the page: of games that have not ended the end is not known, so they come last."""
TELLING = frozenset({ShelfOrder.STEPS, ShelfOrder.ENDED})
"""Orders that tell which game is longer, or has ended."""


def page_orders() -> dict[str, tuple[ShelfOrder, bool, str]]:
    """Return the orders that the page may be asked for, the usual one first: in suspense none that tells how games went."""
    return {word: order for word, order in PAGE_ORDERS.items() if not (in_suspense() and order[0] in TELLING)}


def orders() -> dict[str, tuple[ShelfOrder, bool, str]]:
    """Return the orders that may be asked for: in suspense none that tells which game is longer."""
    return {word: order for word, order in ORDERS.items() if not (in_suspense() and order[0] is ShelfOrder.STEPS)}


def check_page(page: int, total: int, size: int) -> int:
    """Return how many pages of ``size`` records ``total`` make as far as they are counted, at least 1.

    Raises Refused (404) for a page that does not exist; beyond the counted records pages have no numbers, only next and previous.
    """
    pages = max(1, -(-min(total, MOST_COUNTED) // size))
    if not 1 <= page <= pages:
        reason = _("This list has the pages 1 to %(pages)s; there is no page %(page)s.", pages=pages, page=page)
        raise Refused(HTTPStatus.NOT_FOUND, reason, ("query", "page"))
    return pages


def counted(total: int) -> str:
    """Return a number of records as it is shown: 217, or more than 1,000."""
    return number(total) if total <= MOST_COUNTED else _("more than %(n)s", n=number(MOST_COUNTED))


def briefly(total: int) -> str:
    """Return the same where there is little room."""
    return number(total) if total <= MOST_COUNTED else f"> {number(MOST_COUNTED)}"
