"""Templates that an earlier start compiled, in one file of the user's cache folder: what Python does for modules in ``__pycache__``.

Each is known by its source. The file counts only for the Python, jinja and generator of code that wrote it, and only if nobody but its
owner may write it, because what is in there is run.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import tempfile
from contextlib import suppress
from importlib.metadata import version
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

if TYPE_CHECKING:
    from types import CodeType

    from jinja2 import Environment

    Kept = dict[str, tuple[str, tuple[str, ...], CodeType]]

DIGEST = 32
"""Bytes."""
OTHERS_WRITE = 0o022


def usual_file() -> Path:
    """Return where compiled templates are kept: ``~/.cache/kiebitz/templates`` on Linux, unless ``XDG_CACHE_HOME`` says otherwise."""
    return user_cache_path("kiebitz", appauthor=False) / "templates"


def read_kept(file: Path, env: Environment) -> Kept:
    """Return the templates in a file by name: digest of the source, names of the templates that it names, and code.

    None if the file is not there, not whole, of another Python or jinja, or not its owner's alone.
    """
    try:
        with file.open("rb") as opened:
            about, data = os.fstat(opened.fileno()), opened.read()
    except OSError:
        return {}
    if hasattr(os, "geteuid") and (about.st_uid != os.geteuid() or about.st_mode & OTHERS_WRITE):
        return {}
    if data[:DIGEST] != _digest(data[DIGEST:], env):
        return {}
    kept: Kept = marshal.loads(data[DIGEST:])  # noqa: S302 -- of this user, and whole
    return kept


def write_kept(file: Path, env: Environment, kept: Kept) -> None:
    """Keep templates for the next start; where nothing can be written, nothing is kept."""
    data = marshal.dumps(kept)
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
        with open(handle, "wb") as opened:  # noqa: PTH123 -- a descriptor
            opened.write(_digest(data, env) + data)
        Path(name).replace(file)


def _digest(data: bytes, env: Environment) -> bytes:
    own = [marshal.dumps(made.__code__).hex() for made in vars(env.code_generator_class).values() if isinstance(made, FunctionType)]
    made_by = [MAGIC_NUMBER.hex(), version("jinja2"), *own, *sorted(env.extensions), str(env.trim_blocks), str(env.lstrip_blocks)]
    return hashlib.sha256("\n".join(made_by).encode() + b"\0" + data).digest()
