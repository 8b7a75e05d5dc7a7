"""Operations and parameters for docs/api.md."""

from __future__ import annotations

from typing import Any

from records.service import GameBook
from support.printed.markdown import code, plain, table
from web.app import create_app

COMMON = ("lang", "as", "Idempotency-Key")
"""Parameters of many operations, which the document explains."""


def tables() -> dict[str, str]:
    """Return every operation with its own parameters, and what each parameter says."""
    with GameBook.open("sqlite:///:memory:") as book:
        answer = create_app(book).test_client().get("/api/openapi.json", headers={"Accept-Language": "en"})
    paths: dict[str, dict[str, Any]] = answer.get_json()["paths"]
    rows, said = [], dict[tuple[str, str], None]()
    for path, of in paths.items():
        for method in ("get", "post"):
            if method in of:
                own = [parameter for parameter in of[method]["parameters"] if parameter["name"] not in COMMON]
                said |= dict.fromkeys((parameter["name"], plain(parameter["description"])) for parameter in own)
                address = f"`{method.upper()} {path.removeprefix('/api')}`"
                rows.append((address, of[method]["summary"], code(*(parameter["name"] for parameter in own))))
    return {
        "operations": table(("operation", "", "parameters"), rows),
        "parameters": table(("parameter", ""), [(code(name), text) for name, text in said]),
    }
