"""By which names this server is called: a strange site cannot point its own name at our door.

Flask's ``TRUSTED_HOSTS`` knows no IPv6 address and fails on a name that is too long, so the names are compared here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request
from werkzeug.exceptions import SecurityError

if TYPE_CHECKING:
    from collections.abc import Collection

    from flask import Flask


def name_in(host: str) -> str:
    """Return the name in a ``Host`` header, without its port and in lower case: ``[::1]`` for ``[::1]:8000``."""
    bracket = host.find("]")
    name = host[: bracket + 1] if host.startswith("[") and bracket > 0 else host.partition(":")[0]
    return name.lower().removesuffix(".")


def guard_hosts(app: Flask, names: Collection[str]) -> None:
    """Answer 400 to every request to ``app`` under another name than ``names``; where there are none, any name is taken."""
    known = frozenset(map(name_in, names))

    def refuse_strange_names() -> None:
        if name_in(request.headers.get("Host", "")) not in known:
            raise SecurityError

    if known:
        app.before_request(refuse_strange_names)
