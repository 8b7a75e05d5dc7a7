"""What a step is called in lines about rules: by its number on every page, with its event for ``--at``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.sentences import N_

if TYPE_CHECKING:
    from records.service import RecordView
    from web.words.phrases import Locale

_STEP = N_("step %(n)s (event %(v)s)")


def step_of(view: RecordView, version: int, locale: Locale) -> str:
    """Return the number of a step and its event."""
    return locale.translated(_STEP) % {"n": view.timeline.step_number(version), "v": version}
