from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from system_libraries import (
    QT_CORE_LIBRARIES,
    QT_WIDGET_LIBRARIES,
    QT_X11_LIBRARIES,
    library_sentence,
    missing_libraries,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt's wheels bring everything")

# On every Debian, or in the same package as a library of the tables.
ALWAYS_THERE = re.compile(
    r"lib(c|m|gcc_s|stdc\+\+|z|resolv|pthread|dl|gthread-2\.0|brotlicommon|xcb)\.so\.\d+|ld-linux.*"
)


def test_only_what_the_loader_does_not_find_is_missing() -> None:
    assert missing_libraries({"libc.so.6": "libc6", "libkvasir-nowhere.so.9": "nowhere"}) == {
        "libkvasir-nowhere.so.9": "nowhere"
    }


def test_the_sentence_names_each_file_and_each_package_once() -> None:
    sentence = library_sentence({"liba.so.1": "one", "libb.so.2": "one", "libc.so.3": "three"}, "Nothing works")
    assert sentence.startswith("Nothing works, because Qt does not find liba.so.1, libb.so.2, libc.so.3.")
    assert sentence.endswith("sudo apt install one three")


@pytest.mark.skipif(shutil.which("readelf") is None, reason="needs readelf")
@pytest.mark.parametrize(
    ("files", "libraries"),
    [
        (["libQt6Core.so.6", "libQt6Network.so.6"], QT_CORE_LIBRARIES),
        (
            ["libQt6Gui.so.6", "libQt6Widgets.so.6", "libQt6DBus.so.6", "libQt6Svg.so.6", "libqoffscreen.so"],
            QT_CORE_LIBRARIES | QT_WIDGET_LIBRARIES,
        ),
        (["libQt6XcbQpa.so.6", "libqxcb.so"], QT_CORE_LIBRARIES | QT_WIDGET_LIBRARIES | QT_X11_LIBRARIES),
    ],
)
def test_the_tables_name_all_that_the_installed_qt_needs(files: list[str], libraries: dict[str, str]) -> None:
    spec = importlib.util.find_spec("PySide6")
    assert spec is not None
    assert spec.origin is not None
    qt = Path(spec.origin).parent / "Qt"
    brought = {path.name for path in (qt / "lib").iterdir()}
    needed: set[str] = set()
    for name in files:
        [path] = qt.rglob(name)
        listing = subprocess.run(["readelf", "-d", str(path)], capture_output=True, text=True, check=True).stdout
        needed |= set(re.findall(r"\(NEEDED\).*\[(.+)\]", listing))
    assert needed
    assert {name for name in needed - brought - set(libraries) if not ALWAYS_THERE.fullmatch(name)} == set()
