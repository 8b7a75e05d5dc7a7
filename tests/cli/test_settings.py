"""Settings of the server: from options, the environment, a file, and what is usual."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from web.cli.settings_file import serve_options, variable_of

if TYPE_CHECKING:
    from support.command_line import Cli


def told(cli: Cli, *words: str, **environment: str) -> dict[str, tuple[object, str]]:
    """Value and source of each setting, by its name."""
    return {one["name"]: (one["value"], one["source"]) for one in cli.json(*words, "settings", **environment)}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with settings."""
    (tmp_path / "imprint.md").write_text("Ada")
    path = tmp_path / "kiebitz.toml"
    path.write_text('port = 8123\nworkers = 3\nallow_host = ["a.example", "b.example"]\nbehind_proxy = true\nimprint = "imprint.md"\n')
    return path


def test_an_option_wins_over_the_environment_that_over_a_file_and_that_over_what_is_usual(cli: Cli, file: Path) -> None:
    """Each value is printed with the place that it comes from."""
    words = ("--settings", str(file))
    found = told(cli, "--store", "sqlite:////srv/mine.sqlite", *words, KIEBITZ_PORT="8124", KIEBITZ_LANES="5")
    assert found["store"] == ("sqlite:////srv/mine.sqlite", "option")
    assert found["port"] == (8124, "environment, KIEBITZ_PORT")
    assert found["lanes"] == (5, "environment, KIEBITZ_LANES")
    assert found["workers"] == (3, f"{file}, line 2")
    assert found["allow_host"] == (["a.example", "b.example"], f"{file}, line 3")
    assert found["behind_proxy"] == (True, f"{file}, line 4")
    assert found["imprint"] == (str(file.parent / "imprint.md"), f"{file}, line 5")
    assert found["host"] == ("127.0.0.1", "default")
    assert told(cli, *words)["store"] == (cli.store, "environment, KIEBITZ_STORE")


def test_every_option_of_serve_is_a_setting(cli: Cli) -> None:
    """Each has a name in the file and a variable, and is printed."""
    found = told(cli)
    assert {variable_of(one).removeprefix("KIEBITZ_").lower() for one in serve_options()} <= set(found)
    for one in serve_options():
        if one.is_flag:
            assert told(cli, **{variable_of(one): "1"})[variable_of(one)[8:].lower()] == (True, f"environment, {variable_of(one)}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("workers = 2\nprot = 1", "line 2: there is no setting 'prot'; did you mean port?"),
        ("xyzzy = 1", "line 1: there is no setting 'xyzzy'; known are access_log, "),
        ('port = "8"', "line 1: port is a whole number"),
        ("port = 70000", "line 1: port: 70000 is not in the range"),
        ("workers = true", "line 1: workers is a whole number"),
        ("behind_proxy = 1", "line 1: behind_proxy is true or false"),
        ("allow_host = [1]", "line 1: allow_host is a list of texts"),
        ("\n[serve]\nport = 1", "line 2: there is no setting 'serve'"),
        ('imprint = "none.md"', "line 1: imprint: there is no file "),
        ('store = " "', "line 1: an empty text names no place"),
        ("port = ", "this is no TOML: Invalid value (at line 1, column 8)"),
    ],
)
def test_what_does_not_fit_is_refused_with_place_and_reason(cli: Cli, tmp_path: Path, text: str, reason: str) -> None:
    """Also for commands that do not need the setting: a file with a typo says something else than was meant."""
    path = tmp_path / "kiebitz.toml"
    path.write_text(f"{text}\n")
    assert reason in cli("--settings", str(path), "settings", code=2).stderr
    assert reason in cli("shelf", KIEBITZ_SETTINGS=str(path), code=2).stderr


def test_a_file_that_is_not_there_is_refused(cli: Cli, tmp_path: Path) -> None:
    """It was named, so it was meant."""
    assert "cannot be read: No such file" in cli("--settings", str(tmp_path / "none.toml"), "shelf", code=2).stderr


def test_the_file_names_the_store_of_all_commands(cli: Cli, record: str, tmp_path: Path) -> None:
    """And an address on the command line wins over it."""
    path = tmp_path / "kiebitz.toml"
    path.write_text(f'store = "{cli.store}"\n')
    words = ("--settings", str(path), "shelf")
    assert [one["id"] for one in cli.json(*words, KIEBITZ_STORE="")] == [record]
    assert "there is no store here" in cli("--store", f"sqlite:///{tmp_path}/other.sqlite", *words, code=1).stderr


def test_no_secret_is_printed(cli: Cli, tmp_path: Path) -> None:
    """A password in an address, a variable or a file is masked, and where it comes from is said."""
    (tmp_path / "password").write_text("S3CRET\n")
    path = tmp_path / "kiebitz.toml"
    path.write_text('store = "postgresql://me@host/db"\nstore_password_file = "password"\n')
    usual = {"KIEBITZ_STORE": "postgresql://me:S3CRET@host/db", "KIEBITZ_STORE_PASSWORD": "", "PGPASSWORD": ""}
    (tmp_path / "token").write_text("S3CRET-S3CRET-S3CRET")
    shown = cli("settings", **usual, KIEBITZ_METRICS_TOKEN="S3CRET").stdout  # noqa: S106 -- of no server
    shown += (token := cli("settings", **usual, KIEBITZ_METRICS_TOKEN_FILE=str(tmp_path / "token")).stdout)
    assert f"{tmp_path / 'token'}, named by environment, KIEBITZ_METRICS_TOKEN_FILE" in token
    shown += cli("settings", **{**usual, "KIEBITZ_STORE_PASSWORD": "S3CRET"}).stdout
    shown += (from_file := cli("--settings", str(path), "settings", **{**usual, "KIEBITZ_STORE": ""}).stdout)
    assert "S3CRET" not in shown
    assert "***" in from_file
    assert f"{path}, line 2" in from_file


def test_a_password_may_stand_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its last line break does not count; a file that cannot be read is refused by its name."""
    from records.errors import StoreRefused  # noqa: PLC0415
    from records.store.urls import PostgresAddress, read_address  # noqa: PLC0415

    monkeypatch.delenv("KIEBITZ_STORE_PASSWORD", raising=False)
    file = tmp_path / "password"
    monkeypatch.setenv("KIEBITZ_STORE_PASSWORD_FILE", str(file))
    with pytest.raises(StoreRefused, match="password cannot be read: No such file"):
        read_address("postgresql://me@host/db")
    file.write_text("S3CRET\n")
    address = read_address("postgresql://me@host/db")
    assert isinstance(address, PostgresAddress)
    assert address.url.password == "S3CRET"  # noqa: S105 -- of no store
