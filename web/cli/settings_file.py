"""A file of settings (TOML): what stands there is what ``kiebitz serve`` takes, where neither an option nor the environment says so."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FILE = "KIEBITZ_SETTINGS"
PASSWORD, PASSWORD_FILE = "KIEBITZ_STORE_PASSWORD", "KIEBITZ_STORE_PASSWORD_FILE"
PATHS = ("cards", "store_password_file")
"""Keys of the program itself that name files; those of ``serve`` are of the type ``click.File``."""
F = TypeVar("F", bound="Callable[..., Any]")


class SettingsFile(msgspec.Struct, frozen=True):
    """What a file says, checked; without a file nothing."""

    path: Path | None = None
    lines: Mapping[str, int] = msgspec.field(default_factory=dict)
    """Line of each key that it has."""
    values: Mapping[str, Any] = msgspec.field(default_factory=dict)

    def place(self, key: str) -> str:
        """Return where a key stands."""
        return f"{self.path}, line {self.lines.get(key, 1)}"


def key_of(option: click.Parameter) -> str:
    """Return the name of an option in a file."""
    return option.opts[0].lstrip("-").replace("-", "_")


def variable_of(option: click.Parameter) -> str:
    """Return the environment variable of an option."""
    return f"KIEBITZ_{key_of(option).upper()}"


def serve_options() -> list[click.Option]:
    """Return the options that only ``serve`` has."""
    from web.cli.serving import serve  # noqa: PLC0415 -- it is needed where there is a file

    return [one for one in serve.params if isinstance(one, click.Option) and one.expose_value]


def with_settings(command: F) -> F:
    """Add ``--settings`` to the program itself; the file then speaks for ``--store``, ``--cards`` and the options of ``serve``."""

    def remember(context: click.Context, _parameter: click.Parameter, name: str | None) -> None:
        if not name or context.resilient_parsing:
            return
        found = context.meta[FILE] = read_settings(Path(name))
        options = serve_options()
        names = {key_of(one): one.name for one in options}
        context.default_map = {
            **{key: value for key, value in found.values.items() if key not in names},
            "serve": {names[key]: value for key, value in found.values.items() if key in names},
        }
        if "store_password_file" in found.values and not os.environ.get(PASSWORD) and not os.environ.get(PASSWORD_FILE):
            os.environ[PASSWORD_FILE] = found.values["store_password_file"]
            context.call_on_close(lambda: os.environ.pop(PASSWORD_FILE, None))

    text = f"A TOML file with settings (docs/cli.md). [default: {FILE}, or none]"
    return click.option("--settings", metavar="FILE", envvar=FILE, is_eager=True, expose_value=False, callback=remember, help=text)(command)


def read_settings(path: Path) -> SettingsFile:
    """Return what a file says; raises ``UsageError`` with line and reason for what cannot be read, is unknown or does not fit."""
    try:
        text = path.read_bytes().decode()
        values = tomllib.loads(text)
    except OSError as error:
        raise click.UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise click.UsageError(f"{path}: this is no TOML: {error}") from None
    lines = {key: number for number, line in enumerate(text.splitlines(), 1) for key in values if _begins(line, key)}
    found = SettingsFile(path.absolute(), lines, values)
    options: dict[str, click.Option | None] = {"store": None, **dict.fromkeys(PATHS), **{key_of(one): one for one in serve_options()}}
    checked = {key: _checked(found, key, value, options) for key, value in values.items()}
    return SettingsFile(found.path, lines, checked)


def _begins(line: str, key: str) -> bool:
    return re.match(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[=.\]]""", line) is not None


def _checked(found: SettingsFile, key: str, value: Any, options: Mapping[str, click.Option | None]) -> Any:
    if key not in options:
        near = difflib.get_close_matches(key, options, 1)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(sorted(options))}"
        raise click.UsageError(f"{found.place(key)}: there is no setting {key!r}; {hint}")
    option = options[key]
    kind, words = _kind_of(option)
    fits = all(isinstance(one, str) for one in value) if kind is list and isinstance(value, list) else isinstance(value, kind)
    if not fits or (isinstance(value, bool) and kind is not bool):
        raise click.UsageError(f"{found.place(key)}: {key} is {words}")
    if key in PATHS or (option is not None and isinstance(option.type, click.File)):
        file = (found.path or Path()).parent / Path(value).expanduser()
        if not file.is_file():
            raise click.UsageError(f"{found.place(key)}: {key}: there is no file {file}")
        return str(file)
    if option is not None:
        try:
            option.type_cast_value(click.Context(click.Command("serve")), value)
        except click.BadParameter as error:
            raise click.UsageError(f"{found.place(key)}: {key}: {error.message}") from None
    elif not value.strip():
        raise click.UsageError(f"{found.place(key)}: an empty text names no place")
    return value


def _kind_of(option: click.Option | None) -> tuple[Any, str]:
    if option is None:
        return str, "a text"
    if option.is_flag:
        return bool, "true or false"
    if option.multiple:
        return list, "a list of texts"
    if isinstance(option.type, click.types.IntRange):
        return int, "a whole number"
    return ((int, float), "a number") if isinstance(option.type, click.types.FloatRange) else (str, "a text")
