"""What docs/catalogues.md tells of the lines of cards is what the code reads and writes."""

from __future__ import annotations

import pytest

from records.games.creature_crush.effects.lines import Ability
from records.games.creature_crush.effects.verbs import VERB_TYPES, Verb
from support.crush import TEXT as SHIPPED
from support.crush import crush_line, load_catalogue
from support.documents import ROOT
from support.printed.lines import example_of, tables

TOLD = (ROOT / "docs/catalogues.md").read_text("utf-8")


def test_the_document_has_every_verb() -> None:
    """Each in a row of its own."""
    assert tables()["verbs"].count("\n") == len(VERB_TYPES) + 1


@pytest.mark.parametrize("verb", VERB_TYPES, ids=lambda verb: verb.__name__)
def test_the_example_of_each_verb_is_a_line_with_it(verb: type[Verb]) -> None:
    """On a crush card that is flipped."""
    said = crush_line(example_of(verb))
    assert isinstance(said, Ability)
    assert [type(step.verb) for step in said.steps] == [verb]


def test_the_card_of_the_document_can_be_typed_in() -> None:
    """Head and card as they are shown, with the other cards of the file that comes with the program behind it."""
    shown = TOLD.split("## CreatureCrush\n")[1].split("```yaml\n")[1].split("```")[0]
    others = SHIPPED.split("cards:\n", 1)[1].replace("name: fuse-keeper", "name: another-keeper")
    mine = load_catalogue(shown + others)
    assert mine.name == "creature-crush/mine"
    assert not mine.cards["fuse-keeper"].house("lines.0")
    assert mine.cards["fuse-keeper"].lines == mine.cards["another-keeper"].lines
