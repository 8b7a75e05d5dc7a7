"""What apps of one process share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from werkzeug.routing import Rule

from web import calling
from web.app import create_app
from web.calling import compile_templates

if TYPE_CHECKING:
    import pytest


def counted(monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> list[object]:
    """The calls of a method from now on."""
    calls: list[object] = []
    plain = getattr(where, name)

    def counting(self: object, *args: Any, **named: Any) -> Any:
        calls.append(self)
        return plain(self, *args, **named)

    monkeypatch.setattr(where, name, counting)
    return calls


def test_what_builds_an_address_is_compiled_when_one_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """An app of 160 routes compiles nothing but its static one; an address that is built twice is compiled once, and is the right one."""
    compilings = counted(monkeypatch, Rule, "_compile_builder")
    app = create_app(None)
    assert len(list(app.url_map.iter_rules())) > 100
    assert len(compilings) <= 2
    before = len(compilings)
    with app.test_request_context("/"):
        for _ in range(2):
            assert app.url_for("pages.replay", record="a b", at=3) == "/records/a%20b?at=3"
            assert app.url_for("pages.replay", record="c") == "/records/c"
    assert len(compilings) - before == 1


def test_a_template_is_compiled_once_in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second app finds what the first compiled, with all that it names."""
    monkeypatch.setattr(calling, "_CODES", {})
    first, second = create_app(None), create_app(None)
    compile_templates(first, ["refused.html"])
    known = dict(calling._CODES)
    assert len(known) > 1
    compilings = counted(monkeypatch, type(second.jinja_env), "_compile")
    pages = [app.test_client().get("/").text for app in (first, second)]
    assert all("No store is open" in page for page in pages)
    assert len(compilings) == len(calling._CODES) - len(known)
