"""The five scenes of Castle Rampage among the examples: every card at work, and each way in which somebody comes to know a card or not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from importers import ImportOptions
from importers.storing import store_file
from records.core.faces import UNKNOWN, Face, Some, known
from records.core.ids import PileId, SeatKey
from records.core.sentences import Sentence
from records.core.viewers import LOCAL
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.rulings.audit import Verdict
from records.service import GameBook
from web.words.phrases import Printed, locale_of, say_plainly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.events import Event
    from records.core.tables.hands import Hand
    from records.knowledge.answers import Knowledge
    from records.service import RecordView

GAMES = Path(__file__).parents[1] / "examples" / "games"
SCENES = ("siege", "secrets", "gates", "jester", "evening")
VIEWERS = ("A", "B", "public", "open")
LONGEST = 200
"""Events: a scene is to be read."""


class Scenes:
    """The five records on a shelf."""

    def __init__(self, book: GameBook) -> None:
        self.book = book
        self._views: dict[tuple[str, str], RecordView] = {}
        self._ids = {name: self._stored(f"castle-rampage-{name}.jsonl") for name in SCENES}

    def _stored(self, name: str) -> str:
        (one,) = store_file(self.book, LOCAL, (GAMES / name).read_bytes(), name, ImportOptions())
        return one.id

    def view(self, name: str, viewer: str = "open") -> RecordView:
        """A scene through somebody's eyes."""
        if (name, viewer) not in self._views:
            self._views[name, viewer] = self.book.record(LOCAL, self._ids[name], viewer)
        return self._views[name, viewer]

    def step(self, name: str, cls: type[Event], nth: int = 1, **fields: Any) -> int:
        """The version of the nth event of a class with these fields."""
        fitting = [
            recorded.v
            for recorded in self.view(name).events
            if isinstance(recorded.event, cls) and all(getattr(recorded.event, field) == value for field, value in fields.items())
        ]
        return fitting[nth - 1]

    def pile(self, name: str, at: int, viewer: str, pile: str) -> list[Face]:
        """What a viewer was shown of a pile, from its top; ``?`` for a card that is not known."""
        table = self.view(name, viewer).position(at).table
        faces = [table.slots[slot].face for slot in table.piles[PileId(pile)]]
        return [face if known(face) else UNKNOWN for face in faces]

    def hand(self, name: str, at: int, viewer: str, seat: str) -> Hand:
        """A hand as a viewer was shown it."""
        return self.view(name, viewer).position(at).table.hands[SeatKey(seat)]

    def knows(self, name: str, at: int, viewer: str) -> Knowledge:
        """What a viewer could know."""
        return self.view(name, viewer).knowledge(at)


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scenes]:
    """All of them, stored once."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('scenes')}/book.sqlite") as book:
        yield Scenes(book)


def at_work(events: list[Any]) -> Iterator[str]:
    """Yield each card that was played, and each that did something as it was laid or fell."""
    turned = ""
    for event in events:
        match event:
            case ev.CardPlayed():
                yield from (str(event.card), *map(str, event.with_cards))
            case pe.CardSlipped() | ev.Strengthened(rule="13.1"):
                yield str(event.card.faces[0])
            case pe.LastResortPlayed():
                yield str(event.card)
            case ev.DefenderRevealed():
                turned = str(event.card)
            case ev.DefenderDestroyed() if event.owes:
                yield turned
            case _:
                pass


def test_every_card_of_the_catalogue_is_played_or_at_work(scenes: Scenes) -> None:
    """Together the five scenes leave no face of the catalogue out."""
    seen = {card for name in SCENES for card in at_work([recorded.event for recorded in scenes.view(name).events])}
    assert set(scenes.view("siege").faces) - seen == set()


def test_the_shelf_of_scenes_verifies(scenes: Scenes) -> None:
    """Nothing that was imported is found to be changed."""
    assert list(scenes.book.records.verify(LOCAL)) == []


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_keeps_the_rules(scenes: Scenes, name: str) -> None:
    """Each decision, decided again, has the consequences that the record has; and a scene stays short."""
    view = scenes.view(name)
    judged = view.audit()
    assert [one for one in judged if one.verdict is not Verdict.KEPT] == []
    assert len(judged) > 10
    assert view.steps <= LONGEST


def test_the_scenes_are_played_by_each_read_ruleset_and_by_people_of_their_own(scenes: Scenes) -> None:
    """Each ruleset whose cards' texts are read has a scene, and nobody sits in two."""
    assert {scenes.view(name).header.ruleset.rpartition("/")[2] for name in SCENES} == {"house", "pegasus", "yucata"}
    assert len({person for name in SCENES for person in scenes.view(name).names.values()}) == 2 * len(SCENES)


