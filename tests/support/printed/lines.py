"""What a line of a CreatureCrush card may say, and what cards cost, for docs/catalogues.md."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable

from records.games.creature_crush.effects.lines import CardLine
from records.games.creature_crush.effects.verbs import VERB_TYPES, Verb
from records.games.creature_crush.effects.writing import german
from records.games.creature_crush.paying import chance_to_pay
from support.crush import crush_line, line
from support.printed.markdown import table

HEADS = (
    "Lively.",
    "Vengeful.",
    "Sluggish.",
    "This creature cannot be attacked.",
    "This creature has +1 attack.",
    "Other allies have +1 life.",
    "Action: Draw a card.",
    "Trap: Draw a card.",
    "Hell: Draw a card.",
    "Flip: Draw a card.",
    "An enemy attacks: Flip: Draw a card.",
    "An ally is attacked: Draw a card.",
    "This creature is destroyed: Draw a card.",
    "An enemy with cost 3 or less is summoned: Draw a card.",
    "An enemy attacks directly: Draw a card.",
    "An enemy is moved: Draw a card.",
    "An ally is healed: Draw a card.",
    "The opponent activates a crush card: Draw a card.",
    "Your turn begins: Draw a card.",
    "You have 3 or more hand cards: Draw a card.",
    "The opponent has 2 or fewer allies: Draw a card.",
    "You have no crush cards: Draw a card.",
    "You have 5 or more cards in your hell: Draw a card.",
)
PICKS = (
    "Action: Move this creature.",
    "An enemy is summoned: Move it.",
    "Action: Move any target.",
    "Action: Move 2 allies.",
    "Action: Move up to 2 enemies.",
    "Action: Move all other allies.",
    "Action: Move a random enemy.",
    "Action: Move an adjacent ally.",
    "Action: Move an opposing enemy.",
    "Action: Move a damaged enemy.",
    "Action: Move an A-creature of yours.",
    "Action: Move an enemy with attack 3 or more.",
    "Action: Move an enemy with 2 dice.",
    "Action: Destroy a field card.",
    "Action: Destroy a crush card of the opponent.",
    "Action: Destroy a random hand card of the opponent.",
    "Action: Destroy 2 camp cards of the opponent.",
    "Action: Revive a creature from the opponent's hell.",
    "Action: Summon a creature from your camp.",
    "Action: If you like, move an enemy.",
)
AMOUNTS = (
    "Flip: Deal 3 damage to an enemy.",
    "Flip: Deal 2 dice damage to an enemy.",
    "Flip: Deal 1 damage for each ally to an enemy.",
    "Flip: Deal X damage to an enemy.",
)


def example_of(verb: type[Verb]) -> str:
    """The line that the docstring of a verb gives."""
    found = re.search(r"\*(.+)\*", verb.__doc__ or "")
    assert found is not None, verb
    return found[1]


def does(verb: type[Verb]) -> str:
    """What the docstring of a verb says that it does."""
    return inspect.getdoc(verb).partition(":")[0]  # type: ignore[union-attr]


def value_of(text: str) -> CardLine:
    """What an English line says, on a creature or on a crush card as it needs."""
    on_crush = "Flip:" in text or not re.search(r":|\bha(s|ve)\b|^(Lively|Vengeful|Sluggish|This creature)", text)
    return crush_line(text, any_dice=True) if on_crush else line(text)


def unprefixed(text: str) -> str:
    """A line without the word that says when it takes effect, where that is of no interest."""
    return re.sub(r"^(Action|Aktion|Flip|Flipp): ", "", text)


def verbs_table() -> str:
    """Every verb."""
    rows = ((does(verb), example_of(verb), unprefixed(german(value_of(example_of(verb))))) for verb in VERB_TYPES)
    return table(("what it does", "English", "German"), rows)


def both(lines: Iterable[str]) -> str:
    """Lines in both languages."""
    return "\n".join(f"- {text} *{german(value_of(text))}*" for text in lines)


def parts(lines: Iterable[str]) -> str:
    """The same without their heads."""
    return "\n".join(f"- {unprefixed(text)} *{unprefixed(german(value_of(text)))}*" for text in lines)


def chances() -> str:
    """How likely three dice pay a cost, in percent."""
    return ", ".join(f"{cost}: {100 * float(chance_to_pay(cost, 3)):.0f}" for cost in range(1, 19))


def tables() -> dict[str, str]:
    """Each table by the name that it has in the document."""
    return {"heads": both(HEADS), "verbs": verbs_table(), "picks": parts(PICKS), "amounts": parts(AMOUNTS), "chances": chances()}
