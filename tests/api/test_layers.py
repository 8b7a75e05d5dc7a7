"""Notes over the API: for their readers alone, in bytes and in number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.viewers import LOCAL
from records.service.layers.notes import NoteText
from support.programs import app_on

if TYPE_CHECKING:
    from pathlib import Path


def test_a_note_is_sent_to_its_readers_alone(tmp_path: Path) -> None:
    """With and without notes that are for others, an answer is the same byte for byte."""
    from records.service import GameBook  # noqa: PLC0415 -- a store of its own
    from support.tiny import GAMES, new_game  # noqa: PLC0415

    with GameBook.open(f"sqlite:///{tmp_path}/notes.db", games=GAMES) as book:
        record = book.writing.add(LOCAL, new_game())[0].id
        client = app_on(book).test_client()

        def sent(viewer: str, more: str = "") -> tuple[bytes, str | None]:
            answer = client.get(f"/api/records/{record}/layers?as={viewer}{more}")
            assert answer.status_code == 200
            return answer.data, answer.headers.get("ETag")

        empty = {viewer: sent(viewer) for viewer in ("A", "B", "public")}
        note = book.notes.write_note(LOCAL, record, NoteText(at=2, text="for Anna", audience=("A",), since=3))
        assert {viewer: sent(viewer) == empty[viewer] for viewer in empty} == {"A": False, "B": True, "public": True}
        assert sent("A", "&at=2")[0] == empty["A"][0]
        (layer,) = client.get(f"/api/records/{record}/layers?as=A").get_json()["layers"]
        assert [(one["id"], one["text"], one["to"], one["status"]) for one in layer["notes"]] == [(note.id, "for Anna", ["A"], "declared")]
