"""Whether a hand can meet the coming attack, against every deal played out by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from records.core.asking.chance import ScriptedChance
from records.core.ids import SeatKey
from records.core.logs.fold import Folder
from records.core.sentences import Sentence
from records.core.viewers import PUBLIC, Viewer
from records.errors import MalformedCommand
from records.games.regicide.cards import CARDS, JESTER, WORTH
from records.games.regicide.game import REGICIDE
from records.games.regicide.model.position import TAVERN, royal_of
from records.games.regicide.odds import SETS
from records.knowledge.door import veil
from records.service.editions import without_cards
from records.service.seen_log import SeenLog
from records.service.viewing import RecordView
from records.service.views.odds import ask, draw, questions
from records.service.writing.playing import dealer
from support.regicide import A, B, Table, cards, discard, given, play, reading, short

EVERY = [short(name) for name in CARDS if name != JESTER]


def table(game: Any = REGICIDE, **told: Any) -> Table:
    """A position in which every card that is not named lies in the discard pile, and the castle is empty."""
    places = ("A", "B", "royal", "tavern", "castle")
    named = [word for place in places for word in told.get(place, "").split()]
    rest = list(EVERY)
    for word in named:
        rest.remove(word)
    return given(**{"castle": "", "discard": " ".join(rest)} | told, game=game)


def view(of: Table, viewer: Viewer) -> RecordView:
    """A position through somebody's eyes."""
    playing = of.playing
    seen = SeenLog(playing.game, Folder(playing.game), playing.header, viewer, veil(playing.game.parts, playing.log, viewer))
    return RecordView(seen, {})


def chance(of: Table, viewer: Viewer = A, /, **said: str) -> Fraction:
    """How likely the hand meets the attack."""
    record = view(of, viewer)
    answer = ask(record.seen, record.steps, "survive", said)
    assert answer.exact
    return answer.chances[0].chance


def deals(told: dict[str, str], hidden: tuple[str, ...] = ("B", "tavern")) -> Iterator[dict[str, str]]:
    """Each way in which the cards of the hidden places can lie."""
    sizes = {place: len(told[place].split()) for place in hidden}
    pool = [word for place in hidden for word in told[place].split()]
    for order in permutations(pool):
        left = list(order)
        yield told | {place: " ".join(left.pop(0) for _ in range(size)) for place, size in sizes.items()}


def met(of: Table, seat: str, *commands: Any, told: list[str] | None = None) -> bool:
    """Whether a hand can meet the attack once these commands were done, as the rules have it."""
    after = of.when(*commands, chance=dealer(of.playing.game, ScriptedChance(told or _tops(of)))) if commands else of
    state, position = after.state, after.playing.position
    need = royal_of(position.table).value - state.shield
    return bool(sum(WORTH[name] for name in position.table.hands[SeatKey(seat)].faces) >= need)


def _tops(of: Table) -> list[str]:
    """The Tavern from its top: what is drawn."""
    return [str(face) for block in of.playing.position.table.decks[TAVERN] for face in block.faces or ()]


CASES: dict[str, tuple[dict[str, Any], str, str]] = {
    "another hand": ({"royal": "hJ", "A": "c2", "B": "c9 d3", "tavern": "s2 h8 c5"}, "B", ""),
    "a shield": ({"royal": "hQ", "A": "s5 c2", "B": "c9 d3", "tavern": "s2 h8"}, "B", "s5"),
    "an immune shield": ({"royal": "sJ", "A": "s5 c2", "B": "c9 d3", "tavern": "s2 h8"}, "B", "s5"),
    "Diamonds for both": ({"royal": "hJ", "A": "d4 c2", "B": "c9 d3", "tavern": "s2 h8 c5 sA"}, "A", "d4"),
    "Diamonds for the other": ({"royal": "hJ", "A": "d3 c2", "B": "c9 d5", "tavern": "s2 h8 c5"}, "B", "d3"),
    "a Companion of Diamonds": ({"royal": "cQ", "A": "dA s6 c2", "B": "c9", "tavern": "s2 h8 c5 h9"}, "A", "dA s6"),
    "immune Diamonds": ({"royal": "dJ", "A": "d4 c9", "B": "c8 d3", "tavern": "s2 h8"}, "A", "d4"),
    "one player after the other": (
        {"royal": "hJ", "A": "d3 c2", "B": "c9 d5", "tavern": "s2 h8 c5", "game": reading(drawing="one player after the other")},
        "A",
        "d3",
    ),
    "Diamonds before a full hand": ({"royal": "hJ", "A": "d4 c2 c3 c4 c6 d6 d7", "B": "c9", "tavern": "s2 h8 c5"}, "B", "d4"),
}


