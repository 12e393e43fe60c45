"""The .deb, as a person uses it on a fresh Debian: install, set the engine up, talk to the starter model, remove."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from tests.packaging import built
from tests.packaging.clean_root import USER, CleanRoot, why_not

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "possible"),
]

DATA = f"home/{USER}/.local/share/kvasir"
CONVERTED = f"home/{USER}/.cache/kvasir/converted"
KEPT = {f"home/{USER}/{place}" for place in (".local", ".config", ".cache")}
SET_UP = "Set up Kvasir"
WINDOW_SECONDS = 60
SETUP_SECONDS = 900
ANSWER_SECONDS = 240


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return next(built.build("linux", tmp_path_factory.mktemp("dist")).glob("*.deb"))


@pytest.fixture(scope="module")
def root(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CleanRoot]:
    """A clean system on which apt has installed the package, and what it depends on."""
    root = CleanRoot(tmp_path_factory.mktemp("root"))
    shutil.copy(package, root.folder / "tmp" / "kvasir.deb")
    root.run("apt-get", "update", "-q")
    root.run("apt-get", "install", "-q", "-y", "--no-install-recommends", "/tmp/kvasir.deb", timeout=600)
    yield root
    shutil.rmtree(root.folder)  # pytest would keep its gigabytes for three more runs


@pytest.fixture
def display() -> Iterator[str]:
    """A display of this machine, which programs in the clean root reach too."""
    if shutil.which("Xvfb") is None or shutil.which("xdotool") is None:
        pytest.skip("Xvfb and xdotool are needed to use a window")
    reader, writer = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1400x900x24"], pass_fds=[writer]
    ) as server:
        os.close(writer)
        with os.fdopen(reader) as numbers:
            number = numbers.readline().strip()
        yield f":{number}"
        server.terminate()


def wait_for(what: str, condition: Callable[[], object], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"{what} did not happen in {seconds} s"
        time.sleep(0.2)


def xdotool(display: str, *arguments: str) -> str:
    done = subprocess.run(
        ["xdotool", *arguments], capture_output=True, text=True, env=os.environ | {"DISPLAY": display}, check=False
    )
    return done.stdout


def windows(display: str, title: str) -> list[str]:
    return xdotool(display, "search", "--onlyvisible", "--name", title).split()


def focus(display: str, title: str) -> None:
    """Turn the keyboard to the window that came last of those with this title, once there is one."""
    wait_for(f"A window {title!r}", lambda: windows(display, title), WINDOW_SECONDS)
    xdotool(display, "windowfocus", "--sync", windows(display, title)[-1])


def is_set_up(root: CleanRoot) -> bool:
    return "The engine is set up." in root.run("kvasir", "engine", "status", user=USER)


def answers(root: CleanRoot) -> list[tuple[str, str]]:
    database = root.folder / DATA / "conversations.db"
    if not database.exists():
        return []
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return connection.execute("SELECT text, state FROM messages WHERE role = 'assistant'").fetchall()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):  # they are being made
            raise
        return []
    finally:
        connection.close()


def test_its_program_starts_and_its_files_are_those_that_it_lists(root: CleanRoot) -> None:
    assert root.run("kvasir", "--version", user=USER).startswith("Kvasir ")
    assert "not set up" in root.run("kvasir", "engine", "status", user=USER)
    assert root.run("dpkg", "--verify", "kvasir") == ""


def test_conversations_can_be_taken_in_searched_and_exported_without_an_engine(root: CleanRoot) -> None:
    home = root.folder / "home" / USER
    talk = [{"from": "human", "value": "What lives in the sea?"}, {"from": "gpt", "value": "Narwhals do."}]
    (home / "old.json").write_text(json.dumps([{"conversations": talk}]), "utf-8")
    root.run("kvasir", "library", "import", f"/home/{USER}/old.json", user=USER)
    assert "sea" in root.run("kvasir", "library", "search", "narwhals", user=USER)
    root.run("kvasir", "library", "export", "--all", "--out", f"/home/{USER}/exported", user=USER)
    (page,) = (home / "exported").glob("*.md")
    assert "Narwhals do." in page.read_text("utf-8")


def test_a_person_sets_the_engine_up_talks_and_removes_it_all(
    root: CleanRoot, display: str, starter_model: Path
) -> None:
    shutil.rmtree(root.folder / DATA, ignore_errors=True)  # a new user, without the chats of the tests before
    root.run("dpkg", "--purge", "kvasir")
    before = root.files()
    root.run("dpkg", "--install", "/tmp/kvasir.deb")
    wheels = built.torch_folder()
    torch = {}
    if wheels:
        shutil.copytree(wheels, root.folder / "tmp" / "wheels", dirs_exist_ok=True)
        torch = {"KVASIR_TORCH_INDEX": "/tmp/wheels"}
    models = root.folder / DATA / "models"
    models.mkdir(parents=True, exist_ok=True)
    shutil.copy(starter_model, models)
    root.run("chown", "--recursive", f"{USER}:", f"/{DATA}")
    settings = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", **built.uv_settings(), **torch}
    program = root.start("kvasir", user=USER, **settings)
    focus(display, SET_UP)
    xdotool(display, "key", "Return")
    wait_for("The engine", lambda: is_set_up(root), SETUP_SECONDS)
    wait_for("The end of the dialog", lambda: not windows(display, SET_UP), WINDOW_SECONDS)
    focus(display, "Kvasir")
    xdotool(display, "key", "Return")  # the first page's “Fetch”, which verifies the file that lies there
    wait_for("The load", lambda: list((root.folder / CONVERTED).iterdir()), ANSWER_SECONDS)
    xdotool(display, "type", "--delay", "30", "What is the capital of Poland?")
    xdotool(display, "key", "Return")
    wait_for("An answer", lambda: any(state == "complete" for _, state in answers(root)), ANSWER_SECONDS)
    ((text, _),) = answers(root)
    assert "Warsaw" in text

    inside = psutil.Process(program.pid).children(recursive=True)
    (window_process,) = (process for process in inside if any("start.py" in word for word in process.cmdline()))
    window_process.terminate()
    program.communicate(timeout=30)
    assert not [process for process in inside if process.is_running()]

    root.run("dpkg", "--purge", "kvasir")
    left = {
        path for path in root.files() - before if not any(path == kept or path.startswith(f"{kept}/") for kept in KEPT)
    }
    assert left == set()
    assert (root.folder / DATA / "conversations.db").exists()
