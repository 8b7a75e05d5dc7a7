"""What a line says, and what is told where it says nothing."""

from __future__ import annotations

import pytest

from importers import ImportOptions
from importers.notation.forms import Vocabulary
from importers.notation.importer import NotationImporter
from importers.notation.reading import Options, read_text, text_of
from records.core.ids import SeatKey
from records.core.shared import CardReturned, CardTaken, GameStarted, PositionSet
from records.core.viewers import OPEN
from records.core.wording.notation import CommandForm, Notation, PlaceForm
from records.errors import GameRefused
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.commands import Play
from records.rulings.audit import Verdict, audit
from records.service.library import library
from support.notation import events, faults, goes_round, read

HEAD = """[Game "castle-rampage"]
[Ruleset "castle-rampage/house"]
[Seats "A B"]

"""
LAID = """@position
  A.hand = knight robber mercenary-bow giant
  B.hand = ?*4
  A.gate = last-resort axe-man-bonus
  A.castle = knight archer
  B.gate = ? ?
  B.castle = ? ?
  draw = ?*106
  set active=A turn=5
"""
STORMED = """@position
  A.hand = giant cook
  B.hand = ?*4
  A.gate = last-resort
  A.castle = knight archer
  B.gate = {gate}
  B.castle = spy spy
  draw = rest
  set active=A turn=5
"""
LAST_JACK = """[Game "regicide"]
[Ruleset "regicide/2021"]
[Seats "A B"]

@position
  A.hand = c10 h2
  B.hand = s2 s3
  royal = ^cJ
  fight = c5
  castle = hJ @* / cQ dQ hQ sQ @* / cK dK hK sK @*
  tavern = rest
  discard = dJ sJ
  set active=A turn=3 damage=10
"""


def after(lines: str) -> list[str]:
    """Return what is wrong with lines after a position."""
    return faults(HEAD + LAID + lines)


def told(lines: str) -> list[type]:
    """Return the classes of events that lines after a position lead to."""
    return [type(event) for event, _cause in events(HEAD + LAID + lines)[1:]]


def test_a_defence_that_nobody_speaks_of_is_declined() -> None:
    """The answers to the play that asks for it stand behind the play."""
    assert pe.DefenceDeclined in told("   play robber x advisor\n")
    assert pe.DefenceDeclined in told("   play robber\n B pass x advisor\n")


def test_a_turns_number_ends_the_turn_before_it_and_nothing_else_does() -> None:
    """At the end of a file nothing is put in, and answers alone end no turn."""
    assert ev.TurnEnded in told("   castle giant\n6. B +? +?\n")
    assert ev.TurnEnded not in told("   castle giant\n")
    assert "no question asks for this answer" in after("   castle giant +? +?\n")[0]
    assert "this is turn 5" in after("   castle giant\n4. B +?\n")[0]
    assert "turn 6 is that of B" in after("   castle giant\n6. A +? +?\n")[0]


def test_turns_in_which_nobody_does_anything_stand_below_each_other() -> None:
    """Each ends the one before, however many there are."""
    turns = "".join(f"{5 + nth}. {'BA'[nth % 2 == 0]} +? +?\n" for nth in range(1, 12))
    assert told("   castle giant\n" + turns).count(ev.TurnEnded) == 11


def test_what_a_sign_claims_is_checked() -> None:
    """A Squire in the Gate does not hold against a Robber, whatever is written."""
    assert told("   play robber x advisor\n")
    (fault,) = after("   play robber = advisor\n")
    assert "= is written here, and by the rules it is x" in fault


def test_known_faces_are_all_written_or_none_is() -> None:
    """What lies in the own Gate is in the record; the attacker need not name it, and may."""
    mine = LAID.replace("B.gate = ? ?", "B.gate = squire advisor")
    plain = events(HEAD + mine + "   play robber\n   B pass\n")
    assert events(HEAD + mine + "   play robber x squire = advisor\n") == plain


