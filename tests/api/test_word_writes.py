"""Words of logs are written by the API as on the page: for the caller alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.viewers import LOCAL, Role
from support import books
from web.app import create_app

if TYPE_CHECKING:
    from records.service import GameBook

book = books.own


def test_words_are_written_replaced_and_removed(book: GameBook) -> None:
    """A line, another, the first with another meaning; one is taken out, then the table; what cannot be is refused at its field."""
    client = create_app(book).test_client()

    def sent(path: str, **body: Any) -> Any:
        return client.post(f"/api/words{path}", json=body)

    says = "{seat} plays {cards}."
    table = sent("", game="regicide", site="Trial", says=says, means="").get_json()
    assert (table["game"], table["site"], [line["means"] for line in table["lines"]]) == ("regicide", "trial", [""])
    sent("", game="regicide", site="trial", says="{seat} yields.", means="yields")
    assert book.retelling.word_table(LOCAL, table["id"]).means == {says: "", "{seat} yields.": "yields"}
    sent("", game="regicide", site="trial", says=says, means="{cards}")
    assert book.retelling.word_table(LOCAL, table["id"]).means[says] == "{cards}"
    lines = client.get("/api/words").get_json()["tables"][0]["lines"]
    left = sent(f"/{table['id']}/removals", line=next(one["line"] for one in lines if one["says"] == says)).get_json()
    assert [line["says"] for line in left["lines"]] == ["{seat} yields."]
    assert sent(f"/{table['id']}/removals", line=None).get_json() == table | {"lines": []}
    assert client.get("/api/words").get_json() == {"tables": []}
    assert sent(f"/{table['id']}/removals", line=None).status_code == 404
    for wrong, field in (({"means": "drop {n}"}, "means"), ({"game": "chess"}, "says"), ({"says": " "}, "says")):
        refused = sent("", **{"game": "regicide", "says": says, "means": ""} | wrong)
        assert (refused.status_code, [*refused.get_json()["errors"]["json"]]) == (422, [field])


def test_a_guest_writes_no_words(book: GameBook) -> None:
    """Words belong to an account."""
    table = book.retelling.learn_words(LOCAL, "regicide", "", {"a": ""}).id
    book.people.add_member(LOCAL, "keeper", [Role.ADMIN])
    guest = create_app(book).test_client()
    assert guest.post("/api/words", json={"game": "regicide", "says": "b", "means": ""}).status_code == 403
    assert guest.post(f"/api/words/{table}/removals", json={"line": None}).status_code == 403
