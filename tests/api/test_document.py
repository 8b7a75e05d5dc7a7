"""The API's description of itself, for programs and for people."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

from web.api.operations import operations

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from flask.testing import FlaskClient

    Ask = Callable[..., Any]

ROOT = Path(__file__).parents[2]


def test_every_route_of_the_api_is_in_the_document(app: Flask, ask: Ask) -> None:
    """Each rule stands in it as an operation that is read, and nothing else does."""
    rules = {re.sub(r"<(\w+)>", r"{\1}", rule.rule) for rule in app.url_map.iter_rules() if rule.endpoint.startswith("api.")}
    told = ask("/api/openapi.json")
    assert set(told["paths"]) == rules
    assert {method for path in told["paths"].values() for method in path if method != "parameters"} == {"get"}
    assert told["openapi"] == "3.1.0"


def test_every_operation_is_declared_strictly(ask: Ask) -> None:
    """Each operation tells of its refusals in the one shape, and every answer in JSON is closed: no field that it does not name."""
    told = ask("/api/openapi.json")
    assert len(operations._docs) == len(told["paths"])
    for path in told["paths"].values():
        assert path["get"]["responses"]["default"] == {"$ref": "#/components/responses/DEFAULT_ERROR"}
    for schema in told["components"]["schemas"].values():
        assert schema["additionalProperties"] is False
        assert set(schema["required"]) | {"rule"} == set(schema["properties"]) | {"rule"}


def test_all_parameters_are_explained(ask: Ask) -> None:
    """Each parameter has a sentence."""
    told = ask("/api/openapi.json")
    parameters = [p for path in told["paths"].values() for p in (*path.get("parameters", ()), *path["get"]["parameters"])]
    assert parameters
    assert all(parameter["description"].endswith(".") for parameter in parameters)


@pytest.mark.parametrize("language", ["de", "en"])
def test_people_have_a_page(client: FlaskClient, language: str) -> None:
    """The page lists each operation with its parameters in the reader's language, and needs nothing from anywhere else."""
    answer = client.get("/api/", headers={"Accept-Language": language})
    page = BeautifulSoup(answer.text, "html.parser")
    paths = client.get("/api/openapi.json").get_json()["paths"]
    shown = [code.get_text() for code in page.select("main section > p code")]
    assert shown == [f"GET {path}" for path in paths]
    assert (
        next(heading.get_text() for heading in page.select("main h2"))
        == {
            "de": "Die Spiele, die hier bekannt sind, mit ihren Ereignissen",
            "en": "The games that are known here, with their events",
        }[language]
    )
    links = [tag.get(name, "") for name in ("href", "src") for tag in page.select(f"[{name}]")]
    assert all(link.startswith(("/", "#", "?")) for link in links)
    assert all(script.get("src", "").startswith("/static/") for script in page.select("script"))
    for link in page.select("main a"):
        assert client.get(str(link["href"])).status_code == 200


def test_the_page_refuses_what_it_does_not_know(client: FlaskClient) -> None:
    """A parameter that is none is refused there too, as a page."""
    answer = client.get("/api/?as=A", headers={"Accept-Language": "en"})
    assert (answer.status_code, answer.mimetype) == (422, "text/html")
    assert client.get("/api").headers["Location"].endswith("/api/")


def test_the_documented_addresses_work(client: FlaskClient, ids: dict[str, str]) -> None:
    """Each address in docs/api.md is answered as it says there, and each operation is in it."""
    text = (ROOT / "docs/api.md").read_text()
    asked = re.findall(r"^(GET|422|404) (/api\S*)$", text, re.MULTILINE)
    for word, address in asked:
        played_together = "/odds/answer" in address or "/team" in address
        answer = client.get(address.replace("ID", ids["regicide" if played_together else "castle-rampage"]))
        assert answer.status_code == (200 if word == "GET" else int(word)), address
    (refusal,) = re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    refused = next(address for word, address in asked if word == "422").replace("ID", ids["castle-rampage"])
    assert client.get(refused, headers={"Accept-Language": "en"}).get_json() == json.loads(refusal)
    patterns = {re.sub(r"\?.*", "", address) for _, address in asked}
    for path in client.get("/api/openapi.json").get_json()["paths"]:
        assert path.replace("{record}", "ID").replace("{at}", "60").replace("{chart}", "uncertainty").replace("{place}", "draw") in patterns