def test_cards_are_named_by_code_or_title_in_any_language_and_spelling() -> None:
    """A name with spaces stands in quotes or with hyphens."""
    wanted = events(HEAD + LAID + "   castle giant\n")
    for name in ("Riese", "GIANT", '"giant"'):
        assert events(HEAD + LAID + f"   castle {name}\n") == wanted


def test_a_title_of_several_cards_is_the_one_that_the_hand_holds() -> None:
    """Söldner are a Mercenary with a bow, one with a horse, one with a sword."""
    assert pe.DefenceDeclined in told("   play Söldner x advisor\n")
    unseen = LAID.replace("A.hand = knight robber mercenary-bow giant", "A.hand = ?*4").replace(
        "A.castle = knight archer", "A.castle = ? ?"
    )
    (fault,) = faults(HEAD + unseen + "   castle Söldner\n")
    assert "ambiguous" in fault
    assert "mercenary-bow" in fault
    assert "mercenary-horse" in fault


def test_a_fault_says_what_would_be_possible() -> None:
    """At most twelve real alternatives, with turn, seat and step."""
    (fault,) = after("   plays robber\n")
    assert fault.startswith("line 14, column 4: malformed: 'plays' is not a word of this game; turn 5, A, after event 1; possible: ")
    assert "castle giant" in fault
    (fault,) = after("   play robber\n   B pass x worm\n")
    assert "line 15, column 13: malformed: no card is called 'worm'" in fault


def test_a_slip_is_told_in_words_that_help() -> None:
    """A name nearly right, a card that the record has otherwise or that lies elsewhere, and who is asked before one can go on."""
    assert after("   castle gaint\n")[0].endswith("no card is called 'gaint'; turn 5, A, after event 1; possible: giant")
    open_gate = LAID.replace("B.gate = ? ?", "B.gate = worker advisor")
    (fault,) = faults(HEAD + open_gate + "   play robber x advisor\n")
    assert "line 14, column 16: illegal: the record has another card here: worker" in fault
    assert faults(HEAD + open_gate + "   play robber = worker\n") == []
    (fault,) = after("   castle giant\n6. B +double-agent +double-agent\n7. A +double-agent +double-agent\n")
    assert "illegal: no double-agent can be here" in fault
    (fault,) = faults(HEAD + LAID.replace("B.gate = ? ?", "B.gate = spy advisor") + "   play robber\n   castle giant\n")
    assert "; turn 5, B is asked first, after event " in fault


def test_the_last_of_four_may_be_written_and_need_not_be() -> None:
    """What the record can work out may be written all the same: the last Jack of four."""
    assert events(LAST_JACK + "   c10 > hJ\n") == events(LAST_JACK + "   c10\n")
    assert "illegal: the record has another card here: hJ" in faults(LAST_JACK + "   c10 > hQ\n")[0]


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        ("   play house-ram\n", "illegal"),
        ("   castle giant\n   gate knight\n", "illegal"),
        ("   play\n", "malformed"),
        ("   gate.3 knight\n", "malformed"),
        ("   castle worm\n", "malformed"),
        ("   B.castle giant\n", "illegal"),
        ("@back 7\n", "malformed"),
        ("@exposed B.castle.9 cook\n", "illegal"),
        ("   castle giant $$\n", "malformed"),
        ('| {"e":"castle-rampage.turn-ended/1"}\n', "malformed"),
        ("6. B\n", "malformed"),
        ("   castle giant\n(\n", "malformed"),
    ],
)
def test_faults_are_malformed_or_illegal(lines: str, kind: str) -> None:
    """Grammar and unknown words; rules and record."""
    assert f": {kind}: " in after(lines)[0]


@pytest.mark.parametrize("stray", ["]", ")", "}", "{ a remark", '"', "(", "[Gam"])
def test_a_stray_bracket_costs_its_own_line(stray: str) -> None:
    """What stands before it is kept, and a second fault below is told as well."""
    text = HEAD + LAID + f"   castle giant\n   {stray}\n   play robber x advisor {{a note}}\n   foo\n"
    found = read(text, keep_going=True)
    told = [str(problem) for problem in found.problems]
    assert any(problem.startswith(("line 15", "line 16")) for problem in told)
    assert any("'foo' is not a word" in problem for problem in told)
    assert [type(one.event) for one in found.games[0].table.log][:2] == [PositionSet, ev.Strengthened]


