"""How templates call functions: Jinja's own way for those that want the context, a shorter way for the rest."""

from __future__ import annotations

from types import FunctionType, MethodType
from typing import Any

from jinja2.runtime import Context, Macro


class PageContext(Context):
    """Calls macros, plain functions and their methods at once: jinja asks of each four times what it wants to be handed first.

    A page calls a hundred times. What is marked (``pass_context`` and the like stand in a function's own attributes) goes jinja's way.
    """

    def call(self, called: Any, /, *args: Any, **named: Any) -> Any:
        """Return what ``called`` returns; ``named`` may hold what jinja adds for calls in loops and blocks."""
        kind = type(called)
        if kind is Macro:
            args = (self.eval_ctx, *args)
        elif kind is MethodType:
            if not isinstance(called.__func__, FunctionType) or called.__func__.__dict__:
                return super().call(called, *args, **named)
        elif kind is not FunctionType or called.__dict__:
            return super().call(called, *args, **named)
        if named:
            named.pop("_block_vars", None)
            named.pop("_loop_vars", None)
        return called(*args, **named)
