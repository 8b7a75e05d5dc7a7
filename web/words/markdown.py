"""People's Markdown as harmless HTML: no markup of their own, no pictures, no scripts, only web addresses."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import nh3
from markupsafe import Markup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_TAGS = {
    "p",
    "br",
    "em",
    "strong",
    "s",
    "code",
    "pre",
    "blockquote",
    "ul",
    "ol",
    "li",
    "a",
    "hr",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
}
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def markdown(text: str) -> Markup:
    """Return a text as HTML. Headings become strong paragraphs, since the page has its own; links send no referrer."""
    html = _reader().render(text)
    for heading in _HEADINGS:
        html = html.replace(f"<{heading}>", "<p><strong>").replace(f"</{heading}>", "</strong></p>")
    clean = nh3.clean(html, tags=_TAGS, attributes={"a": {"href"}}, url_schemes={"http", "https"}, link_rel="noopener noreferrer nofollow")
    return Markup(clean)  # noqa: S704 -- just cleaned


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # noqa: PLC0415 -- sixty modules that a start does not need

    return MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("strikethrough").enable("table").disable("image")
