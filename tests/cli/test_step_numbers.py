"""Step numbers of sheet, page and command line agree: one number for people, events in files and the API alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL, OPEN
from records.service import GameBook
from web.app import create_app

if TYPE_CHECKING:
    from support.command_line import Cli

JACKS = Path(__file__).parents[2] / "examples/games/regicide-jacks.kbz"
EVENT, STEP = 12, 10


@pytest.fixture
def game(cli: Cli) -> str:
    """A game in which step 10 is event 12."""
    (one,) = cli.json("import", str(JACKS))
    return str(one["id"])


@pytest.mark.soak
def test_step_numbers_of_sheet_page_and_command_line_agree(cli: Cli, game: str) -> None:
    """``log``, ``show``, ``explain``, notes and disputes name a step as the page does, and take that number; ``e12`` is the event."""
    assert cli.json("show", game, "--at", str(STEP))["at"] == EVENT
    shown = cli("show", game, "--at", str(STEP)).stdout
    assert shown == cli("show", game, "--at", f"e{EVENT}").stdout
    with GameBook.open(cli.store) as book:
        last = len(book.record(LOCAL, game).timeline.told)
        page = create_app(book).test_client().get(f"/records/{game}?at={EVENT}&as=open&lang=en").get_data(as_text=True)
        sheet = create_app(book).test_client().get(f"/records/{game}/sheet?as=open&lang=en").get_data(as_text=True)
    assert shown.splitlines()[1].startswith(f"step {STEP} of {last}")
    assert re.search(rf'name="step"[^>]* value="{STEP}"', page)
    said = shown.splitlines()[2].strip()
    assert f"  {STEP}  {said}" in cli("log", game).stdout
    line = re.search(rf'<li value="{STEP}">(.*?)</li>', sheet, re.DOTALL)
    assert line is not None
    assert said.split(" (§")[0].removesuffix(".") in " ".join(re.sub(r"<[^>]+>", "", line[1]).split())
    assert cli("explain", game, str(STEP)).stdout == cli("explain", game, f"e{EVENT}").stdout
    assert re.match(rf"\s*{STEP}  ", cli("explain", game, str(STEP)).stdout.splitlines()[-2])
    assert cli("layer", "note", game, str(STEP), "here").stdout.startswith(f"{STEP}  here")
    assert f"step {STEP} (steps " in cli("case", "open", game, str(STEP), "Is that so?").stdout
    assert cli.json("case", "list")[0]["step"] == EVENT


def test_what_went_back_is_told_by_the_number_of_the_step(cli: Cli, game: str) -> None:
    """A take-back names the step to which the game goes back as people count."""
    with GameBook.open(cli.store) as book:
        view = book.record(LOCAL, game, OPEN)
        end = next(at for at in range(EVENT, view.steps) if view.events[at].cause == at + 1)
        book.writing.take_back(LOCAL, game, end, expected=view.steps)
        number = view.timeline.step_number(end)
    assert number != end
    assert f"The game goes back to step {number}." in cli("log", game, "--lang", "en").stdout


def test_a_chapter_and_a_link_take_steps(cli: Cli, game: str) -> None:
    """From and to are steps; JSON keeps the events."""
    study = cli.json("study", "new", "Jacks")["id"]
    body = cli.json("study", "add", study, game, str(STEP), "The royal falls", "--first", "9")["chapters"][0]["body"]
    assert (body["source"]["first"], body["source"]["last"]) == (10, EVENT)
    assert f"steps 9 to {STEP} of " in cli("study", "show", study).stdout
    cli("link", game, "--from", "9", "--to", str(STEP))
    assert cli.json("link", game, "--list")[0]["last"] == EVENT
    assert "has steps 0 to" in cli("link", game, "--to", "999", code=1).stderr
