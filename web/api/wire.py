"""JSON as the record writes it: the same writer for stored lines, files and answers."""

from __future__ import annotations

from typing import Any

import msgspec
from flask.json.provider import JSONProvider


class WireJson(JSONProvider):
    """Writes fields in their given order; what is a piece of the record already is put in as it stands."""

    def dumps(self, obj: Any, **_kwargs: Any) -> str:
        """Return ``obj`` as JSON."""
        return msgspec.json.encode(obj).decode()

    def loads(self, s: str | bytes, **_kwargs: Any) -> Any:
        """Return what a JSON text says; raises ``msgspec.DecodeError``."""
        return msgspec.json.decode(s)
