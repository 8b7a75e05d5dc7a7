"""Words of the form in which a ruling gives an adjusted result, beside the keys of seats."""

from __future__ import annotations

DRAWN, NOBODY, TEAM = "drawn", "nobody", "team"
