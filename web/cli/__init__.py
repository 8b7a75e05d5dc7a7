"""The command line: ``kiebitz``. Data go to standard output, messages to standard error.

Exit codes: 0 good, 1 refused input or a finding, 2 wrong usage.
"""

from __future__ import annotations

import io
import sys

from web.cli.commands import kiebitz

__all__ = ["kiebitz", "main"]


def main() -> None:
    """Run the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name in letters that the terminal does not have is no reason to stop
    kiebitz(prog_name="kiebitz")
