"""The program and its commands."""

from __future__ import annotations

import click

from web.cli.auditing import audit
from web.cli.exporting import export
from web.cli.importing import import_
from web.cli.narrating import log
from web.cli.odds import odds
from web.cli.people import forget, rename
from web.cli.places import Kiebitz, with_store_variable
from web.cli.removing import delete, restore
from web.cli.serving import serve
from web.cli.shelf import shelf
from web.cli.showing import show
from web.cli.simulating import simulate
from web.cli.store_care import rebuild, verify
from web.cli.why import why


@click.group(cls=Kiebitz)
@with_store_variable
@click.version_option(package_name="kiebitz", message="%(prog)s %(version)s")
def kiebitz() -> None:
    """Keep records of card games, and play them back as any player saw them.

    VIEWER is public, open, a seat's key or a player's name in any case. ID is a record's id or its first characters, four or more.
    """


for command in (serve, import_, simulate, export, shelf, show, log, odds, why, rename, delete, restore, forget, audit, verify, rebuild):
    kiebitz.add_command(command)
