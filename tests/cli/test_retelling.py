"""``kiebitz retell``: a trial log, a simulated game in plain sentences, becomes the same game again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from support.stocked import begun

if TYPE_CHECKING:
    from support.command_line import Cli

WORDS = {
    "{seat} begins.": "[Begins]",
    "{seat} is dealt {cards}.": "> {seat}: {cards}",
    "The {cards} comes out of the castle.": "> {cards}",
    "{seat} plays {cards}.": "{cards}",
    "{seat} draws {cards}.": "+ {seat}: {cards}",
    "The {cards} lies on top of the discard pile now.": "> {cards}",
    "{seat} yields.": "yields",
    "The hand of {seat} is worth less than {n}.": "falls",
    "The {cards} is defeated.": "",
}


@pytest.mark.soak
@pytest.mark.parametrize("seed", [3, 11])
def test_a_trial_log_is_told_again_by_a_table_that_is_filled_in_on_the_way(cli: Cli, seed: int) -> None:
    """The words of one move are missing, and learnt from one move beside its line; then the text is imported as the whole game."""
    (played,) = cli.json("simulate", "regicide", "--seed", str(seed), "--players", "2")
    lines = [line for step in cli.json("log", played["id"], "--all", "--lang", "en") for line in step["lines"]]
    log, words, text = (cli.folder / name for name in ("log.txt", "words.toml", "told.kbz"))
    log.write_text("Players: Ana, Ben\nDate: 2026-03-14\n\n" + "\n".join(lines))
    (source,) = cli.json("import", str(log))
    table = "".join(f"[[line]]\nsays = {json.dumps(says)}\nmeans = {json.dumps(means)}\n" for says, means in WORDS.items())
    words.write_text('game = "regicide"\n' + table)

    how = ("retell", source["id"], "--game", "regicide", "--rules", played["ruleset"], "--words", str(words), "-o", str(text))
    cli(*how)
    waiting = next(line for line in text.read_text().splitlines() if line.startswith("; ? ") and " discards " in line)
    cards = waiting.split(" discards ")[1].rstrip(".")
    move = f"   drop {' '.join(json.dumps(card) for card in cards.split(', '))}"
    text.write_text(text.read_text().replace(waiting, f"{waiting}\n{move}", 1))
    assert "1 new line of 10" in cli(*how, "--learn", str(text)).stderr
    (again,) = cli.json("import", str(text))
    assert (again["game"], again["players"], again["steps"]) == ("regicide", ["Ana", "Ben"], played["steps"])
    seen = [[step["lines"] for step in cli.json("log", one["id"], "--as", "public", "--all", "--lang", "en")] for one in (again, played)]
    assert seen[0] == seen[1]
    with GameBook.open(cli.store, games=library()) as book:
        linked = book.retelling.retelling_of(LOCAL, book.record(LOCAL, again["id"]))
        assert linked is not None
        assert linked.source.header.record == source["id"]
    elsewhere = cli("import", str(text), KIEBITZ_STORE=f"sqlite:///{cli.folder}/elsewhere.db")
    assert f"the log {source['id']} is not here to be seen" in elsewhere.stderr


def test_only_an_observed_table_is_told_again(cli: Cli, record: str) -> None:
    """A record of a known game, a game that is not known, and a table of another one are refused."""
    (played,) = cli.json("simulate", "regicide", "--seed", "1")
    assert "an observed table can be told again" in cli("retell", played["id"], "--game", "regicide", code=1).stderr
    assert "no game is called 'chess'" in cli("retell", record, "--game", "chess", code=1).stderr
    words = cli.file("w.toml", b'game = "castle-rampage"\n')
    assert "is of castle-rampage, not of regicide" in cli("retell", record, "--game", "regicide", "--words", words, code=1).stderr
    assert "name it with --words" in cli("retell", record, "--game", "regicide", "--learn", words, code=2).stderr


def test_words_are_kept_in_the_store_and_told_of(cli: Cli) -> None:
    """Set, listed, printed as a file, taken in, used by retell, forgotten and deleted."""
    assert "has 1 line." in cli("words", "set", "regicide", "{seat} plays {cards}.", "{cards}", "--site", "Trial").stderr
    words = cli.file("w.toml", b'game = "regicide"\n[[line]]\nsays = "{seat} yields."\nmeans = "yields"\n')
    cli("words", "import", words, "--site", "trial")
    (table,) = cli.json("words", "list")
    assert (table["game"], table["site"], [line["means"] for line in table["lines"]]) == ("regicide", "trial", ["{cards}", "yields"])
    assert 'says = "{seat} yields."' in cli("words", "show", table["id"][:6]).stdout
    log = cli.file("log.txt", b"Players: Ana, Ben\nSite: Trial\nDate: 2026-03-14\n\nBen yields.\nBen sighs.\n")
    (source,) = cli.json("import", log)
    told = cli("retell", source["id"], "--game", "regicide")
    assert "   B yields {Ben yields.}" in told.stdout
    assert "1 line known, 0 that only follow, 1 waiting." in told.stderr
    assert "says has no {n}" in cli("words", "set", "regicide", "a", "{n}", code=1).stderr
    cli("words", "forget", table["id"], str(table["lines"][0]["line"]))
    assert len(cli.json("words", "show", table["id"])["lines"]) == 1
    assert "Deleted with 1 line." in cli("words", "delete", table["id"]).stderr
    assert "no table of words" in cli("words", "show", table["id"], code=1).stderr


def test_what_was_told_of_a_log_and_its_words_are_rescued_and_taken_in(cli: Cli, record: str) -> None:
    """Into another store, the records first; a second time all is there already."""
    with GameBook.open(cli.store, games=library()) as book:
        told = begun(book)
        book.retelling.begin_retelling(LOCAL, told, record)
        table = book.retelling.learn_words(LOCAL, "castle-rampage", "", {"{seat} passes.": "pass"})
    saved = cli.json("rescue", str(cli.folder / "saved"))
    assert (len(saved["retellings"]), saved["word_tables"]) == (1, [table.id])
    other = {"KIEBITZ_STORE": f"sqlite:///{cli.folder}/other.db"}
    assert len(cli.json("import", str(cli.folder / "saved"), **other)) == 4
    with GameBook.open(other["KIEBITZ_STORE"], games=library()) as book:
        assert book.retelling.retelling_of(LOCAL, book.record(LOCAL, told)) is not None
        assert len(book._office.store.ids("words")) == 1
    assert all(one["already"] for one in cli.json("import", str(cli.folder / "saved"), **other))
