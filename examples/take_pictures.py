"""Takes the pictures of the README: example records in a real Chromium, each moment through the eyes of one viewer.

    python examples/take_pictures.py [FOLDER [NAME]...]

Without a NAME it takes all. Run it again when the pages have changed. It needs the packages of the extra ``test`` and a Chromium on
the PATH.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.events import name_of
from records.core.viewers import LOCAL, OPEN
from records.service import GameBook
from records.service.jobs.hands import OwnHands
from records.service.library import library
from records.store import open_store
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from records.service import RecordView

GAMES = Path(__file__).with_name("games")
SEVERAL = 4
REVIEW, SECONDS = "/review?as={viewer}", 900.0
"""The page of a review, and how long one may be worked at; with the extra ``review`` it takes a minute."""
PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One moment of an example record."""

    name: str
    game: str
    """File in ``examples/games``."""
    viewer: str
    width: int
    height: int
    dark: bool = False
    moment: Callable[[RecordView], int]
    """Which step it shows."""
    page: str = "?at={at}&as={viewer}"
    """The page of the record; the replay if nothing is said."""


def middle(view: RecordView) -> int:
    """Return the middle of the record."""
    return view.steps // 2


def longest_fight(view: RecordView) -> int:
    """Return the step at which the one that all play against takes most damage of those with several plays against it."""
    found = {at: enemy for at in range(view.steps + 1) if (enemy := view.enemy(at)) is not None}
    hit = [at for at, enemy in found.items() if any(meter.number < meter.was for meter in enemy.meters if meter.kind == "health")]
    return max(hit, key=lambda at: (min(len(found[at].plays), SEVERAL), found[at].meters[0].was - found[at].meters[0].number))


def deepest_attack(view: RecordView) -> int:
    """Return the step at which the attack that destroyed most turns over its last defender."""
    best = depth = found = 0
    for recorded in view.events:
        match name_of(recorded.event).rpartition(".")[2]:
            case "attack-declared/1":
                depth = 0
            case "defender-revealed/1":
                depth += 1
                if depth > best:
                    best, found = depth, recorded.v
            case _:
                pass
    return found


TAKEN = (
    Picture(name="attack", game="castle-rampage-yucata.jsonl", viewer="B", width=1280, height=860, moment=deepest_attack),
    Picture(
        name="attack-dark-phone", game="castle-rampage-yucata.jsonl", viewer="A", width=390, height=844, dark=True, moment=deepest_attack
    ),
    Picture(name="royal", game="regicide-team.jsonl", viewer="A", width=1280, height=900, moment=longest_fight),
    Picture(name="review", game="regicide-team.jsonl", viewer="A", width=1280, height=1280, moment=middle, page=REVIEW),
    Picture(name="observed", game="night-ferry.json", viewer="A", width=1280, height=800, moment=middle),
)


class _Quiet(WSGIRequestHandler):
    """Says nothing of the requests that it answers."""

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 -- its name there
        """Say nothing."""


@contextmanager
def served(book: GameBook) -> Iterator[str]:
    """Serve the book on a port of this machine; the value is its address."""
    server = make_server("127.0.0.1", 0, create_app(book), threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def main(folder: Path, *names: str) -> None:
    """Take the pictures of these names, or all."""
    taken = [picture for picture in TAKEN if not names or picture.name in names]
    chromium = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise SystemExit("there is no chromium on the PATH")
    folder.mkdir(parents=True, exist_ok=True)
    games = library()
    with (
        tempfile.TemporaryDirectory() as name,
        GameBook(open_store(f"sqlite:///{name}/pictures.sqlite"), games=games) as book,
        served(book) as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        views: dict[str, RecordView] = {}
        for game in {picture.game for picture in taken}:
            (stored,) = store_file(book, LOCAL, (GAMES / game).read_bytes(), game, ImportOptions())
            views[game] = book.record(LOCAL, stored.id, OPEN)
        for picture in taken:
            if picture.page == REVIEW:
                book.reviews.work(LOCAL, views[picture.game].header.record, picture.viewer, OwnHands(), seconds=SECONDS)
            take(browser, site, picture, views[picture.game], folder)
        browser.close()


def take(browser: Any, site: str, picture: Picture, view: RecordView, folder: Path) -> None:
    """Take one picture."""
    address = picture.page.format(at=picture.moment(view), viewer=picture.viewer)
    page = browser.new_page(
        viewport={"width": picture.width, "height": picture.height},
        color_scheme="dark" if picture.dark else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    page.goto(f"{site}/records/{view.header.record}{address}")
    page.screenshot(path=folder / f"{picture.name}.png")
    page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES, *sys.argv[2:])
