"""Whether a window can be opened here; found out before Qt tries, since Qt ends the process when it cannot."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QPluginLoader

from app.engine_environment import has_own_environment, program_folder
from app.translation import tr


def why_no_window() -> str:
    """A sentence that says why no window can be opened; empty if one can."""
    if not sys.platform.startswith("linux"):
        return ""
    plugins = _platform_plugins()
    if not plugins:
        return tr("There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can be opened.")
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    missing: list[str] = []
    for plugin in plugins:
        loader = QPluginLoader(str(folder / f"libq{plugin}.so"))
        if loader.load():
            return ""
        missing.append(loader.errorString().removeprefix("Cannot load library ").removeprefix(f"{folder}/"))
    sentence = tr("No window can be opened because Qt lacks a system library ({missing}).")
    way_on = (
        tr("Install the package of your system that has it.")
        if has_own_environment(program_folder())
        else tr("`make run` names the package to install.")
    )
    return f"{sentence.format(missing='; '.join(missing))} {way_on}"


def _platform_plugins() -> list[str]:
    """Qt's plugins that it would try, in its order."""
    asked = os.environ.get("QT_QPA_PLATFORM")
    if asked:
        return [_plugin_name(part) for part in asked.split(";")]
    plugins = ["wayland"] if os.environ.get("WAYLAND_DISPLAY") else []
    return [*plugins, "xcb"] if os.environ.get("DISPLAY") else plugins


def _plugin_name(part: str) -> str:
    """Without the plugin's own options, which stand behind a colon; its variants share one file."""
    return part.split(":")[0].split("-")[0]