@pytest.mark.soak
@pytest.mark.parametrize("name", CASES)
def test_the_chance_is_that_of_all_deals(name: str) -> None:
    """Each deal that the viewer cannot tell apart is played on by the rules; the share in which the hand is enough is the answer."""
    told, seat, played = CASES[name]
    game = told.get("game", REGICIDE)
    told = {place: words for place, words in told.items() if place != "game"}
    commands = [play(played)] if played else []
    worlds = [met(table(game, **deal), seat, *commands) for deal in deals(told)]
    said = {"seat": seat} | ({"play": ",".join(sorted(cards(played)))} if played else {})
    found = chance(table(game, **told), **said)
    assert found == Fraction(sum(worlds), len(worlds))


def test_hearts_bring_back_what_diamonds_draw() -> None:
    """Where the Tavern runs out what Hearts put below is drawn too: each order of it counts."""
    told = {"royal": "cK", "A": "d3 h3 c2", "B": "c9", "tavern": "s2 h8", "castle": "", "discard": "s6 s7 s10"}
    fight = " ".join(word for word in EVERY if word not in " ".join(told.values()).split())
    pile = cards(told["discard"])
    worlds = [
        met(given(**deal, fight=fight), "B", play("d3 h3"), told=[*order, *cards(deal["tavern"]), *order])
        for deal in deals(told)
        for order in permutations(pile)
    ]
    found = chance(given(**told, fight=fight), seat="B", play="diamonds-3,hearts-3")
    assert 0 < found < 1
    assert found == Fraction(sum(worlds), len(worlds))


def test_a_flip_draws_what_hearts_put_under_the_tavern() -> None:
    """Alone with ten strong cards in the discard pile a Heart saves: the flip finds eight cards, and six of them meet any attack."""
    strong = " ".join(f"{suit}{rank}" for suit in "cds" for rank in (7, 8, 9)) + " c10"
    named = {"royal": "sK", "A": "h10", "tavern": "c2 d2", "discard": strong, "castle": "", "aside": "J J"}
    fight = " ".join(word for word in EVERY if word not in " ".join(named.values()).split())
    record = view(given(**named, fight=fight), A)
    own, flipped = ask(record.seen, record.steps, "survive", {"play": "hearts-10"}).chances
    assert (own.chance, flipped.chance) == (0, 1)


def test_cards_drawn_after_hearts_and_diamonds_come_from_below_the_tavern() -> None:
    """Four cards go under it before four are drawn, so that two more can be drawn, though it held four at first."""
    named = {"royal": "cJ", "A": "d3 hA", "B": "", "tavern": "c2 d2 h2 s2", "discard": "c7 c8 c9 s7 s8 s9", "castle": ""}
    fight = " ".join(word for word in EVERY if word not in " ".join(named.values()).split())
    record = view(given(**named, fight=fight), A)
    answer = ask(record.seen, record.steps, "survive", {"play": "diamonds-3,hearts-ace", "draw": "2"})
    assert [chance.chance for chance in answer.chances] == [1]
    assert Sentence("The Tavern runs out: no more cards are drawn.") not in answer.lines
    empty = view(given(**named | {"tavern": ""}, fight=f"{fight} {named['tavern']}"), A)
    assert ask(empty.seen, 1, "survive", {"play": "hearts-ace", "draw": "1"}).chances[0].chance == 1


def test_ones_own_hand_is_certain() -> None:
    """Without a card to come the hand is enough or it is not; by Diamonds, or cards said to be drawn, chance comes in."""
    of = table(royal="hJ", A="c9 d2", B="c8", tavern="s2 h8 c5")
    assert chance(of, seat="A") == 1
    assert chance(of, seat="A", play="clubs-9") == 0
    assert 0 < chance(of, seat="A", play="clubs-9", draw="2") < 1
    assert chance(table(royal="hJ", A="c9", B="c8", tavern="s2 h8 c5"), seat="A", draw="1") == 1


def test_more_cards_are_never_worse() -> None:
    """The chance grows with the cards drawn, and they end with the Tavern or a full hand, which is told."""
    of = table(royal="hQ", A="c2 d3", B="c8 s9 h4", tavern="s2 h8 c5 d9", on_turn="B")
    chances = [chance(of, seat="A", draw=str(number)) for number in range(5)]
    assert chances == sorted(chances)
    record = view(table(royal="hQ", A="c2 d3 c3 c4 c6 d4 d6", B="c8", tavern="s2 h8 c5 d9"), A)
    answer = ask(record.seen, 1, "survive", {"seat": "A", "draw": "2"})
    assert Sentence("The hand is full: no more cards are drawn.") in answer.lines
    record = view(table(royal="hQ", A="d9 c2", B="c8 d2 d4 d5 s9", tavern="s2 h8"), A)
    drawn = ask(record.seen, 1, "survive", {"play": "diamonds-9", "draw": "1"})
    assert Sentence("The Tavern runs out: no more cards are drawn.") in drawn.lines


