"""The board of all against one: the royal's figures, what was played, the Castle, decks in parts, hands by viewer, and the team lens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.core.ids import SEATS
from records.core.viewers import LOCAL
from records.games.regicide.board.faces import FACES
from records.games.regicide.game import REGICIDE
from records.games.regicide.model.events import (
    AttackSuffered,
    CardDrawn,
    DamageDealt,
    Discarded,
    ImmunityCancelled,
    JesterFlipped,
    PowerBlocked,
    RoyalDefeated,
    SeatFell,
    ShieldRaised,
)
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.card_names import card_name
from support.soaking import rest_soaked, shares

if TYPE_CHECKING:
    from collections.abc import Callable

    from bs4 import BeautifulSoup, Tag
    from flask.testing import FlaskClient

    from records.service import NewGame

    Read = Callable[..., BeautifulSoup]

VIEWERS = (*SEATS[:3], "public", "open")


book = books.shared


@pytest.fixture(scope="module")
def played(book: GameBook) -> str:
    """A game of three that played itself, with a bit of everything in it."""
    return book.writing.add(LOCAL, next(game for game in simulate(REGICIDE, seed=35, games=90, players=3) if has_all(game)))[0].id


def has_all(game: NewGame) -> bool:
    """Whether Spades were played, immunity blocked and was cancelled, royals fell in both ways, and one was drawn that all knew."""
    events = [entry.event for entry in game.entries]
    kinds = {type(event) for event in events}
    exact = {event.exact for event in events if isinstance(event, RoyalDefeated)}
    drawn = any(isinstance(event, CardDrawn) and event.card.known_to == ("*",) for event in events)
    return {ShieldRaised, PowerBlocked, ImmunityCancelled, Discarded} <= kinds and exact == {True, False} and drawn


def after(book: GameBook, record: str, kind: type, nth: int = 0) -> int:
    """The version of the event of a class, the first one or a later one."""
    return [recorded.v for recorded in book.record(LOCAL, record, "open").events if isinstance(recorded.event, kind)][nth]


def words(part: Tag | BeautifulSoup | None) -> str:
    """What a part says, apart by single spaces."""
    assert part is not None
    return " ".join(part.get_text(" ", strip=True).split())


def test_the_royals_figures_stand_before_and_after_a_step(read: Read, book: GameBook, played: str) -> None:
    """At the step that changes a figure both numbers stand there, in words too; at the next only the new one."""
    at = after(book, played, ShieldRaised)
    page = read(f"/records/{played}?at={at}&as=public")
    (changed,) = page.select(".meter[data-changed]")[:1]
    meter = {one.kind: one for one in book.record(LOCAL, played, "public").enemy(at).meters}["attack"]  # type: ignore[union-attr]
    assert words(page.select_one(".meter.attack .sr")) == f"Attack: {meter.number} of {meter.full}, before this step {meter.was}"
    assert [part.get_text() for part in page.select(".meter.attack .figure :is(s, b)")] == [str(meter.was), str(meter.number)]
    assert changed["class"] == ["meter", "attack"]
    hit = after(book, played, DamageDealt)
    assert read(f"/records/{played}?at={hit}&as=public").select_one(".meter.health[data-changed]") is not None
    assert read(f"/records/{played}?at={hit}&as=public").select_one(".meter.attack[data-changed]") is None


def test_plays_lie_in_their_order_with_what_they_did(read: Read, book: GameBook, played: str) -> None:
    """Every play names its player, its cards by open faces and each effect in a sentence; blocked ones are struck."""
    at = after(book, played, DamageDealt, 3)
    page = read(f"/records/{played}?at={at}&as=public")
    enemy = book.record(LOCAL, played, "public").enemy(at)
    assert enemy is not None
    shown = page.select(".play")
    assert len(shown) == len(enemy.plays) > 1
    for element, play in zip(shown, enemy.plays, strict=True):
        assert len(element.select(".cards .card[data-face=up]")) == len(play.cards)
        assert [sign.has_attr("data-struck") for sign in element.select(".sign")] == [mark.struck for mark in play.marks]
        assert all(words(sign.select_one(".sr")).endswith(".") for sign in element.select(".sign"))
    zone = book.record(LOCAL, played, "public").position(at).table.zones["fight"]
    assert len(page.select(".play .card")) == len(zone)


def test_immunity_is_said_and_struck_once_cancelled(read: Read, book: GameBook, played: str) -> None:
    """The royal's own suit stands beside it with what it means; after a Jester the sign is struck and the sentence another."""
    found = set()
    view = book.record(LOCAL, played, "public")
    for at in range(5, view.steps):
        enemy = view.enemy(at)
        assert enemy is not None
        if not enemy.marks or enemy.marks[0].struck in found:
            continue
        found.add(enemy.marks[0].struck)
        line = read(f"/records/{played}?at={at}&as=public").select_one(".proof li")
        assert line is not None
        assert line.has_attr("data-struck") == enemy.marks[0].struck
        assert ("no longer immune" in words(line)) == enemy.marks[0].struck
    assert found == {False, True}


