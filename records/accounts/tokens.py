"""Tokens that stand for somebody, of links, sessions and programs; and codes that people copy by hand.

A token is random and nothing else. What is stored is its SHA-256, so a copy of the store lets nobody in; a salt would add nothing to 160
random bits. A code is short, so every place that accepts codes counts failures, and codes expire soon.
"""

from __future__ import annotations

import hashlib
import re
import secrets

from records.core.ids import ALPHABET

TOKEN_BITS, CODE_BITS = 160, 40
PREFIX = "kbz_"
"""Of a program's token: who searches files for tokens that were left in them knows it by this."""
_BITS = 5
"""Of each letter."""
_TOKEN_LETTERS, _CODE_LETTERS = TOKEN_BITS // _BITS, CODE_BITS // _BITS
_TOKEN = re.compile(rf"(?:{PREFIX})?[{ALPHABET}]{{{_TOKEN_LETTERS}}}")
_MISREAD = str.maketrans("oil", "011")
"""Letters that no code has, and the digits that were read for them."""


def new_token() -> str:
    """Return a token for a link or a session: 32 small letters and digits that need no quoting in an address or a cookie."""
    return _letters(_TOKEN_LETTERS)


def program_token() -> str:
    """Return a token for a program."""
    return PREFIX + new_token()


def is_token(text: str) -> bool:
    """Whether ``text`` has the form of a token. What has not, need not be looked for."""
    return _TOKEN.fullmatch(text) is not None


def stored_form(token: str) -> str:
    """Return what is stored of a token, and what a row is found by: its SHA-256, as 64 hexadecimal digits."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_code() -> str:
    """Return a code to be read out or copied by hand: eight letters and digits."""
    return _letters(_CODE_LETTERS)


def shown_code(code: str) -> str:
    """Return a code as it is shown: capitals in two groups."""
    return f"{code[: _CODE_LETTERS // 2]}-{code[_CODE_LETTERS // 2 :]}".upper()


def read_code(typed: str) -> str | None:
    """Return the code that somebody typed, with or without gaps and in small or large letters; None for what is none.

    The letters O, I and L are in no code, and are read as the digits that they were taken from.
    """
    code = re.sub(r"[\s-]", "", typed).lower().translate(_MISREAD)
    return code if len(code) == _CODE_LETTERS and set(code) <= set(ALPHABET) else None


def _letters(number: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(number))
