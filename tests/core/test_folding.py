"""Names are compared, found, counted and kept apart by one folding."""

from __future__ import annotations

import sys
from unicodedata import category, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.core.folding import folded

UNSEEN = "\u034f\u00ad\u200b\u200d\u2060\ufeff\ufe0f\u1160\U000e0041"
TRICKY = "\u00df\u1e9e\u017f\u0130I\u0131\u03a3\u03c2\ufb00\u00c5\u212b\uff21\u2460\u0301\u0307\u0323\u0345\u00a0\u3000\u2009\t" + UNSEEN
NAMES = st.text(st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from(TRICKY)), max_size=8)
DRAWN = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD, *range(0x13430, 0x13440)}
"""Signs of format by their category that are drawn all the same: of numbers, of a shortening, of hieroglyphs."""


@given(NAMES)
def test_folding_twice_changes_nothing(name: str) -> None:
    """What is stored folded is found by what is typed, and the other way round."""
    once = folded(name)
    assert folded(once) == once
    assert once == once.strip()
    assert "  " not in once


@given(
    NAMES,
    st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]),
    st.sampled_from(UNSEEN),
)
def test_what_reads_alike_is_one_name(name: str, form: str, unseen: str) -> None:
    """In any composition, width and case; with signs that nobody sees anywhere, and any gap for a gap."""
    for other in (normalize(form, name), name.casefold(), unseen.join(("", *name, "")), f" \u3000{name}\t"):
        assert folded(other) == folded(name)


def test_no_sign_out_of_sight_makes_another_name() -> None:
    """Each sign of format that Unicode does not draw, wherever it stands."""
    for code in range(sys.maxunicode + 1):
        sign = chr(code)
        if category(sign) == "Cf" and code not in DRAWN:
            assert folded(f"A{sign}da") == "ada", hex(code)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Jörg Åse", "JO\u0308RG  A\u030ase"), ("\uff2aörg\u00a0Åse", "jörg åse"), ("STRASSE", "Straße"), ("\ufb01n", "FIN")],
)
def test_names_that_are_one(one: str, other: str) -> None:
    """As people write them."""
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("Jörg", "Jorg"), ("Ada L", "AdaL"), ("A1", "AI"), ("Ben", "Bén")])
def test_names_that_are_two(one: str, other: str) -> None:
    """An accent, a gap and a digit tell people apart."""
    assert folded(one) != folded(other)
