"""All that can be done in the window, a line each: a new command is a new line here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from app.translation import tr
from ui import letter_size, pane_ring
from ui.commands import Command

if TYPE_CHECKING:
    from ui.main_window import MainWindow


def commands(window: MainWindow) -> tuple[Command, ...]:
    """The commands of a window whose panes are there."""
    return (*_chats(window), *_messages(window), *_models(window), *_view(window), *_program(window))


def _chats(window: MainWindow) -> tuple[Command, ...]:
    do, targets = window.chat_actions, window.targets
    can_undo = window.application.library.can_undo_delete
    return (
        Command("chat.new", tr("New chat"), "chats", window.new_chat, "Ctrl+N"),
        Command("chat.new_temporary", tr("New temporary chat"), "chats", window.new_temporary_chat, "Ctrl+Shift+N"),
        Command("chat.search", tr("Search chats"), "chats", window.search_chats, "Ctrl+Shift+F"),
        Command("chat.next", tr("Next chat"), "chats", partial(window.step, 1), "Ctrl+PgDown"),
        Command("chat.previous", tr("Previous chat"), "chats", partial(window.step, -1), "Ctrl+PgUp"),
        Command("chat.rename", tr("Rename chat"), "chats", window.rename, "F2"),
        Command("chat.pin", tr("Pin or unpin chat"), "chats", lambda: do.pin(targets()), "Ctrl+Shift+P"),
        Command("chat.move", tr("Move chat to a folder"), "chats", window.move_chats, "Ctrl+M"),
        Command("chat.duplicate", tr("Duplicate chat"), "chats", lambda: do.duplicate(targets()[0]), "Ctrl+Shift+D"),
        Command("chat.archive", tr("Archive chat, or take it out"), "chats", lambda: do.archive(targets()), "Ctrl+E"),
        Command("chat.delete", tr("Delete chat"), "chats", lambda: do.delete(targets()), "Ctrl+Shift+Backspace"),
        Command("chat.undo", tr("Undo deleting a chat"), "chats", do.undo_delete, "Ctrl+Shift+T", can_undo),
        Command("chat.import", tr("Import chats"), "chats", window.import_chats, "Ctrl+O"),
        Command("chat.export", tr("Export chat"), "chats", lambda: window.export(targets()), "Ctrl+Shift+E"),
        Command("chat.settings", tr("Settings of this chat"), "chats", window.open_chat_settings, "Ctrl+I"),
        Command("chat.prompt", tr("What the model sees"), "chats", window.show_prompt, "Ctrl+Shift+I"),
        Command("chat.list", tr("Show all chats"), "chats", partial(window.show_list, "list")),
        Command("chat.archived", tr("Show the archive"), "chats", partial(window.show_list, "archive")),
        Command("chat.trash", tr("Show the trash"), "chats", partial(window.show_list, "trash")),
    )


def _messages(window: MainWindow) -> tuple[Command, ...]:
    pane, newest, tree = window.pane, window.pane.newest, window.application.tree
    reading, write = pane.view.reading, pane.composer.setFocus
    before, after = partial(newest.go_to_version, -1), partial(newest.go_to_version, 1)
    has_before, has_after = partial(newest.has_version, -1), partial(newest.has_version, 1)

    def undo() -> None:
        tree.undo_delete(window.conversation_id)

    def can_undo() -> bool:
        return tree.can_undo_delete(window.conversation_id)

    return (
        Command("message.write", tr("Write a message"), "messages", write, "Shift+Esc"),
        Command("message.send", tr("Send"), "messages", key="Return", is_fixed=True),
        Command("message.line", tr("New line"), "messages", key="Shift+Return", is_fixed=True),
        Command("message.recall", tr("In an empty box: edit last message"), "messages", key="Up", is_fixed=True),
        Command("message.before", tr("In an empty box: version before"), "messages", key="Left", is_fixed=True),
        Command("message.after", tr("In an empty box: version after"), "messages", key="Right", is_fixed=True),
        Command("message.stop", tr("Stop the answer"), "messages", pane.stop, "Esc", pane.is_running, is_fixed=True),
        Command("message.attach", tr("Attach files"), "messages", pane.composer.choose_files, "Ctrl+Shift+A"),
        Command("message.edit", tr("Edit last message"), "messages", newest.edit, "Ctrl+Shift+Up", newest.has_own),
        Command("message.again", tr("Answer again"), "messages", newest.regenerate, "Ctrl+R", newest.can_regenerate),
        Command("message.go_on", tr("Go on with the answer"), "messages", newest.go_on, "Alt+Return", newest.can_go_on),
        Command("message.previous", tr("Previous version"), "messages", before, "Alt+Left", has_before),
        Command("message.next", tr("Next version"), "messages", after, "Alt+Right", has_after),
        Command("message.copy", tr("Copy last answer"), "messages", newest.copy, "Ctrl+Shift+C", newest.has_answer),
        Command("message.code", tr("Copy last code"), "messages", newest.copy_code, "Ctrl+Shift+;", newest.has_code),
        Command("message.undo", tr("Undo deleting messages"), "messages", undo, "", can_undo),
        Command("message.find", tr("Find in this chat"), "messages", reading.open_find, "Ctrl+F"),
        Command("message.find_next", tr("Find next"), "messages", partial(reading.find.go, 1), "F3"),
        Command("message.find_previous", tr("Find previous"), "messages", partial(reading.find.go, -1), "Shift+F3"),
        Command("message.end", tr("Go to the newest message"), "messages", pane.view.go_to_end),
    )


def _models(window: MainWindow) -> tuple[Command, ...]:
    models, engine = window.application.models, window.application.engine
    search = partial(window.open_models, "search")

    def can_fetch() -> bool:
        return models.fetch.kind != "running" and all(each.source != "starter" for each in models.models())

    def is_chosen() -> bool:
        return bool(models.state.path)

    def is_here() -> bool:
        return is_chosen() and not models.state.is_remote

    def is_loaded() -> bool:
        return models.state.kind == "ready"

    return (
        Command("model.choose", tr("Choose a model"), "models", window.pane.picker.open_list, "Ctrl+Shift+M"),
        Command("model.plan", tr("Memory that the model takes"), "models", window.plan_memory, "", is_here),
        Command("model.servers", tr("Servers with models"), "models", partial(window.open_settings, "servers")),
        Command("model.manage", tr("Models on this computer"), "models", window.open_models, "Ctrl+Shift+O"),
        Command("model.find", tr("Find models on the Hugging Face Hub"), "models", search),
        Command("model.downloads", tr("Downloads of models"), "models", partial(window.open_models, "downloads")),
        Command("model.file", tr("Add a GGUF file"), "models", window.ask_file),
        Command("model.folder", tr("Add a folder with models"), "models", window.ask_folder),
        Command("model.fetch", tr("Fetch the starter model"), "models", models.fetch_starter, "", can_fetch),
        Command("model.unload", tr("Unload the model"), "models", models.unload, "", is_loaded),
        Command("engine.restart", tr("Start the engine again"), "models", engine.restart),
    )


def _view(window: MainWindow) -> tuple[Command, ...]:
    settings, notices, panes = window.application.settings, window.pane.banners, window.stops()
    usual = partial(letter_size.reset, settings)
    return (
        Command("view.list", tr("Show or hide the chats"), "view", window.panes.toggle_list, "Ctrl+B"),
        Command("view.memory", tr("Show the memory"), "view", window.open_memory, "Ctrl+Shift+L"),
        Command("view.sidebar", tr("Show or hide the cache"), "view", window.panes.toggle_sidebar, "Ctrl+Shift+B"),
        Command("view.next_pane", tr("Next pane"), "view", partial(pane_ring.go, panes, 1), "F6"),
        Command("view.previous_pane", tr("Previous pane"), "view", partial(pane_ring.go, panes, -1), "Shift+F6"),
        Command("view.larger", tr("Larger letters"), "view", partial(letter_size.step, settings, 1), "Ctrl+="),
        Command("view.smaller", tr("Smaller letters"), "view", partial(letter_size.step, settings, -1), "Ctrl+-"),
        Command("view.usual_size", tr("Letters of the usual size"), "view", usual, "Ctrl+0"),
        Command("view.light", tr("Light colours"), "view", partial(settings.update, theme="light")),
        Command("view.dark", tr("Dark colours"), "view", partial(settings.update, theme="dark")),
        Command("view.contrast", tr("High contrast"), "view", partial(settings.update, theme="contrast")),
        Command("view.system", tr("Colours as the system"), "view", partial(settings.update, theme="system")),
        Command("notice.act", tr("Do what the notice offers"), "view", notices.act, "Ctrl+Shift+U", notices.can_act),
        Command("notice.dismiss", tr("Dismiss the notice"), "view", notices.dismiss, "", notices.has_any),
    )


def _program(window: MainWindow) -> tuple[Command, ...]:
    cache = partial(window.open_settings, "cache")
    return (
        Command("program.palette", tr("Find a command, a chat or a model"), "program", window.open_palette, "Ctrl+K"),
        Command("program.keys", tr("Keyboard shortcuts"), "program", window.open_keys, "Ctrl+/"),
        Command("program.how", tr("How the cache works"), "program", window.open_how_it_works),
        Command("program.settings", tr("Settings"), "program", window.open_settings, "Ctrl+,"),
        Command("program.cache_settings", tr("Settings of the cache"), "program", cache),
        Command("program.log", tr("Log"), "program", window.open_log),
        Command("program.diagnostics", tr("Diagnostics"), "program", window.open_diagnostics),
        Command("program.about", tr("About Kvasir"), "program", window.open_about),
        Command("program.quit", tr("Quit"), "program", window.close, "Ctrl+Q"),
    )
