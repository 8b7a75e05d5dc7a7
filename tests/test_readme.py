"""The README's session, run as it stands."""

import doctest
import re
from pathlib import Path

import pytest

from support.documents import ROOT, commands, shell
from support.soaking import shares

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
ID = re.compile(r"\b[0-9a-hjkmnp-tv-z]{16}\b")
MARK = "--- next command ---"


def same(want: str, got: str) -> bool:
    """Compare two outputs, whatever the ids of records."""
    return doctest.OutputChecker().check_output(ID.sub("<id>", want), ID.sub("<id>", got), FLAGS)


@pytest.mark.parametrize("most", shares(3, None))
def test_session_of_the_readme_runs(tmp_path: Path, most: int | None) -> None:
    """Each command of the README's session succeeds on an empty store and prints what is shown ("..." for anything, and any id)."""
    steps = commands(ROOT / "README.md")[:most]
    assert len(steps) >= 3
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    script = "\n".join(f"{command}\necho '{MARK}'" for command, _ in steps)
    done = shell(script, tmp_path, COLUMNS="100")
    printed = done.stdout.split(f"{MARK}\n")
    assert done.returncode == 0, f"$ {steps[len(printed) - 1][0]}\n{printed[-1]}{done.stderr}"
    wrong = [f"$ {command}\n{got}" for (command, want), got in zip(steps, printed, strict=False) if want and not same(want, got)]
    assert not wrong, "\n".join(wrong)