def test_the_castle_shows_all_twelve(read: Read, book: GameBook, played: str) -> None:
    """Each royal with its fate, by sign and in words, in three rows; who stands is the one in the middle."""
    at = after(book, played, AttackSuffered, -1)
    page = read(f"/records/{played}?at={at}&as=public")
    peers = page.select(".ranks .peer")
    assert len(peers) == 12
    assert [row["aria-label"] for row in page.select(".ranks ul")] == ["Jacks", "Queens", "Kings"]
    (standing,) = page.select('.peer[data-fate="up"]')
    assert words(page.select_one(".enemy h2")) in words(standing)
    fallen = page.select('.peer[data-fate="down"]')
    events = book.record(LOCAL, played, "open").events[:at]
    assert len(fallen) == sum(isinstance(recorded.event, RoyalDefeated) for recorded in events)
    assert all("fallen" in words(peer) for peer in fallen)


@pytest.mark.soak
def test_a_fallen_royal_lies_broken_or_on_the_tavern(read: Read, book: GameBook, played: str) -> None:
    """Beaten by more it lies broken in its place; by exact damage it is the known top card of the Tavern, and glides there."""
    view = book.record(LOCAL, played, "public")
    defeats = [(recorded.v, recorded.event.exact) for recorded in view.events if isinstance(recorded.event, RoyalDefeated)]
    assert {exact for _at, exact in defeats} == {True, False}
    for at, exact in defeats:
        page = read(f"/records/{played}?at={at}&as=public")
        broken, top = page.select_one(".stands .card[data-fell]"), page.select_one('[data-place="tavern"] .card')
        assert (broken is None) == exact
        assert top is not None
        assert (page.select_one("[data-took]") is not None) == exact
        if exact:
            assert top["data-face"] == "known"
            assert "known to all" in card_name(top)


@pytest.mark.soak
def test_the_tavern_is_told_in_parts(read: Read, book: GameBook, played: str) -> None:
    """What lies on top for all to know is named, what Hearts put below too as far as it is known, and the rest is counted only.

    The board is brief; the dialog of the Tavern names every known card.
    """
    view = book.record(LOCAL, played, "A")
    found = 0
    for at in range(view.steps + 1):
        deck = view.position(at).table.decks["tavern"]
        blocks = [block for block in deck if block.faces is not None]
        if not blocks or not 1 < len(deck) <= 4 or found > 3:
            continue
        found += 1
        page = read(f"/records/{played}?at={at}&as=A")
        parts = [words(part) for part in page.select(".layers li")]
        assert sum("not known" not in part for part in parts) == len(blocks)
        names = [words(part) for part in read(f"/records/{played}/places/tavern?at={at}&as=A").select(".parts li")]
        named = [part for part in names if "not known" not in part]
        for block, part in zip(blocks, named, strict=True):
            assert all(FACES[name].title["en"] in part for name in block.faces or ())
    assert found > 2


def test_what_is_to_be_discarded_stands_out(read: Read, book: GameBook, played: str) -> None:
    """The number while it is asked, with the hand's worth for who sees that hand; the cards and their worth when they are given."""
    at = after(book, played, AttackSuffered)
    seat = book.record(LOCAL, played, "open").events[at - 1].event.seat
    own, other = (words(read(f"/records/{played}?at={at}&as={viewer}").select_one(".due")) for viewer in (seat, "public"))
    assert "must discard" in own
    assert "and holds" in own
    assert "and holds" not in other
    given = after(book, played, Discarded)
    due = read(f"/records/{played}?at={given}&as=public").select_one(".due")
    assert "has discarded" in words(due)
    assert due is not None
    assert due.select(".card")


@pytest.mark.parametrize("every", shares(180, 60))
@pytest.mark.parametrize("viewer", rest_soaked(VIEWERS, keep=2))
def test_hands_show_what_their_viewer_was_shown(read: Read, book: GameBook, played: str, viewer: str, every: int) -> None:
    """At one step in so many each hand has as many cards as it holds, with faces for exactly those that this log shows."""
    view = book.record(LOCAL, played, viewer)
    for at in range(10 * VIEWERS.index(viewer) + 1, view.steps + 1, every):
        page = read(f"/records/{played}?at={at}&as={viewer}")
        for seat, hand in view.position(at).table.hands.items():
            shown = page.select(f'[data-place="hand-{seat}"] .card')
            assert len(shown) == hand.count
            assert sum(card["data-face"] != "down" for card in shown) == len(hand.faces)
        assert len(page.select(".side")) == 3
        assert not page.select("dl.lying")


