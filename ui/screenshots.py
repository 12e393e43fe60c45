"""Pictures of every state and dialog: `python -m ui.screenshots --out DIR`, in each language and at each size.

A real application runs on a temporary home, with the real engine and the starter model, which is fetched if this user
does not have it yet. Each language and size has a process and a folder of its own, such as DIR/pl-150.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import get_args

from PySide6.QtWidgets import QApplication

from app.application import Application
from app.errors import StarterModelError
from app.paths import Paths
from app.starter_model import STARTER_MODEL, fetch_starter_model
from app.translation import Language, speak
from ui import chat_scenes
from ui.dialog_scenes import dialogs
from ui.icons import app_icon
from ui.library_scenes import library
from ui.memory_scenes import memory_scenes
from ui.theme import Theme
from ui.tour import Tour

_PERCENT = (100, 150)
SCENES: Mapping[str, Callable[[Tour], None]] = {
    "conversation": chat_scenes.conversation,
    "dialogs": dialogs,
    "running": chat_scenes.running,
    "reading": chat_scenes.reading,
    "context": chat_scenes.context_full,
    "attachments": chat_scenes.attachments,
    "library": library,
    "memory": memory_scenes,
    "unloaded": chat_scenes.unloaded,
    "failed": chat_scenes.failed,
    "deleted": chat_scenes.deleted,
    "not-loaded": chat_scenes.not_loaded,
}
"""In their order: later ones use the chats of earlier ones. The first start and the first load come before them."""


def take(
    out: Path,
    home: Path,
    model: Path | None,
    engine_argv: Sequence[str] | None = None,
    scenes: Collection[str] = (),
) -> None:
    """Take all pictures that can be taken; needs a QApplication.

    Args:
        out: Folder for the pictures.
        home: Folder for the application's files.
        model: A GGUF file of the starter model.
        engine_argv: What to start as the engine; None for the real one.
        scenes: Of `SCENES`; none for all of them.
    """
    qt = QApplication.instance()
    assert isinstance(qt, QApplication)
    out.mkdir(parents=True, exist_ok=True)
    application = Application(Paths.below(home), list(engine_argv) if engine_argv is not None else None)
    application.settings.update(temperature=0.0, max_tokens=400)
    tour = Tour(out, home, Theme(qt, "light"), application)
    try:
        chat_scenes.first_start(tour)
        if model is not None:
            chat_scenes.empty_chat(tour, str(_lend(model, application.paths)))
            for name, scene in SCENES.items():
                if not scenes or name in scenes:
                    scene(tour)
    finally:
        tour.window.close()
        tour.window.deleteLater()
        application.close()


def _lend(model: Path, paths: Paths) -> Path:
    """Put the model, and the hidden file that says it was verified, into the temporary home."""
    for file in model.parent.glob(f"*{model.name}*"):
        try:
            os.link(file, paths.models / file.name)
        except OSError:  # on another disk
            shutil.copy2(file, paths.models / file.name)
    return paths.models / model.name


def starter_model() -> Path | None:
    """The starter model, from where the program keeps it or fetched to there; None after a sentence if that fails."""
    sys.stdout.write(f"The pictures need {STARTER_MODEL.name}; it is fetched if it is not here yet.\n")
    sys.stdout.flush()
    try:
        return fetch_starter_model(Paths.resolve().models, lambda received, total: None, lambda: False)
    except StarterModelError as error:
        sys.stderr.write(f"{error.sentence} Only the first start is pictured.\n")
        return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Parse the command line and take the pictures; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    languages = get_args(Language)
    parser.add_argument("--language", nargs="+", choices=languages, default=list(languages), help="else all of them")
    parser.add_argument("--scale", nargs="+", type=int, default=list(_PERCENT), metavar="PERCENT", help="else 100, 150")
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"else all of {', '.join(SCENES)}")
    options = parser.parse_args(arguments)
    if unknown := set(options.scenes) - set(SCENES):
        parser.error(f"there is no scene {', '.join(sorted(unknown))}")
    tours = [(language, percent) for language in options.language for percent in options.scale]
    if len(tours) == 1:
        return _one(options.out, *tours[0], options.scenes)
    codes = []
    for language, percent in tours:
        sys.stdout.write(f"{language}, {percent} %\n")
        sys.stdout.flush()
        chosen = ["--out", str(options.out), "--language", language, "--scale", str(percent), "--", *options.scenes]
        codes.append(subprocess.call([sys.executable, "-m", "ui.screenshots", *chosen]))
    return max(codes)


def _one(out: Path, language: Language, percent: int, scenes: Collection[str]) -> int:
    os.environ["QT_SCALE_FACTOR"] = str(percent / 100)  # Qt reads it once, when it starts
    qt = QApplication(sys.argv[:1])
    qt.setWindowIcon(app_icon())
    speak(language)
    model = starter_model()
    with tempfile.TemporaryDirectory(prefix="kvasir-screenshots-") as home:
        take(out / f"{language}-{percent}", Path(home), model, scenes=scenes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
