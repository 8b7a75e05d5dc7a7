"""Facts as lines: what each becomes, and how a record with it is written."""

from __future__ import annotations

from typing import Any

from importers.notation.writing import write
from records.core.secret import ALL, audience, secret
from records.core.shared import CardExposed, CardReturned, CardTaken, Corrected, GapNoted, IrregularityNoted, PositionSet, TakenBack
from records.core.viewers import OPEN
from records.core.wording.narration import MISTAKES
from records.games.castle_rampage.model import events as ev
from records.service.library import library
from support.notation import events, faults, goes_round, read

TEXT = """[Game "castle-rampage"]
[Ruleset "castle-rampage/house"]
[Seats "A B"]

@position "late"
  A.hand = knight robber giant
  B.hand = cook ?*2
  A.gate = last-resort axe-man-bonus
  A.castle = knight archer
  B.gate = ? ?
  B.castle = squire
  draw = ?*106
  set active=A turn=5
"""


def found(lines: str) -> list[Any]:
    """Return the events after the position; they are the same when they are written and read again."""
    (game,) = read(TEXT + lines).games
    goes_round(game.table.game, game.headers.header, game.table.log, OPEN)
    return [event for event, _cause in events(TEXT + lines)[1:]]


def test_lines_are_taken_back_with_what_goes_without_saying() -> None:
    """An ended turn counts as one; what stands before it is there again."""
    *_rest, back = found('   castle giant\n6. B +spy +?\n@back 1 by A B "too fast"\n')
    assert isinstance(back, TakenBack)
    assert (back.to, back.agreed, back.why) == (2, ("A", "B"), "too fast")
    *_rest, both = found("   castle giant\n6. B +spy +?\n@back 2\n")
    assert both.to == 1
    *_rest, again = found("   castle giant\n@back 1\n   gate giant\n@back 1\n")
    assert again.to == 3


def test_what_went_wrong_is_noted() -> None:
    """With the seat and the words, or without."""
    assert found('@irregular exposed B "turns his hand"\n@irregular other\n') == [
        IrregularityNoted(what="exposed", seat="B", words="turns his hand"),
        IrregularityNoted(what="other"),
    ]


def test_each_kind_of_mistake_is_written_and_read_again() -> None:
    """All that the page of a record offers, with number and words."""
    lines = "".join(f'@irregular {what} A "3: oh"\n' for what in MISTAKES)
    assert found(lines) == [IrregularityNoted(what=what, seat="A", words="3: oh") for what in MISTAKES]


def test_cards_are_shown_and_put_back_by_mistake() -> None:
    """To all, or to who is named; into a deck from a hand."""
    hand, lying, deck, back = found(
        "@exposed B.hand cook\n@exposed B.gate.2 ogre @A\n@exposed draw.2 spy @AB\n@returned A.hand draw top robber\n"
    )
    assert isinstance(hand, CardExposed)
    assert (hand.place, hand.card.known_to) == ("hand:B", ALL)
    assert lying.card.known_to == audience("A", "B")  # whose it is knew it before
    assert (deck.place, deck.index, deck.card.known_to) == ("draw", 1, audience("A", "B"))
    assert isinstance(back, CardReturned)
    assert (back.deck, back.end) == ("draw", "top")


def test_a_card_too_many_is_drawn() -> None:
    """From the top of a deck to the hand, known to its owner, or to who is named; from nowhere else, and into no other place."""
    own, all_, unnoted = found("@taken A.hand draw spy\n@taken A.hand draw cook @*\n@taken B.hand draw ?\n")
    assert own == CardTaken(seat="A", deck="draw", card=secret("spy", to=audience("A")))
    assert (all_.card.known_to, unnoted.card) == (ALL, secret("?", to=audience("B")))
    assert "a card is taken to a hand" in faults(TEXT + "@taken A.gate draw cook\n")[0]
    assert "a hand, a deck, a card" in faults(TEXT + "@taken A.hand draw\n")[0]


def test_words_beside_a_card_are_kept_as_a_note_and_are_taken_back_with_it() -> None:
    """What happened to a card has no words of its own: they stand right behind it, as the page writes them."""
    lines = '@exposed B.hand cook "it fell"\n@returned A.hand draw top robber "one too many"\n@taken A.hand draw robber "again"\n'
    notes = [
        IrregularityNoted(what="exposed", seat="B", words="it fell"),
        IrregularityNoted(what="other", seat="A", words="one too many"),
        IrregularityNoted(what="wrong-draw", seat="A", words="again"),
    ]
    assert found(lines)[1::2] == notes
    (game,) = read(TEXT + lines + "@back 2\n").games
    back = game.table.log[-1].event
    assert (type(back), back.to) == (TakenBack, game.table.log[-1].v - 5)
    whole = write(library()["castle-rampage"], game.headers.header, {}, game.table.log)
    assert (whole.as_events, "@back 4" in whole.text) == (0, True)
    (again,) = read(whole.text).games
    assert [one.event for one in again.table.log] == [one.event for one in game.table.log]


def test_a_line_is_corrected_by_how_it_should_stand() -> None:
    """The same events with other faces; what leads to something else is refused."""
    *_rest, correction = found('   castle giant\n6. B +spy +?\n@correct 1 "an Ogre"\n   ( 6. B +ogre +? )\n')
    assert isinstance(correction, Corrected)
    assert [type(one.event) for one in correction.of] == [ev.CardDrawn]
    assert correction.of[0].event.card.faces == ("ogre",)
    lines = "   castle giant\n6. B +spy +?\n@correct 1\n   ( castle knight )\n"
    assert "illegal" in faults(TEXT + lines)[0]


def test_after_a_gap_a_position_must_follow() -> None:
    """Else nothing moves."""
    gap, laid = found('@gap "tea"\n@position\n  A.hand = knight\n  B.hand =\n  A.castle = ?\n  draw = ?*10\n  set active=B turn=9\n')
    assert gap == GapNoted(why="tea")
    assert isinstance(laid, PositionSet)
    assert "illegal" in faults(TEXT + "@gap\n   castle giant\n")[0]


def test_what_a_game_does_not_know_is_told() -> None:
    """A fact that is none, a place that is none, too many cards."""
    assert "is not a fact" in faults(TEXT + "@lost A\n")[0]
    assert "is not a place" in faults(TEXT + "@exposed A.cellar cook\n")[0]
    wrong = TEXT.replace("draw = ?*106", "draw = rest").replace("A.castle = knight archer", "A.castle = knight*9")
    assert "not so many of knight" in faults(wrong)[0]
    assert "'turn' is set twice" in faults(TEXT.replace("  draw =", "  set turn=x\n  draw ="))[0]
    assert "is laid out twice" in faults(TEXT.replace("  draw =", "  A.hand = cook\n  draw ="))[0]


def test_a_correction_whose_faces_a_viewer_does_not_see_is_an_event_line() -> None:
    """The text of a viewer is made from that viewer's log alone."""
    (game,) = read(TEXT + '   castle giant\n6. B +spy +?\n@correct 1 "an Ogre"\n   ( 6. B +ogre +? )\n').games
    whole = write(library()["castle-rampage"], game.headers.header, {}, game.table.log)
    assert whole.as_events == 0
    assert "@correct 1" in whole.text
