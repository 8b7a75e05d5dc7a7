"""Stands in for systemctl where no systemd runs: what the units of a page would run is run by hand, each under its user.

A service is told its socket and waited for as systemd does; timers are only named. What the units forbid is not imitated
(``systemd-analyze`` looks at that). It runs with the Python of the system that is walked through, so it imports nothing of ours.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

UNITS, RUNNING = Path("/etc/systemd/system"), Path("/run/standing-in")
PATIENCE = 300


def said(unit: str, key: str) -> list[str]:
    """Every word that a unit's file has for a key."""
    return [word for line in re.findall(rf"(?m)^{key}=(.*)$", (UNITS / unit).read_text()) for word in shlex.split(line)]


def folders(unit: str, user: str) -> None:
    """Make the folders that are the unit's."""
    for base, key in (("/var/lib", "StateDirectory"), ("/var/cache", "CacheDirectory")):
        for name in said(unit, key):
            subprocess.run(["/usr/bin/install", "-d", "-o", user, "-g", user, "-m", "700", f"{base}/{name}"], check=True)


def words_of(unit: str) -> list[str]:
    """What the unit starts, as its user and with what it sets."""
    (user,) = said(unit, "User")
    folders(unit, user)
    passed = [f"{name}={os.environ[name]}" for name in ("LISTEN_FDS", "NOTIFY_SOCKET") if name in os.environ]
    shell = 'umask 077; export LISTEN_PID=$$; exec "$@"'
    fresh = ["/usr/bin/setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "env", "-i", "PATH=/usr/bin:/bin", *passed]
    return [*fresh, *said(unit, "Environment"), "sh", "-c", shell, "sh", *said(unit, "ExecStart")]


def start(unit: str) -> None:
    """Start a unit; a service that tells is waited for."""
    if unit == "caddy":
        home = {"HOME": "/var/lib/caddy", "PATH": os.environ["PATH"]}
        with (RUNNING / "caddy").open("a") as log:  # a pipe would stay open as long as it runs
            subprocess.run(["/usr/bin/caddy", "start", "--config", "/etc/caddy/Caddyfile"], check=True, env=home, stdout=log, stderr=log)
    elif unit.endswith((".socket", ".timer")):
        print(f"{unit}: as it is")
    elif said(unit, "Type") == ["oneshot"]:
        subprocess.run(words_of(unit), check=True, cwd="/")
    else:
        _start_server(unit)


def _start_server(unit: str) -> None:
    host, port = said("kiebitz.socket", "ListenStream")[0].split(":")
    with socket.create_server((host, int(port))) as listens, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        (RUNNING / "notify").unlink(missing_ok=True)
        told.bind(str(RUNNING / "notify"))
        (RUNNING / "notify").chmod(0o777)
        told.settimeout(PATIENCE)
        if listens.fileno() != 3:
            os.dup2(listens.fileno(), 3)
        os.environ |= {"LISTEN_FDS": "1", "NOTIFY_SOCKET": str(RUNNING / "notify")}
        with (RUNNING / "log").open("a") as log:
            process = subprocess.Popen(words_of(unit), pass_fds=[3], stderr=log, start_new_session=True, cwd="/")
        (RUNNING / "pid").write_text(str(process.pid))
        if told.recv(100) != b"READY=1":
            raise SystemExit("the server is not ready")


def stop(unit: str) -> None:
    """End a server as systemd does, and wait."""
    if unit.endswith(".service"):
        pid = int((RUNNING / "pid").read_text())
        os.kill(pid, signal.SIGTERM)
        end = time.monotonic() + PATIENCE
        while Path(f"/proc/{pid}").exists() and Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
            if time.monotonic() > end:
                raise SystemExit("the server does not end")
            time.sleep(0.1)


if __name__ == "__main__":
    RUNNING.mkdir(exist_ok=True)
    verb, *named = [word for word in sys.argv[1:] if word != "--now"]
    for one in named:
        if verb in {"stop", "restart"}:
            stop(one)
        if verb in {"start", "restart", "enable", "reload"}:
            start(one)
