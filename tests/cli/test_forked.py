"""A program that is forked for a test is one to whoever waits for it: streams, environment, signals and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

from support.command_line import PROGRAM
from support.forked import Forked
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("words", rest_soaked([["shelf", "--json"], ["show", "nothing"], ["--nonsense"], ["serve", "--port", "0"]]))
def test_it_says_and_returns_what_the_program_does(tmp_path: Path, words: list[str]) -> None:
    """On both streams and with its code."""
    environment = os.environ | {"KIEBITZ_STORE": f"sqlite:///{tmp_path}/book.sqlite"}
    pipe = subprocess.PIPE
    begun = subprocess.run([PROGRAM, *words], env=environment, capture_output=True, text=True, check=False)
    with Forked(*words, env=environment, stdout=pipe, stderr=pipe) as forked:
        said = forked.communicate(timeout=60)
    assert (*said, forked.returncode) == (begun.stdout, begun.stderr, begun.returncode)


def test_a_signal_ends_it(tmp_path: Path) -> None:
    """It runs until then, in a session of its own, and tells by which it ended."""
    environment = os.environ | {"KIEBITZ_STORE": f"sqlite:///{tmp_path}/book.sqlite"}
    with Forked("simulate", "regicide", "--games", "100000", env=environment, stdout=subprocess.DEVNULL, start_new_session=True) as forked:
        assert os.getsid(forked.pid) == forked.pid
        assert forked.poll() is None
        forked.kill()
        assert forked.wait(60) == -signal.SIGKILL
        assert forked.poll() == -signal.SIGKILL
