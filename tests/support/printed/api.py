"""Operations of the API, with the names of their parameters, and charts, for docs/api.md."""

from __future__ import annotations

from typing import Any

from records.service import GameBook
from support.printed.markdown import code, table
from web.app import create_app
from web.charts import CHARTS

COMMON = ("lang", "as", "Idempotency-Key")
"""Parameters of many operations, which the document explains."""


def tables() -> dict[str, str]:
    """Return every operation with its own parameters, and every chart."""
    with GameBook.open("sqlite:///:memory:") as book:
        answer = create_app(book).test_client().get("/api/openapi.json", headers={"Accept-Language": "en"})
    paths: dict[str, dict[str, Any]] = answer.get_json()["paths"]
    lines = []
    for path, of in paths.items():
        for method in ("get", "post"):
            if method in of:
                own = [parameter for parameter in of[method]["parameters"] if parameter["name"] not in COMMON]
                names = "".join(f" {parameter['name']}" for parameter in own)
                lines.append(f"{method.upper():4} {path}{names and ' ·'}{names}")
    charts = table(("chart", "what it shows", "unit"), [(code(chart.name), chart.says, chart.unit) for chart in CHARTS.values()])
    return {"operations": "\n".join(("```text", *lines, "```")), "charts": charts}
