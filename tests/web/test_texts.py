"""Every text has a German twin."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir, extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from web.languages import LANGUAGES, compile_texts

ROOT = Path(__file__).parents[2]
PO = ROOT / "web/translations/de/LC_MESSAGES/messages.po"
KEYWORDS = {"_": None, "N_": None, "on_page": None, "gettext": None, "ngettext": (1, 2)}
MARKED = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\s*\(")
FIELD = re.compile(r"%\((\w+)\)[sd]")


@pytest.fixture(scope="module")
def used() -> set[str | tuple[str, ...]]:
    """Message ids that the code and the templates use."""
    found: set[str | tuple[str, ...]] = set()
    for folder in ("web", "records"):
        messages = extract_from_dir(ROOT / folder, [("**/templates/**.html", "jinja2")], keywords=KEYWORDS)
        found |= {message for _, _, message, _, _ in messages}
        for path in (ROOT / folder).rglob("*.py"):
            if MARKED.search(path.read_text("utf-8")):  # to read a file word by word takes long
                found |= {message for _, message, _, _ in extract_from_file("python", path, keywords=KEYWORDS)}
    return found


@pytest.mark.soak
def test_messages_are_found(used: set[str | tuple[str, ...]]) -> None:
    """The search for messages sees templates, pages and the book-keeping's sentences."""
    assert {"My games", "This request cannot be read", ("%(n)s turn", "%(n)s turns")} <= used
    assert len(used) > 100


def test_every_message_is_german_too(used: set[str | tuple[str, ...]]) -> None:
    """Each message in use has a German text, none is unsure and none is left over."""
    with PO.open("rb") as file:
        catalog = read_po(file, locale="de")
    texts = {message.id: message for message in catalog if message.id}
    assert sorted(map(str, used - set(texts))) == [], "without a German text"
    assert sorted(map(str, set(texts) - used)) == [], "no longer in use"
    assert not catalog.obsolete
    for message in texts.values():
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        assert all(strings), message.id
        assert not message.fuzzy, message.id


def test_translations_keep_the_fields() -> None:
    """A German text fills in the same fields as its English one, so that no page breaks for one language only."""
    with PO.open("rb") as file:
        for message in read_po(file, locale="de"):
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            strings = message.string if isinstance(message.string, tuple) else (message.string,)
            if message.id:
                assert set(FIELD.findall(ids[-1])) == set(FIELD.findall(strings[-1])), message.id


def test_german_texts_address_the_reader_in_one_way() -> None:
    """As "du": inside a sentence, no text says "Sie" or "Ihr"."""
    polite = re.compile(r"[a-zäöüß,] (Sie|Ihnen|Ihr(e[mnrs]?)?)\b")
    with PO.open("rb") as file:
        for message in read_po(file, locale="de"):
            for text in message.string if isinstance(message.string, tuple) else (message.string,):
                assert not polite.search(str(text)), text


def test_texts_are_compiled_in_memory() -> None:
    """The .po file alone is enough, plural forms included, and no compiled file lies beside it."""
    texts = compile_texts(PO)
    assert texts.ungettext("%(n)s turn", "%(n)s turns", 1) == "%(n)s Zug"
    assert texts.ungettext("%(n)s turn", "%(n)s turns", 3) == "%(n)s Züge"
    assert not list(PO.parent.glob("*.mo"))
    assert set(LANGUAGES) == {"de", "en"}


def test_texts_are_those_of_a_compiled_file(tmp_path: Path) -> None:
    """Plurals, contexts, what is unsure and what has no text: as babel compiles it for gettext."""
    po = tmp_path / "fr/LC_MESSAGES/messages.po"
    po.parent.mkdir(parents=True)
    po.write_text(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        'msgid "Yes"\nmsgstr "Oui"\n\nmsgctxt "door"\nmsgid "Yes"\nmsgstr "Entrez"\n\n#, fuzzy\nmsgid "No"\nmsgstr "Si"\n\n'
        'msgid "Why"\nmsgstr ""\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "A"\nmsgstr[1] "B"\n\n'
        'msgctxt "door"\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "C"\nmsgstr[1] "D"\n'
    )
    compiled = io.BytesIO()
    with po.open("rb") as file:
        write_mo(compiled, read_po(file, locale="fr"))
    compiled.seek(0)
    for one in (compile_texts(po), Translations(compiled)):
        assert [one.ugettext(text) for text in ("Yes", "No", "Why")] == ["Oui", "No", "Why"]
        assert [one.upgettext("door", "Yes"), one.upgettext("gate", "Yes")] == ["Entrez", "Yes"]
        assert [one.ungettext("a", "b", count) for count in (0, 1, 2)] == ["A", "A", "B"]
        assert [one.unpgettext("door", "a", "b", count) for count in (0, 1, 2)] == ["C", "C", "D"]
