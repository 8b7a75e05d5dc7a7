"""What somebody can do by a form, by the API and at the command line is the same; the document names what only one can, and why."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from support.command_line import Cli
from web.app import create_app
from web.cli.commands import kiebitz
from web.cli.group import Deferred
from web.schemas.cases import CaseSchema

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "web" / "templates"
DOCUMENT = (ROOT / "docs" / "faces.md").read_text()
FORM, API, COMMAND = "form", "API", "command line"
OTHERS = "dropping log_form log_rail notation_form quiz table_head record record_answer record_new upload merging close_finally sure"
"""Templates whose forms write games down, name or bring them, or ask once more."""
GROUPS, ALONE = (
    ("case", "layer", "line", "study", "class", "user", "words"),
    ("release", "seat", "own", "link", "trail", "review", "delete", "restore"),
)
READING = {"list", "show", "precedents", "verify", "text", "trail", "export", "import"}
"""Commands that write nothing, and those for files."""
ABOUT = {"kind", "case", "record", "layer", "line", "line_id", "study", "chapter", "in_class", "table", "once", "sure", "*", ""}
"""What stands in the address of a page, and what every form may send."""


def table(heading: str) -> list[list[str]]:
    """The rows of a table of the document, without its head."""
    part = DOCUMENT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")][2:]


def names_in(cell: str) -> list[str]:
    """What stands in a cell as code."""
    return re.findall("`([^`]+)`", cell)


OTHERWISE = (
    # called here, by the form, by the API, at the command line; of which forms or commands, or of all
    ("as", "viewer", "", "viewer", ""),
    ("step", "at", "", "closer", ""),
    ("by", "", "party", "party", ""),
    ("text", "what", "question", "question what", ""),
    ("text", "", "", "name", "layer me; line rename"),
    ("reading", "switch ruleset", "", "rules switches", ""),
    ("adjusted", "", "", "winners drawn", ""),
    ("round", "", "", "round_", ""),
    ("to", "", "", "audience", ""),
    ("note", "", "", "note_id", ""),
    ("marks", "spot start end", "", "spots arrows", ""),
    ("move", "action option card-*", "", "command answer", ""),
    ("first", "first-step", "", "", ""),
    ("last", "last-step", "", "", ""),
    ("then", "then-step", "", "", ""),
    ("layer", "", "", "layers", ""),
    ("task", "kind place card seat hints says move-* worth-* said-*", "", "", "study_chapter save; study_chapter look"),
    ("role", "", "", "roles admin", ""),
    ("link", "", "", "ends", ""),
)
"""What the faces call by other names."""


@cache
def alias() -> dict[tuple[str, str, str], str]:
    """What is called otherwise: face, name there, and the verb of it or "" for all, with how it is called here."""
    return {
        (face, name, of): row[0]
        for row in OTHERWISE
        for face, names in zip((FORM, API, COMMAND), row[1:4], strict=True)
        for name in names.split()
        for of in row[4].split("; ")
    }


def called(face: str, of: str, names: set[str]) -> set[str]:
    """Names as they are called here, without what every page has."""
    return {alias().get((face, name, of)) or alias().get((face, name, ""), name) for name in names} - ABOUT


def expanded(text: str) -> str:
    """A template with its macros put in where they are called."""
    told = "".join((TEMPLATES / file).read_text() for file in re.findall(r'{%-? from "([^"]+)"', text))
    macro = re.compile(r"{%-?\s*macro (\w+)\(([^)]*)\)\s*-?%}(.*?){%-?\s*endmacro\s*-?%}", re.DOTALL)
    known = {name: ([one.partition("=")[0].strip() for one in named.split(",")], body) for name, named, body in macro.findall(told + text)}

    def put_in(call: re.Match[str]) -> str:
        named, body = known[call[1]]
        for name, given in zip(named, re.split(r",\s*", call[2]), strict=False):
            body = body.replace(f"{{{{ {name} }}}}", given.strip("\"'")) if given[:1] in {'"', "'"} else body
        return body

    text = macro.sub("", text)
    call = re.compile(rf"{{{{-?\s*({'|'.join(known) or '$^'})\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)\s*-?}}}}")
    while (whole := call.sub(put_in, text)) != text:  # a macro calls others
        text = whole
    return text


@cache
def forms() -> dict[str, tuple[set[str], set[str]]]:
    """Each form that writes, by its template and ``act``: its fields, and the other acts of the same form."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for file in sorted(TEMPLATES.rglob("*.html")):
        text = expanded(file.read_text())
        for form in re.findall(r'<form\b[^>]*method="post".*?</form>', text, re.DOTALL):
            ident = re.search(r'<form[^>]* id="(\w+)"', form)
            fields = set(re.findall(r'\bname="([^"]*)"', form))
            if ident:
                fields |= set(re.findall(rf'\bname="([^"]*)" form="{ident[1]}"', text))
            for name, rows in re.findall(r"{%-? for (\w+),[^%]* in [\[(](\(\".*?) -?%}", form):
                fields |= set(re.findall(r'(?<!_)\("([^"]+)"', rows)) if f"{{{{ {name} }}}}" in fields else set()
            fields = {re.sub(r"{{.*?}}", "*", name) for name in fields} - {"act"}
            acts = {f"{file.stem} {act}" for act in re.findall(r'name="act" value="([^"]*)"', form)} or {file.stem}
            for act in acts:
                before = found.get(act, (set(), set()))
                found[act] = before[0] | called(FORM, act, fields), before[1] | acts - {act}
    return {act: said for act, said in found.items() if act.split()[0] not in OTHERS.split()}


