"""``kiebitz serve``: the pages, by granian with several worker processes."""

from __future__ import annotations

import os
import socket
import sys
import threading
from contextlib import nullcontext
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING, TextIO

import click

from records.service.writing.limits import StoreLimits
from web.cli.handed import address_of, handed_socket, notify
from web.cli.machine import usual_cache
from web.cli.output import tell
from web.cli.places import StoreChoice, with_store
from web.lanes import LaneLimits, processors
from web.serving import THREADS, Serving, load_app, prepare
from web.settings import DATABASE_SECONDS, Settings
from web.watching.folder import shared_figures
from web.watching.logs import LogForm

if TYPE_CHECKING:
    from web.workers.supervising import Supervisor

HERE = ("localhost", "127.0.0.1", "[::1]")
"""Names by which a browser on this machine calls it."""
METRICS_TOKEN, SHORTEST_TOKEN = "KIEBITZ_METRICS_TOKEN", 16
"""The variable with the token for /metrics, and how many characters a token has at least."""
PATIENCE = 20
"""Seconds that a worker has to finish what it is at."""


@click.command(context_settings={"auto_envvar_prefix": "KIEBITZ"})
@with_store
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535), help="Port to listen on.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 64), help="Number of server processes.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="A host name that this server answers to; may be repeated.")
@click.option("--behind-proxy", is_flag=True, help="Trust the X-Forwarded- headers of an https proxy in front.")
@click.option(
    "--lanes",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Concurrent calculations per process for other machines. [default: number of CPU cores]",
)
@click.option(
    "--job-workers",
    type=click.IntRange(0, 64),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes for long work such as reviews, started when there is some; 0 for none.",
)
@click.option(
    "--cache",
    type=click.IntRange(1, 1 << 20),
    metavar="MB",
    help="Memory per process for cached records. [default: a share of the machine's, see docs/load.md]",
)
@click.option(
    "--database-seconds",
    type=click.FloatRange(1, 3600),
    default=DATABASE_SECONDS,
    show_default=True,
    metavar="SECONDS",
    help="How long a page waits for PostgreSQL in total.",
)
@click.option("--plain-http", is_flag=True, help="Allow sign-in without https, on a trusted network.")
@click.option("--imprint", type=click.File(encoding="utf-8"), metavar="FILE", help="A Markdown file shown as a page: who runs this server.")
@click.option("--open-to-all", is_flag=True, help="Admit everybody who reaches the server; every page says so.")
@click.option("--log-format", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Form of the log's lines.")
@click.option("--access-log", is_flag=True, help="Log each request: method, route, status and time.")
@click.option("--metrics", is_flag=True, help="Figures for Prometheus at /metrics, for this machine or with a token.")
@click.option(
    "--metrics-token-file",
    type=click.File(encoding="utf-8"),
    metavar="FILE",
    help=f"A file with the token for /metrics. [default: {METRICS_TOKEN}, or none]",
)
@click.option("--account-records", type=click.IntRange(1), metavar="N", help="Records that an account may have. [default: any number]")
@click.option("--account-megabytes", type=click.IntRange(1), metavar="MB", help="What its records may take. [default: any size]")
@click.option("--account-day", type=click.IntRange(1), metavar="N", help="Records that it may bring a day. [default: any number]")
@click.option("--store-megabytes", type=click.IntRange(1), metavar="MB", help="Size from which no new record is taken. [default: none]")
@click.pass_obj
def serve(
    place: StoreChoice,
    host: str,
    port: int,
    workers: int,
    allow_host: tuple[str, ...],
    *,
    job_workers: int,
    imprint: TextIO | None,
    lanes: int | None,
    cache: int | None,
    database_seconds: float,
    behind_proxy: bool,
    plain_http: bool,
    open_to_all: bool,
    log_format: LogForm,
    access_log: bool,
    metrics: bool,
    metrics_token_file: TextIO | None,
    account_records: int | None,
    account_megabytes: int | None,
    account_day: int | None,
    store_megabytes: int | None,
) -> None:
    """Serve the pages until SIGTERM or Ctrl-C."""
    if place.account is not None:
        raise click.UsageError("Pages answer each as who has signed in: leave out --as-account.")
    _check_names(allow_host)
    try:
        handed = handed_socket()
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    if handed is not None:
        host, port = address_of(handed)
    accounts, admits = _accounts(place)
    beyond = behind_proxy or not _is_loopback(host)
    if accounts and open_to_all:
        raise click.UsageError("This store has accounts: it is not open to all. Leave out --open-to-all.")
    if accounts and beyond and not (admits and allow_host and (behind_proxy or plain_http)):
        raise click.UsageError(
            "Beyond this machine passwords travel: name the names by which browsers call this server (--allow-host NAME), and put a proxy\n"
            "with https before it (--behind-proxy), or say --plain-http. First an admin chooses a password, at /welcome on this machine."
        )
    if beyond and not accounts and not (open_to_all and allow_host):
        raise click.UsageError(
            f"Beyond this machine, everybody who reaches {_named(host, port)} reads every hand and writes into every record.\n"
            "If that is meant, say so and name the names by which browsers call this server: --open-to-all --allow-host NAME.\n"
            "Else make accounts first: kiebitz user add NAME --admin."
        )
    number = host if handed is not None else _free(host, port)
    place.open(create=True).close()  # what is wrong with the store is said once and here, not by each worker
    served = Serving(
        store=place.address,
        cards=place.cards,
        memory=usual_cache(workers) if cache is None else cache,
        settings=Settings(
            hosts=(*HERE, *allow_host),
            open_to_all=open_to_all,
            behind_proxy=behind_proxy,
            secure=behind_proxy,
            imprint=imprint.read() if imprint is not None else "",
            database_seconds=database_seconds,
            lanes=LaneLimits(lanes=lanes or processors()),
            metrics=metrics,
            metrics_token=_metrics_token(metrics_token_file),
        ),
        limits=StoreLimits(
            records=account_records or 0,
            bytes=(account_megabytes or 0) << 20,
            day=account_day or 0,
            store=(store_megabytes or 0) << 20,
        ),
        log_format=log_format,
        access_log=access_log,
    )
    with shared_figures() if metrics else nullcontext():
        _run(served, host, number, port, workers, handed=handed, job_workers=job_workers)


def _metrics_token(file: TextIO | None) -> str:
    said = os.environ.get(METRICS_TOKEN) or (None if file is None else file.read())
    token = (said or "").strip()
    if said is not None and len(token) < SHORTEST_TOKEN:
        raise click.UsageError(f"The token for /metrics has at least {SHORTEST_TOKEN} characters.")
    return token


def _check_names(names: tuple[str, ...]) -> None:
    from web.guards.hosts import own_name  # noqa: PLC0415 -- with the pages' libraries

    if wrong := [name for name in names if not own_name(name)]:
        raise click.UsageError(
            f"This is no name by which a browser calls a server: {', '.join(wrong)}. Write it as in cards.example, without https://."
        )


def _accounts(place: StoreChoice) -> tuple[bool, bool]:
    """Return whether the store has accounts, and whether an admin can sign in; a store that is not there yet has none."""
    from records.core.viewers import Role  # noqa: PLC0415 -- with the database's libraries
    from records.errors import StoreMissing  # noqa: PLC0415

    try:
        with place.open() as book:
            if not book.has_accounts:
                return False, False
            members = book.people.members(book.keeper)
    except StoreMissing:
        return False, False
    return True, any(one.has_password and not one.ended and Role.ADMIN in one.roles for one in members)


def _run(served: Serving, host: str, number: str, port: int, workers: int, *, handed: int | None = None, job_workers: int = 0) -> None:
    from granian.constants import HTTPModes, Interfaces  # noqa: PLC0415 -- what other commands do not need
    from granian.log import LogLevels  # noqa: PLC0415

    from web.workers.jobs import JobKeeper  # noqa: PLC0415
    from web.workers.supervising import Supervisor  # noqa: PLC0415

    prepare()
    server = Supervisor(
        "kiebitz",
        handed=handed,
        address=number,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,  # what browsers and proxies speak without https; a stalled body of HTTP/2 cannot be cut off
        workers=workers,
        blocking_threads=THREADS,
        log_level=LogLevels.error,
        workers_kill_timeout=PATIENCE,
        websockets=False,
    )
    ended = threading.Event()
    keeper = JobKeeper(served.store, job_workers, served.log_format, server.alone) if job_workers else None
    if keeper is not None:
        server.on_startup(keeper.watch)
    server.on_startup(lambda: threading.Thread(target=_announce, args=(host, port, server, ended), daemon=True).start())
    try:
        server.keep(partial(load_app, served, wanted=None if keeper is None else keeper.wanted))
    except SystemExit:
        # Who ends all processes of a group at once makes granian believe that a worker failed.
        if server.gave_up or not server.interrupt_signal:
            raise
    except RuntimeError:
        # Somebody may have begun to listen there since it was looked at; granian says so with a backtrace of its own.
        _free(host, port)
        raise
    finally:
        notify("STOPPING=1")
        if keeper is not None:
            keeper.end()
        ended.set()


def _announce(host: str, port: int, server: Supervisor, ended: threading.Event) -> None:
    """Say the address as soon as a worker listens; a socket that was handed over listened before."""
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 -- only compared with
    while not ended.wait(0.05):
        if not server.ready:
            continue
        try:
            socket.create_connection((everywhere.get(host, host), port), timeout=1).close()
        except OSError:
            continue
        notify("READY=1")
        tell(f"Kiebitz listens on http://{_named(host, port)} (Ctrl-C ends it)")
        return


def _named(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _free(host: str, port: int) -> str:
    """Return the number of the address, granian takes no name; raise ``ClickException`` if nobody can listen there.

    Granian would not find it taken by another granian: their workers would share it.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if sys.platform != "win32":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
        return str(address[0])
    except OSError as error:
        reason = f"cannot listen on {_named(host, port)}: {error.strerror or error}"
        raise click.ClickException(f"{reason}; take another --port or --host (of make run: PORT=, HOST=)") from error


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
