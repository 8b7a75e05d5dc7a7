"""Tokens: nobody guesses them, a copy of the store does not hold them, and a code survives being read out."""

from __future__ import annotations

import pytest

from records.accounts.tokens import is_token, new_code, new_token, program_token, read_code, shown_code, stored_form
from records.core.ids import ALPHABET


def test_a_token_has_160_random_bits() -> None:
    """In 32 of 32 letters, all of them used in every place, none twice among many."""
    made = [new_token() for _ in range(2000)]
    assert len(set(made)) == len(made)
    assert all(len(one) == 32 for one in made)
    assert len(set(ALPHABET)) == 32
    assert all(set(column) == set(ALPHABET) for column in zip(*made, strict=True))


def test_a_programs_token_can_be_known_by_its_beginning() -> None:
    """It is a token behind a prefix, and both have the form of one."""
    token = program_token()
    assert token.startswith("kbz_")
    assert is_token(token)
    assert is_token(new_token())


@pytest.mark.parametrize("change", ["cut", "longer", "large", "spaced", "line", "letter", "prefix", "empty"])
def test_what_is_cut_or_altered_has_no_form(change: str) -> None:
    """So it is not looked for."""
    token = program_token()
    changed = {
        "cut": token[:-1],
        "longer": f"{token}0",
        "large": token.upper(),
        "spaced": f" {token}",
        "line": f"{token}\n",
        "letter": f"{token[:-1]}u",
        "prefix": token.replace("kbz_", "kbz-"),
        "empty": "",
    }[change]
    assert not is_token(changed)


def test_the_stored_form_does_not_hold_the_token() -> None:
    """It is a hash that a row is found by; another token, and the hash itself, do not open it."""
    token, other = new_token(), new_token()
    stored = stored_form(token)
    assert stored_form("kbz_") == "55f50afa2e9667af4eac3dbb4cfb9fa818de1c4d1dbb0514660bc3e34f58f344"
    assert stored_form(token) == stored
    assert token not in stored
    assert stored not in {stored_form(other), stored_form(stored)}


def test_a_code_has_no_look_alikes() -> None:
    """40 random bits in eight letters, and what was misread is put right."""
    made = [new_code() for _ in range(1000)]
    assert len(set(made)) == len(made)
    assert all(len(one) == 8 and not set(one) & set("oilu") for one in made)
    assert read_code("o1l0-i2k9") == "011012k9"
    for code in made[:50]:
        assert read_code(shown_code(code)) == read_code(f" {code[:3]} {code[3:]}\n") == code
    assert shown_code("7kqf3m9x") == "7KQF-3M9X"


@pytest.mark.parametrize("typed", ["", "7kqf3m9", "7kqf3m9x0", "7kqf3m9u", "7kqf3m9ß", "7kqf_3m9x"])
def test_what_is_no_code_is_not_looked_for(typed: str) -> None:
    """Too short, too long, or with a letter that no code has."""
    assert read_code(typed) is None
