"""Mapping files: what a log's messages mean as events of a game whose rules are known here, or as lines of an observed table."""

from __future__ import annotations

from importers.maps.observing import observe_archive
from importers.maps.reading import map_archive

__all__ = ["map_archive", "observe_archive"]
