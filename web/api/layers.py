"""What was written beside a record, as far as its viewer may read it."""

from __future__ import annotations

from typing import Any

from records.core.sentences import N_
from records.core.viewers import viewer_key
from web.api.operations import get
from web.callers import current_book, current_caller
from web.looking import look
from web.schemas.layers import LayersSchema, layer_data
from web.schemas.questions import LayersQuery


@get(
    "/records/<record>/layers",
    N_("Notes and lines beside a record, as far as its viewer may read them"),
    asks=LayersQuery,
    gives=LayersSchema,
)
def layers(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell the layers in which something is for this viewer; of all others nothing is told, not that they are there."""
    viewer = look(current_book(), current_caller(), record, asked["viewer"]).viewer
    found = current_book().notes.layers(current_caller(), record, viewer, asked.get("at"))
    return {"id": record, "viewer": viewer_key(viewer), "layers": [layer_data(one) for one in found]}
