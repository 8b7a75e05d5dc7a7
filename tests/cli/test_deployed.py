"""The server behind Debian's nginx and Caddy, as the files of ``deploy`` set them up, and its backups."""

from __future__ import annotations

import os
import re
import ssl
import subprocess
import time
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.command_line import PROGRAM
from support.deployed import DEPLOY, backed_up, certificate, needs
from support.processes import ended, free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.command_line import Cli

pytestmark = pytest.mark.soak
PATIENCE = 60


@contextmanager
def served(cli: Cli) -> Iterator[int]:
    """The port of the server, which answers to cards.example behind a proxy."""
    port = free_port()
    words = [PROGRAM, "serve", "--port", str(port), "--workers", "1", "--behind-proxy", "--open-to-all", "--allow-host", "cards.example"]
    environment = os.environ | {"KIEBITZ_STORE": cli.store}
    with ended(subprocess.Popen([*words, "--metrics"], env=environment, stderr=subprocess.PIPE, text=True)) as process:
        assert process.stderr is not None
        assert "listens" in process.stderr.readline()
        yield port


def get(port: int, path: str, method: str = "GET", length: int = 0) -> tuple[int, dict[str, str], str]:
    """Status, headers and text of an answer over https; ``length`` is declared and not sent."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.connect()
        connection.sock = context.wrap_socket(connection.sock, server_hostname="cards.example")
        headers = {"Host": "cards.example", "Accept-Language": "en", "X-Forwarded-Prefix": "/evil", "X-Forwarded-For": "192.0.2.1"}
        connection.putrequest(method, path, skip_host=True)
        for name, value in {**headers, **({"Content-Length": str(length)} if length else {})}.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()


def answers(port: int) -> bool:
    """Wait for a proxy."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            return get(port, "/health")[0] == 200
        except OSError:
            time.sleep(0.05)
    return False


def check(port: int, record: str, root: str = "") -> None:
    """The shelf is there over https, with cookies for https alone and addresses below the root; figures are not."""
    status, headers, text = get(port, f"{root}/?lang=de")
    assert (status, f'href="{root}/records/{record}' in text) == (200, True)
    assert "/evil" not in text
    assert "Secure" in headers["set-cookie"]
    assert get(port, f"{root}/health/ready")[0] == 200
    assert get(port, f"{root}/metrics")[0] == 404


@needs("nginx", "openssl")
def test_behind_nginx(cli: Cli, record: str, tmp_path: Path) -> None:
    """As the file says, on other ports."""
    certificate(tmp_path)
    with served(cli) as behind:
        port = free_port()
        text = (DEPLOY / "nginx.conf").read_text().replace("/etc/ssl/kiebitz", str(tmp_path)).replace("/var/log/nginx", str(tmp_path))
        text = re.sub(r"(?m)^ +listen \\[::\\].*$", "", text).replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
        text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl").replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
        (tmp_path / "nginx.conf").write_text(f"daemon off; pid {tmp_path}/pid; events {{}} http {{ {text} }}")
        words = ["nginx", "-e", str(tmp_path / "error.log"), "-c", str(tmp_path / "nginx.conf")]
        with ended(subprocess.Popen(words, stderr=subprocess.DEVNULL, text=True)) as process:
            assert answers(port)
            check(port, record)
            assert get(port, "/upload", "POST", 110 << 20)[0] == 413
            get(port, "/s/S3CRET/records/x?code=C0DE")
            log = (tmp_path / "kiebitz.log").read_text()
            assert " /s/- " in log
            assert "S3CRET" not in log
            assert "C0DE" not in log
            process.terminate()  # its own workers end with it
            process.wait(PATIENCE)


@needs("caddy", "openssl")
def test_behind_caddy(cli: Cli, record: str, tmp_path: Path) -> None:
    """As the file says, on another port, and below a path."""
    certificate(tmp_path)
    with served(cli) as behind:
        port, below = free_port(), free_port()
        text = (DEPLOY / "Caddyfile").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
        whole, _, path = text.partition("# Below a path:\n#\n")
        path = "\n".join(line[2:] for line in path.splitlines()).replace("club.example", "cards.example")
        tls = f"tls {tmp_path}/fullchain.pem {tmp_path}/privkey.pem"
        whole = whole.replace("cards.example {", f"https://cards.example:{port} {{\n{tls}")
        whole = whole.replace("\tservers {", "\tadmin off\n\tauto_https off\n\tservers {", 1)
        path = path.replace("cards.example {", f"https://cards.example:{below} {{\n{tls}")
        (tmp_path / "Caddyfile").write_text(f"{whole}\n{path}\n")
        home = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        words = ["caddy", "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
        with ended(subprocess.Popen(words, stderr=subprocess.DEVNULL, text=True, env=home)):
            assert answers(port)
            check(port, record)
            check(below, record, "/cards")


def test_the_script_makes_a_backup_of_a_real_store(cli: Cli, record: str, tmp_path: Path) -> None:
    """With the program itself; without a store nothing goes."""
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "kiebitz-2026-01-01T033000Z.sqlite").touch()
    program = Path(PROGRAM)
    usual = {"KIEBITZ_STORE": cli.store, "HOME": str(folder.parent)}
    assert backed_up(folder, "1", program, **usual) == 0
    (new,) = folder.glob("kiebitz-*.sqlite")
    assert [one["id"] for one in cli.json("--store", f"sqlite:///{new}", "shelf")] == [record]
    assert backed_up(folder, "1", program, **{**usual, "KIEBITZ_STORE": f"sqlite:///{folder}/none.sqlite"}) != 0
    assert new.exists()
