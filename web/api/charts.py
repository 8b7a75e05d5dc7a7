"""The charts of a record in numbers, as JSON and as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import current_app

from records.core.sentences import N_
from records.core.viewers import viewer_key
from web.api.exporting import file_name
from web.api.operations import get
from web.callers import current_book, current_caller
from web.charts.sheet import chart_sheet
from web.schemas.charts import ChartSchema, chart_table
from web.schemas.questions import ChartQuery

if TYPE_CHECKING:
    from flask import Response

CSV = "text/csv"


@get("/records/<record>/charts/<chart>", N_("A chart in numbers, as its viewer could draw it"), asks=ChartQuery, gives=ChartSchema)
def chart(asked: dict[str, Any], record: str, chart: str) -> dict[str, Any]:
    """Send the lines of a chart; at the open table those of every seat as which the caller may look."""
    return ChartSchema.data(
        chart_sheet(current_book(), current_caller(), record, chart, viewer=asked["viewer"], grain=asked["grain"], at=asked["at"])
    )


@get(
    "/records/<record>/charts/<chart>.csv",
    N_("The same numbers as a table"),
    asks=ChartQuery,
    gives={"type": "string", "description": "comma-separated values: of, eyes, at, value, least, most, exact"},
    media=CSV,
)
def chart_csv(asked: dict[str, Any], record: str, chart: str) -> Response:
    """Send one line a point."""
    sheet = chart_sheet(current_book(), current_caller(), record, chart, viewer=asked["viewer"], grain=asked["grain"], at=asked["at"])
    response = current_app.response_class(chart_table(sheet), mimetype=CSV)
    name = file_name(f"{record}-{chart}-{viewer_key(sheet.view.viewer)}") + ".csv"
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response
