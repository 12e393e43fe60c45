"""One repository of the Hub: what it is, what can be fetched of it, and whether it fits the disk and the memory."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.application import Application
from app.gguf_guess import gguf_guess
from app.hub.messages import RepositoryFacts
from app.hub.repository_files import Variant, variants
from app.hub_controller import FactsState
from app.machine import Machine
from app.memory_planner import Estimate, Wish, plan_memory
from app.translation import tr
from ui import model_words, planner_words
from ui.controls import button, label
from ui.theme import SPACING, Theme
from ui.two_line_list import TwoLineList, TwoLines

_CHAT_TOKENS = 8192
_MOST_VARIANTS = 6
_PAGE = "https://huggingface.co/"


class RepositoryPane(QWidget):
    """Shows what `HubController` tells of the repository that was asked for last."""

    started = Signal()
    """A download was begun, or goes on."""
    plan_requested = Signal(str, object)
    """Carries the path of a config.json, and the bytes of the weights."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        self._application = application
        self._repository = ""
        self._facts: RepositoryFacts | None = None
        self._variants: tuple[Variant, ...] = ()
        self.heading = label("", "heading", wrap=True)
        self.about = label("", "muted", wrap=True)
        self.obstacle = label("", "warning", wrap=True)
        self.error = label("", "error", wrap=True)
        self.error.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.variants = TwoLineList(theme, tr("What can be fetched"))
        self.verdict = label("", "small", wrap=True)
        self.room = label("", "small", wrap=True)
        self.fetch = button(tr("Fetch"), self._fetch, kind="primary")
        self.again = button(tr("Try again"), self._look_again)
        self.plan = button(tr("Memory that it takes …"), self._plan, kind="link")
        self.page = button(tr("Its page"), self._open_page, kind="link")
        self.page.setToolTip(tr("Opens huggingface.co in the browser."))
        self._lay_out()
        self.variants.changed.connect(self._show_variant)
        self.variants.chosen.connect(lambda _key: self._fetch())
        application.hub.looked_up.connect(self._on_facts)
        application.planner.changed.connect(self._on_estimate)
        application.machine.changed.connect(self._on_machine)
        application.downloads.changed.connect(self._show_fetch)
        self.show_repository("")

    def show_repository(self, repository: str) -> None:
        """Look this one up; none empties the pane."""
        if repository == self._repository and self._facts is not None:
            return
        self._repository = repository
        self._show(FactsState("idle" if not repository else "asking", repository))
        if repository:
            self._application.machine.look()
            self._application.hub.look_up(repository)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACING.small)
        for way in (self.fetch, self.again, self.plan, self.page):
            buttons.addWidget(way)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
        layout.setSpacing(SPACING.small)
        for each in (self.heading, self.about, self.obstacle, self.error):
            layout.addWidget(each)
        layout.addWidget(self.variants)
        layout.addWidget(self.verdict)
        layout.addWidget(self.room)
        layout.addLayout(buttons)
        layout.addStretch(1)

    @Slot(object)
    def _on_facts(self, state: FactsState) -> None:
        if state.repository == self._repository and self._repository:
            self._show(state)

    def _show(self, state: FactsState) -> None:
        facts = self._facts = state.facts
        self._variants = variants(facts.files) if facts is not None else ()
        self.heading.setText(state.repository)
        self.heading.setVisible(bool(state.repository))
        self.about.setText(model_words.about(facts) if facts is not None else self._waiting(state))
        self.obstacle.setText(model_words.obstacle(facts) if facts is not None else "")
        self.obstacle.setVisible(bool(self.obstacle.text()))
        nothing = facts is not None and not self._variants
        self.error.setText(model_words.no_variant(facts) if facts is not None and nothing else state.sentence)
        self.error.setVisible(bool(self.error.text()))
        self.again.setVisible(state.kind == "failed")
        self.page.setVisible(bool(state.repository))
        rows = [TwoLines(str(place), *model_words.variant(each)) for place, each in enumerate(self._variants)]
        self.variants.show_rows(rows)
        self.variants.setVisible(bool(rows))
        self.variants.fit_height(_MOST_VARIANTS)
        self._show_variant()

    def _waiting(self, state: FactsState) -> str:
        return tr("The Hub is asked what it has …") if state.kind == "asking" else ""

    def _variant(self) -> Variant | None:
        key = self.variants.key()
        return self._variants[int(key)] if key and int(key) < len(self._variants) else None

    @Slot()
    def _show_variant(self) -> None:
        variant, facts = self._variant(), self._facts
        self.room.setVisible(variant is not None)
        has_plan = variant is not None and facts is not None and bool(facts.config_path)
        self.plan.setVisible(has_plan)
        self.verdict.setVisible(False)
        if variant is not None and facts is not None:
            words, has_room = model_words.room(variant, facts)
            self.room.setText(words)
            self.room.setProperty("kind", "small" if has_room else "error")
            self.room.style().polish(self.room)
            self._show_guess(variant, facts)
            if has_plan:
                self._application.planner.ask(facts.config_path, variant.size_bytes)
        self._show_fetch()

    @Slot()
    def _show_fetch(self) -> None:
        """Something that is being fetched, or is here, is not offered again."""
        variant, facts = self._variant(), self._facts
        self.fetch.setVisible(variant is not None)
        if variant is None or facts is None:
            return
        known = next(
            (
                each
                for each in self._application.downloads.downloads()
                if (each.repository, each.commit, each.files) == (facts.summary.name, facts.commit, list(variant.files))
            ),
            None,
        )
        words = tr("Fetch")
        if known is not None:
            words = {"done": tr("It is here"), "paused": tr("Go on"), "failed": tr("Try again")}.get(
                known.state, tr("Is being fetched")
            )
        self.fetch.setText(words)
        self.fetch.setAccessibleName(words)
        self.fetch.setEnabled(known is None or known.state in ("paused", "failed"))

    @Slot(str, object)
    def _on_estimate(self, path: str, estimate: Estimate) -> None:
        variant, facts = self._variant(), self._facts
        model = estimate.model
        if facts is None or variant is None or path != facts.config_path or model is None or not model.weights:
            return
        context = min(_CHAT_TOKENS, model.context_tokens or _CHAT_TOKENS)
        wish = Wish(model.weights[0], self._application.settings.value.kv_format, context)
        plan = plan_memory(model, estimate.rooms, wish)
        words = tr("Memory for a chat of %n tokens:", context)
        hint = planner_words.advice(estimate, wish)
        basis = tr("This is reckoned from its config.")
        self.verdict.setText(" ".join(filter(None, (words, planner_words.verdict(plan, wish), hint, basis))))
        self.verdict.setVisible(True)

    @Slot(object)
    def _on_machine(self, _machine: Machine) -> None:
        variant, facts = self._variant(), self._facts
        if variant is None or facts is None:
            return
        if self._application.planner.estimate(facts.config_path).kind != "known":
            self._show_guess(variant, facts)

    def _show_guess(self, variant: Variant, facts: RepositoryFacts) -> None:
        """Say at least something, until the engine knows better or where it cannot."""
        machine = self._application.machine.machine
        guess = gguf_guess(variant, facts) if variant.kind == "gguf" else None
        if guess is not None and machine is not None:
            self.verdict.setText(planner_words.guess(guess, machine.model_memory_bytes))
            self.verdict.setVisible(True)

    def _fetch(self) -> None:
        variant, facts = self._variant(), self._facts
        if variant is not None and facts is not None and self.fetch.isEnabled():
            self._application.downloads.start(facts, variant)
            self.started.emit()

    def _look_again(self) -> None:
        self._application.hub.look_up(self._repository)

    def _plan(self) -> None:
        variant, facts = self._variant(), self._facts
        if variant is not None and facts is not None:
            self.plan_requested.emit(facts.config_path, variant.size_bytes)

    def _open_page(self) -> None:
        QDesktopServices.openUrl(QUrl(_PAGE + self._repository))
