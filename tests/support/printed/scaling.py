"""How a store grew when it was measured last, as a table, and as a picture where one is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bench import scaling_points

if TYPE_CHECKING:
    from collections.abc import Mapping


def tables() -> Mapping[str, str]:
    """Return the points of ``make bench-scale``."""
    table = scaling_points.table(scaling_points.read())
    drawn = "![Milliseconds and memory over the number of records, by what is asked](pictures/scaling.svg)"
    return {"scaling": f"{table}\n\n{drawn}" if scaling_points.PICTURE.is_file() else table}
