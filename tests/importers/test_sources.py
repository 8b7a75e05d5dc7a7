"""Files from folders and zip files: one after the other, and nothing that a zip file could smuggle in."""

from __future__ import annotations

import os
import struct
import zipfile
from pathlib import Path

import pytest

from importers import sources as module
from importers.sources import FileSource, sources
from records.errors import ImportRefused


def zipped(path: Path, files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    """Write a zip file."""
    with zipfile.ZipFile(path, "w", method) as packed:
        for name, data in files.items():
            packed.writestr(zipfile.ZipInfo(name) if "\\" in name or name.startswith("/") else name, data)
    return path


def names(path: Path) -> list[str]:
    """Return the files that a path names, below it."""
    return [source.name.removeprefix(f"{path}/") for source in sources(str(path))]


def refusal(source: FileSource) -> str:
    """Return why a file cannot be read."""
    with pytest.raises(ImportRefused) as refused:
        source.read()
    return str(refused.value)


def test_a_folder_is_all_its_files_in_order_and_a_zip_in_it_too(tmp_path: Path) -> None:
    """Folders in folders, zip files by their content, no hidden files, no links."""
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2.json").write_bytes(b"2")
    (tmp_path / "a.json").write_bytes(b"a")
    (tmp_path / ".hidden").write_bytes(b"x")
    (tmp_path / "Thumbs.db").write_bytes(b"x")
    (tmp_path / "link").symlink_to(tmp_path / "a.json")
    zipped(tmp_path / "c.data", {"in/1.json": b"1", "__MACOSX/in/1.json": b"x", "in/.DS_Store": b"x"})
    assert names(tmp_path) == ["a.json", "c.data/in/1.json", "b/2.json"]
    assert [source.read() for source in sources(str(tmp_path))] == [b"a", b"1", b"2"]
    assert all(source.inside for source in sources(str(tmp_path)))
    assert [source.inside for source in sources(str(tmp_path / "a.json"))] == [False]


@pytest.mark.parametrize("name", ["../out.json", "/etc/out.json", "a/../../out.json", "..\\out.json", "C:/out.json", "a\nb.json"])
def test_a_name_that_leads_out_of_a_zip_is_refused(tmp_path: Path, name: str) -> None:
    """Absolute names, drives and ways up; the other files are read. Nothing is written to the disk anyway."""
    found = list(sources(str(zipped(tmp_path / "z.zip", {name: b"x", "good.json": b"1"}))))
    assert [refusal(source).endswith("is no name of a file") for source in found if source.refused] == [True]
    assert [source.read() for source in found if not source.refused] == [b"1"]


def test_a_zip_in_a_zip_is_refused(tmp_path: Path) -> None:
    """It could hold another one, and so on."""
    inner = zipped(tmp_path / "i.zip", {"a.json": b"1"}).read_bytes()
    (source,) = sources(str(zipped(tmp_path / "z.zip", {"i.json": inner})))
    assert "a zip file in a zip file is not opened" in refusal(source)


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what it says of itself; and where it lies, while it is unpacked."""
    monkeypatch.setattr(module, "ALWAYS", 1000)
    (source,) = sources(str(zipped(tmp_path / "z.zip", {"a.json": b"0" * 3_000_000})))
    assert "no honest zip file" in refusal(source)
    lying = zipped(tmp_path / "l.zip", {"a.json": b"0" * 3_000_000}).read_bytes()
    (tmp_path / "l.zip").write_bytes(lying.replace(struct.pack("<L", 3_000_000), struct.pack("<L", 900)))
    (source,) = sources(str(tmp_path / "l.zip"))
    assert "cannot be read" in refusal(source)
    monkeypatch.setattr(module, "LARGEST_MEMBER", 100)
    (source,) = sources(str(zipped(tmp_path / "m.zip", {"a.json": os.urandom(200)})))
    assert "at most 100 are read" in refusal(source)
    monkeypatch.setattr(module, "MOST_MEMBERS", 1)
    (source,) = sources(str(zipped(tmp_path / "n.zip", {"a": b"", "b": b""})))
    assert "it holds 2 files" in refusal(source)


def test_a_broken_zip_says_so(tmp_path: Path) -> None:
    """Cut, changed, encrypted, or two files of one name: a reason, never a traceback."""
    whole = zipped(tmp_path / "z.zip", {"a.json": b"abc" * 1000, "b.json": b"1"}).read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[: len(whole) // 2])
    assert "no zip file" in refusal(next(sources(str(tmp_path / "cut.zip"))))
    changed = bytearray(whole)
    changed[45] ^= 0xFF
    (tmp_path / "changed.zip").write_bytes(changed)
    assert "cannot be read" in refusal(next(sources(str(tmp_path / "changed.zip"))))
    secret = bytearray(whole)
    secret[whole.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "secret.zip").write_bytes(secret)
    assert "encrypted" in refusal(next(sources(str(tmp_path / "secret.zip"))))
    (tmp_path / "nameless.zip").write_bytes(whole.replace(b"a.json", b"\x00.json"))
    assert "no name of a file" in refusal(next(sources(str(tmp_path / "nameless.zip"))))
    with pytest.warns(UserWarning, match="Duplicate"):
        zipfile_twice(tmp_path / "twice.zip")
    first, second = sources(str(tmp_path / "twice.zip"))
    assert (first.refused, second.refused) == ("", "'a.json' is twice in it")


def zipfile_twice(path: Path) -> None:
    """Write a zip file with two files of one name."""
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("a.json", b"1")
        packed.writestr("a.json", b"2")
