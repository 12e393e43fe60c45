"""The part of the pictures that shows the memory and how it works, with chats that begin alike."""

from __future__ import annotations

from ui.how_it_works import HowItWorks
from ui.memory_panel import MemoryPanel
from ui.tour import Tour

_SYSTEM_PROMPT = (
    "You are a patient librarian in a small town by the sea. You know the history of the harbour, the names of the "
    "old families, the birds on the cliffs and the plants in the dunes, and you have read most of what stands on your "
    "shelves. You answer in a few plain sentences, name a book where there is a good one, and say so when you do not "
    "know. You never make up a title. If somebody asks for directions, you describe the way as people here do, by "
    "houses and trees rather than by numbers, and you add how long it takes on foot in ordinary weather."
)
_QUESTIONS = (
    "Which birds nest on the cliffs in spring?",
    "Who built the old lighthouse, and when?",
    "Can you recommend a book about knots?",
    "How do I get to the chapel from the harbour?",
    "What grows in the dunes that one may pick?",
    "Why do the boats have eyes painted on them?",
)
_SHOWN_STEP = 4


def memory_scenes(tour: Tour) -> None:
    """Six chats with one system prompt, and the memory while the last of them is answered."""
    before = tour.app.settings.value
    tour.app.settings.update(system_prompt=_SYSTEM_PROMPT, max_tokens=120)
    tour.window.open_memory()
    panel = tour.window.findChild(MemoryPanel)
    assert panel is not None
    tour.wait(lambda: panel.timeline is not None)
    for question in _QUESTIONS:
        tour.window.new_chat()
        tour.ask(question)
        if question is not _QUESTIONS[-1]:
            tour.finish()
    tour.wait(lambda: tour.app.chat.activity(tour.window.conversation_id) is None or _is_writing(tour))
    panel.table.choose(tour.app.library.conversations()[1].id)
    panel.refresh()
    tour.picture("memory", of=panel)
    tour.finish()
    how_scenes(tour)
    panel.close()
    tour.app.settings.update(system_prompt=before.system_prompt, max_tokens=before.max_tokens)


def _begins_to_differ(how: HowItWorks) -> bool:
    """Whether the answer for the changed prompt has come; one for the prompt before may come first."""
    return how.match.changed.words.text() != how.match.present.words.text()


def _is_writing(tour: Tour) -> bool:
    activity = tour.app.chat.activity(tour.window.conversation_id)
    return activity is None or activity.phase == "writing"


def how_scenes(tour: Tour) -> None:
    """Each page of “How it works”, on the chat that is open."""
    tour.window.open_how_it_works()
    how = tour.window.findChild(HowItWorks)
    assert how is not None
    how.trial.begin.click()
    tour.wait(lambda: how.trial.is_complete)
    for _ in range(_SHOWN_STEP):
        how.trial.next.click()
    tour.picture("how-trial", of=how)
    how.list.setCurrentRow(1)
    tour.wait(lambda: bool(how.layers.model.cells))
    tour.picture("how-layers", of=how)
    how.list.setCurrentRow(2)
    how.match.edit.setPlainText(how.match.edit.toPlainText().replace("patient", "cheerful"))
    how.match.ask()
    tour.wait(lambda: _begins_to_differ(how) or bool(how.match.sentence.text()))
    tour.picture("how-match", of=how)
    how.list.setCurrentRow(3)
    tour.picture("how-kinds", of=how)
    how.close()
