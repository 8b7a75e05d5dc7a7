"""How a record stands to the rules and the code of today, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.rulings.drift import Replaying
from web.words.texts import _, ngettext, number

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.rulings.drift import Drift


def replays_sentence(found: Drift, nth: Callable[[int], int]) -> str:
    """Return what becomes of a record today: it replays exactly, was brought up, parts at a step and field, or can only be shown.

    ``nth`` gives the number of the step after an event, as the arrows count.
    """
    if found.replaying is Replaying.DISPLAY:
        return _("This record can only be shown: its rules or its cards are not known here.")
    sentences = [_parting(found, nth) if found.parting else _exact(found)]
    if found.older is not None:
        first = number(nth(found.older.version))
        sentences.append(_("From step %(n)s on it was written in an older form, and is read in the present one.", n=first))
    return " ".join(sentences)


def _exact(found: Drift) -> str:
    count = found.decisions - found.unjudged
    judged = ngettext(
        "Under today's rules %(n)s decision gives what was recorded.",
        "Under today's rules all %(n)s decisions give what was recorded.",
        count,
        n=number(count),
    )
    if not found.unjudged:
        return judged
    left = ngettext(
        "%(n)s more cannot be judged from here.", "%(n)s more cannot be judged from here.", found.unjudged, n=number(found.unjudged)
    )
    return f"{judged} {left}"


def _parting(found: Drift, nth: Callable[[int], int]) -> str:
    parting = found.parting
    if parting is None:
        return ""
    if parting.what is None:
        return _(
            "Under today's rules step %(n)s is refused (§ %(paragraph)s).", n=number(nth(parting.version)), paragraph=parting.paragraph
        )
    what = {"n": number(nth(parting.version)), "field": parting.what.field or _("the event"), "paragraph": parting.paragraph}
    return _("Under today's rules the record diverges at step %(n)s, in %(field)s (§ %(paragraph)s).", **what)
