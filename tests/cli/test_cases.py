"""``kiebitz case``: a dispute from the question to a file that reproduces."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.command_line import Cli

SWITCH = ("--switch", "strengthening_when=before other cards")
GAME = Path(__file__).parents[2] / "examples" / "games" / "castle-rampage-yucata.jsonl"


def test_a_dispute_is_opened_ruled_appealed_closed_and_carried_elsewhere(cli: Cli, tmp_path: Path) -> None:
    """Each step is said in one line, shown as JSON, and the file verifies without a store."""
    (record,) = (one["id"] for one in cli.json("import", str(GAME)))
    everybody = ("--to", "*")
    case = cli.json("case", "open", record, "20", "Is that so?", "--by", "Ana", "--event", "Cup", *everybody)["id"]
    assert cli.json("case", "claim", case, "So it is.", "--by", "A", "--says", "recorded", *everybody)["claims"][0]["verdict"] == "follows"
    cli("case", "claim", case, "--by", "B", *SWITCH, *everybody)
    assert cli.json("case", "release", case, "A") == {"id": case, "released": ["A"]}
    assert cli.json("case", "rule", case, "Yes.", "--by", "Judge", "--cites", "4.2", "--winner", "B", *everybody)["standing"] == "ruled"
    assert "Appeal, Ana: No." in cli("case", "appeal", case, "r1", "No.", "--by", "Ana", *everybody).stdout
    cli("case", "appeal", case, "r1", "--uphold", "--by", "Head", *everybody)
    cli("case", "close", case, "--by", "Head", *everybody)
    assert [(one["id"], one["standing"]) for one in cli.json("case", "list", "--event", "Cup", "--as", "public")] == [(case, "closed")]
    assert cli.json("case", "list", record, "--event", "other") == []
    shown = cli("case", "show", case[:6], "--as", "arbiter").stdout
    assert "Adjusted result: won by Ben" in shown
    german = cli("case", "show", case, "--lang", "de").stdout
    assert f"Streitfall {case}: abgeschlossen (open)" in german
    assert "So, wie es aufgezeichnet ist, ist es richtig. Das folgt." in german
    assert "Geändertes Ergebnis: gewonnen von Ben" in german
    assert "Schritt 20  abgeschlossen" in cli("case", "list", "--lang", "de").stdout
    file = tmp_path / "b.case"
    cli("case", "export", case, "--as", "B", "--out", str(file))
    assert cli.json("case", "verify", str(file))["found"] == "reproduced"
    file.write_bytes(file.read_bytes().replace(b"Is that so?", b"Is this so?"))
    assert cli.json("case", "verify", str(file), code=1)["line"] is not None
    assert cli.json("case", "erase", case, "c1") == {"id": case, "erased": 1}
    assert "c1: erased" in cli("case", "show", case).stdout
    forgotten = cli("forget", "Ana", "--with-notes")
    assert "Disputes: 2 texts erased." in forgotten.stderr
    assert "Ana" not in cli("case", "show", case).stdout
    cli("verify")
    folder = tmp_path / "saved"
    assert cli.json("rescue", str(folder))["cases"] == [case]
    assert cli.json("case", "import", str(folder / f"{case}.case")) == {"id": case, "already": True}
    assert "is closed" in cli("case", "close", case, "--by", "Head", code=1).stderr
