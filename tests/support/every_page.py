"""A book with a game of every kind, and the address of every page that it has: what is looked at as a whole is looked at here."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from importers.base import ImportOptions
from importers.storing import store_file
from records.core.ids import SeatKey
from records.core.viewers import LOCAL
from records.service import GameBook, NewTable
from records.service.cases.drafts import NewClaim, NewRuling, ReadingNamed
from records.service.chapters.drafts import NewChapter
from records.service.layers.notes import NoteText
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import Pairing
from records.studies.chapters.events import AskCandidates, AskChance, GuidedReading
from records.studies.classes.events import ChoicePoll
from records.studies.layers.events import Arrow, Spot
from support.reviewed import reviewed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from records.service import RecordView

GAMES = Path(__file__).parents[2] / "examples" / "games"
MISSING = "missing"
"""Name of the page that says no."""


def every_page(book: GameBook) -> dict[str, str]:
    """Fill an empty book of all games and return the address of each page by a short name."""
    imported = {name: _imported(book, file) for name, file in FILES.items()}
    played = {name: _played(book, **how) for name, how in SIMULATED.items()}
    written = dict(_begun(book))
    return {
        **dict(_shelf()),
        **dict(_tables(book, imported, played)),
        **dict(_beside(book, imported, played)),
        **{f"write-{game}": f"/records/{record}/record" for game, record in written.items()},
        **{f"new-{game}": f"/records/new?game={game}" for game in written},
        "new": "/records/new",
        "rules": "/rules",
        **{f"rules-{game}": f"/rules/{game}" for game in library() if game in written},
        "rules-of-a-record": f"/records/{imported['castle']}/rules?at=20&as=A",
        "upload": "/upload",
        "merge": "/merge",
        "notation-typed": "/notation",
        "elsewhere": "/elsewhere",
        "log-typed": "/log",
        **dict(_words(book)),
        "notation": f"/records/{imported['castle']}/notation?as=A",
        "sheet": f"/records/{imported['team']}/sheet?as=A",
        "compare": f"/records/{imported['castle']}/compare",
        "figures": "/figures",
        "luck": "/figures/luck",
        "review": _reviewed(book, played["two"]),
        "eyes": f"/records/{imported['castle']}/eyes?at=40&as=A&other=B",
        "findings": f"/records/{imported['castle']}/findings",
        "breaches": f"/records/{imported['castle']}/breaches?at=40&as=A",
        "compare-tables": f"/records/{played['two']}/compare?switch=drawing%3Done+player+after+the+other&step=3",
        **{f"impact-{game}": f"/rules/{game}/impact" for game in ("castle-rampage", "creature-crush")},
        "impact-of-a-reading": "/rules/regicide/impact?switch=drawing%3Done+player+after+the+other",
        **dict(_disputed(book, imported["castle"])),
        **dict(_lines(book, played["crush"])),
        **dict(_notes(book, imported["castle"])),
        **dict(_studies(book, imported["castle"])),
        **dict(_classes(book, imported["castle"])),
        **dict(_events(book, [*imported.values(), *played.values()])),
        "api": "/api/",
        MISSING: "/records/0000000000000000",
    }


FILES = {"castle": "castle-rampage-yucata.jsonl", "team": "regicide-team.jsonl", "observed": "night-ferry.json"}
SIMULATED: Mapping[str, Mapping[str, object]] = {
    "alone": {"game": "regicide", "seed": 7, "players": 1},
    "two": {"game": "regicide", "seed": 7, "players": 2},
    "four": {"game": "regicide", "seed": 7, "players": 4},
    "crush": {"game": "creature-crush", "seed": 3},
}
SEVERAL = 4


def _imported(book: GameBook, file: str) -> str:
    (stored,) = store_file(book, LOCAL, (GAMES / file).read_bytes(), file, ImportOptions())
    return stored.id


def _played(book: GameBook, *, game: str, seed: int, **how: int) -> str:
    return book.writing.add(LOCAL, next(iter(simulate(library()[game], seed=seed, games=1, **how))))[0].id


def _lines(book: GameBook, record: str) -> Iterator[tuple[str, str]]:
    """The lines beside a record, and one of them."""
    view = book.record(LOCAL, record)
    base = max(one.v for one in view.events if one.cause == 1)
    command = view.game.play.legal(view.position(base))[0] if view.game.play is not None else None
    line = book.notes.begin_line(LOCAL, record, base, name="what if", dealt="known", command=command)
    yield "lines", f"/records/{record}/lines?at=9"
    yield "line", f"/lines/{line.layer}/{line.id}?node=1&beside=played"


def _notes(book: GameBook, record: str) -> Iterator[tuple[str, str]]:
    """The notes beside a record, and the form of one."""
    marks = (Spot(place="s8"), Arrow(start="s8", end="hand:A"))
    note = NoteText(at=9, text="A *note* with a [[knight@s8]].", glyph="?!", marks=marks, audience=("*",), since=9)
    written = book.notes.write_note(LOCAL, record, note)
    yield "notes", f"/records/{record}/notes?at=9&as=A"
    yield "note", f"/records/{record}/notes/edit?at=9&as=A&layer={written.layer}&note={written.id}"
    yield "quiz", f"/records/{record}/quiz?at=9&as=A&slot={_asked(book, record)}"
    yield "moments", f"/records/{record}/moments?at=9&as=A"
    yield "note-on-the-table", f"/records/{record}?at=9&as=A"


def _studies(book: GameBook, record: str) -> Iterator[tuple[str, str]]:
    """The list of studies, one of them, and a chapter for each kind of task."""
    study = book.studies.open_study(LOCAL, "A study", "What it is *about*.").id
    asked = _asked(book, record)
    tasks = {
        "guided": GuidedReading(),
        "candidates": AskCandidates(place=asked, hints=("Count.",)),
        "chance": AskChance(place=asked, card=min(book.record(LOCAL, record, "A").faces)),
    }
    for name, task in tasks.items():
        book.studies.add_chapter(
            LOCAL, study, NewChapter(title=f"A chapter: {name}", record=record, viewer="A", last=9, text="*Read.*", task=task)
        )
    published = book.studies.publish_study(LOCAL, study)
    yield "studies", "/studies"
    yield "study", f"/studies/{study}"
    yield "study-add", f"/records/{record}/study?at=9&as=A"
    for name, chapter in zip(tasks, published.chapters, strict=True):
        yield f"write-{name}", f"/studies/{study}/chapters/{chapter.id}"
    yield "lessons", "/learn"
    yield "lesson", f"/learn/{study}"
    yield "study-sheet", f"/learn/{study}/sheet?keys=on"
    for name, chapter in zip(tasks, published.chapters, strict=True):
        yield f"chapter-{name}", f"/learn/{study}/{chapter.id}/chapter"
    yield "below-a-chapter", f"/learn/{study}/{published.chapters[0].id}/records/{record}?at=3"


def _classes(book: GameBook, record: str) -> Iterator[tuple[str, str]]:
    """A class in a lesson, with a question that is asked."""
    held = book.classes.open_class_on_record(LOCAL, record, "A", "Tuesdays").id
    shown = book.classes.begin_session(LOCAL, held).session
    if shown is not None and shown.shown is not None:
        book.classes.show(LOCAL, held, shown.shown.chapter, 20)
    book.class_door.join(book.classes.set_class_code(LOCAL, held), "Kim", "127.0.0.1")
    book.classes.open_poll(LOCAL, held, ChoicePoll(question="Who wins?", choices=("Ana", "Ben"), right=0))
    yield "classes", "/classes"
    yield "classes-of-game", f"/classes?record={record}&as=A"
    yield "class", f"/classes/{held}"
    yield "class-live", f"/classes/{held}/live"
    yield "class-board", f"/classes/{held}/board"
    yield "join", "/join"


def _events(book: GameBook, records: Sequence[str]) -> Iterator[tuple[str, str]]:
    """An event of some rounds."""
    for number, record in enumerate(records):
        book.people.pair(LOCAL, record, Pairing("Autumn Cup", str(number // 3 + 1), str(number % 3 + 1)))
    yield "events", "/events"
    yield "event", "/events?event=Autumn+Cup"
    yield "event-form", f"/records/{records[0]}/event"
    yield "trash", "/trash"


def _words(book: GameBook) -> Iterator[tuple[str, str]]:
    """The tables of words, and one of them."""
    book.retelling.learn_words(LOCAL, "regicide", "Trial", {"{seat} plays {cards}.": "{cards}"})
    yield "words", "/words"
    yield "word-table", f"/words/{book.retelling.word_table_for(LOCAL, 'regicide', 'Trial').id}"


def _asked(book: GameBook, record: str) -> str:
    slots = book.record(LOCAL, record, "A").knowledge(9).slots
    return next(str(slot) for slot, chances in slots.items() if chances.certain is None)


def _begun(book: GameBook) -> Iterator[tuple[str, str]]:
    """Begin a record of each game that can be written down, dealt by the program where it can."""
    for name, game in library().items():
        if game.recording is None:
            continue
        table = NewTable(game=name, names=("Ana", "Ben"), begins=SeatKey("A"), dealt=game.simulation is not None)
        yield name, book.writing.begin(LOCAL, table, ())


def _reviewed(book: GameBook, record: str) -> str:
    """Return where the review of a finished game stands, with rows of all seats."""
    reviewed(book, record)
    return f"/records/{record}/review?as=open"


def _shelf() -> Iterator[tuple[str, str]]:
    yield "shelf", "/"
    yield "shelf-found", "/?q=Ana"
    yield "shelf-nothing", "/?q=nobody"


def _tables(book: GameBook, imported: Mapping[str, str], played: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    castle, crush = imported["castle"], played["crush"]
    attack = _first(book, castle, lambda view, at: len(fight.arrivals) >= SEVERAL if (fight := view.fight(at)) else False)
    yield "castle-start", f"/records/{castle}?as=A"
    yield "castle-attack", f"/records/{castle}?at={attack}&as=A"
    yield "castle-after", f"/records/{castle}?at={attack + 6}&as=B"
    yield "castle-hindsight", f"/records/{castle}?at={attack}&as=B&knows=hindsight"
    yield "castle-memory", f"/records/{castle}?at={attack}&as=A&memory=table"
    yield "castle-end", f"/records/{castle}?at={_steps(book, castle)}&as=open"
    for name, record in (("team", imported["team"]), *((name, played[name]) for name in ("alone", "two", "four"))):
        fight = _first(book, record, lambda view, at: len(enemy.plays) >= SEVERAL if (enemy := view.enemy(at)) else False)
        yield f"royal-{name}", f"/records/{record}?at={fight}&as=A"
        due = _first(book, record, lambda view, at: enemy.due is not None if (enemy := view.enemy(at)) else False, after=fight)
        yield f"royal-{name}-suffers", f"/records/{record}?at={due}&as=A"
    yield "royal-team-end", f"/records/{imported['team']}?at={_steps(book, imported['team'])}&as=open"
    stacked = _first(book, crush, lambda view, at: len(field.stack) > 1 if (field := view.field(at)) else False)
    yield "crush-start", f"/records/{crush}?as=A"
    yield "crush-chain", f"/records/{crush}?at={stacked}&as=A"
    yield "crush-middle", f"/records/{crush}?at={_steps(book, crush) // 2}&as=A"
    yield "crush-end", f"/records/{crush}?at={_steps(book, crush)}&as=open"
    yield "observed", f"/records/{imported['observed']}?at=12&as=A"


def _beside(book: GameBook, imported: Mapping[str, str], played: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    castle, team, crush = imported["castle"], imported["team"], played["crush"]
    moment = f"at={_steps(book, castle) // 2}&as=A"
    view = book.record(LOCAL, castle, "A")
    table = view.position(view.steps // 2).table
    closed = next(slot for slots in table.piles.values() for slot in slots if not table.slots[slot].up)
    yield "card", f"/records/{castle}/cards/archer?as=A"
    yield "card-royal", f"/records/{team}/cards/{_named(book, team)}?as=A"
    yield "card-creature", f"/records/{crush}/cards/{_named(book, crush)}?as=A"
    yield "slot", f"/records/{castle}/slots/{closed}?{moment}"
    yield "pile", f"/records/{castle}/places/castle:A?{moment}"
    yield "hand", f"/records/{castle}/places/hand:B?{moment}"
    yield "deck", f"/records/{castle}/places/draw?{moment}"
    yield "discard", f"/records/{castle}/places/discard?{moment}"
    yield "discard-royal", f"/records/{team}/places/discard?at={_steps(book, team) // 2}&as=A"
    yield "why", f"/records/{castle}/why/hand:B?{moment}"
    yield "explain", f"/records/{castle}/explain?{moment}"
    yield "odds", f"/records/{castle}/odds?{moment}"
    yield "odds-royal", f"/records/{team}/odds?at=20&as=A"
    yield "team", f"/records/{team}/team?at=20&as=A"
    yield "charts", f"/records/{castle}/charts?{moment}"
    yield "charts-royal", f"/records/{team}/charts?at=20&as=A"


def _disputed(book: GameBook, record: str) -> Iterator[tuple[str, str]]:
    everybody = ("*",)
    at = _steps(book, record) // 2
    case = book.cases.open_case(LOCAL, record, at, "Is that so?", by="Ana", to=everybody, event="Cup").id
    book.cases.make_claim(LOCAL, case, NewClaim(party="A", reading=ReadingNamed(), says="recorded", text="It is."), to=everybody)
    book.cases.rule(LOCAL, case, NewRuling(by="Judge", text="Yes.", reading=ReadingNamed(), cites=("4.2",), winners=("A",)), to=everybody)
    yield "cases", f"/records/{record}/cases?at={at}&as=A"
    yield "case", f"/cases/{case}?as=A"
    yield "case-arbiter", f"/cases/{case}?as=arbiter"
    yield "ruling", f"/cases/{case}/ruling?as=A"
    with TemporaryDirectory() as folder, GameBook.open(f"sqlite:///{folder}/elsewhere.sqlite") as elsewhere:
        theirs = elsewhere.writing.take_in(LOCAL, book.records.export(LOCAL, record, "open")).id
        file = elsewhere.cases.case_file(LOCAL, elsewhere.cases.open_case(LOCAL, theirs, at, "And that?", to=everybody).id, "A")
    yield "brought-case", f"/cases/{book.cases.take_in_case_file(LOCAL, file).id}"


def _named(book: GameBook, record: str) -> str:
    return min(book.record(LOCAL, record, "A").faces)


def _steps(book: GameBook, record: str) -> int:
    return book.record(LOCAL, record, "open").steps


def _first(book: GameBook, record: str, holds: Callable[[RecordView, int], bool], after: int = 0) -> int:
    """Return the first step of which it holds; the middle where it holds of none."""
    view = book.record(LOCAL, record, "A")
    return next((at for at in range(after, view.steps + 1) if holds(view, at)), view.steps // 2)
