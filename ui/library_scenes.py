"""The part of the pictures that shows the library, the settings of a chat, and what goes in and out."""

from __future__ import annotations

import msgspec

from app.conversation import ChatSettings
from ui.chat_settings_dialog import ChatSettingsDialog
from ui.export_dialog import ExportDialog
from ui.import_dialog import ImportDialog
from ui.prompt_dialog import PromptDialog
from ui.tour import Tour

_FOREIGN = [
    {"title": "Knots for climbers", "messages": [{"role": "user", "content": "Which knots should I know?"}]},
    {"title": "Broken", "messages": [{"role": "user"}]},
]


def library(tour: Tour) -> None:
    """All of them, on the chats that are there."""
    for scene in (_groups, _chat_settings, _prompt, _message_menu, _temporary, _exchange):
        scene(tour)


def _groups(tour: Tour) -> None:
    """Folders, pinned chats, a search, the trash."""
    library, pane = tour.app.library, tour.window.list
    shown = tour.window.conversation_id
    others = [each.id for each in library.conversations() if each.id != shown]
    with library.batch():
        library.pin(others[0], True)
        for number, folder in enumerate(("Cooking", "Work", "Work")):
            library.set_folder(others[1 + number], folder)
        for each in others[4:5]:
            library.archive(each, True)
    menu = tour.window.chat_actions.menu([shown], "list", tour.window)
    menu.popup(pane.mapToGlobal(pane.rect().center()))
    tour.picture("library-groups", popup=menu)
    menu.close()
    pane.search.setText("the s")
    tour.picture("library-search")
    library.delete(others[0])
    pane.show_view("trash")
    tour.picture("library-trash")
    tour.window.pane.banners.act()  # undo
    pane.show_view("list")
    tour.window.open(shown)


def _chat_settings(tour: Tour) -> None:
    """One chat's own settings, with a preset."""
    settings = tour.app.chat_settings
    chosen = ChatSettings(system_prompt="You are a patient teacher. Answer in plain words.", temperature=0.7, top_k=40)
    preset = settings.save_preset("Patient teacher", chosen)
    assert preset is not None
    tour.window.open_chat_settings()
    dialog = tour.shown(ChatSettingsDialog)
    dialog.presets.combo.setCurrentIndex(1)
    dialog.presets.combo.activated.emit(1)
    tour.wait(lambda: bool(dialog.cost.text()))
    dialog.sampling.fields["top_p"].setText("1,5")
    tour.picture("chat-settings", of=dialog)
    dialog.reject()
    settings.delete_preset(preset.id)


def _prompt(tour: Tour) -> None:
    """What the model sees."""
    tour.window.show_prompt()
    dialog = tour.shown(PromptDialog)
    tour.wait(lambda: bool(dialog.text.toPlainText()) or dialog.sentence.isVisible())
    tour.picture("prompt", of=dialog)
    dialog.accept()


def _message_menu(tour: Tour) -> None:
    """What can be done with an answer."""
    answer = tour.window.pane.view.last_answer()
    assert answer is not None
    menu = tour.window.messages.menu(answer)
    menu.popup(answer.action_row.more.mapToGlobal(answer.action_row.more.rect().bottomLeft()))
    tour.picture("message-menu", popup=menu)
    menu.close()


def _temporary(tour: Tour) -> None:
    """A chat of which nothing is kept."""
    tour.window.new_temporary_chat()
    tour.ask("What is a good present for my sister?")
    tour.finish()
    tour.picture("temporary")
    tour.app.library.delete(tour.window.conversation_id)


def _exchange(tour: Tour) -> None:
    """An import with its report, and an export."""
    tour.window.import_chats()
    importing = tour.shown(ImportDialog)
    tour.picture("import", of=importing)
    foreign, broken = tour.home / "chats.json", tour.home / "notes.json"
    foreign.write_bytes(msgspec.json.encode(_FOREIGN))
    broken.write_text("[{", encoding="utf-8")
    importing.take([foreign, broken])
    tour.wait(lambda: tour.app.exchange.state.kind == "done")
    tour.picture("import-report", of=importing)
    importing.reject()
    tour.window.export([each.id for each in tour.app.library.conversations()][:3])
    exporting = tour.shown(ExportDialog)
    exporting.where.setText(str(tour.home / "chats.zip"))
    tour.picture("export", of=exporting)
    exporting.export.click()
    tour.wait(lambda: tour.app.exchange.state.work == "export" and tour.app.exchange.state.kind == "done")
    tour.picture("exported", of=exporting)
    exporting.reject()