def test_a_variation_must_be_playable_and_stands_beside_the_record() -> None:
    """It is played instead of the line before it, and leaves no trace in it."""
    assert told("   castle giant\n   ( gate giant {safer} ( castle knight ) play robber x advisor )\n") == [ev.Strengthened]
    (fault,) = after("   castle giant\n   ( gate cook )\n")
    assert "line 15, column 6: illegal" in fault


def test_switches_of_a_game_that_begins_with_a_position_stand_in_its_start() -> None:
    """Else nothing would say by which reading it went on."""
    switched = HEAD.replace('[Seats "A B"]', '[Switches "discarding=owner chooses"]\n[Seats "A B"]')
    known = library()["castle-rampage"].rules.rulesets["castle-rampage/house"].switches[0]
    switched = HEAD.replace('[Seats "A B"]', f'[Switches "{known.name}={known.values[-1]}"]\n[Seats "A B"]')
    first, _cause = events(switched + LAID)[0]
    assert isinstance(first, GameStarted)
    assert first.switches == ((known.name, known.values[-1]),)


def test_what_the_rules_refuse_is_recorded_as_played() -> None:
    """As its decision alone; what followed at the table stands in event lines."""
    twice = "   castle giant\n   castle knight\n"
    assert "illegal" in after(twice)[0]
    assert [type(event) for event, _cause in events(HEAD + LAID + twice, as_played=True)[1:]] == [ev.Strengthened, ev.Strengthened]
    drawn = '   end\n| {"e":"castle-rampage.turn-began/1","seat":"B","number":6}\n'
    assert "the rules" in after('| {"e":"castle-rampage.turn-ended/1","seat":"A"}\n' + drawn.partition("\n")[2])[0]


def test_what_only_a_hidden_card_forbids_is_recorded_as_a_lawful_line_with_its_answers() -> None:
    """A card that its seat does not hold, laid last in a round: the cards of the next are dealt behind it."""
    begins = HEAD.replace("\n\n", '\n[Begins "A"]\n\n')
    dealt = "     > A: archer axe-man-bonus double-agent robber squire\n     > B: advisor hail-of-arrows mercenary-horse squire robber\n"
    round_ = """start
  > A: archer house-ram knight*2 last-resort
  > B: digger giant house-raider knight summoner
   castle archer
   gate last-resort
   gate knight
   castle knight
   B castle giant
   B castle digger
   B gate knight
"""
    forbidden, lawful = (events(f"{begins}{round_}   B gate {card}\n{dealt}", as_played=True) for card in ("ogre", "house-raider"))
    assert [(type(event), cause) for event, cause in forbidden] == [(type(event), cause) for event, cause in lawful]
    last = max(cause for _event, cause in forbidden) - 1
    card, other = forbidden[last][0], lawful[last][0]
    assert isinstance(card, ev.CardPlaced)
    assert isinstance(other, ev.CardPlaced)
    assert (card.rule, card.card.hint) == (other.rule, other.card.hint)
    assert (card.card.faces, card.card.known_to) == (("ogre",), ("B",))
    assert forbidden[last + 1 :] == lawful[last + 1 :] != []
    assert faults(f"{begins}{round_}   B gate ogre\n     > A: archer\n", as_played=True), "answers are asked for as behind a lawful line"


