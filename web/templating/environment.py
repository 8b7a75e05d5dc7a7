"""Jinja as pages need it: what a page does hundreds of times, fetching a value and writing it down, takes one call or none."""

from __future__ import annotations

import re
from collections import ChainMap
from typing import TYPE_CHECKING, Any

from flask.templating import Environment
from jinja2 import nodes
from jinja2.compiler import CodeGenerator
from markupsafe import Markup, escape

from web.templating.calling import PageContext

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from jinja2.compiler import Frame

AT_ONCE = frozenset({"_", "icon"})
"""Functions that every template has, that ask for nothing of its context and return ``Markup``."""
_special = re.compile("[&<>'\"]").search


def written(value: object) -> str:
    """Return a value as it stands on a page: jinja's own way makes a new ``Markup`` of each, also of what is one already."""
    if type(value) is Markup:
        return value
    if type(value) is str:
        return value if _special(value) is None else escape(value)
    return str(value) if type(value) is int else escape(value)


class PageCode(CodeGenerator):
    """Compiles templates so that they write by ``written``, and call what needs no context at once."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if _is_at_once(node):
            self.write("(")  # a Markup already
        elif frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.written(")
        else:
            super()._output_child_pre(node, frame, finalize)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 -- jinja's name
        """Write a call."""
        if forward_caller or not _is_at_once(node):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 -- jinja's name
        """Write the attribute of a value; where it has none jinja's own way is asked, which looks for an item."""
        of, found = self.temporary_identifier(), self.temporary_identifier()
        self.write(f"({found} if ({found} := getattr(({of} := ")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, missing)) is not missing else environment.getattr({of}, {node.attr!r}))")


def _is_at_once(node: nodes.Expr) -> bool:
    """Return whether this is a call of one of ``AT_ONCE``."""
    if not isinstance(node, nodes.Call) or node.dyn_args or node.dyn_kwargs:
        return False
    return isinstance(node.node, nodes.Name) and node.node.name in AT_ONCE


class PageEnvironment(Environment):
    """The templates of an app."""

    code_generator_class = PageCode
    context_class = PageContext
    written = staticmethod(written)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template: without any of its own they are the environment's, which need no map in front of them."""
        return ChainMap(d, self.globals) if d else self.globals
