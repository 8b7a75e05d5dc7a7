"""Positions of CreatureCrush as they are typed in, with the shipped cards, read for a test."""

from __future__ import annotations

from collections.abc import Sequence

from importers.notation.line_table import LineTable
from support.notation import read

_CARDS = {
    "A.hand": "mud-brawler",
    "B.hand": "war-boar",
    "A.camp": "iron-ram / ferry-troll",
    "B.camp": "sky-whale / ridge-titan",
}
"""What everybody has where a test does not say."""


def typed(*moves: str, dice: str = "4", counters: str = "", **places: str) -> str:
    """Return a text: A is on turn in the battle phase; ``A_b1="^yard-wolf"`` lies on A's B1, ``counters`` are set besides."""
    laid = {**_CARDS, **{place.replace("_", "."): cards for place, cards in places.items()}}
    head = ['[Game "creature-crush"]', '[Ruleset "creature-crush/skirmish"]', '[Seats "A B"]', "", "@position"]
    there = [f"  {place} = {cards}" for place, cards in laid.items()]
    named = f'  set active=A turn=5 phase=battle dice="{dice}"' + (f" {counters}" if counters else "")
    return "\n".join([*head, *there, named, *(f"   {move}" for move in moves)]) + "\n"


def problems(text: str) -> Sequence[str]:
    """Return all that is wrong with a text."""
    return [str(problem) for problem in read(text).problems]


def table(text: str) -> LineTable:
    """Return the table after a text with which nothing is wrong."""
    found = read(text)
    assert [str(problem) for problem in found.problems] == []
    return found.games[0].table
