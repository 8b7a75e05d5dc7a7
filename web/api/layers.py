"""What was written beside a record, as far as its viewer may read it."""

from __future__ import annotations

from typing import Any

from records.core.sentences import N_
from web.api.operations import get
from web.callers import current_book, current_caller
from web.looking import look
from web.schemas.base import Looked
from web.schemas.layers import LayersSchema
from web.schemas.questions import LayersQuery


@get(
    "/records/<record>/layers",
    N_("Notes and lines beside a record, as far as its viewer may read them"),
    asks=LayersQuery,
    gives=LayersSchema,
)
def layers(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell the layers in which something is for this viewer; of all others nothing is told, not that they are there."""
    view = look(current_book(), current_caller(), record, asked["viewer"])
    return LayersSchema.data(Looked(view, current_book().notes.layers(current_caller(), record, view.viewer, asked.get("at"))))
