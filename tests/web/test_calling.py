"""Templates call as they do with jinja's own context."""

from __future__ import annotations

from functools import partial

import pytest
from jinja2 import Environment, pass_context, pass_environment
from jinja2.runtime import Context

from web.templating.calling import PageContext

TEMPLATE = """
{%- macro twice(word, mark="!") %}{{ word }}{{ word }}{{ mark }}{{ caller() if caller }}{% endmacro -%}
{{ plain(1, two=2) }} {{ counter.add(2) }} {{ Kind() }} {{ part(two=3) }} {{ twice("a", mark=".") }}
{%- for word in ["x", "y"] %} {{ twice(word) }} {% set inner = word %}{{ plain(loop.index, two=0) }} {{ seen("inner") }}{% endfor -%}
{%- call twice("c") %} {{ counter.marked("word") }} {{ bounds() }}{% endcall -%}
"""


class Counter:
    """Has a method, and one that is marked."""

    def add(self, number: int) -> int:
        """One more."""
        return number + 1

    @pass_context
    def marked(self, context: Context, name: str) -> str:
        """Is handed the context."""
        return f"<{context.get(name)}>"


def plain(one: int, two: int = 9) -> int:
    """A function as most are."""
    return 10 * one + two


@pass_context
def seen(context: Context, name: str) -> str:
    """What a template's loop calls a name."""
    return str(context.get(name))


@pass_environment
def bounds(environment: Environment) -> str:
    """Is handed the environment."""
    return environment.variable_start_string


@pytest.mark.parametrize("context", [Context, PageContext])
def test_what_wants_the_context_gets_it_and_the_rest_is_called_as_it_is(context: type[Context]) -> None:
    """Functions, methods, classes, partials, macros and marked ones, in loops and blocks too, answer alike in both ways."""
    environment = Environment(autoescape=True)
    environment.context_class = context
    environment.globals.update(plain=plain, counter=Counter(), Kind=lambda: "kind", part=partial(plain, 4), seen=seen, bounds=bounds)
    said = environment.from_string(TEMPLATE).render(word="outer")
    assert said == "12 3 kind 43 aa. xx! 10 x yy! 20 ycc! &lt;outer&gt; {{"
