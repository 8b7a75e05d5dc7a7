"""Answers that are kept for requests that may come twice."""

from __future__ import annotations

from records.store import KeptAnswer

__all__ = ["KeptAnswer"]
