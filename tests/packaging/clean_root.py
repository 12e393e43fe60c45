"""A Debian of its own in a folder, with nothing but its base system: where packages are installed as a user would.

It needs root, debootstrap and the package servers that this machine's apt uses. Programs in it share this machine's
network, so windows appear on displays of this machine.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

USER = "anna"
_RELEASE = "bookworm"
_CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"
_CHANGES_ANYWAY = ("proc", "dev", "sys", "tmp", "run", "var/cache", "var/log", "var/lib/dpkg", "var/lib/apt")


def why_not() -> str:
    """Why there can be no such root here; empty if there can."""
    if os.geteuid() != 0:
        return "only root can make a clean root"
    missing = [program for program in ("debootstrap", "unshare", "chroot") if shutil.which(program) is None]
    return f"{', '.join(missing)} is not installed" if missing else ""


def mirror() -> str:
    """The first server that this machine's apt asks."""
    apt = Path("/etc/apt")
    for file in [*sorted((apt / "sources.list.d").glob("*.sources")), apt / "sources.list"]:
        for line in file.read_text("utf-8").splitlines() if file.exists() else ():
            words = line.split()
            if words[:1] == ["URIs:"] or words[:1] == ["deb"]:
                return next(word for word in words if "://" in word)
    raise AssertionError("apt has no server")


class CleanRoot:
    """Made once; `run` works in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        make = ["debootstrap", "--variant=minbase", "--include=ca-certificates", _RELEASE, str(folder), mirror()]
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)  # it is the root of everything for users inside, whatever it is for those outside
        made = subprocess.run(make, capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stdout[-2000:]
        for name in ("resolv.conf", "hosts"):
            shutil.copy(Path("/etc") / name, folder / "etc" / name)
        for name in ("sources.list.d", "apt.conf.d"):
            shutil.copytree(Path("/etc/apt") / name, folder / "etc/apt" / name, dirs_exist_ok=True)
        shutil.copy(Path("/") / _CERTIFICATES, folder / _CERTIFICATES)
        self._forbid_services()
        self.run("useradd", "--create-home", USER)

    def run(self, *command: str, user: str = "root", timeout: float = 300, **variables: str) -> str:
        """Run a program to its end; returns what it wrote. A program that fails is an AssertionError."""
        process = self.start(*command, user=user, **variables)
        output, _ = process.communicate(timeout=timeout)
        assert process.returncode == 0, f"{command}: {output[-3000:]}"
        return output

    def start(self, *command: str, user: str = "root", **variables: str) -> subprocess.Popen[str]:
        """Start a program. Its mounts, and all processes that it leaves, end with it."""
        home = "/root" if user == "root" else f"/home/{user}"
        settings = {"HOME": home, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "USER": user}
        settings |= {"DEBIAN_FRONTEND": "noninteractive", "SSL_CERT_FILE": f"/{_CERTIFICATES}"} | variables
        isolated = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        mounted = ["sh", "-c", 'mount -t proc proc "$0/proc" && exec "$@"', str(self.folder)]
        inside = ["chroot", f"--userspec={user}", str(self.folder), "env", "-i"]
        return subprocess.Popen(
            [*isolated, *mounted, *inside, *(f"{name}={value}" for name, value in settings.items()), *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def files(self) -> set[str]:
        """Everything in it, but for places that any use of a system changes."""
        found = set()
        for place, folders, names in os.walk(self.folder):
            relative = Path(place).relative_to(self.folder).as_posix()
            folders[:] = [name for name in folders if (f"{relative}/{name}").removeprefix("./") not in _CHANGES_ANYWAY]
            found.update(f"{relative}/{name}".removeprefix("./") for name in (*folders, *names))
        return found

    def _forbid_services(self) -> None:
        policy = self.folder / "usr/sbin/policy-rc.d"
        policy.write_text("#!/bin/sh\nexit 101\n", "utf-8")
        policy.chmod(0o755)
