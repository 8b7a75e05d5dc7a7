"""``kiebitz study``: written, published, carried to another store, and taken away."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from support.command_line import Cli

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.soak
def test_a_study_is_written_published_and_carried_along(cli: Cli, record: str, tmp_path: Path) -> None:
    """Chapters are added, moved, revised and removed; the published number stays; rescue and export give files that are taken in."""
    study = cli.json("study", "new", "First lessons", "--text", "For all.")["id"]
    for title in ("one", "two"):
        made = cli.json("study", "add", study, record, "3", title)
    one, two = made["chapters"]
    assert (one["body"]["conceal"], one["body"]["viewer"]) == ("later steps", "open")
    moved = cli.json("study", "move", study, two["id"])
    assert [chapter["id"] for chapter in moved["chapters"]] == [two["id"], one["id"]]
    assert cli.json("study", "publish", study)["number"] == 1
    cli("study", "revise", study, one["id"], record, "2", "again", "--was", str(one["version"]))
    left = cli.json("study", "remove", study, two["id"], "--was", str(two["version"]), "--erase")
    assert [chapter["body"]["title"] for chapter in left["chapters"]] == ["again"]
    shown = cli.json("study", "show", study, "--number", "1")
    assert [chapter["body"] and chapter["body"]["title"] for chapter in shown["chapters"]] == [None, "one"]
    cli("study", "name", study, "Lessons")
    assert [found["title"] for found in cli.json("study", "list")] == ["Lessons"]
    assert "Lessons" in cli("study", "list").stdout
    assert "(erased)" in cli("study", "show", study, "--number", "1").stdout
    folder = tmp_path / "rescued"
    assert cli.json("rescue", str(folder))["studies"] == [study]
    other = Cli(cli.folder, f"sqlite:///{tmp_path}/other.sqlite")
    other("import", str(folder / f"{record}.jsonl"))
    assert other.json("study", "import", str(folder / f"{study}.study")) == {"id": study, "already": False}
    cli("study", "export", study, "-o", str(tmp_path / "a.study"))
    assert (tmp_path / "a.study").read_bytes() == (folder / f"{study}.study").read_bytes()
    assert cli.json("verify")["others"] == {"study": 1}
    assert cli.json("study", "delete", study, "--yes")["id"] == study
    assert cli.json("study", "list") == []


def test_a_chapter_shows_notes_and_what_follows_a_found_move(cli: Cli, record: str) -> None:
    """Layers and what follows are named beside the task; what is neither a step nor a line is told."""
    study = cli.json("study", "new", "x")["id"]
    cli("layer", "note", record, "2", "Look.", "--to", "*", "--since", "2")
    layer = cli.json("layer", "show", record)[0]["id"]
    body = cli.json("study", "add", study, record, "3", "x", "--layer", layer)["chapters"][0]["body"]
    assert body["layers"] == [layer]
    task = json.dumps({"t": "move", "answers": [{"pattern": {"t": "x"}}]})
    for then, why in (("a:b:c", "is no line: LAYER:LINE"), ("3", "does not follow"), ("a:b", "no layer")):
        assert why in cli("study", "add", study, record, "3", "x", "--task", task, "--then", then, code=1).stderr


def test_a_text_is_written_checked_and_published(cli: Cli, record: str, tmp_path: Path) -> None:
    """Written twice it is one study with one number; --check writes none; what is wrong has one line for each chapter."""
    file = tmp_path / "lesson.study.toml"
    chapter = f'[[chapter]]\ntitle = "{{}}"\nrecord = "{record}"\nlast = {{}}\n'
    file.write_text('title = "A lesson"\n' + chapter.format("one", 3), encoding="utf-8")
    assert "nothing is wrong" in cli("study", "write", str(file), "--check").stderr
    assert cli.json("study", "list") == []
    for changes in (2, 0):
        told = cli("study", "write", str(file), "--publish")
        assert f"{changes} changes written" in told.stderr
        assert "A lesson, number 1" in told.stdout
    file.write_text('title = "A lesson"\n' + chapter.format("two", 4), encoding="utf-8")
    assert [one["body"]["title"] for one in cli.json("study", "write", str(file), "--prune")["chapters"]] == ["two"]
    study = cli.json("study", "list")[0]["id"]
    cli("study", "text", study, "-o", str(tmp_path / "again.study.toml"))
    assert "0 changes written" in cli("study", "write", str(tmp_path / "again.study.toml")).stderr
    file.write_text('title = "x"\n' + chapter.format("one", 999) + chapter.format("two", 998), encoding="utf-8")
    told = cli("study", "write", str(file), code=1)
    assert told.stderr.count("lesson.study.toml: line") == 2


def test_texts_are_written_once(cli: Cli, record: str, tmp_path: Path) -> None:
    """With --once what was changed or deleted since stays so; several files are a list."""
    files = [tmp_path / "one.study.toml", tmp_path / "two.study.toml"]
    for file in files:
        file.write_text(f'title = "Lesson"\n[[chapter]]\ntitle = "one"\nrecord = "{record}"\nlast = 3\n', encoding="utf-8")
    words = ("study", "write", "--once", *map(str, files))
    first, second = (one["id"] for one in cli.json(*words))
    cli("study", "name", first, "Mine")
    cli("study", "delete", second, "--yes")
    assert cli.json(*words) == []
    assert cli(*words).stderr.count("was written before") == 2
    assert [one["title"] for one in cli.json("study", "list")] == ["Mine"]


def test_a_task_that_cannot_be_is_told(cli: Cli, record: str) -> None:
    """Broken JSON, an unknown kind of task, a card of which nothing can be asked."""
    study = cli.json("study", "new", "x")["id"]
    for task in ("{", json.dumps({"t": "riddle"}), json.dumps({"t": "candidates", "place": "nowhere"})):
        told = cli("study", "add", study, record, "3", "x", "--task", task, code=1).stderr
        assert told.startswith("Error: ")
        assert "Traceback" not in told


def test_classes_are_carried_and_deleted(cli: Cli, record: str, tmp_path: Path) -> None:
    """Told, exported, taken in elsewhere, rescued, deleted."""
    with GameBook.open(cli.store) as book:
        held = book.classes.open_class_on_record(LOCAL, record, "public", "Tuesdays").id
    assert [(one["id"], one["title"], one["held"]) for one in cli.json("class", "list")] == [(held, "Tuesdays", False)]
    assert "Tuesdays" in cli("class", "list").stdout
    cli("class", "export", held, "-o", str(tmp_path / "a.class"))
    cli("rescue", str(tmp_path / "out"))
    assert (tmp_path / "out" / f"{held}.class").read_bytes() == (tmp_path / "a.class").read_bytes()
    assert cli.json("class", "delete", held, "--yes")["id"] == held
    assert cli.json("class", "list") == []
    other = Cli(cli.folder, f"sqlite:///{tmp_path}/other.sqlite")
    other("import", str(tmp_path / "out" / f"{record}.jsonl"))
    assert other.json("class", "import", str(tmp_path / "a.class")) == {"id": held, "already": False}
    assert other.json("class", "import", str(tmp_path / "a.class"))["already"]


def test_a_study_is_released_and_linked(cli: Cli, record: str) -> None:
    """A path that is printed once, listed by its label, and ended."""
    study = cli.json("study", "new", "A study")["id"]
    assert "Nothing of it is published" in cli("study", "release", study, "--listed", "everybody").stderr
    cli("study", "add", study, record, "4", "One")
    cli("study", "publish", study)
    assert "found by nobody" in cli("study", "release", study, "--listed", "nobody").stderr
    made = cli.json("study", "link", study, "--days", "3", "--label", "for the club")
    assert re.fullmatch(r"/s/[^/]+/", made["path"])
    assert [one["label"] for one in cli.json("study", "link", study, "--list")] == ["for the club"]
    assert "for the club" in cli("study", "link", study, "--list").stdout
    assert cli("study", "link", study).stdout.startswith("/s/")
    cli("study", "link", study, "--end", made["id"])
    assert made["id"] not in {one["id"] for one in cli.json("study", "link", study, "--list")}
    assert "no link" in cli("study", "link", study, "--end", made["id"], code=1).stderr
    assert "--list" in cli("study", "link", study, "--list", "--end", "x", code=2).stderr
