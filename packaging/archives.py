"""Archives whose bytes follow from their content alone: no clock, no user and no order of a disk gets into them."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
from collections.abc import Iterable

from environment import SetupError
from tree import Tree

_AR_MAGIC = b"!<arch>\n"


def tar(tree: Tree, prefix: str, time: int) -> bytes:
    """An uncompressed tar in the GNU format, owned by root.

    Args:
        prefix: Stands before every path, such as `./`.
        time: Of every entry, in seconds since 1970.
    """
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for folder in tree.folders():
            member = _member(f"{prefix}{folder}", time, 0o755)
            member.type = tarfile.DIRTYPE
            archive.addfile(member)
        for path, entry in tree:
            member = _member(f"{prefix}{path}", time, 0o755 if entry.executable else 0o644)
            if entry.target:
                member.type, member.linkname, member.mode = tarfile.SYMTYPE, entry.target, 0o777
                archive.addfile(member)
            else:
                member.size = len(entry.content)
                archive.addfile(member, io.BytesIO(entry.content))
    return buffer.getvalue()


def _member(name: str, time: int, mode: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.mtime, member.mode = time, mode
    member.uname = member.gname = "root"
    return member


def ar(members: Iterable[tuple[str, bytes]], time: int) -> bytes:
    """The old Unix archive that a Debian package is."""
    archive = bytearray(_AR_MAGIC)
    for name, content in members:
        archive += f"{name:<16}{time:<12}{0:<6}{0:<6}{0o100644:<8o}{len(content):<10}`\n".encode()
        archive += content
        if len(content) % 2:
            archive += b"\n"
    return bytes(archive)


def zstd(content: bytes) -> bytes:
    """Packed by the program zstd. The window is as large as any reader takes: some libraries are there four times over.

    Raises:
        SetupError: There is no zstd here.
    """
    if shutil.which("zstd") is None:
        raise SetupError("The program zstd is needed. On Debian and Ubuntu install it with: sudo apt install zstd")
    # One thread: how the work is divided shows in the bytes.
    pack = ["zstd", "--quiet", "--stdout", "-12", "--long=27", "--single-thread"]
    return subprocess.run(pack, input=content, capture_output=True, check=True).stdout
