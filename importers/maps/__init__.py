"""Mapping files: what a log's messages mean as events of a game whose rules are known here."""

from __future__ import annotations

from importers.maps.reading import map_archive

__all__ = ["map_archive"]