def test_a_card_that_all_know_bears_both_eyes_in_a_hand(read: Read, book: GameBook, played: str) -> None:
    """A royal drawn from the top of the Tavern is known to all: others see it in the hand, its holder sees the red eye."""
    view = book.record(LOCAL, played, "open")
    drawn = next(recorded for recorded in view.events if isinstance(recorded.event, CardDrawn) and recorded.event.card.known_to == ("*",))
    seat = drawn.event.seat
    other = next(key for key in view.header.seats if key != seat)
    assert read(f"/records/{played}?at={drawn.v}&as={seat}").select_one(f'[data-place="hand-{seat}"] .seal.other') is not None
    assert read(f"/records/{played}?at={drawn.v}&as={other}").select_one(f'[data-place="hand-{seat}"] .card[data-face=known]') is not None


def test_one_player_has_jesters_and_no_team(read: Read, book: GameBook) -> None:
    """Alone there is no other side and no team; the Jesters lie aside until they are flipped."""
    alone = simulate(REGICIDE, seed=4, games=60, players=1)
    lost = (game for game in alone if {JesterFlipped, SeatFell} <= {type(entry.event) for entry in game.entries})
    record = book.writing.add(LOCAL, next(lost))[0].id
    view = book.record(LOCAL, record, "A")
    before, end = read(f"/records/{record}?at=5&as=A"), read(f"/records/{record}?at={view.steps}&as=A")
    assert not before.select(".far, .team")
    aside = before.select_one('[data-place="aside"]')
    assert aside is not None
    assert aside["data-n"] == "2"
    flipped = end.select_one('[data-place="flipped"]')
    assert flipped is not None
    assert int(str(flipped["data-n"])) == len(view.position(view.steps).table.zones["flipped"])
    assert words(end.select_one(".verdict")) == "Ana lost"


@pytest.mark.soak
def test_players_together_are_joined_by_and(read: Read, book: GameBook, played: str) -> None:
    """Who plays together is named together on every page of the record, in German too; opponents still stand against each other."""
    for path in ("", "/rules", "/charts/uncertainty"):
        assert "Ana , Ben and" in words(read(f"/records/{played}{path}?as=public").select_one("main"))
        assert "against Ben" not in words(read(f"/records/{played}{path}?as=public").select_one("main"))
    castle = book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain"))[0].id
    assert " against " in words(read(f"/records/{castle}").select_one("h1"))
    assert "Ana , Ben und Jona" in words(read(f"/records/{played}?lang=de"))


@pytest.mark.parametrize("viewer", rest_soaked(VIEWERS, keep=2))
def test_the_team_leaf_is_what_the_viewer_could_know(read: Read, book: GameBook, played: str, viewer: str) -> None:
    """All together and each hand, every figure with its bounds; the line on the board counts only what is seen."""
    view = book.record(LOCAL, played, viewer)
    at = view.steps // 2
    team = view.team(at)
    dialog = read(f"/records/{played}/team?at={at}&as={viewer}").select_one(".dialog")
    assert dialog is not None
    rows = dialog.select("tbody tr")
    assert len(rows) == 4
    for row, share in zip(rows, (team.together, *team.seats), strict=True):
        cells = [words(cell) for cell in row.select("td")]
        assert cells[0] == str(share.count)
        assert share.worth is not None
        for cell, span in zip(cells[1:], (*share.groups, share.worth), strict=True):
            assert cell.startswith(str(span.least))
            assert ("about" in cell) == (not span.certain)
            assert span.certain or f"{span.least} to {span.most}" in cell
    assert (dialog.select_one(".remark") is None) == (viewer == "open")
    line = words(read(f"/records/{played}?at={at}&as={viewer}").select_one(".team summary"))
    hidden = sum(hand.count - len(hand.faces) for hand in view.position(at).table.hands.values())
    assert ("not seen" in line) == bool(hidden)


def test_opponents_have_no_team_page(client: FlaskClient, book: GameBook) -> None:
    """A game whose players play against each other has no such page, and a step that is not there has none either."""
    castle = book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain"))[0].id
    assert client.get(f"/records/{castle}/team?at=3&as=A").status_code == 404
    regicide = book.writing.add(LOCAL, *simulate(REGICIDE, seed=4, games=1, players=2))[0].id
    assert client.get(f"/records/{regicide}/team?at=9999&as=A").status_code == 404
    assert client.get(f"/records/{regicide}/team?at=x&as=A").status_code == 422
    assert client.get(f"/records/{regicide}/team?as=A").status_code == 200
