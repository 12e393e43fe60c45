"""The two Linux packages: a .deb, and a .tar.zst that runs from any folder."""

from __future__ import annotations

import datetime
import hashlib
import lzma
from pathlib import Path

import icons
from archives import ar, tar, zstd
from program import HERE, ROOT
from system_libraries import QT_CORE_LIBRARIES, QT_WAYLAND_LIBRARIES, QT_WIDGET_LIBRARIES, QT_X11_LIBRARIES
from tree import Tree

_LINUX = HERE / "linux"
_HOME = "usr/lib/kvasir"
_SYSTEM = ("python3 (>= 3.11)", "python3 (<< 3.15)", "libc6 (>= 2.34)", "libstdc++6")
_DESCRIPTION = """\
chat with language models that run on this computer
 A desktop chat that keeps every conversation warm: what a model has read of a
 conversation is kept, so that going back to it continues at once.
 .
 At its first start it fetches what runs the models, for the graphics card or
 the processor of this machine, into the user's own folder."""


def portable(program: Tree, name: str, time: int, target: Path) -> None:
    """A folder in a .tar.zst."""
    tree = Tree()
    tree.graft(program, name)
    tree.add(f"{name}/kvasir", _script(), executable=True)
    tree.add(f"{name}/kvasir.desktop", (_LINUX / "kvasir.desktop").read_bytes())
    tree.add(f"{name}/kvasir.svg", (ROOT / "resources/icons/kvasir.svg").read_bytes())
    target.write_bytes(zstd(tar(tree, "", time)))


def debian(program: Tree, version: str, time: int, target: Path) -> None:
    """A package for Debian 12 and newer, and for Ubuntu 24.04 and newer."""
    tree = Tree()
    tree.graft(program, _HOME)
    tree.add(f"{_HOME}/kvasir", _script(), executable=True)
    tree.link("usr/bin/kvasir", "../lib/kvasir/kvasir")
    desktop_files(tree, "usr/share", version, time)
    tree.add("usr/share/doc/kvasir/copyright", (_LINUX / "copyright").read_bytes())
    control = Tree()
    control.add("control", _control(version, tree))
    control.add("md5sums", _md5sums(tree))
    for script in ("postinst", "prerm"):
        control.add(script, (_LINUX / script).read_bytes(), executable=True)
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.xz", lzma.compress(tar(control, "./", time))),
        ("data.tar.zst", zstd(tar(tree, "./", time))),
    ]
    target.write_bytes(ar(members, time))


def desktop_files(tree: Tree, share: str, version: str, time: int) -> None:
    """What makes the program known to desktops."""
    tree.add(f"{share}/applications/kvasir.desktop", (_LINUX / "kvasir.desktop").read_bytes())
    tree.add(f"{share}/mime/packages/kvasir.xml", (_LINUX / "kvasir-mime.xml").read_bytes())
    metainfo = (_LINUX / "metainfo.xml").read_text("utf-8")
    day = datetime.datetime.fromtimestamp(time, datetime.UTC).date().isoformat()
    metainfo = metainfo.replace("@VERSION@", version).replace("@DATE@", day)
    tree.add(f"{share}/metainfo/io.github.kvasir_chat.Kvasir.metainfo.xml", metainfo)
    pictures = {
        "apps/kvasir": ROOT / "resources/icons/kvasir.svg",
        "mimetypes/application-x-kvasir-conversations": _LINUX / "kvasir-conversations.svg",
    }
    for name, svg in pictures.items():
        tree.add(f"{share}/icons/hicolor/scalable/{name}.svg", svg.read_bytes())
        for pixels in icons.LINUX_SIZES:
            tree.add(f"{share}/icons/hicolor/{pixels}x{pixels}/{name}.png", icons.png(svg, pixels))


def _script() -> bytes:
    return (_LINUX / "kvasir.sh").read_bytes()


def _control(version: str, tree: Tree) -> str:
    tables = (QT_CORE_LIBRARIES, QT_WIDGET_LIBRARIES, QT_X11_LIBRARIES, QT_WAYLAND_LIBRARIES)
    libraries = sorted({package for table in tables for package in table.values()})
    return (
        "Package: kvasir\n"
        f"Version: {version}\n"
        "Architecture: amd64\n"
        "Maintainer: The Kvasir maintainers <maintainers@kvasir.invalid>\n"
        f"Installed-Size: {tree.size_bytes() // 1024}\n"
        f"Depends: {', '.join([*_SYSTEM, *libraries])}\n"
        "Recommends: xdg-utils, ca-certificates, fonts-dejavu-core | fonts-noto-core\n"
        "Section: net\n"
        "Priority: optional\n"
        f"Description: {_DESCRIPTION}\n"
    )


def _md5sums(tree: Tree) -> str:
    """The format's own sums, by which `dpkg --verify` finds changed files."""
    sums = (
        (hashlib.md5(entry.content, usedforsecurity=False).hexdigest(), path)
        for path, entry in tree
        if not entry.target
    )
    return "".join(f"{digest}  {path}\n" for digest, path in sums)
