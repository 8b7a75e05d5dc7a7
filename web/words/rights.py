"""Texts for somebody whom the policy refuses: what was refused, and who may do it."""

from __future__ import annotations

from records.core.sentences import N_
from web.words.texts import _

_KEEPER = N_("Only the keeper of this record or an admin can do this.")
_ADMIN = N_("Only admins can do this. Ask the person who looks after the accounts here.")
_ARBITER = N_("Only arbiters can do this. The keeper of this record can open a dispute, and an arbiter rules in it.")
_WORDS = {
    "look": N_("You may not look at this record as this viewer. Without “as” in the address you see it as the viewer that you are."),
    "shelf": N_("Sign in to see this shelf."),
    "sign in": N_("Sign in first: only people with an account see who may see what of a record."),
    "export": N_("You may look at this record here, but not download it. The person who made the link can allow it."),
    "add": N_("Only recorders and admins can record games and import files. An admin can make you a recorder."),
    "write": N_("You cannot write in this record. Its keeper can, and so can its players if the keeper lets them record their own moves."),
    "play": N_("You cannot write in this record. Its players can while the game runs, if its keeper allows it."),
    "correct": N_("Mistakes in the record are corrected by its keeper while the game runs, and by an arbiter once it is over."),
    "reopen": N_("Only an arbiter or its owner can reopen a closed game."),
    "trail": N_("Only the keeper of the record, its players, arbiters and admins can see this."),
    "share": N_("Only the keeper of the record and teachers can create links."),
    "annotate": N_("Sign in to write notes and lines."),
    "words": N_("Sign in to see the words of logs that you filled in. Each account has its own."),
    "dispute": N_("Only the keeper of the record, its players and arbiters can open disputes."),
    "ask": N_("No dispute can be opened through this link. The person who made it can make one that allows it."),
    "review": N_("You may read this review as far as it is made. Only people who may write beside the record can have one made."),
    "teach": N_("Only teachers can hold classes and write studies. An admin can make you a teacher."),
    **dict.fromkeys(("name", "release", "close", "trash"), _KEEPER),
    **dict.fromkeys(("people", "keep", "purge", "forget"), _ADMIN),
    "rule": _ARBITER,
}


def lacking(asked: str) -> str:
    """Return the text about a missing permission, "" if there is none."""
    return _(_WORDS[asked]) if asked in _WORDS else ""
