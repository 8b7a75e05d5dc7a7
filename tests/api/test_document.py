"""The API's description of itself, for programs and for people."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from bs4 import BeautifulSoup

from support.soaking import one_in
from web.api.operations import operations

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from flask.testing import FlaskClient

    Ask = Callable[..., Any]

ROOT = Path(__file__).parents[2]


def test_every_route_of_the_api_is_in_the_document(app: Flask, ask: Ask) -> None:
    """Each rule stands in it, read or written as the rule is, and nothing else does."""
    rules = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule), "post" if "POST" in (rule.methods or ()) else "get")
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("api.")
    }
    told = ask("/api/openapi.json")
    assert {(path, method) for path, of in told["paths"].items() for method in of if method != "parameters"} == rules
    assert told["openapi"] == "3.1.0"


def test_every_operation_is_declared_strictly(ask: Ask) -> None:
    """Each operation tells of its refusals in the one shape, and every answer in JSON is closed: no field that it does not name."""
    told = ask("/api/openapi.json")
    assert len(operations._docs) == len(operations_of(told))
    for operation in operations_of(told):
        assert operation["responses"]["default"] == {"$ref": "#/components/responses/DEFAULT_ERROR"}
    for name, schema in told["components"]["schemas"].items():
        assert schema["additionalProperties"] is False
        if not name.endswith(BODIES):
            assert set(schema["required"]) | {"rule"} == set(schema["properties"]) | {"rule"}


BODIES = ("Body", "Written")
"""How the schemas of what is sent to the API are called; some of their fields may be left out."""


def operations_of(told: Any) -> list[Any]:
    """Every operation of the document."""
    return [path[method] for path in told["paths"].values() for method in ("get", "post") if method in path]


def test_all_parameters_are_explained(ask: Ask) -> None:
    """Each parameter has a sentence."""
    told = ask("/api/openapi.json")
    in_paths = [parameter for path in told["paths"].values() for parameter in path.get("parameters", ())]
    parameters = [*in_paths, *(parameter for operation in operations_of(told) for parameter in operation["parameters"])]
    bodies = [schema for name, schema in told["components"]["schemas"].items() if name.endswith(BODIES)]
    parameters += [field for schema in bodies for field in schema["properties"].values()]
    assert len(parameters) > len(in_paths)
    assert len(bodies) > 5
    assert all(parameter["description"].endswith(".") for parameter in parameters)


@pytest.mark.parametrize("language", one_in(2, ["de", "en"]))
def test_people_have_a_page(client: FlaskClient, language: str) -> None:
    """The page lists each operation with its parameters in the reader's language, and needs nothing from anywhere else."""
    answer = client.get("/api/", headers={"Accept-Language": language})
    page = BeautifulSoup(answer.text, "html.parser")
    paths = client.get("/api/openapi.json").get_json()["paths"]
    shown = [code.get_text() for code in page.select("main section > p code")]
    assert shown == [f"{method.upper()} {path}" for path, of in paths.items() for method in ("get", "post") if method in of]
    assert (
        next(heading.get_text() for heading in page.select("main h2"))
        == {
            "de": "Alle Streitfälle, die gelesen werden dürfen, nach Veranstaltung, Runde und Tisch",
            "en": "Every dispute that may be read, by event, round and table",
        }[language]
    )
    links = [tag.get(name, "") for name in ("href", "src") for tag in page.select(f"[{name}]")]
    assert all(link.startswith(("/", "#", "?")) for link in links)
    assert all(script.get("src", "").startswith("/static/") for script in page.select("script"))
    for link in page.select("main a"):
        assert client.get(str(link["href"])).status_code == (422 if link["href"] == "/api/event" else 200)  # it must be said which


def test_the_page_refuses_what_it_does_not_know(client: FlaskClient) -> None:
    """A parameter that is none is refused there too, as a page."""
    answer = client.get("/api/?as=A", headers={"Accept-Language": "en"})
    assert (answer.status_code, answer.mimetype) == (422, "text/html")
    assert client.get("/api").headers["Location"].endswith("/api/")


@pytest.mark.soak
def test_the_documented_addresses_work(client: FlaskClient, ids: dict[str, str]) -> None:
    """Each address in docs/api.md is answered as it says there, and so is each operation of its list that needs no more than its path."""
    text = (ROOT / "docs/api.md").read_text()
    text = text.replace("CASE", "0000000000000000").replace("STUDY", "0000000000000000")
    asked = re.findall(r"^(GET|422|404) (/api\S*)$", text, re.MULTILINE)
    shown = {re.sub(r"\?.*", "", address) for _, address in asked}
    named = {
        "{record}": "ID",
        "{at}": "60",
        "{chart}": "uncertainty",
        "{place}": "draw",
        "{case}": "0000000000000000",
        "{study}": "0000000000000000",
    }
    listed = [re.sub(r"{\w+}", lambda part: named[part[0]], path) for path in re.findall(r"^GET  (/api\S*)", text, re.MULTILINE)]
    assert len(listed) > 20
    for word, address in (*asked, *(("GET", address) for address in listed if address not in shown)):
        played_together = "/odds/answer" in address or "/team" in address
        answer = client.get(address.replace("ID", ids["regicide" if played_together else "castle-rampage"]))
        there = 404 if "/cases/0" in address or "/studies/0" in address or "/event?" in address else 200  # none lies on this shelf
        assert answer.status_code == (there if word == "GET" else int(word)), address
    (refusal,) = re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    refused = next(address for word, address in asked if word == "422").replace("ID", ids["castle-rampage"])
    assert client.get(refused, headers={"Accept-Language": "en"}).get_json() == json.loads(refusal)
