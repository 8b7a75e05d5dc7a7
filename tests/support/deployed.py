"""What tests of the files in ``deploy`` share."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from support.documents import ROOT

DEPLOY = ROOT / "deploy"


def needs(*programs: str) -> pytest.MarkDecorator:
    """Skip, with a clear word, where a program is not there."""
    missing = [program for program in programs if not shutil.which(program)]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")


def certificate(folder: Path) -> None:
    """A certificate for nobody."""
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=cards.example"
    keys = ["-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"]
    subprocess.run(["openssl", *words.split(), *keys], check=True, capture_output=True)  # noqa: S607


def backed_up(folder: Path, keep: str, program: Path, **environment: str) -> int:
    """Exit code of the script with a program."""
    path = f"{program.parent}:/usr/bin:/bin"
    done = subprocess.run(
        [DEPLOY / "kiebitz-backup", folder, keep], env={**environment, "PATH": path}, capture_output=True, text=True, check=False
    )
    return done.returncode
