"""What of a running app can be reached and filled in: addresses, forms with their fields, keys, and where menus lead, one line each."""

from __future__ import annotations

import re
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from bs4 import BeautifulSoup
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bs4 import Tag
    from flask import Flask
    from flask.testing import FlaskClient

HELD = Path(__file__).parents[1] / "golden/ways"
MENU = ".masthead nav a"
"""The entries of a page's menu."""
_BELOW_CHAPTER = re.compile(r"^/learn/[^/]+/[^/]+(?=/records/)")
_CHAPTER = re.compile(r"^/learn/[^/]+/[^/]+(?=/chapter$)")
"""A chapter's own page stands below the chapter, and is moved to another address before the app is asked (``web/learning.py``)."""
_NUMBER = re.compile(r"\d+")
"""In names of fields: which card or event a field is about."""


def routes(app: Flask) -> Iterator[str]:
    """Yield each address of the app with its method: ``route GET /records/<record>``."""
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            yield f"route {method} {rule.rule}"


def told(client: FlaskClient, addresses: Iterable[str]) -> tuple[set[str], set[str]]:
    """Return the forms, keys and menu entries of these pages as lines, and where they lead anywhere, as lines of a menu.

    Addresses stand as the app knows them, for all records alike: ``menu /records/<record>/odds: /records/<record>``.
    """
    lines, leads = set[str](), set[str]()
    for address in addresses:
        answer = client.get(address, follow_redirects=True)
        if answer.status_code != HTTPStatus.OK or answer.mimetype != "text/html":
            continue
        page, here, app = BeautifulSoup(answer.text, "html.parser"), answer.request.path, client.application
        rule = rule_of(app, here)
        for form in page.select("form"):
            lines.update(_form(app, here, page, form))
        lines.update(f"key {rule}: {key.get_text(strip=True)}" for key in page.select("#keys .keylist kbd"))
        lines.update(f"menu {rule}: {to}" for entry in page.select(MENU) if (to := _leads(app, here, entry)) != rule)
        leads.update(f"menu {rule}: {_leads(app, here, link)}" for link in page.select("a[href]"))
    return lines, leads


def gone(name: str, lines: set[str], leads: set[str], *, whole: bool = True) -> list[str]:
    """Return the lines that are held as ``name`` and not there any more; what a menu led to may stand anywhere on the page.

    Unless these pages are the ``whole`` of it, menus of other pages are not missed.
    """
    seen = {line.partition(": ")[0] for line in leads}
    held = (HELD / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    missing = [line for line in held if line not in lines and line not in leads]
    return [line for line in missing if whole or not line.startswith("menu ") or line.partition(": ")[0] in seen]


def rule_of(app: Flask, address: str, method: str = "GET") -> str:
    """Return an address as the app knows it, with the names of its parts: ``/records/<record>``."""
    path = _CHAPTER.sub("/learn/<ref>/<chapter>", _BELOW_CHAPTER.sub("", urlsplit(address).path))
    try:
        return app.url_map.bind("localhost").match(path, method=method, return_rule=True)[0].rule
    except (HTTPException, RequestRedirect):
        return path


def _leads(app: Flask, here: str, link: Tag) -> str:
    href = str(link["href"])
    return rule_of(app, here if href.startswith("#") else urljoin(here, href))


def _form(app: Flask, here: str, page: Tag, form: Tag) -> Iterator[str]:
    method = str(form.get("method", "get")).upper()
    rule = rule_of(app, urljoin(here, str(form.get("action", ""))) or here, method)
    names = {str(field["name"]) for field in form.select("input[name], select[name], textarea[name], button[name]")}
    if form.get("id"):
        names |= {str(field["name"]) for field in page.select(f'[form="{form["id"]}"][name]')}
    yield f"form {method} {rule}"
    yield from (f"form {method} {rule}: {_NUMBER.sub('0', name)}" for name in names)
