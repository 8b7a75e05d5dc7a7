"""Castle Rampage as a game value, and the catalogues that come with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from records.core.board import figures_that_count
from records.core.card_game import CardGame
from records.core.editions.catalogues import Catalogues
from records.core.faces import UNKNOWN
from records.core.game import Edition, Game, GameBoard, GameOdds, GamePlay, GameRules, PositionFeatures, Simulation
from records.core.header import Header
from records.core.open_piles import lie_open
from records.core.secret import ALL, secret
from records.core.sentences import N_
from records.core.shared import DeckSet, PositionSet
from records.games.castle_rampage.board.assaults import assaults
from records.games.castle_rampage.board.faces import PLACES, card_faces
from records.games.castle_rampage.board.fight import fight
from records.games.castle_rampage.board.memory import remembered
from records.games.castle_rampage.cards import DECK, Card, Catalogue
from records.games.castle_rampage.catalogue import catalogue_of
from records.games.castle_rampage.deciding.decide import decide
from records.games.castle_rampage.deciding.legal import legal
from records.games.castle_rampage.editions.catalogues import PUBLISHED
from records.games.castle_rampage.evolving.evolve import EVOLVE, set_counters
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.commands import AgreeDraw, OfferDraw, command_of
from records.games.castle_rampage.model.older_shapes import upcasts
from records.games.castle_rampage.model.position import CastleCounters
from records.games.castle_rampage.narration.narrate import narrate
from records.games.castle_rampage.narration.turning import turning
from records.games.castle_rampage.notation import CASTLE_NOTATION
from records.games.castle_rampage.player.features import NAMES, features
from records.games.castle_rampage.player.policy import policy, start
from records.games.castle_rampage.reasons import CASTLE_REASONS
from records.games.castle_rampage.recording.dealer import Dealer
from records.games.castle_rampage.recording.scorekeeping import SCOREKEEPING
from records.games.castle_rampage.rulesets import RULESETS

NAME = "castle-rampage"


class Deck:
    """The cards of one catalogue in all the forms in which they are asked for; without a catalogue those of a record that names another."""

    def __init__(self, catalogue: Catalogue | None) -> None:
        self.cards: Mapping[str, Card] = catalogue.cards if catalogue else {}
        self.faces = card_faces(catalogue) if catalogue else {}
        self.worth = figures_that_count(self.faces)
        self.sets: Mapping[str, tuple[str, ...]] = {N_("unit"): catalogue.units, "purple": catalogue.purple} if catalogue else {}
        names = catalogue.deck() if catalogue else (UNKNOWN,) * DECK
        self.before = PositionSet(decks=(DeckSet(deck=ev.DRAW, blocks=(secret(*names, to=ALL),)),))


def castle_rampage(catalogues: Catalogues[Catalogue]) -> Game:
    """Return the game as it is played with the cards of some catalogues, each record with its own."""
    decks: dict[str, Deck] = {}

    def deck(header: Header) -> Deck:
        catalogue = catalogues.of(header)
        name = f"{catalogue.name} {catalogue.hash}" if catalogue else ""
        return decks.get(name) or decks.setdefault(name, Deck(catalogue))

    def counters(header: Header) -> CastleCounters:
        return CastleCounters(seats=header.seats, rules=RULESETS.nearest(header), cards=deck(header).cards)

    def edition(ruleset: str) -> Edition:
        rules, usual = RULESETS.named(ruleset), catalogues.usual
        return Edition(ruleset=rules.name, ruleset_hash=rules.hash, catalogue=usual.name, catalogue_hash=usual.hash)

    own: Any = ev.CastleEvent
    return Game(
        name=NAME,
        title=N_("Castle Rampage"),
        icon="tower",
        own=own.__args__,
        evolve=EVOLVE,
        upcasts=upcasts(lambda header: counters(header).rules),
        initial=lambda header: deck(header).before,
        counters=counters,
        set_counters=set_counters,
        fits=lie_open("display"),
        narrate=narrate,
        play=GamePlay(decide=decide, legal=legal, command_of=command_of),
        rules=GameRules(edition=edition, rulesets=RULESETS, catalogues=catalogues, reasons=CASTLE_REASONS),
        board=GameBoard(
            faces=lambda header: deck(header).faces,
            places=PLACES,
            worth=lambda header: deck(header).worth,
            memory=remembered,
            fight=fight,
            turning=turning,
        ),
        odds=GameOdds(assaults=assaults, sets=lambda header: deck(header).sets),
        recording=SCOREKEEPING,
        simulation=Simulation(
            players=(2,),
            start=start,
            dealer=Dealer,
            policy=policy,
            aside=(AgreeDraw, OfferDraw),
            features=PositionFeatures(NAMES, features),
        ),
        notation=CASTLE_NOTATION,
    )


CASTLE_RAMPAGE = CardGame(
    name=NAME,
    package=__package__,
    files=("catalogue.yaml",),
    published=PUBLISHED,
    read=catalogue_of,
    game=castle_rampage,
)
