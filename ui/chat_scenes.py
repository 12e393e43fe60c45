"""The part of the pictures that shows the chat, from the first start to an engine that died."""

from __future__ import annotations

import os
import signal

from ui.attachment_preview import AttachmentPreview
from ui.context_line import ContextLine
from ui.tour import WIDE, Tour

_NARROW = (480, 780)
_LOW = (900, 560)
_ROUND_THE_LINE = 280
_SMALL_CONTEXT = 512
_SHORT_ANSWER = 100
_SEEN_FETCHING_BYTES = 8_000_000
_QUESTIONS = (
    "What is the difference between weather and climate?",
    "Which of the two does a farmer watch, and why?",
    "What did people do before there were forecasts?",
    "Write a short poem about a storm at sea.",
    "And now one about the calm that follows it.",
)
_FILES = {
    "poem.md": "# The calm\n\nThe wind lay down among the reeds.\n",
    "squares.csv": "number,square\n" + "".join(f"{number},{number**2}\n" for number in range(60)),
}
_LONG_QUESTION = "Which of these is the longest?\n\n" + "\n".join(
    f"{number}. A line about the number {number}, its square {number**2} and its cube {number**3}."
    for number in range(1, 161)
)


def first_start(tour: Tour) -> None:
    """No model on the machine: the offer, and the download if there is a network."""
    models = tour.app.models
    tour.app.start(fetch_missing=False)
    tour.wait(lambda: tour.app.machine.machine is not None)
    tour.picture("first-start")
    tour.window.resize(*_NARROW)
    tour.picture("first-start-narrow")
    tour.window.resize(*WIDE)
    tour.window.pane.first_start.fetch.click()
    tour.wait(lambda: models.fetch.received_bytes > _SEEN_FETCHING_BYTES or models.fetch.kind != "running")
    tour.picture("fetching" if models.fetch.kind == "running" else "fetch-failed")
    models.cancel_fetch()
    tour.wait(lambda: models.fetch.kind != "running")


def not_loaded(tour: Tour) -> None:
    """A model that is no model."""
    broken = tour.home / "broken.gguf"
    broken.write_bytes(b"not a model")
    tour.window.new_chat()
    tour.app.models.load(str(broken), remember=False)
    tour.wait(lambda: tour.app.models.state.kind in ("ready", "failed"))
    tour.picture("not-loaded")


def empty_chat(tour: Tour, model: str) -> None:
    """Loading, then ready."""
    models = tour.app.models
    models.load(model)
    tour.picture("loading")
    tour.wait(lambda: models.state.kind in ("ready", "failed"))
    tour.picture("empty-chat")


def conversation(tour: Tour) -> None:
    """Answers with their receipts, in a wide window and in small ones."""
    tour.ask("What is the capital of Poland?")
    tour.finish()
    tour.ask("Please write a Python function that says whether a number is prime.\n\n    Keep it short.")
    tour.finish()
    tour.picture("conversation")
    for name, size in (("narrow", _NARROW), ("low", _LOW)):
        tour.window.resize(*size)
        tour.picture(name)
    tour.window.resize(*WIDE)
    tour.settle()


def running(tour: Tour) -> None:
    """An answer that grows, then a second one in another chat."""
    tour.window.new_chat()
    tour.ask("Tell me a long story about an old lighthouse and the people who kept it.")
    tour.until_phase("writing")
    tour.wait(lambda: tour.answer_length() > 300 or not tour.is_running())
    tour.picture("streaming")
    tour.window.new_chat()
    tour.ask("What can I cook with leeks, potatoes and a little cream? Give three ideas.")
    tour.until_phase("writing")
    tour.picture("two-running")
    tour.finish_all()


def reading(tour: Tour) -> None:
    """A long prompt being read."""
    tour.window.new_chat()
    tour.ask(_LONG_QUESTION)
    tour.until_phase("reading")
    tour.picture("reading")
    tour.finish_all()


def unloaded(tour: Tour) -> None:
    """No model, and the caches on the disk that wait for one."""

    def has_no_device() -> bool:
        report = tour.app.cache.report()
        return report is not None and report.budget_bytes == 0

    tour.app.models.unload()
    tour.wait(has_no_device)
    tour.picture("unloaded")


def context_full(tour: Tour) -> None:
    """A context that fills up: the warning, the offer, and what the model no longer sees, twice."""
    settings, models = tour.app.settings, tour.app.models
    before = settings.value
    settings.update(context_tokens=_SMALL_CONTEXT, max_tokens=_SHORT_ANSWER)
    tour.wait(lambda: models.state.info is not None and models.state.info.context_tokens == _SMALL_CONTEXT)
    tour.window.new_chat()
    for question in _QUESTIONS:
        tour.ask(question)
        tour.finish()
        if tour.window.pane.warning.text():
            tour.picture("context-warning")
    tour.picture("context-full")
    answer = tour.window.pane.view.last_answer()
    assert answer is not None
    tour.app.chat.answer_with(answer.message.id, "trim")
    tour.finish()
    _show_context_line(tour)
    tour.picture("context-trimmed")
    tour.app.context.see_everything(tour.window.conversation_id)
    tour.app.chat.answer_with(answer.message.id, "compact")
    tour.finish()
    _show_context_line(tour).toggle_summary()
    _show_context_line(tour)
    tour.picture("context-summarised")
    settings.update(context_tokens=before.context_tokens, max_tokens=before.max_tokens)
    tour.wait(lambda: models.state.info is not None and models.state.info.context_tokens != _SMALL_CONTEXT)


def attachments(tour: Tour) -> None:
    """Files at the composer, one that was refused, and the text of one of them."""
    tour.window.new_chat()
    for name, text in _FILES.items():
        (tour.home / name).write_text(text, encoding="utf-8")
    composer = tour.window.pane.composer
    composer.edit.setPlainText("Which of the two is longer?")
    composer.attach_files([*(tour.home / name for name in _FILES), tour.home / "lost.txt"])
    tour.wait(lambda: not tour.app.attachments.being_read(tour.window.conversation_id))
    chips = composer.attached.chips()
    tour.wait(lambda: tour.app.token_counts.total().is_exact)
    tour.picture("attachments")
    chips[0].click()
    preview = tour.window.findChild(AttachmentPreview)
    assert preview is not None
    tour.picture("attachment-preview", of=preview)
    preview.accept()
    composer.edit.submitted.emit()
    tour.finish()
    tour.window.pane.view.verticalScrollBar().setValue(0)
    tour.picture("attachments-sent")


def failed(tour: Tour) -> None:
    """The engine dies in the middle of an answer."""
    tour.window.new_chat()
    tour.ask("How do tides work? Explain it in several paragraphs.")
    tour.until_phase("writing")
    tour.wait(lambda: tour.answer_length() > 100 or not tour.is_running())
    os.kill(tour.app.engine.state.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
    tour.wait(lambda: not tour.is_running())
    tour.picture("failed")


def deleted(tour: Tour) -> None:
    """A chat that was deleted can be had back."""
    tour.app.library.delete(tour.window.conversation_id)
    tour.picture("deleted")


def _show_context_line(tour: Tour) -> ContextLine:
    view = tour.window.pane.view
    assert view.context_line is not None
    tour.settle()
    view.ensureWidgetVisible(view.context_line, 0, _ROUND_THE_LINE)
    return view.context_line
