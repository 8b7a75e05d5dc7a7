"""``kiebitz study``: chapters of records, with tasks; published by number, and carried from store to store."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from importers.native_streams import write_stream
from importers.study_texts.reading import read_study_text, study_text_name
from importers.study_texts.writing import write_study_text
from records.errors import MalformedCommand, RecordsError
from records.service.chapters.drafts import NewChapter
from records.service.chapters.sources import read_line_end
from records.service.kinds import LEARNERS, STUDIES
from records.studies.chapters.events import ChapterBody, ChapterSource, ChapterTask, GuidedReading, LinePart, RecordPart
from web.cli.completion import with_record
from web.cli.incoming.beside import import_of
from web.cli.languages import with_language
from web.cli.output import counted, plain, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.steps import StepParam, number_of
from web.cli.studies.sharing import link, release
from web.cli.telling.exporting import drawn_by_app, with_output, write_output
from web.cli.verbs import show_answer, verb
from web.cli.viewers import with_viewer
from web.schemas.studies import StudySchema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.service import GameBook
    from records.service.chapters.views import StudyView
    from web.words.phrases import Locale

with_study = click.argument("study", metavar="STUDY")
with_chapter = click.argument("chapter", metavar="CHAPTER")
with_title = click.argument("title", metavar="TITLE")
with_text = click.option("--text", default="", help="Markdown.")
with_was = click.option(
    "--was", type=click.IntRange(min=1), required=True, metavar="VERSION", help="The version that you have seen; a newer one is refused."
)


@click.group(commands=(release, link))
def study() -> None:
    """Write studies: chapters of records through fixed eyes, with tasks whose keys the engine works out."""


def _show(made: StudyView, *, book: GameBook, as_json: bool, brief: bool = False) -> None:
    if as_json:
        print_json(StudySchema.data(made))
        return
    number = "" if made.number is None else f", number {made.number}"
    click.echo(f"{made.id}  {plain(made.title)}{number}, {counted(len(made.chapters), 'chapter')}")
    for nth, one in enumerate(() if brief else made.chapters, 1):
        body = one.body
        if body is None:
            click.echo(f"{nth:>3}  (erased)  [{one.id} version {one.version}]")
            continue
        steps = f"{_steps(book, body)} of {_made_of(body.source)} as {plain(body.viewer)}"
        click.echo(f"{nth:>3}  {plain(body.title)}  [{one.id} version {one.version}; {steps}]")


def _steps(book: GameBook, body: ChapterBody) -> str:
    """Return from where to where a chapter goes: by events where its record is not here, or not as it was."""
    first, last = body.source.first, body.source.last
    try:
        view = book.studies.chapter_log(book.keeper, body).view
    except RecordsError:
        return f"events {first} to {last}"
    return f"steps {number_of(view, first)} to {number_of(view, last)}"


_verb = partial(verb, into=study)
"""A verb of ``kiebitz study``; ``_writes`` of those after which the study is shown."""
_writes = partial(_verb, shows=_show, counts=True)


@_writes(with_text, with_json, with_title)
def new(book: GameBook, *, title: str, text: str) -> StudyView:
    """Begin a study."""
    return book.studies.open_study(book.keeper, title, text)


def _show_list(found: Sequence[StudyView], *, as_json: bool) -> None:
    if as_json:
        print_json([StudySchema.data(one) for one in found])
        return
    for one in found:
        click.echo(f"{one.id}  {counted(len(one.chapters), 'chapter')}  {counted(one.numbers, 'number')}  {plain(one.title)}")


@_verb(with_json, name="list", shows=_show_list)
def list_(book: GameBook) -> Sequence[StudyView]:
    """Tell the studies that you wrote, the oldest first."""
    return book.studies.studies(book.keeper)


@_writes(with_json, click.option("--number", type=click.IntRange(min=1), help="This published number, with its keys."), with_study)
def show(book: GameBook, *, study: str, number: int | None) -> StudyView:
    """Tell a study of yours as it stands, or as a number was published."""
    return book.studies.study(book.keeper, study, number)


@_writes(with_text, with_json, with_study, with_title)
def name(book: GameBook, *, study: str, title: str, text: str) -> StudyView:
    """Say what a study is called, and what it is about."""
    return book.studies.name_study(book.keeper, study, title, text)


with_body = (
    with_viewer,
    with_text,
    click.option("--first", type=StepParam(), default="0", metavar="STEP", help="The first step. [default: the first of the record]"),
    click.option(
        "--conceal",
        type=click.Choice(("nothing", "later steps", "until solved")),
        default="later steps",
        show_default=True,
        help="What is kept back of the record.",
    ),
    click.option("--layer", "layers", multiple=True, metavar="LAYER", help="A layer whose notes are shown."),
    click.option(
        "--then",
        metavar="STEP|LINE",
        type=StepParam(or_text=True),
        help="Shown when the move was found or given up: steps up to this one, or LAYER:LINE[:NODE].",
    ),
    click.option("--task", metavar="JSON", help="The task after the last step. [default: none]"),
    with_record,
    click.argument("last", metavar="LAST", type=StepParam()),
    with_title,
)
"""What a chapter is made of."""


@_writes(
    with_json, click.option("--after", metavar="CHAPTER", help="Put it behind this chapter. [default: at the end]"), with_study, *with_body
)
def add(book: GameBook, *, study: str, after: str | None, **said: Any) -> StudyView:
    """Add a chapter: the steps up to LAST of a record."""
    return book.studies.add_chapter(book.keeper, study, _chapter(book, **said), after=after)


@_writes(with_json, with_was, with_study, with_chapter, *with_body)
def revise(book: GameBook, *, study: str, chapter: str, was: int, **said: Any) -> StudyView:
    """Write a chapter anew; published numbers keep what they were."""
    return book.studies.revise_chapter(book.keeper, study, chapter, _chapter(book, **said), was=was)


@_writes(
    with_json,
    click.option("--after", metavar="CHAPTER", help="Put it behind this chapter. [default: to the front]"),
    with_study,
    with_chapter,
)
def move(book: GameBook, *, study: str, chapter: str, after: str | None) -> StudyView:
    """Move a chapter."""
    return book.studies.move_chapter(book.keeper, study, chapter, after)


@_writes(
    with_json,
    click.option("--erase", is_flag=True, help="Erase the text for good, in published numbers too."),
    with_was,
    with_study,
    with_chapter,
)
def remove(book: GameBook, *, study: str, chapter: str, was: int, erase: bool) -> StudyView:
    """Take a chapter out."""
    made = book.studies.remove_chapter(book.keeper, study, chapter, was=was)
    if erase:
        book.studies.erase_chapter(book.keeper, study, chapter)
    return made


@_writes(with_json, with_study)
def publish(book: GameBook, *, study: str) -> StudyView:
    """Give a study the next number, with the keys of its tasks, which stay."""
    return book.studies.publish_study(book.keeper, study)


@_verb(
    with_json, click.confirmation_option("--yes", prompt="Delete the study for good?", help="Do not ask."), with_study, shows=show_answer
)
def delete(book: GameBook, *, study: str) -> tuple[Any, str]:
    """Delete a study for good."""
    return {"id": study, "events": book.studies.remove_study(book.keeper, study)}, f"study {study} deleted for good."


@study.command()
@with_store
@with_output
@click.option("--format", "form", type=click.Choice(["native", "html"]), default="native", show_default=True, help="The form of the file.")
@click.option("--number", type=click.IntRange(min=1), metavar="N", help="The published number in an html file. [default: the newest]")
@click.option("--yes", is_flag=True, help="Do not ask before writing readable keys into an html file.")
@with_language
@with_study
@click.pass_obj
def export(  # noqa: PLR0917 -- an option each
    place: StoreChoice, study: str, output: str, form: str, number: int | None, locale: Locale, *, yes: bool
) -> None:
    """Write a study of yours as a file for another store, whole: its keys lie readable in it.

    As html it is a file of its own that works without a network: each chapter as far as it shows its record, and its tasks.
    """
    if number is not None and form != "html":
        raise click.UsageError("--number belongs to --format html")
    if form == "html" and not yes:
        click.confirm("The keys of its tasks will lie readable in the file. Make it?", abort=True, err=True)
    with place.open() as book:
        if form == "html":
            from web.pages.offline.document import study_file  # noqa: PLC0415 -- a quarter of a second that others do not need

            with drawn_by_app(book, locale):
                data = study_file(book, book.keeper, study, number).encode()
        else:
            data = write_stream(book.studies.export_study(book.keeper, study))
    write_output(output, data, f"study {study}")


study.add_command(import_of("study", "Take in a study from another store.", STUDIES, LEARNERS))


def _show_written(written: tuple[Sequence[StudyView], bool], *, book: GameBook, as_json: bool) -> None:
    made, several = written
    if as_json and several:
        print_json([StudySchema.data(one) for one in made])
        return
    for one in made:
        _show(one, book=book, as_json=as_json, brief=several)


@_verb(
    with_json,
    click.option("--prune", is_flag=True, help="Remove chapters that the text does not name."),
    click.option("--publish", "published", is_flag=True, help="Publish the next number if the study has changed."),
    click.option("--check", is_flag=True, help="Report errors in the text; write nothing."),
    click.option("--once", is_flag=True, help="Skip a study that was written before, even if it was changed or deleted since."),
    click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)),
    shows=_show_written,
    counts=True,
)
def write(book: GameBook, *, files: tuple[Path, ...], **how: bool) -> tuple[Sequence[StudyView], bool]:
    """Make or change studies as texts have them (docs/study-files.md); the records that these name by their files are stored."""
    found = [_write(book, file, **how) for file in files]
    return [one for one in found if one is not None], len(files) > 1


@_verb(with_output, with_study)
def text(book: GameBook, *, study: str, output: str) -> None:
    """Write a study of yours as a text that ``study write`` reads: read again, it changes nothing."""
    write_output(output, write_study_text(book, book.keeper, book.studies.study(book.keeper, study)).encode(), f"study {study}")


def _write(book: GameBook, file: Path, *, prune: bool, published: bool, check: bool, once: bool) -> StudyView | None:
    """Write the study of a text; return None where none was written."""
    data = file.read_bytes()
    if once and book.studies.was_written(book.keeper, study_text_name(data, file)):
        tell(f"{file.name}: was written before.")
        return None
    whole = read_study_text(book, book.keeper, data, file)
    if check:
        tell(f"{file.name}: {counted(len(whole.chapters), 'chapter')}, nothing is wrong.")
        return None
    made, changed = book.studies.write_study(book.keeper, whole, prune=prune)
    tell(f"{file.name}: {counted(changed, 'change')} written.")
    return book.studies.publish_changes(book.keeper, made.id) if published else made


def _chapter(book: GameBook, **said: Any) -> NewChapter:
    task = said.pop("task")
    said["then"] = read_line_end(said["then"]) if isinstance(said["then"], str) else said["then"]
    said["layers"] = tuple(book.notes.resolve_layer(book.keeper, layer) for layer in said["layers"])
    try:
        asked: ChapterTask = GuidedReading() if task is None else msgspec.json.decode(task, type=ChapterTask)
    except msgspec.DecodeError as error:
        raise MalformedCommand(f"--task: {error}") from None
    return NewChapter(task=asked, **said)


def _made_of(source: ChapterSource) -> str:
    if isinstance(source, RecordPart):
        return source.anchor.record
    if isinstance(source, LinePart):
        what = f"line {source.line} beside" if source.line else f"what is imagined after step {source.anchor.v} of"
        return f"{what} {source.anchor.record}"
    return "a position of its own"
