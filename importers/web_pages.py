"""Saved web pages of a game: the archive in a replay page of Board Game Arena, and the lines of a log that a page shows."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from records.errors import ImportRefused, Problem, UnknownFormat

if TYPE_CHECKING:
    from bs4 import Tag

_HEAD = 8_192
_PAGE = re.compile(r"<(?:!doctype\s+html|html|body|div)\b", re.IGNORECASE)
_ARCHIVE = re.compile(r"\bg_gamelogs\s*=\s*(?=[\[{])")
LOGS: Final = ("gameLog", "gamelogs", "logs")
"""Ids of the element that holds a log: at Yucata, on a replay page and at a table of Board Game Arena."""
_BLOCKS = ("br", "p", "div", "li", "tr", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6")
_UNSEEN = ("script", "style", "template", "noscript")
_LINE_ID = re.compile(r"log_(\d{1,9})")
_DECODER = json.JSONDecoder()


def is_page(text: str) -> bool:
    """Whether a text is a web page, perhaps with lines above it."""
    return _PAGE.search(text[:_HEAD]) is not None


def archive_in(text: str, name: str) -> str | None:
    """Return the JSON of the archive that a saved replay page holds, or None; raises ``ImportRefused`` where it is cut."""
    found = _ARCHIVE.search(text) if is_page(text) else None
    if found is None:
        return None
    try:
        _, end = _DECODER.raw_decode(text, found.end())
    except (json.JSONDecodeError, RecursionError):
        line = text.count("\n", 0, found.start()) + 1
        raise ImportRefused(
            name, Problem(reason="the log in this page cannot be read: save the page again, as a whole", line=line)
        ) from None
    return text[found.end() : end]


def text_of_page(text: str, name: str) -> str:
    """Return what was written above a page, and below it the lines of the page's log, the oldest first where their ids say so.

    Raises ``UnknownFormat`` for a page without a log.
    """
    from bs4 import BeautifulSoup  # noqa: PLC0415 -- a quarter of a second, which only a saved page needs

    begins = _PAGE.search(text)
    above = text[: begins.start()] if begins else ""
    page = BeautifulSoup(text[len(above) :], "html.parser")
    logs = [found for known in LOGS if (found := page.find(id=known)) is not None]
    lines = next(filter(None, map(_lines, logs)), None)
    if lines is None:
        reason = "no log is found in this web page: select it there, copy it into a text file, and write “Players: Anna, Ben” above it"
        raise UnknownFormat(name, Problem(reason=reason, line=1))
    return "\n".join([*above.splitlines(), "", *lines])


def _lines(log: Tag) -> list[str]:
    for tag in log.find_all(_UNSEEN):
        tag.decompose()
    for picture in log.find_all("img"):
        picture.replace_with(str(picture.get("alt") or picture.get("title") or ""))
    for block in log.find_all(_BLOCKS):
        block.insert_before("\n")
        block.insert_after("\n")
    numbers = [int(found[1]) for tag in log.find_all(id=_LINE_ID) if (found := _LINE_ID.fullmatch(str(tag["id"])))]
    lines = [line for part in log.get_text().splitlines() if (line := " ".join(part.split()))]
    return lines[::-1] if len(numbers) > 1 and numbers[0] > numbers[-1] else lines
