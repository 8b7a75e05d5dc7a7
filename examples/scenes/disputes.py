"""The points on which players and programs differ (../rules), each as a moment that is played: among two, among three, alone.

Each position is laid out for one of them and says which, in German and English. What follows is what the usual reading makes of it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scenes.court import A, B, C, Court

if TYPE_CHECKING:
    from records.core.game import Game
    from records.service import NewGame


def two(game: Game) -> NewGame:
    """Return the game of two: powers, exact damage, the discard pile, and the last King."""
    court = Court(game, "regicide/2021", ("Paula", "Quentin"), datetime(2025, 4, 5, 20, tzinfo=UTC))
    # 22: the hands are in the record, in whatever order they were dealt
    dealt = ("d2 d7 h4 c9 s3 s8 cA", "c4 c6 d9 h2 h10 s5 dA")
    court.start(B, f"{dealt[0]} {dealt[1]} hJ")

    court.lay_out(
        "Disputes 10 and 11: doubled Clubs are exact, and everybody knows the royal on top of the Tavern",
        royal="hJ", fight="s10", damage=10, shield=10, A="c5 h2 d8", B="c2 d7 s4",
    )  # fmt: skip
    court.play("c5", "dJ")
    court.lay_out(
        "Dispute 12: the killing Diamond does not draw the royal",
        royal="hJ", fight="s9 c3", damage=15, shield=9, A="d5 h3", B="c2 s8", lying="s2 s3 s4 s5 s6 c9",
    )  # fmt: skip
    court.play("d5", "s2 s3 s4 s5 s6")
    court.lay_out(
        "Dispute 13: a Heart above the pile brings all back, and nothing where nothing lies",
        royal="cJ", shield=10, A="h9 d9", B="h4 c2", discard="s2 s3",
    )  # fmt: skip
    court.play("h9")
    court.play("h4")
    court.lay_out(
        "Dispute 14: full hands draw nothing and lose nothing",
        royal="cJ", shield=10, A="s2 s3 s4 s5 d9", B="s6 s7 s8 s9 h2 h3 h4", lying="c2 c3 c4 c5",
    )  # fmt: skip
    court.play("d9", "c2 c3 c4")
    court.lay_out(
        "Dispute 15: a Companion goes with a royal, two Jacks do not go together",
        royal="hQ", A="cA dJ sJ h2", B="c2 d4",
    )  # fmt: skip
    court.play("cA dJ", "d2 d3")
    court.lay_out(
        "Dispute 16: one suit twice works once, at the total",
        royal="cJ", shield=10, A="hA h8 d9", B="c2", discard="s2 s3 s4 s5 s6 s7 s8 s9 s10 d2 d3",
    )  # fmt: skip
    court.play("hA h8")
    court.lay_out(
        "Dispute 17: an empty hand alone is no loss; who kills with the last card must yield",
        royal="hJ", fight="s10 s5", damage=15, shield=15, A="d5", B="c2 d3 d4 d6 d7 d8 d9", lying="",
    )  # fmt: skip
    court.play("d5")
    court.yields()
    court.lay_out(
        "Dispute 20: the discard pile can be derived until a Heart, afterwards only its top card",
        royal="cJ", shield=10, A="h2 d9", B="c5", discard="c6 c7 c8 c9",
    )  # fmt: skip
    court.play("h2")
    court.lay_out(
        "Dispute 21: the royal is discarded first, then the cards played against it",
        royal="hJ", fight="c9", damage=18, A="s6 s2", B="c5",
    )  # fmt: skip
    court.play("s6", "dJ")
    court.lay_out(
        "Dispute 24: only the immune suit has no power, and its number counts",
        royal="hJ", shield=10, A="h3 d3 s9", B="c5", discard="c2",
    )  # fmt: skip
    court.play("h3 d3")
    court.lay_out(
        "Dispute 23: the last King ends the game at once",
        royal="hK", castle="", damage=38, A="s2", B="c5",
    )  # fmt: skip
    court.play("s2")
    return court.new_game()


def three(game: Game) -> NewGame:
    """Return the game of three: what Jesters do, when nobody may yield, and how much is discarded."""
    court = Court(game, "regicide/2021", ("Lena", "Milan", "Nora"), datetime(2025, 4, 6, 20, tzinfo=UTC))
    court.lay_out(
        "Dispute 1: Spades before a Jester count with the total of the play",
        royal="sJ", A="h3 s3 c3 d10", B="J c5 d4", C="h5 c2",
    )  # fmt: skip
    court.play("h3 s3 c3")
    court.discard("d10")
    court.play("J")
    court.lets(A)
    court.lay_out(
        "Dispute 2: a Jester between yields frees nobody",
        royal="hJ", A="d10 c2", B="d9 dA c4", C="J c5 s4",
    )  # fmt: skip
    court.yields()
    court.discard("d10")
    court.yields()
    court.discard("d9 dA")
    court.play("J")
    court.lets(C)
    court.lay_out(
        "Dispute 4: more may be discarded than is needed, a Jester too",
        royal="hQ", fight="s7", damage=7, shield=7, A="c8 c9 J d2", B="c6", C="c7",
    )  # fmt: skip
    court.yields()
    court.discard("c8 c9 J")
    court.lay_out(
        "Disputes 6 and 8: a Jester may name its own player; damage and shield stay, and what it cancelled ends with the royal",
        royal="cJ", castle="cQ dQ hQ sQ cK dK hK sK", fight="s4 d9", damage=13, shield=4, A="J h7 c2", B="h4 d10", C="d5",
    )  # fmt: skip
    court.play("J")
    court.lets(A)
    court.play("h7", "cQ")
    court.play("c2")
    court.lay_out(
        "Dispute 7: a Jester is legal where the immunity is gone already",
        royal="hJ", fight="s3", damage=3, shield=3, cancelled=True, A="J c5", B="h5", C="d5",
    )  # fmt: skip
    court.play("J")
    court.lets(B)
    court.lay_out(
        "Dispute 9: Hearts and Diamonds do not work afterwards",
        royal="dK", fight="d9", damage=9, A="J c5", B="h6", C="d5", discard="s2 s3",
    )  # fmt: skip
    court.play("J")
    court.lets(B)
    return court.new_game()


def alone(game: Game) -> NewGame:
    """Return the game of one: Jesters that are flipped, and an empty hand that may not yield."""
    court = Court(game, "regicide/2021", ("Rosa",), datetime(2025, 4, 7, 20, tzinfo=UTC))
    court.lay_out(
        "Dispute 5: where nothing is to be discarded there is no Step 4, and no Jester in it",
        royal="hJ", fight="s9", damage=9, shield=9, A="s2 c6 d4", aside=1,
    )  # fmt: skip
    court.play("s2")
    court.lay_out(
        "Disputes 18 and 19: a Jester saves, twice in a row too; what the Tavern has is drawn, and what was discarded "
        "does not come back",
        royal="cK", A="c3 s2", aside=2, lying="d2 d3 h2 h3 s3 dA hA sA h10 d10",
    )  # fmt: skip
    court.play("c3")
    court.flip("dA hA sA d2 h2 d3 h3 s3")
    court.flip("")
    court.discard("h10 d10")
    court.lay_out(
        "Disputes 3 and 17: nobody yields alone; with an empty hand and without a Jester the game is lost",
        royal="hJ", fight="s10 c5", damage=15, shield=10, A="d5", aside=0, lying="",
    )  # fmt: skip
    court.play("d5", "dJ")
    court.falls()
    return court.new_game()


def older(game: Game) -> NewGame:
    """Return the game of one by the older sheet, which has no Jesters to flip."""
    court = Court(game, "regicide/2020", ("Selma",), datetime(2025, 4, 8, 20, tzinfo=UTC))
    court.lay_out(
        "Dispute 25: by the older sheet there are no Jesters alone",
        royal="cJ", A="c3 s2 d4",
    )  # fmt: skip
    court.play("c3")
    court.falls()
    return court.new_game()
