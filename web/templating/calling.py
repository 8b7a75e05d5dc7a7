"""Templates and addresses: what every app of a process would compile anew is compiled once, and functions are called in a shorter way."""

from __future__ import annotations

from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any

from jinja2 import BytecodeCache, TemplateNotFound
from jinja2.meta import find_referenced_templates
from jinja2.runtime import Context, Macro
from werkzeug.routing import Rule

from web.templating.compiled import read_kept, write_kept

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path
    from types import CodeType

    from flask import Flask
    from jinja2.bccache import Bucket

    from web.templating.compiled import Kept

_CODES: dict[tuple[str, str], CodeType] = {}
"""Compiled templates by name and content: workers that are forked share them."""


def compile_once(app: Flask) -> None:
    """Let ``app`` compile no template that another app of this process has compiled, and an address when first it is built.

    To be called before routes are added.
    """
    app.url_rule_class = LateRule
    app.jinja_env.bytecode_cache = KeptCodes()


def compile_templates(app: Flask, names: Iterable[str], file: Path | None = None) -> None:
    """Compile templates, and those that they name; ``file`` keeps them from one start to the next."""
    env, wanted = app.jinja_env, [*names]
    done: Kept = {}
    known = read_kept(file, env) if file is not None else {}
    while wanted:
        name = wanted.pop()
        if name in done or env.loader is None:
            continue
        try:
            source, path, _fresh = env.loader.get_source(env, name)
        except TemplateNotFound:
            continue  # one of several that are looked for
        bucket = KeptCodes().get_bucket(env, name, path, source)
        checksum, named, code = known.get(name, ("", (), None))
        if code is None or checksum != bucket.checksum:
            tree = env.parse(source, name, path)
            named = tuple(filter(None, find_referenced_templates(tree)))
            code = bucket.code or env.compile(tree, name, path)
        bucket.code = code
        KeptCodes().dump_bytecode(bucket)
        done[name] = bucket.checksum, named, code
        wanted += named
    if file is not None and done != known:
        write_kept(file, env, done)


class KeptCodes(BytecodeCache):
    """Keeps compiled templates in the process."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give the code of a template that is known."""
        bucket.code = _CODES.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        if bucket.code is not None:
            _CODES[bucket.key, bucket.checksum] = bucket.code


class LateRule(Rule):
    """A rule that compiles what builds its addresses when it builds one: nine in ten of an app's time go there, and few are built."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        make, name = super()._compile_builder, "_build_unknown" if append_unknown else "_build"

        def build(rule: Any, **values: Any) -> tuple[str, str]:
            made = make(append_unknown).__get__(rule, None)
            setattr(rule, name, made)
            address: tuple[str, str] = made(**values)
            return address

        return build


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
