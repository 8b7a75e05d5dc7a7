"""Settings of the pages; the command line and the tests pass them to ``create_app``."""

from __future__ import annotations

from dataclasses import dataclass, field

from web.lanes import LaneLimits, processors

DATABASE_SECONDS = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the pages are served. No setting affects what a viewer may see."""

    page_size: int = 50
    """Records on one page of the shelf, at least 1."""
    hosts: tuple[str, ...] = ()
    """Names by which a browser may call this server, () for any. Others get 400: a strange site cannot point its own name at our door."""
    timezone: str = "UTC"
    """IANA name of the zone in which times of day are shown."""
    open_to_all: bool = False
    """Whether everybody who reaches the server is admitted, though there are no accounts; every page says so."""
    behind_proxy: bool = False
    """Whether a proxy in front names the client and its protocol; else a request with such headers gets 400."""
    secure: bool = False
    """Whether a proxy in front speaks https: then cookies are sent over https only."""
    imprint: str = ""
    """Who runs this server, and what becomes of what is stored: Markdown, shown on a page of its own; "" for no such page."""
    database_seconds: float = DATABASE_SECONDS
    """Seconds that a request waits for a database on another machine, all its statements together; a stream for each of its looks."""
    metrics: bool = False
    """Whether figures for Prometheus are served at ``/metrics``, to this machine and to holders of the token."""
    metrics_token: str = field(default="", repr=False)
    """A secret by which they are read from elsewhere, "" for none."""
    lanes: LaneLimits = field(default_factory=lambda: LaneLimits(lanes=processors()))
    """How much a process works out at a time for callers from other machines."""
