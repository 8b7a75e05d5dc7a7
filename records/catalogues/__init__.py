"""Readers of card catalogues and effect texts."""

from __future__ import annotations

from records.catalogues.reader import read

__all__ = ["read"]