def test_a_falling_royal_does_not_attack() -> None:
    """What is played may defeat it; by the other readings of defeat and immunity it may not."""
    told = {"royal": "hJ", "damage": 10, "A": "c5 c2", "B": "c8", "tavern": "s2"}
    assert chance(table(**told), play="clubs-5") == 1
    assert chance(table(**told, game=reading(defeat="health exceeded")), play="clubs-5") == 0
    immune = {"royal": "hJ", "damage": 15, "A": "h5 c2", "B": "c8", "tavern": "s2"}
    assert chance(table(**immune), play="hearts-5") == 1
    assert chance(table(**immune, game=reading(immunity="power and damage")), play="hearts-5") == 0


@pytest.mark.parametrize(("settings", "enough"), [({}, 1), ({"blocked_spades": "lost"}, 0)], ids=str)
def test_spades_before_a_jester_count_after_it(settings: dict[str, str], enough: int) -> None:
    """The Jester in the hand makes them count, by the reading of the ruleset."""
    game = reading(**settings)
    of = given(royal="sK", A="s10 d10 dQ", B="J s9 dA", C="c3", tavern="h2 h3", game=game).when(play("s10"))
    of = of.when(discard("d10 dQ", answers=of.state.pending[0].id))
    assert chance(of, B, seat="B") == 0
    assert chance(of, B, seat="B", play="jester") == enough
    record = view(of, B)
    told = ask(record.seen, record.steps, "survive", {"seat": "B", "play": "jester"}).lines
    assert Sentence("After a Jester the royal does not attack at once; this is its next attack.") in told


def test_an_exact_kill_is_drawn_for_certain() -> None:
    """Everybody knows which royal lies on top of the Tavern: whoever draws it can meet the next attack with it."""
    of = table(royal="hQ", damage=20, A="s10 d4 c2", B="c8 c3", tavern="s2 h8", castle="hJ").when(play("s10"))
    assert chance(of, seat="A", play="diamonds-4", draw="0") == 1
    assert chance(of, PUBLIC, seat="B", draw="1") == 1


def test_alone_a_flip_may_save() -> None:
    """Beside the hand's own chance stands that of the hand that a Jester brings; by the older sheet there is none.

    The Jesters lie aside, so that the flip draws the four cards of the Tavern, which are enough together.
    """
    told = {"royal": "hK", "A": "c2 d3", "tavern": "s2 h8 c5 d9"}
    record = view(table(**told, aside="J J"), A)
    own, flipped = ask(record.seen, record.steps, "survive", {}).chances
    assert [own.chance, flipped.chance] == [0, 1]
    record = view(table(**told, aside="", rules="regicide/2020"), A)
    assert len(ask(record.seen, record.steps, "survive", {}).chances) == 1


def test_in_step_4_the_hand_under_attack_is_asked_for_first() -> None:
    """What is needed is what the record says, and nothing can be played before."""
    of = table(royal="hK", need=8, shield=12, A="c2 d6", B="c8", tavern="s2")
    able = {parameter.name for parameter in questions(view(of, B).seen, 1)["survive"][1]}
    assert able == {"seat", "draw"}
    assert chance(of, A) == 1
    assert 0 < chance(of, B) < 1


def test_what_cannot_be_asked_is_refused_with_what_can() -> None:
    """Another question, another parameter, a play that the hand does not have, a number beyond its bounds, and an ended game."""
    record = view(table(royal="hK", A="c2 d6", B="c8", tavern="s2"), A)
    for name, said, reason in (
        ("win", {}, "has no odds 'win' after event 1; what can be asked is survive"),
        ("survive", {"who": "A"}, "survive takes seat, play, draw after event 1, not who"),
        ("survive", {"play": "clubs-3"}, "play cannot be 'clubs-3'; it can be clubs-2"),
        ("survive", {"draw": "9"}, "draw is a number from 0 to 1, not '9'"),
        ("survive", {"draw": "²"}, "draw is a number from 0 to 1, not '²'"),
    ):
        with pytest.raises(MalformedCommand) as refused:
            ask(record.seen, 1, name, said)
        assert reason in str(refused.value)
    with pytest.raises(MalformedCommand, match="what can be asked is nothing"):
        ask(record.seen, 0, "survive", {})


def test_nothing_is_asked_of_cards_that_are_not_known() -> None:
    """A record that was made with other cards has no questions: no value of a card counts."""
    assert without_cards(REGICIDE).odds.questions == ()


def test_a_draw_of_a_suit() -> None:
    """The Tavern is what is drawn from; a suit, a rank or the royals are asked for by one word."""
    of = table(royal="hJ", A="c2", B="", tavern="s2 h8 h5")
    assert draw(view(of, A).seen, 1, 1, ["hearts"]).holds == Fraction(2, 3)
    assert draw(view(of, A).seen, 1, 2, ["hearts"]).holds == 1
    assert draw(view(of, A).seen, 1, 9, ["spades"]).cards == 3
    assert {word: len(names) for word, names in SETS.items()} == {
        **dict.fromkeys(("clubs", "diamonds", "hearts", "spades"), 13),
        **dict.fromkeys((*map(str, range(2, 11)), "ace", "jack", "queen", "king"), 4),
        "royal": 12,
    }
