"""The command line: ``kiebitz``. Data go to standard output, messages to standard error.

Exit codes: 0 good, 1 refused input or a finding, 2 wrong usage, 130 stopped by Ctrl-C.

Flat, though it holds more than 25 files: most are one command each, named in ``commands.py``.
"""

from __future__ import annotations

import errno
import io
import os
import sys

from web.cli.commands import kiebitz

__all__ = ["kiebitz", "main"]


def main() -> None:
    """Run the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name in letters that the terminal does not have is no reason to stop
    try:
        kiebitz(prog_name="kiebitz")
    finally:
        _close()


def _close() -> None:
    """Write out what is left; where that cannot be, say so, and leave nothing for the interpreter to fail at."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno != errno.EPIPE:
            sys.stderr.write(f"Error: the output cannot be written: {error.strerror}\n")
        raise SystemExit(1) from None
