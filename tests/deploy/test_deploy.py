"""The files of ``deploy``: as the programs that read them take them, and as the code says."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from support.deployed import DEPLOY, backed_up, certificate, needs
from support.documents import ROOT
from web.cli import kiebitz
from web.cli.group import Deferred
from web.cli.serving import PATIENCE
from web.cli.settings_file import PATHS, key_of, read_settings, serve_options, variable_of
from web.pages.shelf.upload import LARGEST_UPLOAD, MEGABYTE

UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in {".service", ".socket", ".timer"})
WORST = 2.0
"""Exposure of the server's unit by systemd's own measure, of 10."""


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units, with programs that are there."""
    for name in UNITS:
        text = re.sub(r"/usr/local/lib/kiebitz/\S+", "/bin/true", (DEPLOY / name).read_text())
        (tmp_path / name).write_text(text)
    return tmp_path


@needs("systemd-analyze")
def test_systemd_takes_the_units(units: Path) -> None:
    """Every key is known, and each unit finds the others."""
    words = ["systemd-analyze", "verify", *(str(units / name) for name in UNITS)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=units)
    said = [line for line in done.stderr.splitlines() if "kiebitz" in line]
    assert (done.returncode, said) == (0, [])


@needs("systemd-analyze")
def test_the_server_may_do_little(units: Path) -> None:
    """By systemd's own measure."""
    words = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(units / "kiebitz.service")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C.UTF-8"})
    exposure = re.search(r"Overall exposure level for kiebitz.service: ([\d.]+)", done.stdout)
    assert exposure, done.stderr
    assert float(exposure[1]) <= WORST


def test_systemd_waits_for_what_the_server_is_at() -> None:
    """And starts it again whatever becomes of it."""
    unit = (DEPLOY / "kiebitz.service").read_text()
    stop = re.search(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert stop
    assert int(stop[1]) > PATIENCE
    assert "\nType=notify\n" in unit
    assert "\nRestart=always\n" in unit


def test_the_timer_prunes_as_the_program_does() -> None:
    """The command is one that the program takes, and it does not ask."""
    started = re.search(r"^ExecStart=\S+/bin/kiebitz prune (.+)$", (DEPLOY / "kiebitz-prune.service").read_text(), re.MULTILINE)
    assert started
    command = kiebitz.commands["prune"]
    assert isinstance(command, Deferred)
    given = command.loaded().make_context("prune", started[1].split(), resilient_parsing=False).params
    assert (given["yes"], given["dry_run"]) == (True, False)
    assert {given["trash"], given["unplayed"]} == {90}


@needs("nginx", "openssl")
def test_nginx_takes_its_file(tmp_path: Path) -> None:
    """As it stands, with a certificate."""
    certificate(tmp_path)
    text = (DEPLOY / "nginx.conf").read_text().replace("/etc/ssl/kiebitz", str(tmp_path)).replace("/var/log/nginx", str(tmp_path))
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid; events {{}} http {{ {text} }}")
    words = ["nginx", "-t", "-q", "-e", str(tmp_path / "error.log"), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@needs("caddy")
def test_caddy_takes_its_file(tmp_path: Path) -> None:
    """As it stands, and below a path as it is told in a comment."""
    text = (DEPLOY / "Caddyfile").read_text()
    below = "\n".join(line[2:] for line in text.partition("# Below a path:\n")[2].splitlines())
    for name, content in (("whole", text), ("below", below)):
        (tmp_path / name).write_text(content)
        words = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(tmp_path / name)]
        home = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        done = subprocess.run(words, capture_output=True, text=True, check=False, env=home)
        assert done.returncode == 0, done.stderr
        assert '"level":"warn"' not in done.stderr.replace("not formatted", "") or name == "below"


def test_proxies_let_through_what_the_shelf_promises() -> None:
    """An upload of several files, with the form around it, and no more."""
    nginx = re.search(r"client_max_body_size (\d+)m;", (DEPLOY / "nginx.conf").read_text())
    caddy = re.search(r"max_size (\d+)MiB", (DEPLOY / "Caddyfile").read_text())
    assert nginx
    assert caddy
    most = LARGEST_UPLOAD // MEGABYTE
    assert most < int(nginx[1]) <= most + 10
    assert most < int(caddy[1]) <= most + 10


def test_the_settings_are_settings(tmp_path: Path) -> None:
    """Those that are commented out too."""
    text = (DEPLOY / "settings.toml").read_text()
    assert read_settings(DEPLOY / "settings.toml").values == tomllib.loads(text)
    known = {"store", *PATHS, *map(key_of, serve_options())}
    assert set(tomllib.loads(re.sub(r"(?m)^#(?=\w+ = )", "", text))) <= known


def test_the_containers_know_the_programs_variables() -> None:
    """Each is one that the program reads; the proxy leads to the server, and nothing runs as root."""
    made: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    known = {"KIEBITZ_STORE", "KIEBITZ_STORE_PASSWORD_FILE", *map(variable_of, serve_options())}
    image = (DEPLOY / "Containerfile").read_text()
    assert set(made["services"]["kiebitz"]["environment"]) <= known
    assert set(re.findall(r"KIEBITZ_[A-Z_]+", image)) <= known
    assert made["services"]["kiebitz"]["read_only"] is True
    assert image.rindex("\nUSER 10001\n") < image.rindex("\nCMD ")
    for copied in re.findall(r"^COPY (?!--from)(.+) \S+$", image, re.MULTILINE):
        assert [name for name in copied.split() if not (ROOT / name).exists()] == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with backups of five nights, and something else."""
    made = tmp_path / "backups"
    made.mkdir()
    for day in range(1, 6):
        (made / f"kiebitz-2026-01-0{day}T033000Z.sqlite").touch()
    (made / "mine.sqlite").touch()
    return made


def fake(folder: Path, verify: str) -> Path:
    """A program that makes an empty backup."""
    program = folder / "bin" / "kiebitz"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nif [ "$1" = backup ]; then : > "$2"; else {verify}; fi\n')
    program.chmod(0o755)
    return program


def test_old_backups_go_once_a_new_one_is_whole(folder: Path, tmp_path: Path) -> None:
    """The newest stay, and nothing else is touched."""
    assert backed_up(folder, "3", fake(tmp_path, "exit 0")) == 0
    left = sorted(path.name for path in folder.iterdir())
    assert left[:2] == ["kiebitz-2026-01-04T033000Z.sqlite", "kiebitz-2026-01-05T033000Z.sqlite"]
    assert (len(left), left[-1]) == (4, "mine.sqlite")


@pytest.mark.parametrize(("verify", "keep"), [("exit 1", "3"), ("exit 0", "0"), ("exit 0", "some"), ("exit 0", "-1")])
def test_no_backup_goes_where_the_new_one_is_not_whole(folder: Path, tmp_path: Path, verify: str, keep: str) -> None:
    """Nor for a number that keeps none."""
    before = set(folder.iterdir())
    assert backed_up(folder, keep, fake(tmp_path, verify)) != 0
    assert before <= set(folder.iterdir())
