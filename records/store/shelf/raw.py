"""The read model as it stands there, for ``verify``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from records.store.schema import shelf

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection


class RawShelf(msgspec.Struct, frozen=True):
    """A row of the read model ``shelf``, by column; whole, they are what ``columns_of`` gives."""

    id: object
    columns: Mapping[str, object]


def read_raw_shelf(connection: Connection) -> list[RawShelf]:
    """Return the read model as it stands there, by id."""
    found = connection.execute(select(shelf).order_by(shelf.c.id)).mappings()
    return [RawShelf(row["id"], {name: value for name, value in row.items() if name != "id"}) for row in found]
