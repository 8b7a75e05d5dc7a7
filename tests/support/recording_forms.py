"""Writing a game down by plain forms, as a browser without a script would."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bs4 import BeautifulSoup, Tag

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

NEW = {"game": "castle-rampage", "name": ["Ana", "Ben"], "begins": "1", "rules": "castle-rampage/plain", "chance": "typed"}
FIVE, OTHER = "archer cook giant knight worker", "advisor dragon priest squire veteran"


def soup(answer: TestResponse) -> BeautifulSoup:
    """Return a page."""
    return BeautifulSoup(answer.get_data(as_text=True), "html.parser")


def main(answer: TestResponse) -> Tag:
    """Return the main part of a page; the rest, a tenth and more, is not parsed."""
    _head, begins, text = answer.get_data(as_text=True).partition("<main")
    found = BeautifulSoup(begins + text.partition("</main>")[0], "html.parser").select_one("main")
    assert found is not None
    return found


def words(part: Tag | None) -> str:
    """Return the text of a part, its spaces made one each."""
    assert part is not None
    return re.sub(r"\s+", " ", part.get_text()).strip()


def fields(form: Tag | None) -> dict[str, list[str]]:
    """Return what a browser would send of a form as it stands, nothing chosen."""
    assert form is not None
    found: dict[str, list[str]] = {}
    for part in form.select("input[name], select[name]"):
        if part.name == "select":
            option = part.select_one("option[selected]") or part.select_one("option")
            found.setdefault(str(part["name"]), []).append(str(option["value"]) if option else "")
        elif part.get("type") not in ("radio", "checkbox") or part.has_attr("checked"):
            found.setdefault(str(part["name"]), []).append(str(part.get("value", "")))
    return found


def begin(client: FlaskClient, **more: Any) -> str:
    """Begin a game and return the address of its page."""
    answer = client.post("/records/new", data={**NEW, **more})
    while answer.status_code == 200:
        sent = fields(main(answer).select_one("form"))
        cards = FIVE if len(sent.get("answer", [])) == 0 else OTHER
        answer = client.post("/records/new", data={**sent, "chosen": cards.split()})
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def do(client: FlaskClient, address: str, says: str, **more: Any) -> TestResponse:
    """Choose the action with these words and send the form."""
    form = main(client.get(address)).select_one("form")
    chosen = [label.select_one("input") for label in form.select("label.tick") if words(label) == says] if form else []
    assert len(chosen) == 1, says
    assert chosen[0] is not None
    answer = client.post(address, data={**fields(form), "action": str(chosen[0]["value"]), **more})
    sure = main(answer).select_one("form.sure") if answer.status_code == 200 else None
    return client.post(address, data=fields(sure)) if sure is not None else answer


def send_beside(client: FlaskClient, address: str, do_: str, **more: Any) -> TestResponse:
    """Send one of the forms beside the rules."""
    forms = main(client.get(address)).select("form")
    form = next(form for form in forms if fields(form)["do"] == [do_])
    return client.post(address, data={**fields(form), **more})
