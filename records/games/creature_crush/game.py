"""CreatureCrush as a game value, as it is played with the cards of some catalogues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from records.core.card_game import CardGame
from records.core.editions.catalogues import Catalogues
from records.core.faces import UNKNOWN
from records.core.game import Edition, Game, GameBoard, GameOdds, GamePlay, GameRules, PositionFeatures, Simulation
from records.core.header import Header
from records.core.ids import DeckId
from records.core.open_piles import lie_open
from records.core.secret import ALL, secret
from records.core.sentences import N_
from records.core.shared import DeckSet, PositionSet
from records.games.creature_crush.board.faces import PLACES, card_faces
from records.games.creature_crush.board.field import field
from records.games.creature_crush.cards import Card, Catalogue
from records.games.creature_crush.catalogue import GRAMMARS, catalogue_of
from records.games.creature_crush.deciding.decide import decide
from records.games.creature_crush.deciding.laid_out import hinted
from records.games.creature_crush.deciding.legal import legal
from records.games.creature_crush.editions.catalogues import PUBLISHED as PUBLISHED_CARDS
from records.games.creature_crush.evolving.evolve import EVOLVE, set_counters
from records.games.creature_crush.model.commands import AgreeDraw, OfferDraw, command_of
from records.games.creature_crush.model.events import CrushEvent
from records.games.creature_crush.model.older_shapes import UPCASTS
from records.games.creature_crush.model.places import COLUMNS, CREATURE_ZONES, STACK, pool
from records.games.creature_crush.model.position import CrushCounters
from records.games.creature_crush.narration.narrate import narrate
from records.games.creature_crush.narration.turning import turning
from records.games.creature_crush.notation import CRUSH_NOTATION
from records.games.creature_crush.odds import QUESTIONS
from records.games.creature_crush.player.features import NAMES, features
from records.games.creature_crush.player.policy import sensible_policy, start
from records.games.creature_crush.reasons import CRUSH_REASONS
from records.games.creature_crush.recording.dealer import Dealer
from records.games.creature_crush.recording.scorekeeping import SCOREKEEPING
from records.games.creature_crush.rulesets import LEAGUE, RULESETS

NAME = "creature-crush"
UNKNOWN_CARDS = 100
"""How many cards are taken to be there where the catalogue is not known."""


class Deck:
    """The cards of one catalogue in all the forms in which they are asked for; without a catalogue those of a record that names another."""

    def __init__(self, catalogue: Catalogue | None) -> None:
        self.cards: Mapping[str, Card] = catalogue.cards if catalogue else {}
        self.faces = card_faces(catalogue) if catalogue else {}
        self.sets: Mapping[str, tuple[str, ...]] = (
            {N_("creature"): catalogue.creatures, N_("crush card"): catalogue.crush_cards} if catalogue else {}
        )
        self._all = secret(*(catalogue.cards if catalogue else (UNKNOWN,) * UNKNOWN_CARDS), to=ALL)
        self._before: dict[tuple[DeckId, ...], PositionSet] = {}

    def before(self, header: Header) -> PositionSet:
        """Return the cards before the first event: one stack, or in a league a collection for each seat."""
        decks = tuple(map(pool, header.seats)) if header.ruleset == LEAGUE.name else (STACK,)
        laid = self._before.get(decks)
        if laid is None:
            laid = self._before[decks] = PositionSet(decks=tuple(DeckSet(deck=deck, blocks=(self._all,)) for deck in decks))
        return laid


def creature_crush(catalogues: Catalogues[Catalogue]) -> Game:
    """Return the game as it is played with the cards of some catalogues, each record with its own."""
    decks: dict[str, Deck] = {}

    def deck(header: Header) -> Deck:
        catalogue = catalogues.of(header)
        name = f"{catalogue.name} {catalogue.hash}" if catalogue else ""
        return decks.get(name) or decks.setdefault(name, Deck(catalogue))

    def counters(header: Header) -> CrushCounters:
        return CrushCounters(seats=header.seats, rules=RULESETS.nearest(header), cards=deck(header).cards)

    def edition(ruleset: str) -> Edition:
        rules, usual = RULESETS.named(ruleset), catalogues.usual
        return Edition(ruleset=rules.name, ruleset_hash=rules.hash, catalogue=usual.name, catalogue_hash=usual.hash)

    own: Any = CrushEvent
    return Game(
        name=NAME,
        title=N_("CreatureCrush"),
        icon="ch-dragon",
        own=own.__args__,
        evolve=EVOLVE,
        upcasts=UPCASTS,
        initial=lambda header: deck(header).before(header),
        counters=counters,
        set_counters=set_counters,
        laid_by_rule=lambda position, header: hinted(position, deck(header).cards),
        fits=lie_open(*(f"{zone}{column}" for zone in CREATURE_ZONES for column in COLUMNS)),
        narrate=narrate,
        play=GamePlay(decide=decide, legal=legal, command_of=command_of),
        rules=GameRules(edition=edition, rulesets=RULESETS, catalogues=catalogues, reasons=CRUSH_REASONS),
        board=GameBoard(faces=lambda header: deck(header).faces, places=PLACES, field=field, turning=turning),
        odds=GameOdds(sets=lambda header: deck(header).sets, questions=QUESTIONS),
        recording=SCOREKEEPING,
        simulation=Simulation(
            players=(2,),
            start=start,
            dealer=Dealer,
            policy=sensible_policy,
            aside=(AgreeDraw, OfferDraw),
            features=PositionFeatures(NAMES, features),
        ),
        notation=CRUSH_NOTATION,
    )


CREATURE_CRUSH = CardGame(
    name=NAME,
    package=__package__,
    files=("catalogue.yaml",),
    published=PUBLISHED_CARDS,
    read=catalogue_of,
    grammars=GRAMMARS,
    game=creature_crush,
)
