"""``kiebitz settings``: what ``kiebitz serve`` would take, and where each value comes from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from web.cli.machine import usual_cache
from web.cli.output import print_json, print_table, with_json
from web.cli.places import CARDS, VARIABLE, StoreChoice
from web.cli.serving import METRICS_TOKEN, serve
from web.cli.settings_file import FILE, PASSWORD, PASSWORD_FILE, SettingsFile, key_of, serve_options, variable_of
from web.lanes import processors

if TYPE_CHECKING:
    from collections.abc import Iterator

MASK = "***"


@click.command()
@with_json
@click.pass_context
def settings(context: click.Context, *, as_json: bool) -> None:
    """Print the settings of the server, and where each comes from."""
    rows = list(_settings(context))
    if as_json:
        print_json([{"name": name, "value": value, "source": source} for name, value, source in rows])
    else:
        print_table(("setting", "value", "from"), [(name, _shown(value), source) for name, value, source in rows])


def _settings(context: click.Context) -> Iterator[tuple[str, Any, str]]:
    from records.store.urls import read_address  # noqa: PLC0415 -- with the database's libraries

    program, place = context.find_root(), context.ensure_object(StoreChoice)
    file: SettingsFile = context.meta.get(FILE, SettingsFile())
    yield "store", str(read_address(place.address)), _source(program, "store", VARIABLE, "store", file)
    yield "store_password", *_password(file)
    yield "cards", place.cards, _source(program, "cards", CARDS, "cards", file)
    with serve.make_context("serve", [], parent=program) as asked:
        for option in serve_options():
            value, key = asked.params[str(option.name)], key_of(option)
            source = _source(asked, str(option.name), variable_of(option), key, file)
            yield key, _meant(key, value, asked.params), source
            if key == "metrics_token_file":
                yield "metrics_token", *_metrics_token(value, source)


def _metrics_token(file: Any, source: str) -> tuple[str | None, str]:
    if os.environ.get(METRICS_TOKEN):
        return MASK, f"environment, {METRICS_TOKEN}"
    return (None, "default") if file is None else (MASK, f"{file.name}, named by {source}")


def _meant(key: str, value: Any, given: dict[str, Any]) -> Any:
    if key == "cache" and value is None:
        return usual_cache(given["workers"])
    if key == "lanes" and value is None:
        return processors()
    return getattr(value, "name", value)


def _password(file: SettingsFile) -> tuple[str | None, str]:
    if os.environ.get(PASSWORD):
        return MASK, f"environment, {PASSWORD}"
    if named := os.environ.get(PASSWORD_FILE):
        from_file = named == file.values.get("store_password_file")
        return MASK, f"{named}, named by {file.place('store_password_file') if from_file else f'the environment, {PASSWORD_FILE}'}"
    return (MASK, "environment, PGPASSWORD") if os.environ.get("PGPASSWORD") else (None, "default")


def _source(context: click.Context, name: str, variable: str, key: str, file: SettingsFile) -> str:
    match context.get_parameter_source(name):
        case ParameterSource.COMMANDLINE:
            return "option"
        case ParameterSource.ENVIRONMENT:
            return f"environment, {variable}"
        case ParameterSource.DEFAULT_MAP:
            return file.place(key)
    return "default"


def _shown(value: Any) -> str:
    match value:
        case None | "" | ():
            return "-"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return " ".join(map(str, value))
    return str(value)
