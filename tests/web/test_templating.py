"""Templates write what they write in jinja's own environment."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from jinja2 import Environment, UndefinedError
from markupsafe import Markup, escape

from web.templating.environment import PageEnvironment, written


class Half:
    """Has an attribute that leads nowhere, and an item of that name."""

    @property
    def lost(self) -> str:
        """Says that there is none."""
        raise AttributeError("lost")

    def __getitem__(self, name: str) -> str:
        """Return the name."""
        return f"[{name}]"


class Drawn:
    """Knows how it stands on a page."""

    def __html__(self) -> str:
        """Return markup."""
        return "<hr>"


VALUES: dict[str, Any] = {
    "safe": Markup("<b>&amp;</b>"),
    "sharp": "a < b & 'c' > \"d\"",
    "plain": "plain",
    "none": None,
    "yes": True,
    "count": 7,
    "half": 0.5,
    "drawn": Drawn(),
    "list": ["<", 1],
    "dict": {"key": "<k>", "inner": SimpleNamespace(deep={"er": "<e>"})},
    "lost": Half(),
}
TEMPLATE = """
{%- macro cell(it, mark="<") %}<td title="{{ it }}">{{ it }}{{ mark }}{{ caller() if caller }}</td>{% endmacro -%}
{% for name, value in values %}{{ name }}: {{ value }} {{ cell(value) }}{% endfor %}
{{ dict.key }} {{ dict.inner.deep.er }} {{ lost.lost }} {{ lost.found }} [{{ dict.nowhere }}] {{ plain.upper() }}
{{ dict["inner"].deep["er"] }}
{% set drawn %}{{ sharp }}{% endset %}{{ drawn }} {{ drawn ~ sharp }} {{ [sharp, safe]|join("<") }}
{% for it in list if it != dict.nowhere %}{{ loop.index }}{{ it }}{{ _("Said <%(n)s>", n=it) }}{% endfor %}
{% call cell(sharp, mark=dict.key) %}{{ dict.inner.deep.er }}{{ _(plain) }}{{ icon("<") }}{% endcall %}
"""


def said(text: str, **fields: object) -> Markup:
    """A message, its fields escaped."""
    return Markup(text) % fields if fields else Markup(text)  # noqa: S704 -- the templates of this module


def environments() -> list[Environment]:
    """Jinja's own, and ours."""
    own, ours = Environment(autoescape=True), PageEnvironment(Flask(__name__), autoescape=True)
    for env in (own, ours):
        env.globals["_"] = said
        env.globals["icon"] = lambda name: Markup("<i>{}</i>").format(name)
    return [own, ours]


def test_a_page_reads_as_if_jinja_had_written_it() -> None:
    """Values of all kinds, attributes, items, what is missing, macros, loops and blocks."""
    own, ours = (env.from_string(TEMPLATE).render(values=[*VALUES.items()], **VALUES) for env in environments())
    assert ours == own
    assert "&lt;k&gt;" in ours
    assert "[lost]" in ours


@pytest.mark.parametrize("broken", ["{{ nowhere.attribute }}", "{{ dict.nowhere.attribute }}"])
def test_what_is_missing_has_no_attributes(broken: str) -> None:
    """As in jinja's own environment."""
    for env in environments():
        with pytest.raises(UndefinedError):
            env.from_string(broken).render(**VALUES)


def test_what_is_written_is_escaped() -> None:
    """Every value as ``escape`` has it."""
    assert [written(value) for value in VALUES.values()] == [escape(value) for value in VALUES.values()]
