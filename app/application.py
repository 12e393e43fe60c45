"""The program without a face: all parts of the app, put together. The window and the terminal both stand on it."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QObject, QTimer

from app.answers import Answers
from app.attachment_controller import AttachmentController
from app.cache_controller import CacheController
from app.cache_monitor import CacheMonitor
from app.cache_watch import CacheWatch
from app.chat_controller import ChatController
from app.chat_settings_controller import ChatSettingsController
from app.context_controller import ContextController
from app.download_controller import DownloadController
from app.drafts import Drafts
from app.engine_client import EngineClient
from app.engine_process import EngineProcess, default_argv
from app.errors import StorageError
from app.exchange_controller import ExchangeController
from app.explanations import Explanations
from app.front_chat import FrontChat
from app.hub.download_list import DownloadRecord
from app.hub_controller import HubController
from app.library_controller import LibraryController
from app.local_api import LocalApi
from app.log_files import log_handler
from app.machine import MachineWatch
from app.memory_planner import MemoryPlanner
from app.memory_timeline import MemoryTimeline
from app.model_controller import ModelController
from app.model_removal import ModelRemoval
from app.notices import Notice, Notices
from app.paths import Paths
from app.prompt_view import PromptView
from app.server_controller import ServerController
from app.server_keys import ServerKeys
from app.server_monitor import ServerMonitor
from app.settings import SettingsStore
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from app.tasks import Tasks
from app.title_controller import TitleController
from app.token_counts import TokenCounts
from app.translation import tr
from app.tree_controller import TreeController
from app.update_check import UpdateCheck
from engine.protocol import VERSION as VERSION
from engine.protocol import Event
from engine.protocol import Notice as EngineNotice

_log = logging.getLogger(__name__)

_TRASH_SECONDS = 30 * 24 * 3600.0
_ENGINE_STOP_MS = 4_500
"""The engine may write caches for three seconds, and then has to end."""
_TASKS_STOP_MS = 500
_FIRST_BACKUP_MS = 20_000  # after the start, which it would slow down
_BACKUP_MS = 3_600_000  # a program that is never closed has a copy of each day as well
_LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class Application(QObject):
    """Makes the parts and ends them. `start` begins the work, once whoever shows notices has connected.

    Args:
        engine_argv: Program and arguments of the engine; None for the real one, unless the environment variable
            `KVASIR_ENGINE_ARGV` holds another as a JSON list, as tests do.
    """

    def __init__(self, paths: Paths, engine_argv: Sequence[str] | None = None) -> None:
        super().__init__()
        self.paths = paths
        self.notices = Notices()
        self._is_closed = False
        self._first_notices: list[Notice] = []
        self._make_folders()
        self._log_handler = log_handler(paths.program_log, _LOG_FORMAT)
        logging.getLogger().addHandler(self._log_handler)
        logging.getLogger("app").setLevel(logging.INFO)
        self.settings = SettingsStore(self.paths.settings_file, self.notices)
        if self.settings.problem:
            self._first_notices.append(Notice("warning", self.settings.problem, topic="storage"))
        self._database = self._open_database()
        self._database.on_trouble = self._on_trouble
        self.store = ConversationStore(self._database)
        self.drafts = Drafts(self.store)
        self._tasks = Tasks()
        self._backup_timer = QTimer(self)
        self._backup_timer.timeout.connect(self._back_up)
        self._process = EngineProcess(engine_argv or _engine_argv(), log_handler(paths.engine_log))
        self.engine = EngineClient(self._process)
        keys = ServerKeys(self._tasks, self.notices)
        self.servers = ServerController(self.engine, self.settings, keys)
        self.models = ModelController(self.engine, self.settings, self.paths, self.notices, self._tasks, self.servers)
        self.server_monitor = ServerMonitor(self.engine)
        self.context = ContextController(self.store, self.models, self.settings)
        self.cache = CacheMonitor(self.engine)
        self.cache_watch = CacheWatch(self.engine)
        self.front_chat = FrontChat(self.engine)
        self.memory_timeline = MemoryTimeline(self.engine)
        self.planner = MemoryPlanner(self.engine, self.paths)
        self.machine = MachineWatch(self.engine, self.paths.models, self._tasks)
        self.hub = HubController(paths.cache)
        self.downloads = DownloadController(paths.data, self.notices)
        self.downloads.completed.connect(self._on_downloaded)
        self.removal = ModelRemoval(self.models, self.store, self.settings, self.hub.desk, self.downloads, self._tasks)
        self.chat_settings = ChatSettingsController(self.store, self.settings, self.models, self.context, self.cache)
        answers = Answers(self.engine, self.models, self.store, self.chat_settings, self.context)
        self.chat = ChatController(answers, self.models, self.store, self.drafts, self.chat_settings, self.context)
        self.tree = TreeController(self.store, self.chat, self.notices)
        self.caches = CacheController(self.engine, self.cache, self.store, self.settings, self.paths)
        self.library = LibraryController(self.store, self.drafts, self.chat, self.caches, self.notices)
        self.titles = TitleController(self.engine, self.models, self.store, self.chat, self.context, self.settings)
        self.titles.titled.connect(lambda _conversation_id: self.library.changed.emit())
        self.attachments = AttachmentController(self.store, self._tasks)
        self.token_counts = TokenCounts(self.engine, self.models)
        self.exchange = ExchangeController(self.store, self._tasks)
        self.exchange.came_in.connect(self.library.changed)
        self.updates = UpdateCheck(self.settings, self.notices, self._tasks)
        self.explanations = Explanations(self.engine, self.models, self.store, self.context, self.chat_settings)
        self.local_api = LocalApi(self.engine, self.settings, keys)
        self.prompts = PromptView(self.engine, self.models, self.store, self.drafts, self.context, self.chat_settings)

    def start(self, model_path: str = "", *, with_engine: bool = True, fetch_missing: bool = True) -> None:
        """Tell what went wrong while opening, tidy up, and load a model.

        Args:
            model_path: Loaded this time only, in place of the wanted one.
            with_engine: False while the engine is not set up; a message, or `models.load_wanted`, starts it later.
            fetch_missing: Whether the starter model is fetched where no model was ever chosen; a message does it later.
        """
        for notice in self._first_notices:
            self.notices.posted.emit(notice)
        self.engine.event_received.connect(self._on_event)
        self.store.stop_streaming()
        self.store.purge(_TRASH_SECONDS)
        self._backup_timer.start(_FIRST_BACKUP_MS)
        self.updates.start()
        self.models.refresh()
        if not with_engine:
            return
        if model_path:
            self.models.load(model_path, remember=False)
        elif self.settings.value.load_at_start:
            self.models.load_wanted(fetch_missing)
        self.engine.start()  # if that has not done it: what it may do without is known now

    def close(self) -> None:
        """Write everything, then end the engine, which first writes caches; takes some five seconds at most."""
        if self._is_closed:
            return
        self._is_closed = True
        self._backup_timer.stop()
        self.drafts.flush()
        self.models.cancel_fetch()
        self.downloads.close()
        self.hub.close()
        self.attachments.close()
        self.exchange.close()
        self.chat.close()
        self.library.close()
        self.caches.close()
        self.engine.stop(_ENGINE_STOP_MS)
        if not self._tasks.close(_TASKS_STOP_MS):
            _log.warning("A background task did not end in time")
        self.store.close()
        logging.getLogger().removeHandler(self._log_handler)
        self._log_handler.close()

    def unsaved_sentence(self) -> str:
        """What would be lost by closing now, to be asked about before; empty if nothing would.

        Tries once more to save it.
        """
        try:
            self._database.save()
        except StorageError as error:
            _log.error("%s", error.sentence)
        if self._database.is_saved or not self._database.rows("SELECT 1 FROM messages LIMIT 1"):
            return ""
        return tr(
            "Conversations could not be saved to {path} and are only in memory. If you close Kvasir now, what "
            "was written since then is lost."
        ).format(path=self.paths.database)

    def _make_folders(self) -> None:
        try:
            self.paths.make()
        except OSError as error:
            sentence = tr("The folder {path} cannot be made: {reason}. What belongs there is not kept.").format(
                path=error.filename, reason=error.strerror
            )
            self._first_notices.append(Notice("error", sentence, topic="storage"))

    def _open_database(self) -> Database:
        try:
            database = Database.open(self.paths.database, self.paths.backups)
        except StorageError as error:
            sentence = tr("{sentence} The chats of this session are kept in memory only.").format(
                sentence=error.sentence
            )
            self._first_notices.append(Notice("error", sentence, topic="storage"))
            return Database.in_memory()
        if database.warning and database.is_saved:
            self._first_notices.append(Notice("error", database.warning, topic="storage"))
        elif database.warning:
            self._first_notices.append(Notice("error", database.warning, tr("Save now"), self._save))
        return database

    def _on_trouble(self, sentence: str) -> None:
        self.notices.post("error", sentence, tr("Save now"), self._save)

    def _back_up(self) -> None:
        self._backup_timer.start(_BACKUP_MS)
        self._tasks.run(
            self,
            self._database.back_up_daily,
            lambda _is_new: None,
            lambda error: self.notices.post("warning", error.sentence, tr("Copy them now"), self._back_up),
        )

    def _save(self) -> None:
        try:
            self._database.save()
        except StorageError as error:
            self._on_trouble(error.sentence)
        else:
            self.notices.post(
                "info", tr("Your conversations are saved in {path} again.").format(path=self.paths.database)
            )

    def _on_downloaded(self, download: DownloadRecord) -> None:
        self.models.refresh()
        words = tr("{model} has arrived and is complete.").format(model=download.title)
        self.notices.post("info", words, tr("Load it"), lambda: self.models.load(download.path))

    def _on_event(self, event: Event) -> None:
        if isinstance(event, EngineNotice):
            self.notices.post(event.severity, event.message, topic=event.topic)


def _engine_argv() -> list[str]:
    overridden = os.environ.get("KVASIR_ENGINE_ARGV")
    return msgspec.json.decode(overridden, type=list[str]) if overridden else default_argv()