@cache
def operations() -> dict[str, set[str]]:
    """Each operation of the API that writes, by its path: what its query and its body take."""
    with GameBook.open("sqlite:///:memory:") as book:
        told: Any = create_app(book).test_client().get("/api/openapi.json").get_json()
    schemas, found = told["components"]["schemas"], {}
    for path, of in told["paths"].items():
        if "post" in of:
            body = of["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            asked = {one["name"] for one in of["post"]["parameters"] if one["in"] == "query"}
            found[path] = called(API, path, asked - {"lang"} | set(schemas[body]["properties"]))
    return found


@cache
def commands() -> dict[str, list[click.Parameter]]:
    """Each command of these areas that writes, with what it takes."""
    every = {name: _loaded(name) for name in ALONE}
    for group in GROUPS:
        of = _loaded(group)
        assert isinstance(of, click.Group)
        every |= {f"{group} {name}": one for name, one in of.commands.items()}
    return {
        name: [param for param in one.params if param.expose_value and param.name not in {"as_json", "locale", "output", "yes", "lists"}]
        for name, one in every.items()
        if name.split()[-1] not in READING
    }


def said_to(command: str) -> set[str]:
    """What a command is told: with options of it named, these and its arguments; else all but what stands by name elsewhere."""
    name, *options = re.split(r" (?=--)", command)
    elsewhere = {option for cell in (row[3] for row in table("Verbs")) for one in names_in(cell) for option in options_of(one, name)}
    taken = [
        param
        for param in commands()[name]
        if isinstance(param, click.Argument)
        or (param.opts[0] in options and not getattr(param, "is_flag", False))
        or (not options and param.opts[0] not in elsewhere)
    ]
    return called(COMMAND, name, {param.name or "" for param in taken})


def options_of(cell: str, name: str) -> list[str]:
    """The options that are named behind a command, if it is this one."""
    found, *options = re.split(r" (?=--)", cell)
    return options if found == name else []


def _loaded(name: str) -> click.Command:
    command = kiebitz.commands[name]
    assert isinstance(command, Deferred)
    return command.loaded()


def verbs() -> dict[str, dict[str, list[str]]]:
    """Each verb of the document: its forms, operations and commands."""
    found = {row[0]: dict(zip((FORM, API, COMMAND), map(names_in, row[1:4]), strict=True)) for row in table("Verbs")}
    assert len(found) == len(table("Verbs")), "a verb stands there twice"
    return found


@pytest.mark.parametrize(("face", "there"), [(FORM, forms), (API, operations), (COMMAND, commands)])
def test_every_verb_of_a_face_is_in_the_document(face: str, there: Any) -> None:
    """A new form, operation or command stands in its table, and nothing stands there that is not."""
    named = {re.split(" (?=--)", name)[0] for verb in verbs().values() for name in verb[face]}
    assert sorted(named) == sorted(there())


def test_a_verb_without_a_face_says_why() -> None:
    """Where a face has none, a word stands there that the document explains; it says once that the API does not write all of them yet."""
    why = {row[0] for row in table("Reasons")}
    for row in table("Verbs"):
        for face, cell in zip((FORM, API, COMMAND), row[1:4], strict=True):
            assert names_in(cell) or cell in why or (face == API and not cell), row


def differences() -> dict[tuple[str, str], set[str]]:
    """What is said of a verb by some of its faces and not by all: by which."""
    ways: dict[str, Any] = {FORM: lambda name: forms()[name][0], API: operations().__getitem__, COMMAND: said_to}
    said = {verb: {face: set().union(*map(ways[face], names)) for face, names in of.items() if names} for verb, of in verbs().items()}
    found = {}
    for verb, of in verbs().items():
        faces = said[verb]
        if FORM in faces:  # a form with several buttons has the fields of each
            same = {other for name in of[FORM] for other in (name, *forms()[name][1])}
            beside = {one for one, its in verbs().items() if same & set(its[FORM])} - {verb}
            others = set().union(*(names for one in beside for face, names in said[one].items() if face != FORM))
            own = set().union(*(names for face, names in faces.items() if face != FORM))
            faces[FORM] = faces[FORM] - (others - own)
        for name in set().union(*faces.values()):
            having = {face for face, names in faces.items() if name in names}
            if len(faces) > 1 and having != set(faces):
                found[verb, name] = having
    return found


def test_what_one_face_can_say_all_can() -> None:
    """Whatever only some faces of a verb take stands in the document with its reason, and nothing else does."""
    told = {
        (verb, name): set(row[2].split(", "))
        for row in table("What only one can say")
        for verb in row[0].split("; ")
        for name in names_in(row[1])
    }
    assert all(row[3].endswith(".") for row in table("What only one can say"))
    assert told == differences()


def test_the_check_sees_fields_and_acts() -> None:
    """Fields of macros, of a button and of a select that stands beside its form are found."""
    assert {"adjusted", "text", "to", "as", "by"} <= forms()["case rule"][0]
    assert forms()["case appeal"][1] >= {"case uphold", "case overrule"}
    assert "dealt" in forms()["lines"][0]
    assert operations()["/api/cases/{case}/rulings"] >= {"adjusted", "text"}
    assert said_to("case rule") >= {"adjusted", "text"}
    assert said_to("release --event --round") == {"event", "round"}


GAME = ROOT / "examples" / "games" / "castle-rampage-yucata.jsonl"
ALL, BOTH = ["*"], ["A", "B"]
SWITCH = {"cook_lasts": "whole turn"}
SAID: list[tuple[dict[str, Any], tuple[str, dict[str, Any]], tuple[str, ...]]] = [
    (
        {"act": "claim", "by": "A", "switch": "cook_lasts=whole turn", "says": "refused", "text": "So.", "to": BOTH},
        (
            "claims",
            {"party": "A", "reading": {"switches": SWITCH}, "says": "refused", "text": "So.", "to": BOTH},
        ),
        ("claim", "So.", "--by", "A", "--switch", "cook_lasts=whole turn", "--says", "refused", "--to", "A", "--to", "B"),
    ),
    ({"act": "release", "seat": "B"}, ("releases", {"seat": "B"}), ("release", "B")),
    (
        {"act": "rule", "by": "Judge", "cites": "4.2, 5.1", "adjusted": ["A", "B"], "to": ALL},
        ("rulings", {"by": "Judge", "cites": ["4.2", "5.1"], "adjusted": {"winners": ["A", "B"]}, "to": ALL}),
        ("rule", "--by", "Judge", "--cites", "4.2", "--cites", "5.1", "--winner", "A", "--winner", "B", "--to", "*"),
    ),
    (
        {"act": "appeal", "ruling": "r1", "by": "A", "to": ALL},
        ("answers", {"kind": "appeal", "ruling": "r1", "by": "A", "to": ALL}),
        ("appeal", "r1", "--by", "A", "--to", "*"),
    ),
    (
        {"act": "uphold", "ruling": "r1", "by": "Head", "text": "No.", "to": ALL},
        ("answers", {"kind": "uphold", "ruling": "r1", "by": "Head", "text": "No.", "to": ALL}),
        ("appeal", "r1", "No.", "--by", "Head", "--uphold", "--to", "*"),
    ),
    (
        {"act": "overrule", "ruling": "r1", "by": "Head"},
        ("answers", {"kind": "overrule", "ruling": "r1", "by": "Head", "to": []}),
        ("appeal", "r1", "--by", "Head", "--overrule", "--to", "open"),
    ),
    (
        {"act": "rule", "by": "J", "adjusted": "drawn"},
        ("rulings", {"by": "J", "adjusted": {"drawn": True}, "to": []}),
        ("rule", "--by", "J", "--drawn", "--to", "open"),
    ),
    ({"act": "erase", "what": "c1", "sure": "1"}, ("erasures", {"text": "c1"}), ("erase", "c1")),
    (
        {"act": "close", "by": "Head", "text": "Done.", "to": "A"},
        ("closing", {"by": "Head", "text": "Done.", "to": ["A"]}),
        ("close", "Done.", "--by", "Head", "--to", "A"),
    ),
]
"""What is said into a dispute, one after the other: by its form, by the API, and at the command line."""


@pytest.mark.soak
def test_what_is_said_is_the_same_by_every_face(tmp_path: Path) -> None:
    """Three disputes stand alike after each was told the same by another face; every verb of disputes is tried."""
    cli = Cli(tmp_path, f"sqlite:///{tmp_path}/faces.db")
    with GameBook.open(cli.store, games=library()) as book:
        record = store_file(book, LOCAL, GAME.read_bytes(), GAME.name, ImportOptions())[0].id
        client = create_app(book).test_client()
        answer = client.post(f"/records/{record}/cases", data={"as": "open", "at": "20", "text": "So?", "by": "Ana", "to": "*"})
        by_form = answer.headers["Location"].partition("?")[0].rpartition("/")[2]
        body = {"step": 20, "question": "So?", "by": "Ana", "to": ["*"]}
        by_api = client.post(f"/api/records/{record}/cases?as=open", json=body).get_json()["id"]
        by_command = cli.json("case", "open", record, "20", "So?", "--by", "Ana", "--to", "*")["id"]
        for form, (path, sent), (command, *words) in SAID:
            assert client.post(f"/cases/{by_form}", data={"as": "open", **form}).status_code == 303
            assert client.post(f"/api/cases/{by_api}/{path}?as=open", json=sent).status_code == 200
            cli("case", command, by_command, *words)
            told = [
                [CaseSchema.data(book.cases.case(LOCAL, case, reader)) for reader in ("open", "A")]
                for case in (by_form, by_api, by_command)
            ]
            alike = [re.sub(r'"(id|at|opened)": ?"[^"]{12,}"', "", json.dumps(one, default=str)) for one in told]
            assert alike[0] == alike[1] == alike[2], form
    assert {f"case {form['act']}" for form, _sent, _words in SAID} == {name for name in forms() if name.startswith("case ")}
