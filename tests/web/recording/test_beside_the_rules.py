"""What is noted beside the rules: mistakes, take-backs, gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.recording_forms import begin, do, main, send_beside, words

if TYPE_CHECKING:
    from flask.testing import FlaskClient


@pytest.mark.soak
def test_a_mistake_is_noted(client: FlaskClient) -> None:
    """With what, who and words; the table stays as it was."""
    address = begin(client)
    answer = send_beside(client, address, "mistake", what="exposed", seat="B", words="the dragon <lay> open")
    assert answer.status_code == 303
    assert "the dragon <lay> open" in words(main(client.get(address)).select_one(".told"))
    assert send_beside(client, address, "mistake", what="sneezed").status_code == 422
    assert send_beside(client, address, "mistake", seat="C").status_code == 422


@pytest.mark.soak
def test_a_step_is_taken_back(client: FlaskClient) -> None:
    """The list names what is undone; the card is in the hand again."""
    address = begin(client)
    do(client, address, "Ana puts Archer under the Gate.")
    assert "6: Ana puts Archer under the Gate." in words(main(client.get(address)).select_one("select[name=to]"))
    assert send_beside(client, address, "back").status_code == 303
    places = words(main(client.get(address)).select_one(".places"))
    assert "Hand of Ana 5 cards: Archer, Cook, Giant, Knight, Worker" in places.replace("Ana5", "Ana 5")
    answer = send_beside(client, address, "back", to="3")
    assert answer.status_code == 422
    assert "cannot go back there" in words(main(answer).select_one(".alert"))


@pytest.mark.soak
def test_a_gap_stops_the_game_until_it_is_taken_back(client: FlaskClient) -> None:
    """No card moves after it, which the page says; taking the gap back opens the game again."""
    address = begin(client)
    assert send_beside(client, address, "gap", words="tea").status_code == 303
    assert "Something is missing here" in words(main(client.get(address)).select_one(".alert"))
    answer = do(client, address, "Ana puts Archer under the Gate.")
    assert answer.status_code == 422
    assert "cannot have happened" in words(main(answer).select_one(".alert"))
    assert send_beside(client, address, "back").status_code == 303
    assert do(client, address, "Ana puts Archer under the Gate.").status_code == 303
