"""Takes a picture of every page at four widths, in both themes and languages: ``make pictures``, into ``build/pictures``.

For each combination there is a folder with one picture a page, cut at three screens, and sheets of many small ones to look over.
Beside the folders lies a sheet of every card of every game in each theme.

    python tests/pictures/run.py [--folder FOLDER] [--only TEXT]... [--size 390x844]... [--theme dark]... [--language de]...
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from pictures.cards import take_cards
from records.service import GameBook
from support.every_page import every_page
from support.served import served
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, Page

SIZES = ("390x844", "768x1024", "1280x720", "1440x900")
THEMES = ("light", "dark")
LANGUAGES = ("en", "de")
SCREENS = 3
"""A longer page is cut after so many screens."""
SHEET = 12
"""Pictures of a sheet."""
ACROSS = 6


def main(arguments: Sequence[str] | None = None) -> None:
    """Take the pictures that are asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(__file__).parents[2] / "build" / "pictures")
    parser.add_argument("--only", action="append", help="a part of the names of the pages that are wanted")
    parser.add_argument("--size", action="append", help=f"width and height, else {', '.join(SIZES)}")
    parser.add_argument("--theme", action="append", choices=THEMES)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    asked = parser.parse_args(arguments)
    chromium = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise SystemExit("there is no chromium on the PATH")
    with (
        tempfile.TemporaryDirectory() as name,
        GameBook.open(f"sqlite:///{name}/pictures.sqlite") as book,
        sync_playwright() as playwright,
    ):
        pages = {page: address for page, address in every_page(book).items() if not asked.only or any(part in page for part in asked.only)}
        with served(create_app(book)) as port:
            site = f"http://127.0.0.1:{port}"
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for size, theme, language in product(asked.size or SIZES, asked.theme or THEMES, asked.language or LANGUAGES):
                folder = asked.folder / f"{size}-{theme}-{language}"
                take(browser, site, pages, folder, size, theme, language)
                print(f"{folder}: {len(pages)} pages")
            for theme in asked.theme or THEMES:
                take_cards(browser, create_app(book), asked.folder, theme)
            browser.close()


def take(browser: Browser, site: str, pages: dict[str, str], folder: Path, size: str, theme: str, language: str) -> None:
    """Take one picture of each page, and lay them out on sheets."""
    width, height = map(int, size.split("x"))
    folder.mkdir(parents=True, exist_ok=True)
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        locale={"en": "en-GB", "de": "de-DE"}[language],
    )
    page = context.new_page()
    for name, address in pages.items():
        page.goto(site + address, wait_until="load")
        length = min(int(page.evaluate("document.documentElement.scrollHeight")), SCREENS * height)
        clip = {"x": 0, "y": 0, "width": width, "height": max(length, height)}
        page.screenshot(path=folder / f"{name}.png", full_page=True, clip=clip)
    for first in range(0, len(pages), SHEET):
        _sheet(page, folder, list(pages)[first : first + SHEET], f"sheet-{first // SHEET + 1}")
    context.close()


def _sheet(page: Page, folder: Path, names: Sequence[str], sheet: str) -> None:
    """Lay pictures side by side on one, each with its name."""
    pictures = "".join(f'<figure><img src="{name}.png"><figcaption>{name}</figcaption></figure>' for name in names)
    style = (
        f"body{{margin:8px;background:#888;display:grid;grid-template-columns:repeat({ACROSS},1fr);gap:8px;font:14px sans-serif}}"
        "figure{margin:0}img{width:100%;display:block}"
    )
    written = folder / f"{sheet}.html"
    written.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>{pictures}", encoding="utf-8")
    page.set_viewport_size({"width": 1800, "height": 900})
    page.goto(written.as_uri())
    page.screenshot(path=folder / f"{sheet}.png", full_page=True)


if __name__ == "__main__":
    main()
