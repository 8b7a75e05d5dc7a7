"""A browser on an empty book of the games that come with the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.service import GameBook
from support.served import served
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient
    from playwright.sync_api import Browser as RealBrowser
    from playwright.sync_api import Page


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """An empty book of the games that come with the program."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite") as opened:
        yield opened


@pytest.fixture
def client(book: GameBook) -> FlaskClient:
    """A browser that prefers English."""
    made = create_app(book).test_client()
    made.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return made


@pytest.fixture
def site(book: GameBook) -> Iterator[str]:
    """The app on a port of this machine."""
    with served(create_app(book)) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def phone(chromium: RealBrowser) -> Iterator[Page]:
    """A page on a phone that is touched."""
    with chromium.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", has_touch=True, reduced_motion="reduce") as context:
        page = context.new_page()
        failed: list[str] = []
        page.on("pageerror", lambda error: failed.append(str(error)))
        yield page
        assert failed == []
