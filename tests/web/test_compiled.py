"""What apps of one process share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from werkzeug.routing import Rule

from web.app import create_app
from web.templating import calling
from web.templating.calling import compile_templates
from web.templating.compiled import read_kept, write_kept

if TYPE_CHECKING:
    from pathlib import Path

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


def compiled_names(monkeypatch: pytest.MonkeyPatch, file: Path) -> list[str]:
    """What a start compiles that finds a file of another."""
    monkeypatch.setattr(calling, "_CODES", {})
    app, names = create_app(None), list[str]()
    plain = app.jinja_env.compile

    def compiling(*given: Any) -> Any:
        names.append(given[1])
        return plain(*given)

    monkeypatch.setattr(app.jinja_env, "compile", compiling)
    compile_templates(app, ["refused.html"], file)
    assert "No store is open" in app.test_client().get("/").text
    return names


def test_a_start_finds_the_templates_of_the_one_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All that were compiled and none that has changed; what is broken, or what others may write, is not run."""
    file = tmp_path / "cache/templates"
    every = compiled_names(monkeypatch, file)
    assert {"refused.html", "shell.html"} <= {*every}
    assert compiled_names(monkeypatch, file) == []
    env = create_app(None).jinja_env
    kept = read_kept(file, env)
    write_kept(file, env, kept | {"shell.html": ("of another source", *kept["shell.html"][1:])})
    assert compiled_names(monkeypatch, file) == ["shell.html"]
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o620)
    assert compiled_names(monkeypatch, file) == every
    whole = file.read_bytes()
    for broken in (whole[:-1], b"", whole[:40] + b"?" + whole[41:]):
        file.write_bytes(broken)
        assert read_kept(file, env) == {}
    env.trim_blocks = not env.trim_blocks
    file.write_bytes(whole)
    assert read_kept(file, env) == {}


def test_where_nothing_can_be_written_templates_are_compiled_at_each_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As in a container whose root is read-only."""
    (tmp_path / "cache").write_text("no folder")
    for _ in range(2):
        assert "refused.html" in compiled_names(monkeypatch, tmp_path / "cache/templates")
