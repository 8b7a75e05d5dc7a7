"""The team lens, who plays together and how well a game was won, over the API."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from records.core.ids import SeatKey
from records.core.shared import PositionSet
from records.core.viewers import LOCAL, OPEN, PUBLIC
from records.games.regicide.game import REGICIDE
from records.games.regicide.model.events import GameEnded
from records.service import Entry, GameBook, NewGame
from records.service.access import AccessSight, LocalPolicy
from records.service.writing.simulation import simulate
from records.store import open_store
from support.programs import VIEWERS, app_on, open_book
from web.schemas.thought import ASSUMED

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from flask.testing import FlaskClient

    from records.core.viewers import Caller
    from records.projections.team import Share, Team
    from records.store import RecordAccess

    Ask = Callable[..., Any]

A = SeatKey("A")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class NotAsBen(LocalPolicy):
    """Everybody may look through every eye but Ben's."""

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight:  # noqa: ARG002 -- every policy's
        """Leave out seat B."""
        return AccessSight(viewers=(SeatKey("A"), PUBLIC, OPEN), default=OPEN)


def told_of(team: Team, share: Share) -> dict[str, Any]:
    """What must be sent of a share."""
    spans = {group.title: span for group, span in zip(team.groups, share.groups, strict=True)}
    return {
        "count": share.count,
        "certain": [*share.certain],
        "groups": {title: (span.least, span.most, pytest.approx(float(span.mean), abs=0.001)) for title, span in spans.items()},
        "worth": None if share.worth is None else (share.worth.least, share.worth.most, pytest.approx(float(share.worth.mean), abs=0.001)),
    }


def read(sent: dict[str, Any]) -> dict[str, Any]:
    """What was sent of a share, in the same words."""

    def span(words: dict[str, Any]) -> tuple[Any, ...]:
        return words["least"], words["most"], words["mean"]

    return {
        "count": sent["count"],
        "certain": sent["certain"],
        "groups": {title: span(words) for title, words in sent["groups"].items()},
        "worth": sent["worth"] and span(sent["worth"]),
    }


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("at", [0, 9, 41])
def test_a_team_is_the_view_s(ask: Ask, book: GameBook, ids: dict[str, str], viewer: str, at: int) -> None:
    """Bounds, means, certain cards and what a hand lacks or has alone are those of the view, of all hands and of each."""
    team = book.record(LOCAL, ids["regicide"], viewer).team(at)
    sent = ask(f"/api/records/{ids['regicide']}/positions/{at}/team?as={viewer}&lang=en")
    assert (sent["id"], sent["viewer"], sent["at"], sent["assumes"]) == (ids["regicide"], viewer, at, ASSUMED)
    assert sent["exact"] == team.exact
    assert read(sent["together"]) == told_of(team, team.together)
    assert [*sent["seats"]] == [share.seat for share in team.seats]
    for share in team.seats:
        hand = sent["seats"][share.seat]
        assert read(hand) == told_of(team, share)
        assert hand["lacks"] == [group.title for group in team.lacks(share)]
        assert hand["alone"] == [group.title for group in team.alone_holds(share)]


def test_a_seat_is_told_less_than_the_open_table(ask: Ask, ids: dict[str, str]) -> None:
    """Its own hand is certain to it, another's is not, and what the open table sees lies within the bounds."""
    seen, mine = (ask(f"/api/records/{ids['regicide']}/positions/9/team?as={viewer}")["seats"] for viewer in ("open", "A"))
    assert mine["A"]["certain"] == seen["A"]["certain"]
    assert len(mine["B"]["certain"]) < len(seen["B"]["certain"])
    for group, span in mine["B"]["groups"].items():
        assert span["least"] <= seen["B"]["groups"][group]["least"] <= span["most"]
    assert any(span["least"] < span["most"] for span in mine["B"]["groups"].values())


@pytest.mark.parametrize(
    ("game", "asked", "expected"),
    [
        ("castle-rampage", "9/team?as=A", (404, "path", "record", "The players of this game are not a team.")),
        ("observed", "3/team", (404, "path", "record", "The players of this game are not a team.")),
        ("regicide", "9999/team", (404, "path", "at", "there is no event 9,999")),
        ("regicide", "x/team", (422, "path", "at", "")),
        ("regicide", "9/team?as=Nobody", (422, "query", "as", "")),
        ("regicide", "9/team?sa=A", (422, "query", "sa", "is not known here")),
        ("regicide", "9/team?knows=hindsight", (422, "query", "knows", "is not known here")),
    ],
)
def test_what_is_no_team_is_refused(
    client: FlaskClient, ids: dict[str, str], game: str, asked: str, expected: tuple[int, str, str, str]
) -> None:
    """Opponents, a step that is not there, a viewer who is nobody and a parameter that is none are named."""
    told = client.get(f"/api/records/{ids[game]}/positions/{asked}", headers={"Accept-Language": "en"}).get_json()
    status, where, name, words = expected
    assert told["code"] == status
    assert words in told["errors"][where][name][0]


def test_a_caller_who_may_not_look_is_refused(tmp_path: Path) -> None:
    """Where the policy lets nobody look as Ben, his team lens is refused here as on its page, and the others' are not."""
    with GameBook(open_store(f"sqlite:///{tmp_path / 'book.sqlite'}"), policy=NotAsBen()) as book:
        record = book.writing.add(LOCAL, *simulate(REGICIDE, seed=5, games=1, players=2))[0].id
        client = app_on(book).test_client()
        for viewer, status in (("A", 200), ("B", 403), ("public", 200)):
            page = client.get(f"/records/{record}/team?at=6&as={viewer}").status_code
            assert client.get(f"/api/records/{record}/positions/6/team?as={viewer}").status_code == page == status


def test_who_plays_together_is_told(ask: Ask, book: GameBook) -> None:
    """Regicide's players win and lose together, those of the other games do not."""
    sent = {game["name"]: game["together"] for game in ask("/api/games")["games"]}
    assert sent == {name: game.together for name, game in book.games.items()}
    assert (sent["regicide"], sent["castle-rampage"]) == (True, False)


@pytest.mark.parametrize(
    ("grade", "won", "english", "german"), [("gold", True, "Gold", "Gold"), ("silver", True, "Silver", "Silber"), ("", False, None, None)]
)
def test_a_grade_is_told(tmp_path: Path, grade: str, won: bool, english: str | None, german: str | None) -> None:
    """How well a game was won stands in the outcome on shelf, header and position, in the reader's language; a loss has none."""
    why = "last-king" if won else "given-up"
    ended = GameEnded(won=won, why=why, grade=grade)
    entries = [Entry(at=NOON, event=PositionSet(counters=(("active", "A"), ("turn", 30)))), Entry(at=NOON, event=ended)]
    with open_book(tmp_path / "book.sqlite") as book:
        record = book.writing.add(
            LOCAL, NewGame(game="regicide", seats=(A,), names={A: "Vera"}, started=NOON, entries=entries, **REGICIDE.rules.edition(""))
        )[0].id
        client = app_on(book).test_client()

        def sent(address: str, language: str) -> Any:
            return client.get(address, headers={"Accept-Language": language}).get_json()

        for language, expected in (("en", english), ("de", german)):
            (entry,) = sent("/api/records", language)["records"]
            places = (entry, sent(f"/api/records/{record}", language), sent(f"/api/records/{record}/positions/2", language))
            assert [place["outcome"]["grade"] for place in places] == [expected] * 3
