"""The part of the pictures that shows what lies over the chat: settings, palette, keys, log, diagnostics, about."""

from __future__ import annotations

import sys
from typing import get_args

from app.translation import tr
from ui.about_dialog import AboutDialog
from ui.diagnostics_dialog import DiagnosticsDialog
from ui.dialogs import ModelsPage, PageName
from ui.keys_dialog import KeysDialog
from ui.log_window import LogWindow
from ui.models_dialog import ModelsDialog
from ui.planner_dialog import PlannerDialog
from ui.settings_dialog import SettingsDialog
from ui.tour import Tour


def dialogs(tour: Tour) -> None:
    """All of them."""
    for scene in (_picker, _models, _planner, _palette, _keys, _settings, _log, _diagnostics, _about, _notices):
        scene(tour)


def _picker(tour: Tour) -> None:
    """The list of models."""
    picker = tour.window.pane.picker
    picker.open_list()
    tour.picture("model-picker", popup=picker.popup)
    picker.popup.hide()


def _models(tour: Tour) -> None:
    """The pages of the window with models; what stands on two of them depends on whether there is a network."""
    hub = tour.app.hub
    for page in get_args(ModelsPage):
        tour.window.open_models(page)
        dialog = tour.shown(ModelsDialog)
        if page == "installed":
            tour.wait(lambda: tour.app.planner.estimate(tour.app.models.state.path).kind != "asking")
        elif page == "recommended":
            tour.wait(lambda: hub.facts_state.kind in ("known", "failed"))
        elif page == "search":
            tour.wait(lambda: hub.search_state.kind in ("found", "failed"))
        tour.picture(f"models-{page}", of=dialog)
    tour.shown(ModelsDialog).close()


def _planner(tour: Tour) -> None:
    """What the loaded model takes: as it is loaded now, and with more than there is room for."""
    tour.window.plan_memory()
    dialog = tour.shown(PlannerDialog)
    path = tour.app.models.state.path
    tour.wait(lambda: tour.app.planner.estimate(path).kind != "asking")
    tour.picture("planner", of=dialog)
    dialog.conversations.set_value(64)
    dialog.context.set_value(sys.maxsize)
    tour.picture("planner-too-much", of=dialog)
    dialog.reject()


def _palette(tour: Tour) -> None:
    """Commands, chats and models by typing."""
    tour.window.open_palette()
    tour.window.command_palette.edit.setText("s")
    tour.picture("palette")
    tour.window.open_palette()


def _keys(tour: Tour) -> None:
    """All keys."""
    tour.window.open_keys()
    dialog = tour.shown(KeysDialog)
    tour.picture("keys", of=dialog)
    dialog.reject()


def _settings(tour: Tour) -> None:
    """Each page."""
    for page in get_args(PageName):
        tour.window.open_settings(page)
        dialog = tour.shown(SettingsDialog)
        tour.picture(f"settings-{page}", of=dialog)
        dialog.reject()


def _log(tour: Tour) -> None:
    """What the engine noted."""
    tour.window.open_log()
    log = tour.shown(LogWindow)
    tour.picture("log", of=log)
    log.filter.setText("no such words")
    tour.picture("log-empty", of=log)
    log.close()


def _diagnostics(tour: Tour) -> None:
    """What this machine has."""
    tour.window.open_diagnostics()
    dialog = tour.shown(DiagnosticsDialog)
    tour.picture("diagnostics", of=dialog)
    dialog.reject()


def _about(tour: Tour) -> None:
    """What Kvasir is made of."""
    tour.window.open_about()
    dialog = tour.shown(AboutDialog)
    tour.picture("about", of=dialog)
    dialog.reject()


def _notices(tour: Tour) -> None:
    """Three banners, one of each kind."""
    notices, banners = tour.app.notices, tour.window.pane.banners
    path = tour.app.paths.database
    notices.post("info", tr("Your conversations are saved in {path} again.").format(path=path))
    trouble = tr("The folders with models could not be searched. {sentence}").format(
        sentence=tr("There is no such file.")
    )
    notices.post("warning", trouble, tr("Try again"), lambda: None)
    lost = tr("The conversations still cannot be saved to {path}: {error}.").format(
        path=path, error=tr("the disk is full")
    )
    notices.post("error", lost, tr("Save now"), lambda: None)
    tour.picture("notices")
    for banner in banners.banners():
        banner.close_banner()
