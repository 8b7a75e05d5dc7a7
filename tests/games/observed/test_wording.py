"""Templates of a log become words."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.core.sentences import SeatRef
from records.games.observed.plain_text import plain_text
from records.games.observed.wording import LONGEST, words
from support.archives import A, unhurried, values


def said(log: str, args: Any = None) -> str:
    """Return a line with seats as their keys."""
    parts = words(log, msgspec.Raw(msgspec.json.encode(args)))
    return "".join(part if isinstance(part, str) else f"@{part.seat}" for part in parts)


@pytest.mark.parametrize(
    ("log", "args", "line"),
    [
        ("${player_name} draws ${n} cards", {"player_name": "⟦A⟧", "n": 3}, "@A draws 3 cards"),
        ("${a}, ${b}", {"a": {"log": "the ${c}", "args": {"c": "lamp"}}, "b": {"log": "oil", "args": []}}, "the lamp, oil"),
        ("${player_name} plays ${card_symbol}", {"player_name": "⟦A⟧"}, "@A plays [card symbol]"),
        ("${x}${y}${z}|${t}", {"x": None, "y": [], "z": ["a", 2, None], "t": True}, "a, 2|true"),
        ("Night ${n}", [], "Night [n]"),
        ("${n} of ${m}", {"n": "7", "m": 2.5}, "7 of 2.5"),
        ("50 % of ${x", {"x": 1}, "50 % of ${x"),
        ("", {"n": 1}, ""),
        ("<b><span style='color:#fff'>⟦A⟧</span></b> rests", {}, "@A rests"),
    ],
)
def test_fields_are_filled(log: str, args: Any, line: str) -> None:
    """Fields take texts, numbers, lists and templates with arguments of their own; an unfilled one shows its name."""
    assert said(log, args) == line


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("one<br>two<div>three</div>four", "one two three four"),
        ("a<script>alert(1)</script>b<style>p{}</style>c", "abc"),
        ("pays <img src=x alt='gold'>, <img title='oil'><img>", "pays gold, oil"),
        ("<i class='icon' title='a key'></i> and <i title='no'>a lock</i>", "a key and a lock"),
        ("3<APPEAL> for <MONEY:4> or <X_TOKEN>", "3 appeal for 4 money or x token"),
        ("<B>bold</B><BR>line", "bold line"),
        ("fish &amp; chips &lt;b&gt; &eacute; AT&T 3 < 4", "fish & chips <b> é AT&T 3 < 4"),
        ("  much \n\t space ", "much space"),
        ("cut <b", "cut"),
        ("<![x <!-- a --> <!doctype y> b", "b"),
    ],
)
def test_markup_is_read_not_shown(html: str, text: str) -> None:
    """Tags go, what they said stays: pictures by their texts, a game's own signs by their names."""
    assert plain_text(html).startswith(text)


def test_names_stand_apart() -> None:
    """A seat inside a line is a reference, so that the line shows the name as it is now."""
    assert words("${player_name} rests", msgspec.Raw(b'{"player_name":"\xe2\x9f\xa6A\xe2\x9f\xa7"}')) == (SeatRef(A), " rests")


def nested(levels: int) -> Any:
    """Return a template in a template in ..., each naming the next one many times over."""
    made: Any = "x" * 1000
    for _ in range(levels):
        made = {"log": "${a}" * 40 + "<b>" * 40, "args": {"a": made}}
    return made


@pytest.mark.parametrize(
    ("log", "args"),
    [
        ("${a}", {"a": nested(30)}),
        ("${a}${a}", {"a": ["y" * 100_000] * 50}),
        ("z" * 1_000_000, {}),
        ("<" * 100_000, {}),
        ("<!--" * 50_000, {}),
        ("<a " * 50_000, {}),
        ("&" * 100_000, {}),
        ("${" * 100_000, {}),
        ("${a}" * 50_000, {}),
    ],
)
def test_hostile_templates_stay_small(log: str, args: Any) -> None:
    """Neither nesting nor length nor broken markup makes a line long; what is quadratic in these lengths does not end."""
    assert len(said(log, args)) <= LONGEST + 1


@unhurried
@given(values, values, st.text(max_size=20))
def test_any_template_gives_words(args: Any, inner: Any, log: str) -> None:
    """Whatever stands in a template or its arguments, there are words and no error."""
    said("${x} " + log, {"x": {"log": log, "args": inner}, "y": args})
    said(log, args)


def test_arguments_that_are_no_json() -> None:
    """A line whose arguments cannot be read (in a file that was tampered with) shows its template."""
    assert words("${n} lamps", msgspec.Raw(b"{")) == ("${n} lamps",)
