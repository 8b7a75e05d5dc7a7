"""``kiebitz demo``: the pages on a store of their own, with all examples."""

from __future__ import annotations

import multiprocessing
import signal
import socket
import webbrowser
from contextlib import closing
from time import monotonic, sleep

import click
from platformdirs import user_data_path

from web.cli.output import tell
from web.cli.places import StoreChoice
from web.cli.serving import serve

HOST = "127.0.0.1"
PORTS = range(8000, 8020)
PATIENCE = 120
"""Seconds that the server may take until it listens."""
FIRST_PAGE = 3.0
"""Seconds that are left to the first page before the other examples are stored: it has the machine to itself."""


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on. [default: the first free one from 8000]")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.pass_context
def demo(context: click.Context, port: int | None, *, no_browser: bool) -> None:
    """Show the examples: games, disputes and studies, in a store of their own.

    The store of your records is not touched.
    """
    place = StoreChoice(url=f"sqlite:///{(user_data_path('kiebitz', appauthor=False) / 'demo.sqlite').as_posix()}")
    context.obj = place
    port = port or _free_port()
    place.open(create=True).close()
    # A process, as workers are forked from this one, and a thread that is at work would not come along.
    beside = multiprocessing.get_context("spawn").Process(target=_beside, args=(place.address, port, not no_browser), daemon=True)
    beside.start()
    try:
        context.invoke(serve, host=HOST, port=port, workers=1)
    finally:
        beside.terminate()
        beside.join()


def _free_port() -> int:
    for port in PORTS:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
            if probe.connect_ex((HOST, port)):
                return port
    raise click.ClickException(f"something listens on every port from {PORTS.start} to {PORTS.stop - 1}: choose another with --port")


def _beside(address: str, port: int, browser: bool) -> None:
    """Store the first games while the server starts, open the browser once it listens, and store the others."""
    from importers.demo import first_steps, other_steps  # noqa: PLC0415 -- with the database's libraries

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server hears Ctrl-C, and ends this process
    begun = monotonic()
    with StoreChoice(url=address).open() as book:
        first_steps(book, book.keeper)
        while not _listens(port):
            if monotonic() - begun > PATIENCE:
                return
            sleep(0.05)
        if browser:
            webbrowser.open(f"http://{HOST}:{port}/")
        sleep(FIRST_PAGE)
        for store in other_steps(book, book.keeper):
            store()
    tell("All examples are on the shelf.")


def _listens(port: int) -> bool:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        return not probe.connect_ex((HOST, port))
