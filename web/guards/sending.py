"""Reads bodies for routes with a lane whole before taking the lane, because a connection may be slow and lanes are scarce."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from flask import request

if TYPE_CHECKING:
    from collections.abc import Callable

View = TypeVar("View", bound="Callable[..., Any]")
LARGEST_FIELDS = 1024 * 1024
"""Bytes of all fields of a form that are no files."""
_LARGEST = "largest_body"


def takes(largest: int) -> Callable[[View], View]:
    """Let a route take a form of at most ``largest`` bytes, its files among them."""

    def taking(view: View) -> View:
        setattr(view, _LARGEST, largest)
        return view

    return taking


def takes_form(view: Callable[..., Any]) -> bool:
    """Whether ``takes`` was said of a route."""
    return hasattr(view, _LARGEST)


def read_sent(view: Callable[..., Any]) -> None:
    """Read the form that was sent to a route; raises ``RequestEntityTooLarge`` for one that is larger than it takes."""
    largest: int = getattr(view, _LARGEST)
    request.max_content_length, request.max_form_memory_size = largest, min(largest, LARGEST_FIELDS)
    _read = request.form  # reads it on first access, and caches it
