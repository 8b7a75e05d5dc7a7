"""Games in notation at the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.command_line import Cli

GAMES = Path(__file__).parent.parent.parent / "examples" / "games"
FAULTY = """[Game "regicide"]
[Seats "A"]
[Begins "A"]

start
  > A: c3 cA d10 d5 d8 h2 h6 h8
  > hJ
   cA d5 +h10 +sA
   drop worm
   nonsense
"""


def test_a_game_comes_in_and_goes_out_again(cli: Cli) -> None:
    """Whatever its file is called; as a seat it shows what that seat saw alone."""
    text = (GAMES / "regicide-jacks.kbz").read_bytes()
    told = cli("import", cli.file("game.txt", text.replace(b"[Date", b'[Place "here"]\n[Date')))
    assert "kept out of the record: Place" in told.stderr
    (record,) = [entry["id"] for entry in cli.json("shelf")]
    whole = cli("export", record, "--format", "notation").stdout
    assert "   h10 > hJ\n" in whole
    assert "B: c10 d10 d7 d9 h9 s6 sA" in whole
    seat = cli("export", record, "--format", "notation", "--as", "A").stdout
    assert '[Recorder "A"]' in seat
    assert "B: ?*7" in seat
    assert cli.json("import", cli.file("again.kbz", whole.encode()))[0]["steps"] == cli.json("shelf")[0]["steps"]
    german = cli("export", record, "--format", "notation", "--language", "de", "--times").stdout
    assert "%0" in german
    cli("export", record, "--times", code=2)


def test_a_fault_stops_and_nothing_is_stored_unless_one_goes_on(cli: Cli) -> None:
    """With the place and what would be possible; going on all faults are told, and the game is cut there."""
    file = cli.file("faulty.kbz", FAULTY.encode())
    told = cli("import", file, code=1).stderr
    assert "line 9, column 9: malformed: no card is called 'worm'" in told
    assert "nonsense" not in told
    assert cli.json("shelf") == []
    told = cli("import", file, "--keep-going").stderr
    assert "'nonsense' is not a word" in told
    (record,) = cli.json("shelf")
    assert "could not be read any further" in cli("export", record["id"], "--format", "notation").stdout


def test_an_observed_table_has_no_notation(cli: Cli) -> None:
    """It is refused in one line."""
    cli("import", str(GAMES / "night-ferry.json"))
    (record,) = cli.json("shelf")
    assert "has no notation" in cli("export", record["id"], "--format", "notation", code=1).stderr


def test_puzzles_are_judged(cli: Cli) -> None:
    """Exit code 1 where a claim does not hold, or a file cannot be read."""
    document = (GAMES.parent.parent / "docs" / "notation.md").read_text()
    puzzle = document.split("```kbz puzzle\n")[1].partition("```")[0]
    assert "holds" in cli("puzzle", cli.file("good.kbz", puzzle.encode())).stdout
    wrong = cli("puzzle", cli.file("wrong.kbz", puzzle.replace("damage = 20", "damage = 21").encode()), code=1)
    assert "FAILS  exceeded: damage = 21 does not hold: 20" in wrong.stdout
    found = cli.json("puzzle", cli.file("good.kbz", puzzle.encode()))
    assert found[0]["holds"]
    assert "malformed" in cli("puzzle", cli.file("bad.kbz", puzzle.replace("d10 +c2", "dd +c2").encode()), code=1).stderr


def test_notes_are_exported_where_they_are_asked_for(cli: Cli) -> None:
    """All that the viewer may read, or those of one layer; none without being asked for, and none in a native file."""
    text = (GAMES / "regicide-jacks.kbz").read_bytes()
    record = cli.json("import", cli.file("jacks.kbz", text))[0]["id"]
    assert "The shield is up" not in cli("export", record, "--format", "notation").stdout
    whole = cli("export", record, "--format", "notation", "--notes").stdout
    assert "The shield is up" in whole
    assert "( {@notes}" in whole
    layer = cli.json("layer", "show", record)[0]["id"]
    assert cli("export", record, "--format", "notation", "--layer", layer[:8]).stdout == whole
    assert "The shield is up" not in cli("export", record, "--format", "notation", "--notes", "--as", "public").stdout
    cli("export", record, "--notes", code=2)
