"""``kiebitz verify``, ``kiebitz rescue`` and ``kiebitz rebuild``."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from importers import native
from records.core.viewers import OPEN, PUBLIC
from records.rulings.drift import Drift, DriftParting, Replaying
from records.service import Finding
from web.cli.keeping.whole_files import whole_file
from web.cli.output import counted, plain, print_json, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.schemas.base import Looked
from web.schemas.drift import DriftFound

BESIDE = {
    "layer": ("layer", "layers"),
    "case": ("case", "cases"),
    "study": ("study", "studies"),
    "class": ("class", "classes"),
    "retelling": ("retelling", "retellings"),
    "words": ("word table", "word_tables"),
}
"""What is saved beside records, by the suffix of its files: what one is called, and all of them in JSON."""


@click.command()
@with_store
@click.option("--against", metavar="ID", help="Compare FILE with this record.")
@click.option("--replay", is_flag=True, help="Also decide every record again with the current code, and report differences.")
@with_json
@click.argument("file", required=False, metavar="[FILE]", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def verify(place: StoreChoice, file: Path | None, against: str | None, *, replay: bool, as_json: bool) -> None:
    """Walk every chain and name the first break of each record, and which ones are whole; exit code 1 if there is a break.

    With FILE, an export of whatever viewer: check its own chain, and with --against each event and seal of it against the record here.
    """
    if against is not None and file is None:
        raise click.UsageError("--against compares a FILE; name it")
    if replay and file is not None:
        raise click.UsageError("--replay is for the records of a store; kiebitz import takes the file in")
    if file is not None:
        _verify_file(place, file, against, as_json=as_json)
        return
    with place.open() as book:
        found = book.records.inspect(book.keeper)
        drifts = {record: book.records.drift(book.keeper, record, OPEN) for record in found.whole} if replay else {}
    if as_json:
        print_json(
            {
                **({"replays": {record: DriftFound.data(Looked(None, one)) for record, one in drifts.items()}} if replay else {}),
                "records": found.records,
                "deleted": found.deleted,
                "others": found.others,
                "whole": found.whole,
                "broken": found.broken,
                "findings": found.findings,
            }
        )
    else:
        for finding in found.findings:
            click.echo(plain(str(finding)))
        for record in found.whole if found.findings else ():
            click.echo(plain(f"record {record} is whole"))
        for record, one in drifts.items():
            click.echo(plain(f"record {record} {_replays(one)}"))
    beside = "".join(f", {counted(number, kind)}" for kind, number in found.others.items())
    tell(f"{counted(found.records, 'record')}{beside} ({found.deleted} more deleted for good), {counted(len(found.findings), 'finding')}.")
    if found.findings:
        raise SystemExit(1)


def _replays(found: Drift) -> str:
    """Say how a record stands to the code of today."""
    if found.replaying is Replaying.DISPLAY:
        return "can only be displayed: its rules or cards are not known here"
    older = f"; {counted(found.older.events, 'event')} brought up from {found.older.name}" if found.older else ""
    if found.parting is not None:
        return f"parts from the rules of today at version {found.parting.version}{_field(found.parting)}{older}"
    left = f", {found.unjudged} cannot be judged" if found.unjudged else ""
    return f"replays exactly ({counted(found.decisions, 'decision')}{left}){older}"


def _field(parting: DriftParting) -> str:
    by = f" (§ {parting.paragraph})" if parting.paragraph else ""
    return f", refused{by}" if parting.what is None else f", {parting.what}{by}"


def _verify_file(place: StoreChoice, file: Path, against: str | None, *, as_json: bool) -> None:
    """Check an exported file by itself, or against a record."""
    data = file.read_bytes()
    with place.open(create=against is None) as book:
        exchanged, viewer = native.read(book.games, data, file.name), native.viewer_in(data)
        record = None if against is None else book.records.resolve(book.keeper, against)
        found = None if record is None else book.records.check_export(book.keeper, record, exchanged, viewer)
        events = None if record is None else book.record(book.keeper, record, PUBLIC).steps
    count = len(exchanged.log)
    if as_json:
        difference = None if found is None else {"version": found.version, **msgspec.to_builtins(found.what)}
        print_json({"file": str(file), "as": viewer, "events": count, "against": record, "agrees": found is None, "difference": difference})
    elif found is not None:
        click.echo(plain(str(found)))
    tell(f"{file.name}: {counted(count, 'event')} as {viewer}, its chain is whole{_agreement(record, events, count, found)}.")
    if found is not None:
        raise SystemExit(1)


def _agreement(record: str | None, events: int | None, count: int, found: object) -> str:
    if record is None or events is None:
        return ""
    if found is not None:
        return f"; it is not what record {record} says"
    return f"; every event and seal is that of record {record}" + (f", which has {events - count} more" if events > count else "")


@click.command()
@with_store
@with_json
@click.argument("folder", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path))
@click.pass_obj
def rescue(place: StoreChoice, folder: Path, *, as_json: bool) -> None:
    """Write every whole record of a damaged store into FOLDER, as native files with all secrets; exit code 1 if one is broken.

    FOLDER is made; one that holds anything is refused. What was in the trash is written too. kiebitz import FOLDER takes the files in
    elsewhere, the records first, then what stands beside them in files that end in .layer, .case, .study, .class, .retelling and .words.
    """
    saved: dict[str, list[str]] = {kind: [] for kind in ("record", *BESIDE)}
    broken: list[Finding] = []
    with place.open() as book:
        if folder.exists() and any(folder.iterdir()):
            raise click.ClickException(f"{folder}: this folder is not empty; name a new one")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for found in book.records.rescue(book.keeper):
            if isinstance(found, Finding):
                broken.append(found)
                continue
            whole = whole_file(book.games, found)
            (folder / whole.name).write_bytes(whole.data)
            saved[whole.kind].append(whole.id)
    if as_json:
        print_json({"saved": saved["record"], **{many: saved[kind] for kind, (_one, many) in BESIDE.items()}, "broken": broken})
    else:
        for finding in broken:
            click.echo(plain(str(finding)))
    beside = "".join(f" and {counted(len(saved[kind]), one)}" for kind, (one, _many) in BESIDE.items() if saved[kind])
    tell(f"{counted(len(saved['record']), 'record')}{beside} saved in {folder}, {len(broken)} broken.")
    if broken:
        raise SystemExit(1)


@click.command()
@with_store
@with_json
@click.pass_obj
def rebuild(place: StoreChoice, *, as_json: bool) -> None:
    """Make the shelf anew from the first event of every record."""
    with place.open() as book:
        records = book.records.rebuild(book.keeper)
    if as_json:
        print_json({"records": records})
    else:
        tell(f"{counted(records, 'record')} on the shelf.")
