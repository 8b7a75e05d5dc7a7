"""Readers of card catalogues (``read``) and of the lines of cards (``phrases``, apart because of its parser)."""

from __future__ import annotations

from records.catalogues.reader import read

__all__ = ["read"]
