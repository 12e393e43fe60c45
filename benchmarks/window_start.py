"""Opens the window as main.py does and prints at what time it can be used; `benchmarks.window` starts the clock."""

from __future__ import annotations

import sys
import time
from pathlib import Path


def main() -> None:
    """Start, type a letter, end."""
    from app.command_line import parse

    parse([])
    from app.interpreter import prepare

    prepare()
    from app.paths import Paths
    from app.settings import wished_language
    from app.translation import speak

    paths = Paths.below(Path(sys.argv[1]))
    speak(wished_language(paths.settings_file))
    from PySide6.QtWidgets import QApplication

    from ui.window_app import Application, Collector, MainWindow, Theme

    qt = QApplication(sys.argv[:1])
    collector = Collector()
    application = Application(paths, [sys.executable, "-c", ""])
    window = MainWindow(Theme(qt, "light"), application)
    window.show()
    qt.processEvents()
    window.pane.composer.edit.setPlainText("a")
    qt.processEvents()
    print(time.time())
    window.close()
    application.close()
    collector.release()


if __name__ == "__main__":
    main()
