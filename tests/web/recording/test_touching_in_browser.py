"""A game written down on a phone in a real Chromium: by touching the board, with the touches counted."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from records.core.shared import Corrected, TakenBack
from records.core.viewers import LOCAL, OPEN
from records.service import NewTable
from support.soaking import soaked
from support.touching import Thumb

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from records.service import GameBook
    from records.service.viewing import RecordView

pytestmark = pytest.mark.browser
GAMES = Path(__file__).parents[3] / "examples" / "games"
FERRY, PLAIN = GAMES / "night-ferry.json", GAMES / "castle-rampage-plain.jsonl"
MOVES = 20
"""Of the soak; every day fewer."""
OF_TEN = {"castle-rampage": 25, "regicide": 20, "creature-crush": 20}
"""Touches that the first ten moves may cost."""
MUCH = 10
"""A sum that no small card reaches."""
AT_ONCE = "Touching it records the move. Undo takes it back."


def the_record(book: GameBook) -> RecordView:
    """Return the one record of the book."""
    (entry,) = book.records.shelf(LOCAL).entries
    return book.record(LOCAL, entry.id, OPEN)


def dealt(book: GameBook, game: str) -> str:
    """Begin a game that the program deals, and return the path of its page."""
    record = book.writing.begin(LOCAL, NewTable(game=game, names=("Ana", "Ben"), begins="A", dealt=True))  # type: ignore[arg-type]
    return f"/records/{record}/record"


def chosen(view: RecordView, thumb: Thumb) -> int:
    """Return the place of what a sensible player does among what may be written."""
    position = view.position(view.steps)
    assert view.game.recording is not None
    assert view.game.simulation is not None
    actions = view.game.recording.actions(position)
    return actions.index(view.game.simulation.policy(position, thumb.picker))


@pytest.mark.parametrize(
    ("game", "moves"), [("castle-rampage", 3), *(soaked(game, MOVES) for game in ("castle-rampage", "regicide", "creature-crush"))]
)
def test_twenty_moves_are_written_by_as_few_touches_as_promised(
    site: str, phone: Page, book: GameBook, *, game: str, moves: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two touches for a move of one card, one more for each further thing and each card that is named, one to confirm several at once."""
    thumb = Thumb(phone, random.Random(2))  # noqa: S311 -- a game, not a secret
    thumb.begin(site, game)
    for _ in range(moves):
        thumb.play(chosen(the_record(book), thumb))
        assert phone.locator("#pad").bounding_box()["y"] < 844  # type: ignore[index]
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    with capsys.disabled():
        told = ", ".join(f"{touches}/{allowed}" for touches, allowed, _says in thumb.counts)
        print(f"\n{game}: touches of the first {moves} moves, of those allowed: {told}")  # noqa: T201 -- the figures are told
    assert [count for count in thumb.counts if count[0] > count[1]] == []
    assert sum(thumb.alone[:10]) <= OF_TEN[game]
    view = the_record(book)
    assert len([recorded for recorded in view.events if recorded.cause == recorded.v]) == moves + 1


@pytest.mark.soak
def test_a_touch_undoes_and_a_slip_is_mended_in_place(site: str, phone: Page, book: GameBook) -> None:
    """One touch takes the last move back; a wrong face is put right; what is taken back is entered again by one touch a move."""
    thumb = Thumb(phone, random.Random(2))  # noqa: S311 -- a game, not a secret
    thumb.begin(site, "castle-rampage")
    for _ in range(3):
        moves = thumb.data()["moves"]
        thumb.play(next(nth for nth, move in enumerate(moves) if move[2].startswith("Ana puts")))
    laid = [says for _touches, _allowed, says in thumb.counts]
    thumb.touch(phone.locator("#undo"))
    thumb.rest()
    assert isinstance(the_record(book).events[-1].event, TakenBack)
    expect(phone.locator(".again li")).to_have_count(1)
    phone.locator(".again button").tap()
    expect(phone.locator(".told .line").last).to_have_text(laid[2])
    step = phone.locator(".told > li", has_text=laid[0]).first
    step.locator("summary").tap()
    face = step.locator("select[name=face]")
    held = the_record(book).position(the_record(book).steps).table.hands["A"].faces  # type: ignore[index]
    face.select_option(str(held[0]))
    step.get_by_role("button", name="Correct the card").tap()
    expect(phone.locator(".told .line").last).to_contain_text("Corrected")
    assert isinstance(the_record(book).events[-1].event, Corrected)


