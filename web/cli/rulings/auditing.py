"""``kiebitz audit``: a record against the rules that it was played by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from records.core.sentences import N_
from records.service import ShelfQuery
from web.cli.completion import complete_record
from web.cli.languages import with_language
from web.cli.output import counted, plain, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.progress import counting
from web.cli.rulings.audit_search import audited_by
from web.cli.steps import step_of
from web.cli.viewers import with_viewer
from web.cli.workers import sent_cards, with_workers
from web.schemas.findings import FindingsSchema, audited, unjudged_paragraphs
from web.words.findings import FindingWords
from web.words.phrases import Printed, Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.rulings.audit import Judged
    from records.service import RecordView
    from records.service.views.findings import AuditFinding
    from web.cli.workers import Workers
    from web.words.phrases import Locale


@click.command()
@with_store
@with_viewer
@with_language
@click.option("--all", "everything", is_flag=True, help="All records of games that have rules here.")
@with_workers
@with_json
@click.argument("records", nargs=-1, metavar="[ID]...", shell_complete=complete_record)
@click.pass_obj
def audit(
    place: StoreChoice, records: tuple[str, ...], viewer: str, locale: Locale, *, workers: Workers, everything: bool, as_json: bool
) -> None:
    """Decide every decision of a record again; exit code 1 where the rules say otherwise."""
    if everything == bool(records):
        raise click.UsageError("name records by their ids, or all of them with --all")
    found: list[tuple[RecordView, Sequence[Judged]]] = []
    unknown = refused = 0
    with place.open() as book:
        names = [str(entry.id) for entry in book.records.shelf(book.keeper, ShelfQuery()).entries] if everything else records
        with workers.hands() as hands, counting(len(names), "Auditing", "records") as ended:
            for one in audited_by(book, hands, names, viewer, sent_cards(place), everything=everything):
                ended()
                view, judged = one.view, one.judged
                if view is not None and judged is not None:
                    found.append((view, judged))
                    for line in _lines(view, judged, locale) if not as_json else ():
                        click.echo(plain(line))
                elif everything and view is not None and one.unknown:
                    unknown += 1
                    if not as_json and view.game.play is not None:
                        tell(one.why)
                else:
                    refused += 1
                    tell(f"{one.asked}: {one.why}")
    if as_json:
        print_json([FindingsSchema.data(audited(view, judged), Words(Printed(locale, view.faces), view.names)) for view, judged in found])
    wrong = sum(any(one.wrong for one in judged) for _view, judged in found)
    skipped = f", {counted(unknown, 'record')} of which the rules are not known here" if unknown else ""
    left = f", {counted(refused, 'record')} that cannot be audited" if refused else ""
    tell(f"{counted(len(found), 'record')} audited, {counted(wrong, 'record')} with a difference{skipped}{left}.")
    if wrong or refused:
        raise SystemExit(1)


def _lines(view: RecordView, judged: Sequence[Judged], locale: Locale) -> list[str]:
    """Return a line for each difference of a record, or one that there is none."""
    wrong = [finding for finding in view.findings(judged) if finding.judged.wrong]
    if wrong:
        return [_difference(finding, view, locale) for finding in wrong]
    open_ = sum(one.why is not None for one in judged)
    by = f" (§ {', '.join(paragraphs)})" if (paragraphs := unjudged_paragraphs(judged)) else ""
    cannot = f", {open_} cannot be judged{by}" if open_ else ""
    return [f"{view.header.record}  {counted(len(judged), 'decision')}, {len(judged) - open_} as the rules say{cannot}"]


def _difference(finding: AuditFinding, view: RecordView, locale: Locale) -> str:
    """Return the line of a difference: step, whose it was, verdict, paragraph and reason, who could have noticed it, whether it matters."""
    words = FindingWords(finding, view.names, view.faces, locale, view.timeline.step_number)
    paragraph = f" (§ {', '.join(words.paragraphs)})" if words.paragraphs else ""
    whose = f", {words.whose}" if words.whose else ""
    recorded = _labelled(N_("Recorded: %(what)s"), words.recorded, locale)
    ruled = _labelled(N_("By the rules: %(what)s"), words.ruled, locale)
    step = step_of(view, finding.judged.at, locale)
    told = (words.why, recorded, ruled, words.noticed, words.matters)
    return f"{view.header.record}  {step}{whose}, {words.verdict}{paragraph}: {' '.join(map(_ended, filter(None, told)))}"


def _labelled(text: str, what: str, locale: Locale) -> str:
    return locale.translated(text) % {"what": what} if what else ""


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "”", "“")) else f"{text}."
