"""The kinds of long work that this program knows."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from records.service.reviews.work import REVIEW

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.service.jobs.kinds import JobKind

KINDS: Mapping[str, JobKind] = MappingProxyType({REVIEW.name: REVIEW})
"""By name. A runner leaves parts of other kinds to programs that know these kinds."""
