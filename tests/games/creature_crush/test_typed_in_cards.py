"""An owner of the game types in cards after docs/catalogues.md: a copy of the file with five more, and a game is played with them."""

from __future__ import annotations

import pytest

from records.core.shared import GameDrawn, GameWon
from records.errors import ImportRefused
from records.service.library import library_of
from records.service.writing.simulation import simulate
from support.crush import TEXT as SHIPPED

HEAD = "catalogue: creature-crush/mine"
FIVE = """
  - name: fog-wolf
    title: {en: Fog Wolf, de: Nebelwolf, source: [MY]}
    kind: {value: creature, source: [MY]}
    cost: {value: 5, source: [MY]}
    attack: {value: 3, source: [MY]}
    life: {value: 3, source: [MY]}
    lines:
      - {en: "Lively.", de: "Munter.", source: [MY]}
      - en: "An enemy with cost 4 or less attacks: Deal 1 damage to it."
        de: "Ein Feind mit Kosten 4 oder weniger greift an: Verursache 1 Schaden an ihm."
        source: [MY]

  - name: bell-tower
    title: {en: Bell Tower, de: Glockenturm, source: [MY]}
    kind: {value: creature, source: [MY]}
    cost: {value: 9, source: [MY]}
    attack: {value: 0, source: [MY]}
    life: {value: 9, source: [MY]}
    lines:
      - {en: "Other allies have +1 attack.", de: "Andere Verbündete haben +1 Angriff.", source: [MY]}

  - name: plague-of-rats
    title: {en: Plague of Rats, de: Rattenplage, source: [MY]}
    kind: {value: crush, source: [MY]}
    cost: {value: X, source: [MY]}
    lines:
      - {en: "The opponent discards X hand cards.", de: "Der Gegner wirft X Handkarten ab.", source: [MY]}

  - name: resistance
    title: {en: Resistance, de: Gegenwehr, source: [MY]}
    kind: {value: crush, source: [MY]}
    cost: {value: 2, source: [MY]}
    lines:
      - en: "An enemy attacks: Flip: Deal 1 die damage to it. Draw a card."
        de: "Ein Feind greift an: Flipp: Verursache 1 Würfel Schaden an ihm. Ziehe eine Karte."
        source: [MY]

  - name: child-of-the-well
    title: {en: Child of the Well, de: Brunnenkind, source: [MY]}
    kind: {value: creature, source: [MY]}
    cost: {value: 2, source: [MY]}
    attack: {value: 1, source: [MY]}
    life: {value: 2, source: [MY]}
    lines:
      - {en: "Hell: Swap two enemies.", de: "Hölle: Vertausche zwei Feinde.", source: [MY]}
"""
TYPED = SHIPPED.replace("catalogue: creature-crush/house", HEAD).replace("sources: {}", "sources:\n  MY: the cards in my box") + FIVE


def test_a_game_is_played_with_the_cards_that_were_typed_in() -> None:
    """Header and camps name them."""
    game = library_of(TYPED.encode(), "mine.yaml")["creature-crush"]
    (new,) = simulate(game, seed=1, games=1, ruleset="creature-crush/arena")
    assert (new.catalogue, type(new.entries[-1].event) in (GameWon, GameDrawn)) == ("creature-crush/mine", True)
    assert game.board.faces is not None
    assert game.rules.catalogues is not None
    assert len(game.rules.catalogues.usual.cards) == 105


def test_a_line_that_was_typed_in_wrongly_is_told_with_its_place() -> None:
    """A word that cannot stand there, and two languages that do not mean the same."""
    wrong = TYPED.replace('en: "Lively.", de: "Munter.", source', 'en: "Lively.", de: "Muntar.", source')
    wrong = wrong.replace("Vertausche zwei Feinde", "Vertausche zwei Verbündete")
    with pytest.raises(ImportRefused) as refused:
        library_of(wrong.encode(), "mine.yaml")
    lines = wrong.splitlines()
    places = [
        (lines[problem.line - 1][problem.column - 1 :].split(".")[0], problem.reason.split(";")[0]) for problem in refused.value.problems
    ]
    assert places == [
        ("Muntar", "'Muntar' cannot stand here"),
        (
            '"Hölle: Vertausche zwei Verbündete',
            "the line in 'de' means something else: it says 'Hell: Swap 2 allies.', and in 'en' stands 'Hell: Swap 2 enemies.'",
        ),
    ]
