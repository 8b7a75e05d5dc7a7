"""Why a file was refused, in the reader's language and in words of the file: what a parser says of types and fields is put into words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from records.core.sentences import N_
from web.faults.told import line_told
from web.words.texts import _, listing, reason_told, translated

if TYPE_CHECKING:
    from collections.abc import Mapping

_REASONS: Mapping[str, str] = {
    r"the file is empty": N_("The file is empty."),
    r"no importer knows it": N_(
        "This kind of file cannot be read: it is no Kiebitz record, game in notation, archive of Board Game Arena, "
        "text log with a line “Players:” or score sheet."
    ),
    r"this is no JSON": N_("This is not valid JSON: something is missing or too much before this place."),
    r"the file is not UTF-8|the line is not UTF-8": N_(
        "The text is not in UTF-8. Save the file as UTF-8, or get it again from its source."
    ),
    r"the file is cut": N_("The file is cut off: its last line has no end. Copy it again."),
    r".*nested too deeply": N_("The file is nested more deeply than any record."),
    r"the archive holds no packets": N_("The archive is empty: it has no message of the table."),
    r"this is not an archive of Board Game Arena": N_("This is no archive of Board Game Arena: there are neither messages nor data in it."),
    r"Board Game Arena gave no archive but an error: (?P<x>.*)": N_("Board Game Arena sent an error instead of an archive: %(x)s."),
    r"no packet is of the table's channel": N_("What everybody at the table saw is missing in this archive."),
    r"packets of two tables": N_("This archive has messages of two tables."),
    r"packet \S+ was sent before packet": N_("The messages are not in their order: numbers and times do not agree."),
    r"no log is found in this web page": N_(
        "This is a web page, and no log was found in it. Select the log there, copy it into a text file, and "
        "write “Players: Anna, Ben” above it."
    ),
    r"nobody is named: write": N_(
        "The file does not say who played. Write a line “Players: Anna, Ben” above everything, in seating order."
    ),
    r"when was this\?|the page does not say when": N_(
        "The file does not say when the game was played. Write a line “Date: 2024-07-15” above everything."
    ),
    r"the log in this page cannot be read": N_("The log in this page is cut off. Save the page again, as a whole."),
    r"no player is named": N_("The file names no players."),
    r"(?P<x>\d+) players; at most": N_("%(x)s players are more than a table can seat."),
    r"the players are neither|a player is an object|a player's name is a text": N_(
        "The list of players cannot be read: each has a number and a name."
    ),
    r"player (?P<x>\S+) stands twice": N_("Player %(x)s is listed twice."),
    r"this is format (?P<x>\S+);|the header is of format (?P<y>\S+);": N_("The file was made by a newer Kiebitz than this one."),
    r"no game is called (?P<x>'[^']*')": N_("No game is called %(x)s here."),
    r"nobody sits at": N_("The file names a seat without a player."),
    r"the line is not in its written form": N_("This line was changed after it was written: its form differs."),
    r"version (?P<x>\d+) stands where (?P<y>\d+) belongs": N_(
        "Event %(x)s was found where event %(y)s belongs: lines are missing or moved."
    ),
    r"this is no zip file that can be read": N_("The zip file cannot be read: it is damaged or cut off."),
    r"cannot be read: a zip file in a zip file": N_("It is a zip file in a zip file. Unpack it first."),
    r"cannot be read: it would be \d+ bytes unpacked|it would be \d+ bytes unpacked": N_("Unpacked it is larger than allowed here."),
    r"cannot be read: it is larger than the zip file says|it is \d+ bytes and would be \d+ unpacked": N_(
        "Unpacked it would be far larger than it claims, or than any log is, so it is not opened."
    ),
    r"cannot be read: ": N_("It is damaged in the zip file: its checksum does not match."),
    r"it is encrypted": N_("It is encrypted."),
    r"its name leads out of the zip file": N_("Its name leads out of the zip file, or is not the name of a file."),
    r".* is twice in it": N_("A file of this name is in the zip file already."),
    r".*(chain|hash|commitment|seal)": N_("This line was changed after it was written: its hash does not match."),
}
"""Beginnings of reasons, as the importers say them, and what a page says."""
_KINDS: Mapping[str, str] = {
    "int": N_("a whole number"),
    "float": N_("a number"),
    "str": N_("a text"),
    "bool": N_("yes or no"),
    "array": N_("a list"),
    "object": N_("an object"),
    "null": N_("nothing"),
}
_TYPES = re.compile(r"Expected `(?P<wanted>\w+)(?: \| \w+)*`, got `(?P<found>\w+)`")
_MISSING = re.compile(r"(\w+): Missing data for required field|missing required field `(\w+)`")
_PLACE = re.compile(r" - at `\$\.?([^`]+)`")
_UNKNOWN = re.compile(r"(\w+): Unknown field|unknown field `(\w+)`")


def reason_of(text: str) -> str:
    """Return the reason of an importer for a page; "" where no words are known for it."""
    return reason_told(_REASONS, text) or line_told(text) or _of_fields(text)


def _of_fields(text: str) -> str:
    """Put into words what a check of types and fields says."""
    if found := _TYPES.search(text):
        wanted, stands = (translated(_KINDS.get(found[name], found[name])) for name in ("wanted", "found"))
        return _("Found %(found)s where %(wanted)s belongs.", found=stands, wanted=wanted)
    missing, unknown = (sorted({"".join(names) for names in pattern.findall(text)}) for pattern in (_MISSING, _UNKNOWN))
    said = []
    if missing:
        said.append(_("Missing here: %(names)s.", names=listing(missing)))
    if unknown:
        said.append(_("Not known here: %(names)s.", names=listing(unknown)))
    if not said and (found := _PLACE.search(text)):
        return _("The value at %(place)s is not allowed there.", place=found[1])
    return " ".join(said)
