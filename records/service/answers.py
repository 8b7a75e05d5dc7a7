"""Stored answers for requests that may be repeated, and how long a request waits for the database."""

from __future__ import annotations

from records.store import AnsweredMeanwhileError, KeptAnswer, KeyedRequest, waiting_at_most

__all__ = ["AnsweredMeanwhileError", "KeptAnswer", "KeyedRequest", "waiting_at_most"]
