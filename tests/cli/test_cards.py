"""``kiebitz --cards FILE``: games are played with cards of one's own, and a file that cannot be is refused with every place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library_of
from support.soaking import one_in

if TYPE_CHECKING:
    from support.command_line import Cli

HOUSE = (Path(__file__).parents[2] / "records/games/castle_rampage/catalogue.yaml").read_text(encoding="utf-8")
WRONG = {
    "wrong count": (
        ("copies: {value: 5, source: [DE, EN]}", "copies: {value: 6, source: [DE, EN]}"),
        "the copies add up to 119, and the game has 118 cards",
    ),
    "unknown power": (("power: {value: ignores-gate,", "power: {value: ignores-moat,"), "ignores-moat"),
    "unknown device": (("device: {value: ch-archer,", "device: {value: ch-bow,"), "'ch-bow' is not known here; near it are ch-"),
    "bad number": (("attack: {value: 2, house: true}", "attack: {value: 99, house: true}"), "0 to 15"),
    "duplicate": (("- name: axe-man-bonus", "- name: axe-man-draw"), "axe-man-draw"),
}


def own_cards(*changes: tuple[str, str]) -> bytes:
    """Return the cards that come with the program, under another name and with these changes, each made once."""
    text = HOUSE.replace("catalogue: castle-rampage/house", "catalogue: castle-rampage/mine")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text.encode()


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize(
    "command", one_in(3, [["--cards", "FILE", "shelf"], ["--cards", "FILE", "simulate", "castle-rampage"], ["import", "FILE"]])
)
def test_a_catalogue_with_a_fault_is_refused_with_line_and_column(cli: Cli, what: str, command: list[str]) -> None:
    """Each fault is told by file, line, column and reason, exit code 1, and nothing is stored."""
    change, reason = WRONG[what]
    file = cli.file("mine.yaml", own_cards(change))
    done = cli(*(file if word == "FILE" else word for word in command), code=1)
    assert re.search(rf"{re.escape(file)}: line \d+, column \d+: .*{reason}", done.stderr), done.stderr
    assert cli.count() == 0


def test_own_cards_are_played_with(cli: Cli) -> None:
    """A record names its own catalogue, is told with its own values, and audits clean; without the file no value of a card is shown."""
    strong = ("attack: {value: 2, house: true}", "attack: {value: 9, house: true}")
    file = cli.file("mine.yaml", own_cards(strong))
    (stored,) = cli.json("--cards", file, "simulate", "castle-rampage", "--seed", "4")
    with GameBook.open(cli.store, games=library_of(Path(file).read_bytes(), file)) as book:
        view = book.record(LOCAL, stored["id"], "open")
        assert (view.header.catalogue, view.other_cards) == ("castle-rampage/mine", "")
        assert view.faces["archer"].figures[0].number == 9
    cli("--cards", file, "audit", stored["id"])
    unknown = cli("audit", stored["id"]).stdout
    assert re.search(r"0 as the rules say, \d+ cannot be judged \(§ 1\.1, 1\.2, .*, 2\.1, .*\)", unknown), unknown
    (told,) = cli.json("audit", stored["id"])
    assert told["clean"]
    assert told["unjudged"][:2] == ["1.1", "1.2"]
    assert "was made with the cards castle-rampage/mine" in cli("show", stored["id"]).stderr
    with cli.book() as book:
        assert not book.record(LOCAL, stored["id"], "open").faces


@pytest.mark.soak
def test_records_of_the_usual_cards_keep_theirs(cli: Cli) -> None:
    """With cards of one's own, a record of the cards that come with the program is still told with the values of its own."""
    (stored,) = cli.json("simulate", "castle-rampage", "--seed", "4")
    file = cli.file("mine.yaml", own_cards(("attack: {value: 2, house: true}", "attack: {value: 9, house: true}")))
    assert cli("--cards", file, "show", stored["id"]).stderr == ""
    assert "1 record audited, 0 records with a difference" in cli("--cards", file, "audit", "--all").stderr
    with GameBook.open(cli.store, games=library_of(Path(file).read_bytes(), file)) as book:
        view = book.record(LOCAL, stored["id"], "open")
        assert (view.header.catalogue, view.faces["archer"].figures[0].number) == ("castle-rampage/house", 2)


def test_the_environment_may_name_the_file(cli: Cli) -> None:
    """KIEBITZ_CARDS is asked where the option is not given; an empty one names nothing, a file that is not there is refused."""
    file = cli.file("mine.yaml", own_cards())
    (stored,) = cli.json("simulate", "castle-rampage", KIEBITZ_CARDS=file)
    with cli.book() as book:
        assert book.record(LOCAL, stored["id"], "open").header.catalogue == "castle-rampage/mine"
    assert cli("shelf", KIEBITZ_CARDS="").stderr == ""
    assert "nowhere.yaml: cannot be read" in cli("--cards", "nowhere.yaml", "shelf", code=1).stderr


def test_a_good_catalogue_is_no_record(cli: Cli) -> None:
    """Imported, it is told that it is without a fault, and how it is played with."""
    done = cli("import", cli.file("mine.yaml", own_cards()), code=1)
    assert "without a fault, and no record; play with them by kiebitz --cards FILE simulate castle-rampage" in done.stderr
