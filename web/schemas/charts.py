"""The numbers of a chart."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from marshmallow import fields

from records.core.viewers import viewer_key
from web.schemas.base import ApiAnswer

if TYPE_CHECKING:
    from web.charts.sheet import ChartSheet

COLUMNS = ("of", "eyes", "at", "value", "least", "most", "exact")
"""Of the table, one line a point."""


class PointSchema(ApiAnswer):
    """A number at a step; between two points the earlier one holds."""

    at = fields.Integer(metadata={"description": "number of the event; 0 is the start"})
    value = fields.Float(allow_none=True, metadata={"description": "null where the record does not say, or not yet"})
    least = fields.Integer(allow_none=True, metadata={"description": "it cannot be less; null in a chart without bounds"})
    most = fields.Integer(allow_none=True, metadata={"description": "it cannot be more"})
    exact = fields.Boolean(metadata={"description": "false: the value is an approximation, the bounds hold all the same"})


class LineSchema(ApiAnswer):
    """One line of the chart."""

    of = fields.String(metadata={"description": "a pile's id, or all, piles, hands: the cards there"})
    eyes = fields.String(metadata={"description": "whose number it is: a seat, public, or open: what the record holds"})
    points = fields.List(fields.Nested(PointSchema))


class ChartSchema(ApiAnswer):
    """A chart in numbers."""

    id = fields.String()
    viewer = fields.String()
    chart = fields.String()
    steps = fields.Integer(metadata={"description": "number of events in the whole record"})
    pending = fields.Integer(
        metadata={"description": "how many values are not worked out yet: they are null; ask again, and there are fewer"}
    )
    stride = fields.Integer(
        metadata={"description": "1; in a record of very many steps only every so many of those that the grain names are measured"}
    )
    lines = fields.List(fields.Nested(LineSchema))


def chart_data(sheet: ChartSheet) -> dict[str, Any]:
    """Return a chart in the shape of ``ChartSchema``."""
    names = tuple(PointSchema().fields)
    return {
        "id": sheet.view.header.record,
        "viewer": viewer_key(sheet.view.viewer),
        "chart": sheet.chart.name,
        "steps": sheet.view.steps,
        "pending": sheet.pending,
        "stride": sheet.stride,
        "lines": [
            {
                "of": line.of,
                "eyes": line.eyes,
                "points": [{name: getattr(point, name) for name in names} for point in line.points],
            }
            for line in sheet.lines
        ],
    }


def chart_table(sheet: ChartSheet) -> str:
    """Return a chart as comma-separated values (RFC 4180): a heading, then one line a point; nothing stands for null."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for line in sheet.lines:
        for point in line.points:
            bounds = ("" if bound is None else bound for bound in (point.value, point.least, point.most))
            table.writerow([line.of, line.eyes, point.at, *bounds, "yes" if point.exact else "no"])
    return text.getvalue()
