"""``kiebitz map``: what is needed to write a mapping file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from importers.maps.coverage import coverage
from importers.maps.explain import explain
from importers.maps.mapping import load_map, shipped
from web.books import content_of
from web.cli.output import plain, print_json, tell, with_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from importers.maps.coverage import Coverage
    from importers.maps.explain import MessageSort

MOST_TEMPLATES = 10
"""Templates that are listed for a sort of message."""


@click.command("map")
@click.option("--explain", "archive", metavar="FILE", help="List message types, templates and arguments of an archive.")
@click.option("--template", metavar="NAME", help="Print a shipped mapping as a form.")
@click.option("--check", "checked", metavar="FILE", help="Check a mapping file; with --explain, how much of the archive it knows.")
@with_json
def map_(archive: str | None, template: str | None, checked: str | None, *, as_json: bool) -> None:
    """Help to write a mapping file, for kiebitz import --map; without options list those that ship."""
    if archive is not None and checked is not None:
        mapping = load_map(checked).mapping
        known = coverage(mapping, content_of(archive), archive)
        if as_json:
            print_json({"game": mapping.game, "rules": len(mapping.message), **_coverage(known)})
        else:
            click.echo("\n".join(map(plain, _coverage_lines(known))))
    elif archive is not None:
        sorts = explain(content_of(archive), archive)
        if as_json:
            print_json([_data(sort) for sort in sorts])
        else:
            click.echo("\n".join(map(plain, _lines(sorts))))
    elif template is not None:
        click.echo(content_of(str(shipped().get(template, template))).decode(errors="replace"), nl=False)
    elif checked is not None:
        mapping = load_map(checked).mapping
        if as_json:
            print_json({"game": mapping.game, "rules": len(mapping.message)})
        else:
            tell(f"{checked}: a mapping for {mapping.game} with {len(mapping.message)} rules, without a fault.")
    elif as_json:
        print_json(list(shipped()))
    else:
        click.echo("\n".join(shipped()))


def _data(sort: MessageSort) -> dict[str, Any]:
    return {
        "type": sort.type,
        "to": sort.to,
        "count": sort.count,
        "templates": dict(sort.templates.most_common()),
        "arguments": {path: {"kinds": sorted(kinds), "count": sort.seen[path]} for path, kinds in sort.paths.items()},
    }


def _coverage(known: Coverage) -> dict[str, Any]:
    missing = [{"type": sort, "to": to, "log": log, "count": count} for (sort, to, log), count in known.missing.most_common()]
    return {"lines": known.lines, "mapped": known.mapped, "ignored": known.ignored, "missing": missing}


def _coverage_lines(known: Coverage) -> Iterator[str]:
    yield f"{known.mapped} of {known.lines} lines are mapped ({known.percent} %), {known.ignored} are left out."
    for (sort, to, log), count in known.missing.most_common(MOST_TEMPLATES):
        yield f"  no rule  {sort} to the {to}, {count} times: {log}"
    if len(known.missing) > MOST_TEMPLATES:
        yield f"  no rule  ... {len(known.missing) - MOST_TEMPLATES} more (--json has all)"


def _lines(sorts: Sequence[MessageSort]) -> Iterator[str]:
    for sort in sorts:
        yield f"{sort.type}  to the {sort.to}, {sort.count} times"
        for template, count in sort.templates.most_common(MOST_TEMPLATES):
            yield f"  log  {template or '(none)'}{f'  ({count})' if len(sort.templates) > 1 else ''}"
        if len(sort.templates) > MOST_TEMPLATES:
            yield f"  log  ... {len(sort.templates) - MOST_TEMPLATES} more (--json has all)"
        for path, kinds in sort.paths.items():
            often = "" if sort.seen[path] == sort.count else f", in {sort.seen[path]}"
            yield f"  {{{path}}}  {', '.join(sorted(kinds))}{often}"