def test_a_line_that_was_allowed_then_goes_on_by_the_rules() -> None:
    """A second strengthening with what it costs, then the turn ends and the next begins; the audit names the line alone."""
    twice = "   gate knight\n   @allowed gate giant\n6. B +? +?\n"
    (fault,) = faults(HEAD + LAID + twice)
    assert "a line can be marked as allowed only in a game that is written as played" in fault
    played = HEAD.replace("\n\n", '\n[Played "as played"]\n\n') + LAID
    found = read(played + twice)
    assert found.problems == []
    kinds = [type(one.event) for one in found.games[0].table.log]
    assert kinds[1:] == [ev.Strengthened, ev.Strengthened, ev.TurnEnded, ev.TurnBegan, ev.CardDrawn, ev.CardDrawn]
    seen = found.games[0].seen().seen
    assert [one.at for one in audit(seen.game, seen.header, seen.events) if one.wrong] == [3]
    written = goes_round(seen.game, seen.header, seen.events, OPEN)
    assert "   @allowed gate giant" in written.text
    assert '[Played "as played"]' in written.text
    assert written.as_events == 0


AGAINST = {
    "x archer x archer x knight": ([ev.DefenderDestroyed] * 3, (3, 0), "cook archer archer knight giant"),
    "x archer = archer": ([ev.DefenderDestroyed, ev.DefenderHeld], (1, 3), "cook archer giant"),
    "= archer": ([ev.DefenderHeld], (0, 4), "cook giant"),
}
"""What is played: what became of each card, how many fell and what strength was left, and what is discarded."""


@pytest.mark.parametrize("gate", ["? ? ?", "archer archer knight"])
@pytest.mark.parametrize("turned", AGAINST)
def test_stronger_cards_that_fall_and_weaker_ones_that_hold_have_words_as_played(turned: str, gate: str) -> None:
    """The attack is spent on the one and over at the other, the game goes on, the audit names the line, and it is written so again."""
    line = f"   play giant pays cook {turned}\n6. B +? +?\n"
    assert faults(HEAD + STORMED.format(gate=gate) + line)
    found = read(HEAD + STORMED.format(gate=gate) + line, as_played=True)
    assert found.problems == []
    seen = found.games[0].seen().seen
    told = [one.event for one in seen.events]
    became, (fell, left), discarded = AGAINST[turned]
    assert [type(event) for event in told if isinstance(event, ev.DefenderDestroyed | ev.DefenderHeld)] == became
    assert type(told[-3]) is ev.TurnBegan
    (ended,) = [event for event in told if isinstance(event, ev.AttackEnded)]
    assert (ended.destroyed, ended.left) == (fell, left)
    revealed = [(event.card, event.value) for event in told if isinstance(event, ev.DefenderRevealed)]
    assert revealed == [("archer", 1), ("archer", 1), ("knight", 4)][: len(became)]
    table = seen.position(len(seen.events)).table
    assert (len(table.piles.get("gate:B", ())), table.zones["discard"]) == (3 - fell, tuple(discarded.split()))
    assert [one.verdict for one in audit(seen.game, seen.header, seen.events) if one.wrong] == [Verdict.DIFFERS]
    written = goes_round(seen.game, seen.header, seen.events, OPEN)
    assert f"   pass {turned}\n" in written.text
    assert ('[Played "as played"]' in written.text, written.as_events) == (True, 0)


def test_too_many_or_too_few_drawn_has_words_in_a_game_written_as_played() -> None:
    """A third card is taken from the pile, and `+-` is a card that the rules draw and nobody drew: it lies on top again."""
    for line, fact, hand in (("+cook +spy +ogre", CardTaken, 7), ("+cook +-", CardReturned, 5)):
        text = HEAD + LAID + f"   gate knight\n6. B {line}\n   B castle cook\n"
        assert faults(text) != []
        found = read(text, as_played=True)
        assert found.problems == []
        seen = found.games[0].seen().seen
        kinds = [type(one.event) for one in seen.events]
        assert kinds[1:] == [ev.Strengthened, ev.TurnEnded, ev.TurnBegan, ev.CardDrawn, ev.CardDrawn, fact, ev.Strengthened]
        assert seen.position(len(seen.events) - 1).table.hands[SeatKey("B")].count == hand
        assert [one for one in audit(seen.game, seen.header, seen.events) if one.wrong] == []


