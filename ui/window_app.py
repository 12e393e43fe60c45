"""The window program: Qt's application, one instance of it, the app behind it, and an orderly end."""

from __future__ import annotations

import sys
from functools import partial

from PySide6.QtWidgets import QApplication, QMessageBox

from app.application import Application
from app.collector import Collector
from app.faults import FaultHook
from app.interrupts import Interrupts
from app.paths import Paths
from app.settings import Settings
from app.single_instance import SingleInstance
from app.translation import let_qt_speak
from ui.engine_offer import offer
from ui.icons import app_icon
from ui.main_window import MainWindow
from ui.theme import Theme


def run(paths: Paths) -> int:
    """Show the window until it is closed; returns the process's exit status.

    If the program already runs on the same folders, its window comes forward instead.
    """
    qt = QApplication(sys.argv[:1])
    qt.setApplicationName("kvasir")
    qt.setApplicationDisplayName("Kvasir")
    qt.setDesktopFileName("kvasir")
    qt.setWindowIcon(app_icon())
    let_qt_speak()
    instance = SingleInstance(paths)
    if not instance.acquire():
        if not instance.was_raised:
            QMessageBox.critical(None, "Kvasir", instance.problem)
        return 0 if instance.was_raised else 1
    collector = Collector()
    interrupts = Interrupts()
    interrupts.interrupted.connect(qt.quit)
    interrupts.terminated.connect(qt.quit)
    application = Application(paths)
    faults = FaultHook(application.notices, paths)
    settings = application.settings
    theme = Theme(qt)
    _take(theme, settings.value)
    settings.changed.connect(partial(_take, theme))
    window = MainWindow(theme, application)
    instance.raise_requested.connect(window.come_forward)
    window.show()
    setup = offer(application, window)
    application.start(with_engine=setup is None or setup.is_ready, fetch_missing=False)
    try:
        return qt.exec()
    finally:
        if window.isVisible():  # the end came from outside
            window.close()
        if setup is not None:
            setup.close()
        instance.begin_to_end()
        application.close()
        faults.release()
        instance.release()
        interrupts.close()
        collector.release()


def _take(theme: Theme, settings: Settings) -> None:
    theme.motion = settings.motion
    theme.choose(settings.theme, settings.font_points)
