"""Castle Rampage as a game value, for one catalogue of cards."""

from __future__ import annotations

from typing import Any

from records.core.board import figures_that_count
from records.core.game import Edition, Game, GameBoard, GameOdds, GamePlay, GameRules, Simulation
from records.core.header import Header
from records.core.open_piles import lie_open
from records.core.secret import ALL, secret
from records.core.sentences import N_
from records.core.shared import DeckSet, PositionSet
from records.games.castle_rampage import events as ev
from records.games.castle_rampage.assaults import assaults
from records.games.castle_rampage.cards import Catalogue
from records.games.castle_rampage.commands import command_of
from records.games.castle_rampage.dealer import Dealer
from records.games.castle_rampage.decide import decide
from records.games.castle_rampage.evolve import EVOLVE, set_counters
from records.games.castle_rampage.faces import PLACES, card_faces
from records.games.castle_rampage.fight import fight
from records.games.castle_rampage.legal import legal
from records.games.castle_rampage.memory import remembered
from records.games.castle_rampage.narrate import narrate
from records.games.castle_rampage.older_shapes import upcasts
from records.games.castle_rampage.policy import policy, start
from records.games.castle_rampage.position import CastleCounters
from records.games.castle_rampage.rulesets import RULESETS
from records.games.castle_rampage.scorekeeping import SCOREKEEPING

NAME = "castle-rampage"


def castle_rampage(catalogue: Catalogue) -> Game:
    """Return the game as it is played with the cards of ``catalogue``."""
    faces = card_faces(catalogue)
    worth = figures_that_count(faces)
    before = PositionSet(decks=(DeckSet(deck=ev.DRAW, blocks=(secret(*catalogue.deck(), to=ALL),)),))

    def initial(header: Header) -> PositionSet:  # noqa: ARG001 -- the shape of all games
        return before

    def counters(header: Header) -> CastleCounters:
        return CastleCounters(seats=header.seats, rules=RULESETS.nearest(header), cards=catalogue.cards)

    def edition(ruleset: str) -> Edition:
        rules = RULESETS.named(ruleset)
        return Edition(ruleset=rules.name, ruleset_hash=rules.hash, catalogue=catalogue.name, catalogue_hash=catalogue.hash)

    own: Any = ev.CastleEvent
    return Game(
        name=NAME,
        title=N_("Castle Rampage"),
        icon="tower",
        own=own.__args__,
        evolve=EVOLVE,
        upcasts=upcasts(lambda header: counters(header).rules),
        initial=initial,
        counters=counters,
        set_counters=set_counters,
        fits=lie_open("display"),
        narrate=narrate,
        play=GamePlay(decide=decide, legal=legal, command_of=command_of),
        rules=GameRules(edition=edition, rulesets=RULESETS),
        board=GameBoard(faces=lambda _header: faces, places=PLACES, worth=lambda _header: worth, memory=remembered, fight=fight),
        odds=GameOdds(assaults=assaults, sets=lambda _header: {N_("unit"): catalogue.units, "purple": catalogue.purple}),
        recording=SCOREKEEPING,
        simulation=Simulation(players=(2,), start=start, dealer=Dealer, policy=policy),
    )