def test_what_no_reading_allows_says_so() -> None:
    """Cards that make no combination by any rule: the line is recorded without the mark, and what followed in event lines."""
    played = LAST_JACK.replace("\n\n", '\n[Played "as played"]\n\n', 1)
    (fault,) = faults(played + "   @allowed c10 h2\n")
    assert "illegal: no other reading allows it: what followed stands in event lines below" in fault
    (fault,) = faults(played + "   @allowed\n")
    assert "malformed: what was allowed?" in fault


@pytest.mark.parametrize("gate", ["archer archer knight", "? ? ?"], ids=["known", "not known"])
def test_two_cards_after_one_sign_are_told_as_what_they_are(gate: str) -> None:
    """Each turned card has its own sign; that the record has another card here would be no reason."""
    (fault,) = faults(HEAD + STORMED.format(gate=gate) + "   play giant pays cook x archer archer\n")
    assert "malformed: x says what becomes of one card, and each has its own: x 'archer' x 'archer'" in fault
    told = events(HEAD + STORMED.format(gate=gate) + "   play giant pays cook x archer x archer = knight\n")
    assert [type(event) for event, _cause in told].count(ev.DefenderRevealed) == 3


@pytest.mark.parametrize("turned", ["x archer", "x archer x archer", "x archer x knight", "= knight"])
def test_a_list_of_turned_cards_is_whole_or_refused(turned: str) -> None:
    """Of three cards that the record knows a line writes all or none; what it leaves out is named."""
    (fault,) = faults(HEAD + STORMED.format(gate="archer archer knight") + f"   play giant pays cook {turned}\n")
    assert "illegal: the list of turned cards is incomplete, " in fault
    assert f"{'knight' if turned == 'x archer x archer' else 'archer'} is turned too" in fault


def test_a_line_may_write_only_the_turned_cards_that_the_record_does_not_know() -> None:
    """Of an unknown card between known ones it says what becomes of it."""
    stormed = HEAD + STORMED.format(gate="archer ? knight")
    told = events(stormed + "   play giant pays cook x archer\n")
    assert [type(event) for event, _cause in told].count(ev.DefenderDestroyed) == 2
    (fault,) = faults(stormed + "   play giant pays cook = archer\n")
    assert "= is written here, and by the rules it is x" in fault


def test_a_card_that_does_not_slip_is_recorded_as_played() -> None:
    """What is put under the enemy Gate stands there as if it might be one that belongs there."""
    (slipped,) = [event for event, _cause in events(HEAD + LAID + "   slip giant\n", as_played=True)[1:]]
    assert isinstance(slipped, pe.CardSlipped)
    assert (slipped.rule, slipped.card.faces, slipped.card.known_to) == ("13.2", ("giant",), ("A",))
    assert slipped.card.hint != "?"


def test_event_lines_below_a_line_say_what_followed_from_it() -> None:
    """Then nothing is worked out, but what everybody reads of the decision itself."""
    below = (
        '| {"e":"regicide.game-ended/1","rule":"6.4","won":false,"why":"cannot-defend"}\n',
        "",
    )
    text = LAST_JACK.replace("A.hand = c10 h2", "A.hand = c2 h10").replace("damage=10", "damage=0")
    made = [events(f"{text}   c2\n   A falls\n{lines}", as_played=True)[-2:] for lines in below]
    assert made[0] == made[1]
    assert [event.rule for event, _cause in made[0]] == ["6.4", "6.4"]


def test_games_of_one_file_are_read_one_by_one() -> None:
    """``[Game`` begins the next."""
    found = read(HEAD + LAID + "   castle giant\n\n" + HEAD + LAID + "   gate giant\n")
    assert [len(game.table.log) for game in found.games] == [2, 2]


