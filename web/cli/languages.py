"""In which language a record is narrated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click
from babel.core import default_locale

from web.words.phrases import LANGUAGES, Locale, locale_of

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")


def with_language(command: F) -> F:
    """Add ``--lang``, which hands the command its ``locale``."""

    def chosen(_context: click.Context, _parameter: click.Parameter, tag: str | None) -> Locale:
        return locale_of(tag or _of_environment())

    help_text = "Language of the output. [default: yours, or English]"
    return click.option("--lang", "locale", type=click.Choice(sorted(LANGUAGES)), callback=chosen, help=help_text)(command)


def _of_environment() -> str:
    tag = (default_locale("LC_MESSAGES") or "en").partition("_")[0]
    return tag if tag in LANGUAGES else "en"