@pytest.mark.soak
def test_without_a_connection_what_is_entered_is_kept(site: str, phone: Page, book: GameBook) -> None:
    """The page says so; two moves wait, outlive a reload of the page, and are written in their order when the connection is back."""
    phone.goto(site + dealt(book, "castle-rampage"))
    thumb = Thumb(phone, random.Random(2))  # noqa: S311 -- a game, not a secret
    thumb.rest()
    steps = the_record(book).steps
    phone.route("**/record", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    hand = phone.locator('#board [data-place="hand-A"] .card')
    for pile in ("gate:A", "castle:A"):
        thumb.touch(hand.first if pile == "gate:A" else hand.last)
        thumb.touch(phone.locator(f'#board [data-pile="{pile}"]'))
        thumb.rest()
        if pile == "castle:A":
            thumb.touch(phone.locator("#write"))
            thumb.rest()
    expect(phone.locator("#away")).to_contain_text("No connection.")
    expect(phone.locator("#away")).to_contain_text("2 moves are waiting")
    assert the_record(book).steps == steps
    phone.reload()
    expect(phone.locator("#away")).to_contain_text("2 moves are waiting")
    phone.unroute("**/record")
    phone.locator("#away").get_by_role("button", name="Try again now").tap()
    expect(phone.locator("#away")).to_be_hidden()
    assert the_record(book).steps == steps + 2


@pytest.mark.soak
def test_a_kept_move_that_is_refused_stops_there_with_the_servers_words(site: str, phone: Page, book: GameBook) -> None:
    """What waits behind it stays; it can be thrown away."""
    phone.goto(site + dealt(book, "castle-rampage"))
    thumb = Thumb(phone, random.Random(2))  # noqa: S311 -- a game, not a secret
    thumb.rest()
    main = phone.locator("main").get_attribute("data-record")
    entries: list[Any] = [
        {"fields": [["do", "command"], ["touch", key], ["once", key]], "words": key} for key in ("hand:A/none", "hand:B/none")
    ]
    phone.evaluate("([name, entries]) => localStorage.setItem(name, JSON.stringify(entries))", [f"kiebitz-kept-{main}", entries])
    phone.reload()
    away = phone.locator("#away")
    expect(away).to_contain_text("This one could not be written: hand:A/none")
    expect(away).to_contain_text("What you touched is not a move now")
    away.get_by_role("button", name="Throw it away").tap()
    expect(away).to_contain_text("hand:B/none")
    away.get_by_role("button", name="Throw it away").tap()
    expect(away).to_be_hidden()


def test_a_move_is_written_by_the_keyboard_alone(site: str, phone: Page, book: GameBook) -> None:
    """Tab leads to the board, arrows inside it, Enter touches; a card is found by two letters; Backspace takes the move back."""
    phone.goto(site + dealt(book, "regicide"))
    thumb = Thumb(phone, random.Random(2))  # noqa: S311 -- a game, not a secret
    thumb.rest()
    steps = the_record(book).steps
    card = phone.locator('#board [data-place="hand-A"] .card[data-lit]').first
    at_once = card.get_attribute("title") == AT_ONCE
    card.press("Enter")
    if not at_once:
        expect(phone.locator("#write")).to_be_enabled()
        phone.locator("#pad").press("Enter")
    expect(phone.locator("#pad[data-state=ready]")).to_be_visible()
    expect(phone.locator("#undo")).to_be_visible()
    assert the_record(book).steps > steps
    phone.locator("#pad").focus()
    phone.keyboard.press("Backspace")
    expect(phone.locator(".told .line").last).to_contain_text("The game goes back")


@pytest.mark.soak
def test_what_one_touch_writes_one_touch_undoes(site: str, phone: Page, book: GameBook) -> None:
    """A card that leaves no choice is written at once and says so before; after Undo it is confirmed, so that more can be chosen."""
    path = dealt(book, "regicide")
    view, picker = the_record(book), random.Random(3)  # noqa: S311 -- a game, not a secret
    assert view.game.simulation is not None
    while view.position(view.steps).state.need is None:
        book.command(LOCAL, view.header.record, view.game.simulation.policy(view.position(view.steps), picker), expected=view.steps)
        view = the_record(book)
    phone.goto(site + path)
    thumb = Thumb(phone, picker)
    thumb.rest()
    expect(phone.locator("#hint")).to_contain_text("The card that reaches it records the move.")
    card = phone.locator(f'#board .card[data-lit][title="{AT_ONCE}"]').first
    face = card.evaluate("card => card.dataset.card ?? /cards\\/([^?]+)/.exec(card.dataset.href)[1]")
    seat = view.position(view.steps).state.active
    thumb.touch(card)
    thumb.rest()
    assert the_record(book).steps > view.steps
    thumb.touch(phone.locator("#undo"))
    thumb.rest()
    assert isinstance(the_record(book).events[-1].event, TakenBack)
    steps = the_record(book).steps
    expect(phone.locator(f'#board .card[title="{AT_ONCE}"]')).to_have_count(0)
    thumb.touch(thumb.on_board(f"hand:{seat}/{face}"))
    expect(phone.locator("#write")).to_be_enabled()
    assert the_record(book).steps == steps


@pytest.mark.soak
def test_a_card_is_found_by_two_letters_and_the_last_one_comes_first(site: str, phone: Page) -> None:
    """In the grid of what can still be there; Enter takes the first that is left."""
    thumb = Thumb(phone, random.Random(2))  # noqa: S311 -- a game, not a secret
    thumb.sit_down(site, "castle-rampage")
    thumb.rest()
    field, names = phone.locator("#choices input[type=search]"), phone.locator("#choices .name:visible")
    field.fill("kn")
    assert names.evaluate_all("all => all.map(name => name.dataset.name)") == ["knight"]
    field.press("Enter")
    expect(phone.locator("#choices .answers .chip")).to_have_text("Knight \u00d7")
    expect(phone.locator("#choices .name[data-recent]")).to_have_count(1)
    assert names.evaluate_all("all => all.slice(0, 2).map(name => name.dataset.name)") == ["?", "knight"]


@pytest.mark.soak
def test_a_question_takes_the_room_that_its_page_has(site: str, phone: Page) -> None:
    """All playing cards are in sight, and of many creatures as many as fit above the button, which stays in view without scrolling."""
    phone.set_viewport_size({"width": 390, "height": 844})
    thumb = Thumb(phone, random.Random(2))  # noqa: S311 -- a game, not a secret
    for game, least, most in (("regicide", 0, 790), ("creature-crush", 760, 844)):
        thumb.sit_down(site, game)
        thumb.rest()
        assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert least <= phone.locator("#pad").evaluate("pad => pad.getBoundingClientRect().bottom") <= most
        hidden = phone.locator("#choices").evaluate("box => box.scrollHeight - box.clientHeight")
        assert (hidden > 0) == (game == "creature-crush")


@pytest.mark.soak
def test_a_sum_runs_with_the_cards_that_are_touched(site: str, phone: Page, book: GameBook) -> None:
    """What a royal's attack asks for, and how much of it the touched cards are worth; written down once it is enough."""
    path = dealt(book, "regicide")
    view, picker = the_record(book), random.Random(3)  # noqa: S311 -- a game, not a secret
    keeping, player = view.game.recording, view.game.simulation
    assert keeping is not None
    assert keeping.owed is not None
    assert player is not None
    while (owed := keeping.owed(view.position(view.steps))) is None or owed.need < MUCH:
        book.command(LOCAL, view.header.record, player.policy(view.position(view.steps), picker), expected=view.steps)
        view = the_record(book)
    phone.goto(site + path)
    thumb = Thumb(phone, picker)
    thumb.rest()
    expect(phone.locator("#hint")).to_contain_text(f"0 of {owed.need}")
    first = phone.locator("#board .card[data-lit][title='']").first
    worth = owed.worth[first.evaluate("card => card.dataset.card ?? /cards\\/([^?]+)/.exec(card.dataset.href)[1]")]
    thumb.touch(first)
    expect(phone.locator("#hint")).to_contain_text(f"{worth} of {owed.need}")


@pytest.mark.soak
def test_what_cannot_be_touched_says_why(site: str, phone: Page, book: GameBook) -> None:
    """In its title, to who hears the page, and in the pad when it is touched all the same."""
    phone.goto(site + dealt(book, "regicide"))
    thumb = Thumb(phone, random.Random(2))  # noqa: S311 -- a game, not a secret
    thumb.rest()
    other = phone.locator('#board [data-place="hand-B"] .card').first
    assert other.get_attribute("aria-disabled") == "true"
    assert other.get_attribute("title") == "It is not this side's move."
    other.dispatch_event("click")
    expect(phone.locator("#hint")).to_have_text("It is not this side's move.")


@pytest.mark.soak
def test_files_let_go_anywhere_on_the_shelf_are_put_on_it(site: str, phone: Page, book: GameBook) -> None:
    """Several at once, far from the field; what is refused is told in words of the file."""
    phone.goto(site, wait_until="networkidle")  # what listens is fetched after the page
    files = [(path.name, path.read_text("utf-8")) for path in (FERRY, PLAIN)] + [("notes.txt", "milk, eggs")]
    with phone.expect_navigation():
        phone.evaluate(
            """files => {
                const held = new DataTransfer();
                for (const [name, text] of files) held.items.add(new File([text], name));
                const how = { bubbles: true, cancelable: true, dataTransfer: held };
                document.querySelector(".brand").dispatchEvent(new DragEvent("drop", how));
            }""",
            files,
        )
    expect(phone.locator(".report .no")).to_contain_text("notes.txt")
    expect(phone.locator(".report .no")).to_contain_text("This kind of file cannot be read")
    assert book.records.shelf(LOCAL).total == 2