def told(view: RecordView, language: str) -> Iterator[tuple[Sentence, str]]:
    """Yield each sentence of a record with its text."""
    locale = Printed(locale_of(language), view.faces)
    for turn in view.timeline.turns:
        for step in turn.steps:
            for sentence in (*step.lines, *(tell.sentence for tell in step.tells)):
                yield sentence, say_plainly(sentence, view.names, locale)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("name", SCENES)
def test_a_scene_is_told_in_both_languages(scenes: Scenes, name: str, viewer: str) -> None:
    """No sentence lacks its German text, no field stays open, and cards and places are told in words, never by their keys."""
    view = scenes.view(name, viewer)
    words = "|".join(re.escape(card) for card in view.faces if "-" in card)
    keys = re.compile(rf"(?<![\w-])({words})(?![\w-])|(hand|gate|castle|display):[AB]|\bs\d+\b|\bexposed\b")
    german, english = list(told(view, "de")), list(told(view, "en"))
    assert len(german) == len(english) > 40
    for sentence, text in german:
        wordless = not re.search(r"[a-z]{2}", re.sub(r"%\(\w+\)s", "", sentence.text))
        assert wordless or locale_of("de").translated(sentence.text) != sentence.text, sentence
        assert not keys.search(text), text
        assert "%(" not in text
    for _sentence, text in english:
        assert not keys.search(text), text
        assert "%(" not in text


def test_placed_cards_are_known_by_position_to_their_owner(scenes: Scenes) -> None:
    """Who laid them knows each in its place; the other seat and the public know of none, but count them."""
    at = scenes.step("evening", ev.TurnBegan, number=1)
    assert scenes.pile("evening", at, "A", "gate:A") == ["archer", "cook", "worker", "dragon"]
    assert scenes.pile("evening", at, "B", "gate:A") == ["?"] * 4
    assert scenes.pile("evening", at, "public", "castle:B") == ["?"] * 4


def test_nobody_starts_with_a_purple_card(scenes: Scenes) -> None:
    """The other seat can exclude them from all that was laid and from the hand."""
    known_to_b = scenes.knows("evening", scenes.step("evening", ev.CardPlaced, 16), "B")
    hidden = [slot for slot, face in known_to_b.slots.items() if face.certain is None]
    assert len(hidden) == 8
    purple = {"bomber", "ogre", "saboteur", "spy"}
    assert all(purple.isdisjoint(known_to_b.slots[slot].candidates) for slot in hidden)
    assert purple.isdisjoint(known_to_b.hands[SeatKey("A")].most)
    assert purple <= set(known_to_b.decks[ev.DRAW].most)


def test_a_defender_that_held_is_known_to_both_and_its_owner_sees_that(scenes: Scenes) -> None:
    """The Ogre goes back face down, with the red eye for Bruno."""
    at = scenes.step("siege", ev.DefenderHeld)
    assert scenes.pile("siege", at, "A", "gate:B") == ["ogre", "?", "?", "?", "?"]
    assert scenes.pile("siege", at - 2, "A", "gate:B") == ["?"] * 5
    table = scenes.view("siege", "B").position(at).table
    top, below = table.piles[PileId("gate:B")][:2]
    assert not table.slots[top].up
    assert table.slots[top].known_to == ("*",)
    assert table.slots[below].known_to == ("B",)


def test_a_robbed_card_is_known_in_the_hand(scenes: Scenes) -> None:
    """Dogan sees two of Clara's cards, and she sees which he knows."""
    at = scenes.step("secrets", ev.AttackEnded)
    assert scenes.hand("secrets", at, "B", "A").faces == ("diplomat", "dragon")
    assert scenes.hand("secrets", at, "A", "A").shown == ((("*",), ("diplomat", "dragon")),)


