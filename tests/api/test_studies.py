"""Studies over the API are told to who wrote them, and to nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.viewers import LOCAL, OPEN
from records.service.chapters.drafts import NewChapter
from support import tiny
from support.programs import app_on, open_book

if TYPE_CHECKING:
    from pathlib import Path


def test_a_study_is_told_as_it_stands_and_as_it_was_published(tmp_path: Path) -> None:
    """With its chapters; a number that was never published, and an id of something else, are not there."""
    with open_book(tmp_path / "book.sqlite") as book:
        record = book.writing.add(LOCAL, tiny.new_game())[0].id
        study = book.studies.open_study(LOCAL, "First").id
        book.studies.add_chapter(LOCAL, study, NewChapter(title="one", record=record, last=1, viewer=OPEN.value))
        book.studies.publish_study(LOCAL, study)
        book.studies.name_study(LOCAL, study, "Second")
        ask = app_on(book).test_client().get
        (listed,) = ask("/api/studies").get_json()["studies"]
        assert (listed["id"], listed["title"], listed["number"], listed["chapters"][0]["key"]) == (study, "Second", None, None)
        published = ask(f"/api/studies/{study}?number=1").get_json()
        assert (published["title"], published["chapters"][0]["body"]["title"]) == ("First", "one")
        assert published["chapters"][0]["key"]["candidates"] == []
        assert [ask(f"/api/studies/{address}").status_code for address in (f"{study}?number=2", record, f"{study}?number=x")] == [
            404,
            404,
            422,
        ]
