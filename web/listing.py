"""Paging of the shelf: the orders that an address may ask for, and which pages exist."""

from __future__ import annotations

from http import HTTPStatus

from records.core.sentences import N_
from records.service import ShelfOrder
from web.problems import Refused
from web.texts import _

ORDERS = {
    "newest": (ShelfOrder.STARTED, True, N_("newest game first")),
    "oldest": (ShelfOrder.STARTED, False, N_("oldest game first")),
    "added": (ShelfOrder.ADDED, True, N_("latest arrival first")),
    "players": (ShelfOrder.PLAYERS, False, N_("by player")),
    "longest": (ShelfOrder.STEPS, True, N_("longest first")),
}
"""By the word in the address: what the book is asked, whether descending, message id."""
FIRST_ORDER = "newest"


def check_page(page: int, total: int, size: int) -> int:
    """Return how many pages of ``size`` records ``total`` make, at least 1.

    Raises Refused (404) for a page that is none of them.
    """
    pages = max(1, -(-total // size))
    if not 1 <= page <= pages:
        reason = _("This list has the pages 1 to %(pages)s; there is no page %(page)s.", pages=pages, page=page)
        raise Refused(HTTPStatus.NOT_FOUND, reason, ("query", "page"))
    return pages
