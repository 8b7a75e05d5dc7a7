"""The numbers of a chart."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from marshmallow import fields

from web.schemas.base import ApiAnswer, ViewedSchema, means

if TYPE_CHECKING:
    from web.charts.sheet import ChartSheet

COLUMNS = ("of", "eyes", "at", "value", "least", "most", "exact")
"""Of the table, one line a point."""


class PointSchema(ApiAnswer):
    """A number at a step; between two points the earlier one holds."""

    at = fields.Integer(**means("number of the event; 0 is the start"))
    value = fields.Float(allow_none=True, **means("null where the record does not say, or not yet"))
    least = fields.Integer(allow_none=True, **means("it cannot be less; null in a chart without bounds"))
    most = fields.Integer(allow_none=True, **means("it cannot be more"))
    exact = fields.Boolean(**means("false: the value is an approximation, the bounds hold all the same"))


class LineSchema(ApiAnswer):
    """One line of the chart."""

    of = fields.String(**means("a pile's id, or all, piles, hands: the cards there"))
    eyes = fields.String(**means("whose number it is: a seat, public, or open: what the record holds"))
    points = fields.List(fields.Nested(PointSchema))


class ChartSchema(ViewedSchema):
    """A chart in numbers."""

    chart = fields.String(attribute="chart.name")
    steps = fields.Integer(attribute="view.steps", **means("number of events in the whole record"))
    pending = fields.Integer(**means("how many values are not worked out yet: they are null; ask again, and there are fewer"))
    stride = fields.Integer(**means("1; in a record of very many steps only every so many of those that the grain names are measured"))
    lines = fields.List(fields.Nested(LineSchema))


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
