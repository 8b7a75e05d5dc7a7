"""Who sees what on the pages: records with planted secrets, every viewer, every step."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.core.secret import Sealed
from records.core.viewers import LOCAL
from records.values import replace
from support.soaking import shares

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient

    from records.core.ids import SeatKey
    from records.service import GameBook, NewGame

ALLOWED = {"A": {"A"}, "B": {"B"}, "C": {"C"}, "public": set(), "open": {"A", "B", "C"}}


@pytest.fixture
def shared(book: GameBook, new_game: Callable[..., NewGame]) -> str:
    """A record of three people."""
    return book.writing.add(LOCAL, new_game("Anna", "Ben", "Cleo"))[0].id


@pytest.mark.parametrize("every", shares(3, 1))
@pytest.mark.parametrize("viewer", ALLOWED)
def test_no_page_tells_another_seats_secret(
    client: FlaskClient, shared: str, secret_words: dict[SeatKey, str], viewer: str, every: int
) -> None:
    """At one step in so many, whole answer and headers hold what this viewer was told and nothing of what only others were."""
    heard = set()
    for at in range(0, 38, every):
        answer = client.get(f"/records/{shared}?at={at}&as={viewer}")
        assert answer.status_code == 200
        everything = answer.text + str(answer.headers)
        for seat, secret in secret_words.items():
            if secret in everything:
                assert seat in ALLOWED[viewer], f"step {at} tells {viewer} what only {seat} was told"
                heard.add(seat)
    assert heard == ALLOWED[viewer], "what a viewer was told is on its pages"


FORM_KEY = re.compile(r'name="once" value="[^"]+"')
"""Random for each form that is sent, so that what is sent twice is written once."""


@pytest.mark.soak
@pytest.mark.parametrize("address", ["/", "/?q={secret}", "/records/{id}?as={secret}", "/records/{id}?at={secret}", "/{secret}"])
def test_a_secret_is_not_found_by_asking_for_it(client: FlaskClient, shared: str, secret_words: dict[SeatKey, str], address: str) -> None:
    """Searching or asking for a planted secret gives what a word that nobody said gives, but for the word itself."""
    nonsense = "owl-seventy-one"
    for secret in secret_words.values():
        asked = client.get(address.format(id=shared, secret=secret))
        other = client.get(address.format(id=shared, secret=nonsense))
        assert asked.status_code == other.status_code
        assert FORM_KEY.sub("", asked.text.replace(secret, nonsense)) == FORM_KEY.sub("", other.text)


@pytest.mark.parametrize("every", shares(3, 1))
def test_pages_do_not_depend_on_what_is_hidden(client: FlaskClient, book: GameBook, new_game: Callable[..., NewGame], every: int) -> None:
    """Two games that differ only in what Ben was told are the same for Anna and the public, to the byte: lengths, counts and ETags too."""
    game = new_game("Anna", "Ben")
    secret = msgspec.Raw(b'"quite another and much longer secret"')

    def retold(part: Sealed) -> Sealed:
        return Sealed(known_to=part.known_to, body=secret) if part.known_to == ("B",) else part

    entries: list[Any] = list(game.entries[:-1])
    other = replace(
        game,
        entries=[replace(e, event=msgspec.structs.replace(e.event, quietly=tuple(map(retold, e.event.quietly)))) for e in entries]
        + [game.entries[-1]],
    )
    one, two = (stored.id for stored in book.writing.add(LOCAL, game, other))
    for viewer in ("A", "public"):
        for at in range(0, 26, every):
            first, second = (client.get(f"/records/{record}?at={at}&as={viewer}") for record in (one, two))
            assert first.text.replace(one, two) == second.text
    assert client.get(f"/records/{one}?at=9&as=B").text.replace(one, two) != client.get(f"/records/{two}?at=9&as=B").text


def test_the_shelf_shows_public_facts_only(client: FlaskClient, shared: str, secret_words: dict[SeatKey, str]) -> None:
    """The shelf's spine and words are those of the public."""
    page = client.get("/").text
    assert not any(secret in page for secret in secret_words.values())