def test_a_word_of_the_notation_that_is_a_cards_name_is_refused() -> None:
    """Else a line could be read in two ways."""
    from importers.notation.cards import CardNames  # noqa: PLC0415
    from records.values import replace  # noqa: PLC0415

    game = library()["castle-rampage"]
    odd = replace(game, notation=Notation(places={"knight": PlaceForm("pile")}, forms=(CommandForm(command=Play, text="play {card}"),)))
    (one,) = read(HEAD + LAID).games
    with pytest.raises(GameRefused, match="knight is a word of the notation and a card's name"):
        Vocabulary(odd).check(CardNames(odd, one.headers.header))


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ('[Gaem "x"]', "no header is called 'Gaem'"),
        ('[Seats "A B"]', "the header Seats appears here twice"),
        ('[C "Ana"]', "nobody sits at C"),
        ('[Date "soon"]', "neither a day"),
        ('[Result "C"]', "names the seats that won"),
        ('[Result "A"]', "the game ended B, the header says A"),
        ('[Catalogue "castle-rampage/house" "00000000"]', "no catalogue that is known here"),
        ('[Switches "luck=good"]', "has no switch 'luck'"),
        ('[Recorder "C"]', "whose view is it?"),
        ("[Round]", "Round is followed by a text in quotes"),
        ('[Expect "draw = 1"]', "this is a rule puzzle"),
    ],
)
def test_headers_are_checked(header: str, why: str) -> None:
    """Unknown and doubled ones, people who do not sit there, results that are not so."""
    assert why in faults(HEAD.replace("\n\n", f"\n{header}\n\n") + LAID + "   resigns\n")[0]


def test_texts_are_read_by_whoever_wrote_them() -> None:
    """Byte order marks and line ends of other systems, remarks, empty texts."""
    strange = ("\ufeff" + HEAD + LAID).replace("\n", "\r\n").encode()
    assert read_text(library(), text_of(strange), Options()).problems == []
    assert faults(HEAD + "; nothing but this\n" + LAID.replace("turn=5", "turn=5 ; the fifth")) == []
    assert "here is no game" in faults("")[0]


def test_a_line_has_ten_thousand_characters_at_most_and_longer_ones_cost_themselves() -> None:
    """Remarks do not count."""
    assert after("   castle giant {" + "x" * 9_000 + "} {" + "y" * 9_000 + "}\n") == []
    (fault,) = after("   castle giant" + " " * 10_000 + "\n")
    assert fault == "line 14, column 1: malformed: a line has 10000 characters at most"


def test_what_a_record_has_no_place_for_is_told_and_kept_out() -> None:
    """Where it was, which event and round, and headers of one's own; another catalogue is known by the beginning of its hash."""
    more = '[Place "the kitchen"]\n[Event "Open"]\n[Round "3"]\n[X-Table "7"]\n\n'
    heard: list[str] = []
    text = HEAD.replace("\n\n", f"\n{more}") + LAID
    NotationImporter(library()).read(text.encode(), "game.kbz", ImportOptions(tell=heard.append))
    assert heard == ["game.kbz: kept out of the record: Place, Event, Round, X-Table"]
    (plain,) = read(HEAD + LAID).games
    name, whole = plain.headers.header.catalogue, plain.headers.header.catalogue_hash
    (again,) = read(HEAD.replace("\n\n", f'\n[Catalogue "{name}" "{whole[:8]}"]\n\n') + LAID).games
    assert again.headers.header.catalogue_hash == whole


def test_commas_between_cards_say_nothing() -> None:
    """As people write them."""
    plain = "@exposed B.hand cook @*\n   play knight pays cost(robber giant) > ?\n"
    assert after(plain.replace("(robber giant", "(robber, giant,")) == after(plain)
    listed = LAID.replace("knight robber mercenary-bow giant", "knight, robber, mercenary-bow, giant")
    assert events(HEAD + listed) == events(HEAD + LAID)


def test_what_is_done_on_the_line_of_a_turns_number_is_refused_with_where_it_belongs() -> None:
    """The commonest slip of who writes a first game."""
    (fault,) = after("   castle giant\n6. B castle knight\n")
    assert "what is done goes on a line of its own" in fault
    assert fault.startswith("line 15, column 1: malformed")
