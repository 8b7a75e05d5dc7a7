"""The README's session, run as it stands."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
ID = re.compile(r"\b[0-9a-hjkmnp-tv-z]{16}\b")
MARK = "--- next command ---"


def session(text: str) -> list[tuple[str, str]]:
    """Read the ``console`` blocks of a document: each command (a line after ``$``) with the output shown below it."""
    blocks = re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.MULTILINE)


def same(want: str, got: str) -> bool:
    """Compare two outputs, whatever the ids of records."""
    return doctest.OutputChecker().check_output(ID.sub("<id>", want), ID.sub("<id>", got), FLAGS)


def test_session_of_the_readme_runs(tmp_path: Path) -> None:
    """Each command of the README's session succeeds on an empty store and prints what is shown ("..." for anything, and any id)."""
    steps = session((ROOT / "README.md").read_text())
    assert steps
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    environment = os.environ | {
        "COLUMNS": "100",
        "KIEBITZ_STORE": f"sqlite:///{tmp_path}/book.sqlite",
        "LANGUAGE": "en",
        "LC_ALL": "C.UTF-8",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    script = "\n".join(f"{command}\necho '{MARK}'" for command, _ in steps)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],  # noqa: S607 - the reader's own shell
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    printed = done.stdout.split(f"{MARK}\n")
    assert done.returncode == 0, f"$ {steps[len(printed) - 1][0]}\n{printed[-1]}{done.stderr}"
    wrong = [f"$ {command}\n{got}" for (command, want), got in zip(steps, printed, strict=False) if want and not same(want, got)]
    assert not wrong, "\n".join(wrong)