def test_the_online_memory_forgets_a_hand_when_a_card_of_it_is_laid(scenes: Scenes) -> None:
    """It forgets both cards at once; what follows exactly is that either may still be there, and one of them is."""
    laid = scenes.step("secrets", ev.Strengthened, rule="3.1")
    before, after = (scenes.view("secrets", "B").remembered(at).table.hands[SeatKey("A")] for at in (laid - 1, laid))
    assert (before.faces, after.faces) == (("diplomat", "dragon"), ())
    hand = scenes.knows("secrets", laid, "B").hands[SeatKey("A")]
    assert {0 < hand.holds[card] < 1 for card in ("diplomat", "dragon")} == {True}
    assert hand.expected["diplomat"] + hand.expected["dragon"] > 1


def test_spy_or_saboteur_becomes_certain(scenes: Scenes) -> None:
    """One Saboteur lies in the discard pile; when Dogan draws the other he knows what lies under his Gate, and nobody else does."""
    slipped, drawn = scenes.step("secrets", pe.CardSlipped), scenes.step("secrets", ev.CardDrawn)
    slot = scenes.view("secrets").events[slipped - 1].event.slot
    for viewer in ("B", "public"):
        assert scenes.view("secrets", viewer).position(slipped).table.slots[slot].face == Some(among=("saboteur", "spy"))
        assert scenes.knows("secrets", slipped, viewer).slots[slot].candidates == ("saboteur", "spy")
    assert scenes.knows("secrets", drawn, "B").slots[slot].certain == "spy"
    assert scenes.knows("secrets", drawn, "public").slots[slot].certain is None
    assert scenes.knows("secrets", slipped, "A").slots[slot].certain == "spy"


def test_the_question_for_a_last_resort_tells(scenes: Scenes) -> None:
    """Asked, Clara knows that Dogan holds one; not asked, that he holds none."""
    asked, not_asked = (scenes.step("secrets", pe.DefenceChecked, seat="B", holds=holds) for holds in (True, False))
    assert "last-resort" not in scenes.knows("secrets", asked - 1, "A").hands[SeatKey("B")].least
    assert scenes.knows("secrets", asked, "A").hands[SeatKey("B")].least == {"last-resort": 1}
    assert "last-resort" not in scenes.knows("secrets", not_asked, "A").hands[SeatKey("B")].most


def test_an_ogre_is_laid_for_all_to_see(scenes: Scenes) -> None:
    """It is paid for as a strengthening, and Clara knows where it lies."""
    at = scenes.step("secrets", ev.Strengthened, rule="13.1")
    assert scenes.pile("secrets", at, "A", "gate:B")[-1] == "ogre"
    assert scenes.pile("secrets", at, "public", "gate:B")[-1] == "ogre"


def test_a_scout_sees_the_hand_and_its_owner_knows(scenes: Scenes) -> None:
    """What was seen is known to the two of them, not to the public."""
    at = scenes.step("secrets", ee.HandLookedAt)
    assert scenes.hand("secrets", at, "A", "B").faces == ("veteran",)
    assert scenes.hand("secrets", at, "B", "B").shown == ((("A", "B"), ("veteran",)),)
    assert scenes.hand("secrets", at, "public", "B").faces == ()


def test_stolen_cards_are_known_to_who_lost_them(scenes: Scenes) -> None:
    """Emil owns two cards that Fatma knows and he does not."""
    at = scenes.step("gates", ee.GateCardsStolen)
    assert scenes.pile("gates", at, "A", "gate:A") == ["?", "?"]
    assert scenes.pile("gates", at, "B", "gate:A") == ["knight", "advisor"]
    assert scenes.pile("gates", at, "public", "gate:A") == ["?", "?"]


def test_a_worker_brings_a_card_in_that_its_owner_does_not_know(scenes: Scenes) -> None:
    """The stolen Knight lies at the bottom of Emil's Castle, and Fatma alone knows it."""
    at = scenes.step("gates", ee.CardBroughtIn)
    assert scenes.pile("gates", at, "A", "castle:A") == ["giant", "ogre", "archer", "cook", "?"]
    assert scenes.pile("gates", at, "B", "castle:A") == ["?", "?", "?", "?", "knight"]


