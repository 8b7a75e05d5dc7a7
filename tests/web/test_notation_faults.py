"""What is wrong with a typed game is told in the reader's language, every reason of it."""

from __future__ import annotations

import ast
import io
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from records.service import GameBook
from support.soaking import one_in
from web.app import create_app
from web.faults.told import reason_told
from web.faults.words import REASONS

ROOT = Path(__file__).parents[2]
FIELD = re.compile(r"%\(\w+\)s")
HEAD = '[Game "castle-rampage"]\n[Ruleset "castle-rampage/house"]\n[Seats "A B"]\n\n'
COMPOSED = {"Q; the seats are Q", "which card of Q? Q", "Q: Q", "nothing", "the end of the line"}
"""What is put together with other texts, and has words as a whole."""
LAID = """@position
  A.hand = knight robber giant
  B.hand = ?*4
  A.castle = knight archer
  B.gate = ? ?
  B.castle = ? ?
  draw = ?*106
  set active=A turn=5
"""


def texts() -> list[str]:
    """Return every reason that stands in the reader of the notation, with ``Q`` for what differs."""
    found: list[str] = []
    for path in sorted((ROOT / "importers" / "notation").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and len(node.args) > 1 and "efused" in ast.unparse(node.func):
                found += [text for text in map(said, branches(node.args[1])) if text.replace("Q", "").strip(" :;,")]
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in {"told", "reason"}:
                found += [text for text in map(said, branches(node.value)) if text and not text.startswith("which ")]
    return found


def branches(node: ast.expr) -> list[ast.expr]:
    """Both of what stands there under a condition."""
    return [*branches(node.body), *branches(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def said(node: ast.expr) -> str:
    """Return a text of the code as it may come out."""
    match node:
        case ast.Constant(value=str()):
            return str(node.value)
        case ast.JoinedStr():
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "Q" for part in node.values)
    return ""


def test_every_reason_has_words() -> None:
    """A reason that is new in the reader needs a message, and no message is left over that nothing says."""
    reasons = texts()
    assert len(reasons) > 100
    assert {text for text in reasons if not reason_told(text) and not reason_told(f"{text}: Q")} == COMPOSED
    assert len({*REASONS}) == len(REASONS)


@pytest.fixture
def german(tmp_path: Path) -> FlaskClient:
    """A browser that prefers German."""
    made = create_app(GameBook.open(f"sqlite:///{tmp_path}/book.sqlite")).test_client()
    made.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    return made


@pytest.mark.parametrize(
    ("lines", "told"),
    one_in(
        3,
        [
            ("   castle gaint\n", "nicht zu lesen: Keine Karte heißt 'gaint'; Zug 5, A, nach Ereignis 1; möglich: giant"),
            (
                "   castle giant\n   castle knight\n",
                "nicht möglich: In diesem Zug wurde schon verstärkt. (§ 3.1); Zug 5, A, nach Ereignis 2",
            ),
            ("   castle giant\n6. B +?\n", "nicht zu lesen: Zu wenig Antworten: Welche Karte zieht Platz B?"),
            ("   castle B.gate.7\n", "nicht zu lesen: Keine Karte heißt 'B.gate.7'"),
            ("   castle giant $$\n", "passt hier nicht"),
            ("@exposed C.hand cook\n", "nicht zu lesen: Auf C sitzt niemand; die Plätze sind A, B"),
            ("@exposed B.gate.9 cook\n", "nicht möglich: Welche Karte von 'B.gate.9'? Dort liegen 2"),
            ("   castle giant {x\n", "nicht zu lesen: Eine Anmerkung hat kein Ende"),
        ],
    ),
)
def test_a_fault_is_told_in_german(german: FlaskClient, lines: str, told: str) -> None:
    """Kind, reason, paragraph, moment, and what would be possible."""
    page = german.post("/notation", data={"text": HEAD + LAID + lines, "check": "1"}).get_data(as_text=True)
    assert told in page.replace("&#39;", "'")


def test_an_upload_tells_it_in_german_too(german: FlaskClient) -> None:
    """The reasons of a file that is refused; what the rules say stays as the file's reader says it."""
    file = (io.BytesIO((HEAD + LAID + "   castle gaint\n").encode()), "game.kbz")
    page = german.post("/upload", data={"files": file}, content_type="multipart/form-data", follow_redirects=True).get_data(as_text=True)
    assert "Keine Karte heißt &#39;gaint&#39;" in page
