"""Foreign HTML as plain text: what a reader of the page would have read."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

LONGEST = 20_000
"""Characters of HTML that are looked at; a log line has a few hundred."""
_UNSEEN = frozenset({"script", "style", "template", "head", "title"})
_BREAKS = frozenset({"br", "p", "div", "li", "ul", "ol", "tr", "td", "th", "table", "hr", "h1", "h2", "h3", "h4", "h5", "h6"})
_INLINE = frozenset(
    {"a", "b", "i", "u", "s", "q", "em", "strong", "small", "big", "sup", "sub", "span", "font", "img", "svg", "code", "button"}
)
_SIGN = re.compile(r"<([A-Z][A-Z0-9_-]*)(?::([^<>]*))?>")
_ANY_TAG = re.compile(r"<[^<>]*>?")
_SPACE = re.compile(r"\s+")


def plain_text(html: str) -> str:
    """Return the words of ``html`` in one line: no tags, no scripts, entities as their characters.

    A picture stands as its ``alt`` or ``title``, an element without words as its ``title``. Games write their own signs as tags in
    capitals: ``<MONEY:4>`` is read "4 money".
    """
    if "<" not in html and "&" not in html:
        return _SPACE.sub(" ", html).strip()
    reader = _Reader()
    try:
        reader.feed(html[:LONGEST])
        reader.close()
        text = "".join(reader.parts)
    except AssertionError:  # how html.parser gives up on declarations such as "<![x"
        text = unescape(_ANY_TAG.sub("", html[:LONGEST]))
    return _SPACE.sub(" ", text).strip()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._unseen = 0
        self._titled: list[tuple[str, str, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        sign = _SIGN.fullmatch(self.get_starttag_text() or "")
        if sign and sign[1].lower() not in _BREAKS | _INLINE | _UNSEEN:
            self._sign(sign[1].lower().replace("_", " "), (sign[2] or "").strip())
        elif tag in _UNSEEN:
            self._unseen += 1
        elif tag in _BREAKS:
            self.parts.append(" ")
        else:
            given = dict(attrs)
            title = given.get("alt") or given.get("title") or given.get("aria-label") or ""
            if tag == "img":
                self.handle_data(title)
            elif title:
                self._titled.append((tag, title, len(self.parts)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _UNSEEN:
            self.handle_starttag(tag, attrs)
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag in _BREAKS:
            self.parts.append(" ")
        elif self._titled and self._titled[-1][0] == tag:
            _, title, since = self._titled.pop()
            if not "".join(self.parts[since:]).strip():
                self.handle_data(title)

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.parts.append(data)

    def _sign(self, name: str, value: str) -> None:
        glued = bool(self.parts) and self.parts[-1][-1:].isalnum()
        self.handle_data(f"{' ' if glued else ''}{value} {name}" if value else f"{' ' if glued else ''}{name}")