def test_swapped_cards_stay_known_to_who_had_them(scenes: Scenes) -> None:
    """Emil knows his Squire in Fatma's Gate, she her two cards in his."""
    at = scenes.step("gates", ee.GatesSwapped)
    assert (scenes.pile("gates", at, "A", "gate:B"), scenes.pile("gates", at, "A", "gate:A")) == (["?", "squire"], ["?", "?"])
    assert (scenes.pile("gates", at, "B", "gate:B"), scenes.pile("gates", at, "B", "gate:A")) == (["advisor", "?"], ["worker", "medic"])


def test_a_priest_tells_that_no_unit_is_left(scenes: Scenes) -> None:
    """Emil knows of Fatma's hand that it holds none."""
    at = scenes.step("gates", ee.UnitsDiscarded, seat="B")
    units = set(scenes.view("gates").events[at - 1].event.units)
    before, after = (set(scenes.knows("gates", version, "A").hands[SeatKey("B")].most) for version in (at - 1, at))
    assert units & before
    assert not units & after


def test_a_recovered_card_is_known_in_the_hand(scenes: Scenes) -> None:
    """Ada saw which card Bruno's Medic brought back."""
    at = scenes.step("siege", ee.CardRecovered)
    assert scenes.hand("siege", at, "A", "B").faces == ("knight",)


def test_the_draw_pile_can_hold_what_the_viewer_has_not_seen(scenes: Scenes) -> None:
    """Its list holds the opponent's cards too, and none that lies open or that the viewer holds all copies of."""
    found = scenes.knows("siege", 1, "A").decks[ev.DRAW].most
    assert {"ogre", "last-resort", "reinforcement"} <= set(found)
    assert "fight-plan-1" not in found
    assert (found["ogre"], found["squire"]) == (2, 1)


def test_a_move_taken_back_leaves_what_was_seen(scenes: Scenes) -> None:
    """The Advisor is back in Jan's Gate, and Ines knows that it is the top card."""
    at = scenes.step("evening", ev.CardSettled) + 1
    assert type(scenes.view("evening").events[at - 1].event).__name__ == "TakenBack"
    assert scenes.pile("evening", 23, "A", "gate:B")[0] == "?"
    assert scenes.pile("evening", at, "A", "gate:B") == ["advisor", "?", "?", "?"]
    assert "advisor" not in scenes.hand("evening", at, "A", "A").faces
    assert "last-resort" in scenes.knows("evening", at, "A").hands[SeatKey("B")].least


def test_a_correction_and_a_shown_card_are_noted(scenes: Scenes) -> None:
    """Jan holds what was drawn, not what was written; what he turned too far Ines knows."""
    corrected, shown = (scenes.step("evening", ev.CardDrawn, seat="B", nth=2) + further for further in (1, 3))
    assert "giant" in scenes.hand("evening", corrected - 1, "B", "B").faces
    assert scenes.hand("evening", corrected, "B", "B").faces == ("cook", "dragon", "last-resort", "veteran")
    assert scenes.hand("evening", shown - 1, "A", "B").faces == ("last-resort", "veteran")
    assert scenes.hand("evening", shown, "A", "B").faces == ("cook", "last-resort", "veteran")
    assert (scenes.hand("evening", shown - 1, "public", "B").faces, scenes.hand("evening", shown, "public", "B").faces) == (
        ("last-resort",),
        ("cook", "last-resort"),
    )


def test_a_position_laid_out_anew_ends_what_was_known(scenes: Scenes) -> None:
    """After the gap Ines no longer counts as knowing the Advisor, and it is told from which step on all counts."""
    laid = scenes.step("evening", ev.TurnEnded, nth=2) - 1
    assert scenes.pile("evening", laid - 2, "A", "gate:B")[0] == "advisor"
    assert scenes.pile("evening", laid, "A", "gate:B") == ["?"] * 4
    assert scenes.knows("evening", laid, "A").taken_up == laid


def test_reshuffled_cards_can_be_drawn_again(scenes: Scenes) -> None:
    """Both Ogres lay open in the discard pile; after the shuffle they are candidates of the draw pile."""
    at = scenes.step("evening", ev.DiscardsReshuffled)
    last, shuffled = scenes.knows("evening", at - 2, "A"), scenes.knows("evening", at, "A")
    assert (last.decks[ev.DRAW].count, "ogre" in last.decks[ev.DRAW].most) == (1, False)
    assert shuffled.decks[ev.DRAW].most["ogre"] == 2
    assert shuffled.decks[ev.DRAW].count > 80
