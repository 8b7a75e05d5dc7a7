"""What is said to somebody whom the policy refuses: what was refused, and who may do it."""

from __future__ import annotations

from records.core.sentences import N_
from web.words.texts import _

_KEEPER = N_("Who keeps this record can do this, or an admin.")
_ADMIN = N_("This is for admins. Ask the one who looks after the accounts here.")
_ARBITER = N_("This is for arbiters. Who keeps this record can open a dispute, and an arbiter rules in it.")
_WORDS = {
    "look": N_(
        "You may not look at this record as this viewer. Take “as” out of the address, and you look through the eyes that are yours."
    ),
    "shelf": N_("This shelf is for people who have signed in."),
    "sign in": N_("Sign in first: what may be seen of a record is shown to people with an account."),
    "export": N_("You may look at this record here, but not take it along. Who made the link can allow it."),
    "add": N_("Recorders and admins write games down and bring files. An admin can make you a recorder."),
    "write": N_("You do not write in this record. Who keeps it does, and its players where the keeper lets them write what they do."),
    "play": N_("You do not write in this record. Its players do while the game runs, where its keeper lets them."),
    "correct": N_("What was written wrongly is put right by who keeps the record while the game runs, and by an arbiter once it is over."),
    "reopen": N_("A closed game is opened again by an arbiter or by its owner."),
    "trail": N_("This is shown to who keeps the record, its players, arbiters and admins."),
    "share": N_("Links are made by who keeps the record, and by teachers."),
    "annotate": N_("Notes and lines are written by people who have signed in."),
    "dispute": N_("Disputes are opened by who keeps the record, its players and arbiters."),
    "ask": N_("No dispute is opened through this link. Who made it can make one that allows it."),
    "teach": N_("Classes are held, and studies written, by teachers. An admin can make you one."),
    **dict.fromkeys(("name", "release", "close", "trash"), _KEEPER),
    **dict.fromkeys(("people", "keep", "purge", "forget"), _ADMIN),
    "rule": _ARBITER,
}


def lacking(asked: str) -> str:
    """Return what is said of a permission that is lacking, "" where nothing more is known of it."""
    return _(_WORDS[asked]) if asked in _WORDS else ""
