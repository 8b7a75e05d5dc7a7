"""The command line on a store of its own."""

from pathlib import Path

import pytest

from support.command_line import Cli, plain_archive


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """The command line on an empty store."""
    return Cli(tmp_path, f"sqlite:///{tmp_path}/book.sqlite")


@pytest.fixture
def record(cli: Cli) -> str:
    """The id of a record of Anna and Ben."""
    (imported,) = cli.json("import", cli.file("game.json", plain_archive()))
    return str(imported["id"])
