"""Archives, lists and choices of the installers, without building any of them whole."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import archives
import linux_packages
import lock
import program
import pytest
import sbom
import wheels
import windows_setup
from targets import LINUX, WINDOWS, fits, holds
from tree import Tree

from tests.wheels import make_wheel

# Not by an import statement: a folder of that name, which builds leave, would decide where it is sorted.
build = importlib.import_module("build")

needs_zstd = pytest.mark.skipif(shutil.which("zstd") is None, reason="zstd is not installed")


def small_tree(names: list[str]) -> Tree:
    tree = Tree()
    for name in names:
        tree.add(name, f"content of {name}", executable=name.endswith(".sh"))
    tree.link("bin/python3", "/usr/bin/python3")
    return tree


def test_the_locks_pin_everything_that_the_program_requires() -> None:
    assert lock.check() == 0


def test_a_requirement_without_a_pin_is_told_by_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lock, "wanted", lambda: ["msgspec>=0.19", "Brand.New-Thing>=1"])
    assert lock.check() == 1
    assert "The locks lack brand-new-thing." in capsys.readouterr().err


def test_neither_locks_nor_builds_name_an_index_but_torch_s_own() -> None:
    for file in lock.LOCKS.iterdir():
        assert "://" not in file.read_text("utf-8")
    indexes = [build["index"] for build in json.loads(lock.TORCH_BUILDS.read_text("utf-8"))["builds"]]
    assert {index.split("/")[2] for index in indexes if index} == {"download.pytorch.org"}


def test_the_order_of_adding_does_not_show_in_an_archive() -> None:
    names = ["b/x.py", "a/y.sh", "a/z.py"]
    one, other = (archives.tar(small_tree(order), "./", 1_700_000_000) for order in (names, names[::-1]))
    assert one == other


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed")
@needs_zstd
def test_a_debian_package_is_one_to_dpkg_and_the_same_each_time(tmp_path: Path) -> None:
    packages = [tmp_path / "one.deb", tmp_path / "two.deb"]
    for package in packages:
        linux_packages.debian(small_tree(["main.py", "uv.sh"]), "1.2.3", 1_700_000_000, package)
    assert packages[0].read_bytes() == packages[1].read_bytes()
    fields = subprocess.run(["dpkg-deb", "-f", packages[0], "Version", "Architecture"], capture_output=True, text=True)
    assert fields.stdout == "Version: 1.2.3\nArchitecture: amd64\n"
    root = tmp_path / "root"
    subprocess.run(["dpkg-deb", "-x", packages[0], root], check=True)
    assert (root / "usr/lib/kvasir/main.py").read_text() == "content of main.py"
    assert (root / "usr/bin/kvasir").readlink() == Path("../lib/kvasir/kvasir")
    assert (root / "usr/share/icons/hicolor/48x48/apps/kvasir.png").read_bytes().startswith(b"\x89PNG")


def test_the_desktop_s_descriptions_are_accepted_by_its_own_checkers(tmp_path: Path) -> None:
    tree = Tree()
    linux_packages.desktop_files(tree, "share", "1.2.3", 1_700_000_000)
    tree.write(tmp_path)
    if shutil.which("desktop-file-validate"):
        desktop = tmp_path / "share/applications/kvasir.desktop"
        assert subprocess.run(["desktop-file-validate", desktop], capture_output=True, text=True).stdout == ""
    if shutil.which("appstreamcli"):
        metainfo = next((tmp_path / "share/metainfo").iterdir())
        checked = subprocess.run(["appstreamcli", "validate", "--no-net", metainfo], capture_output=True, text=True)
        assert "E:" not in checked.stdout, checked.stdout
    mime = ElementTree.parse(tmp_path / "share/mime/packages/kvasir.xml").getroot()
    assert mime[0].get("type") == "application/x-kvasir-conversations+json"


def test_markers_and_tags_are_judged_for_the_target_and_not_for_this_machine() -> None:
    assert holds("sys_platform == 'win32'", WINDOWS, "3.13") and not holds("sys_platform == 'win32'", LINUX, "3.13")
    assert holds("", LINUX, "3.11")
    assert fits("a-1-cp313-cp313-win_amd64.whl", WINDOWS, "3.13")
    assert fits("a-1-cp310-abi3-manylinux_2_34_x86_64.whl", LINUX, "3.12")
    assert not fits("a-1-cp312-cp312-manylinux_2_17_x86_64.whl", LINUX, "3.11")
    assert not fits("a-1-cp312-cp312-manylinux_2_39_x86_64.whl", LINUX, "3.12")  # newer than Debian 12's libc


def test_of_qt_only_what_a_window_needs_is_carried() -> None:
    kept = [
        "PySide6/QtWidgets.abi3.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/plugins/platforms/qwindows.dll",
    ]
    dropped = ["PySide6/QtQuick.abi3.so", "PySide6/Qt/lib/libQt6Quick.so.6", "PySide6/designer", "msgspec/py.pyi"]
    assert [path for path in kept + dropped if wheels.is_kept(path)] == kept


def test_wheels_of_one_package_for_two_pythons_go_into_one_place(tmp_path: Path) -> None:
    made = []
    for python in ("311", "312"):
        made.append(
            make_wheel(tmp_path / python, "fast", {"fast/__init__.py": b"", f"fast/core.cpython-{python}.so": b"elf"})
        )
    tree = wheels.unpack(made)
    assert "fast/core.cpython-311.so" in tree and "fast/core.cpython-312.so" in tree
    made.append(make_wheel(tmp_path / "other", "fast", {"fast/__init__.py": b"another version"}))
    with pytest.raises(ValueError, match=r"Two files want to be fast/__init__\.py"):
        wheels.unpack(made)


def test_a_bill_of_materials_lists_what_is_carried_and_what_is_fetched_later(tmp_path: Path) -> None:
    carried = make_wheel(tmp_path, "carried", {"carried.py": b""})
    locked = tmp_path / "lock.txt"
    locked.write_text(f"# a lock\nlater==2.0+cpu \\\n    --hash=sha256:{'a' * 64}\n", "utf-8")
    parts = json.loads(sbom.bill("1.2.3", [carried], [locked]))["components"]
    assert [(part["purl"], part["scope"]) for part in parts] == [
        ("pkg:pypi/carried@1.0", "required"),
        ("pkg:pypi/later@2.0%2Bcpu", "optional"),
    ]
    assert parts[1]["hashes"][0]["content"] == "a" * 64


def test_the_setup_s_lists_remove_each_file_that_they_install() -> None:
    tree = windows_setup.installed(small_tree(["app/x.py", "100 $.txt"]), b"exe")
    text = windows_setup.file_list(tree, Path("/work"))
    install, remove = text.split("!macroend")[:2]
    assert 'File "/work/app/x.py"' in install and 'Delete "$INSTDIR\\app\\x.py"' in remove
    assert 'Delete "$INSTDIR\\100 $$.txt"' in remove
    assert remove.index('RMDir "$INSTDIR\\app\\__pycache__"') < remove.index('RMDir "$INSTDIR\\app"')


def test_the_version_stands_in_one_place() -> None:
    from engine.protocol import VERSION

    assert program.version() == VERSION


def test_the_changelog_tells_of_this_version() -> None:
    text = (program.ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"## {program.version()}" in text


def test_a_package_that_is_too_large_fails_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def builder(dist: Path, wheels: Path, time: int) -> list[Path]:
        (dist / "large.deb").write_bytes(bytes(2_000_000))
        return [dist / "large.deb"]

    monkeypatch.setitem(build.BUILDERS, "linux", builder)
    assert build.main(["linux", "--out", str(tmp_path)]) == 0
    monkeypatch.setattr(build, "MOST_BYTES", 1_000_000)
    assert build.main(["linux", "--out", str(tmp_path)]) == 1
    assert "2.0 MB  large.deb" in capsys.readouterr().out
