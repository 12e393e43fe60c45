from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.attention_kinds import attention_kinds
from app.explanations import ModelExplained
from app.model_controller import ModelState
from engine.protocol import CacheTried
from tests.fakes.fake_figures import LAYERS
from tests.ui.conftest import Driver
from ui.cell_strip import CellStrip
from ui.how_it_works import HowItWorks
from ui.how_kinds import KindsPage, kind_words
from ui.how_layers import LayersPage
from ui.theme import Theme

Open = Callable[..., Driver]
WAIT_MS = 20_000


def open_pages(driver: Driver) -> HowItWorks:
    driver.window.open_how_it_works()
    pages = driver.window.findChild(HowItWorks)
    assert pages is not None
    return pages


def words(pages: HowItWorks) -> str:
    return "\n".join(each.text() for each in pages.findChildren(QLabel) if each.isVisible())


def strips(pages: HowItWorks) -> dict[str, str]:
    return {each.accessibleName(): each.accessibleDescription() for each in pages.findChildren(CellStrip)}


def test_an_answer_is_stepped_through_with_and_without_a_cache(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    pages = open_pages(driver)
    trial = pages.trial
    trial.question.setFocus()
    driver.qtbot.keyClick(trial.question, Qt.Key.Key_Return)
    driver.qtbot.waitUntil(lambda: trial.is_complete, timeout=WAIT_MS)
    assert strips(pages)["With a cache"] == strips(pages)["Without a cache"] == "5 of 5 tokens computed, 0 remembered"
    assert not trial.back.isEnabled()
    trial.next.click()
    assert strips(pages)["With a cache"] == "1 of 6 tokens computed, 5 remembered"
    assert strips(pages)["Without a cache"] == "6 of 6 tokens computed, 0 remembered"
    assert "1.0 kB of weights + 100 bytes of cache" in words(pages)
    trial.next.click()
    assert not trial.next.isEnabled()
    assert "Answer so far: word0 word1 word2" in words(pages)
    assert "7 tokens computed with a cache, 18 without, 2.6 times as many" in words(pages)
    trial.back.click()
    assert "Answer so far: word0 word1" in words(pages)


def test_it_plays_by_itself_to_the_end_and_stops_when_it_is_hidden(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    pages = open_pages(driver)
    trial = pages.trial
    trial._timer.setInterval(1)
    trial.begin.click()
    driver.qtbot.waitUntil(lambda: trial.is_complete, timeout=WAIT_MS)
    trial.play.click()
    driver.qtbot.waitUntil(lambda: not trial.next.isEnabled() and trial.play.text() == "Play", timeout=WAIT_MS)
    trial._timer.setInterval(60_000)
    trial.play.click()
    assert trial.play.text() == "Pause"
    pages.hide()
    assert trial.play.text() == "Play"


def test_a_trial_that_cannot_be_had_says_why(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    pages = open_pages(driver)
    application = driver.application
    application.explanations.tried.emit(CacheTried(request_id="x", message="There is too little memory."))
    assert "There is too little memory." in words(pages)
    assert not pages.trial.next.isVisible()


def test_of_a_model_on_a_server_each_page_says_that_there_is_nothing_to_show(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = open_window()
    driver.ask("Hello")
    pages = open_pages(driver)
    driver.qtbot.waitUntil(lambda: bool(pages.layers.model.cells), timeout=WAIT_MS)
    monkeypatch.setattr(ModelState, "is_remote", True)
    driver.application.models.state_changed.emit(driver.application.models.state)
    for page in range(4):
        pages.list.setCurrentRow(page)
        assert "runs on a server" in words(pages)
    assert not pages.layers.model.cells


def test_asked_for_again_it_is_the_same_window_on_the_chat_that_is_open_then(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    pages = open_pages(driver)
    driver.window.new_chat()
    driver.ask("Hello again")
    assert open_pages(driver) is pages
    assert len(driver.window.findChildren(HowItWorks)) == 1
    assert pages.match._conversation_id == driver.window.conversation_id


def test_each_layer_has_its_line(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    pages = open_pages(driver)
    pages.list.setCurrentRow(1)
    driver.qtbot.waitUntil(lambda: len(pages.layers.model.cells) == 3, timeout=WAIT_MS)
    assert pages.layers.model.cells[1] == (
        "1",
        "all tokens",
        "2 × 64",
        "2 × 64",
        "256",
        "256",
        "272.0",
    )
    assert "Over all 3 layers, one token takes 1.5 kB exactly and 816 bytes in the format int8." in words(pages)


def test_layers_of_every_kind_have_words(qtbot: object, theme: Theme) -> None:
    kinds = [
        msgspec.structs.replace(LAYERS[0], kind=kind, window=40)
        for kind in ("full", "window", "latent", "state", "none")
    ]
    page = LayersPage()
    page.show_model(ModelExplained(request_id="r", layers=kinds))
    keeps = [cells[1] for cells in page.model.cells]
    assert len(set(keeps)) == 5 and "last 40 tokens" in keeps[1]
    assert page.model.cells[3][2:] == ("–",) * 5
    page.deleteLater()


def test_a_changed_system_prompt_shows_what_is_read_again(open_window: Open) -> None:
    driver = open_window()
    driver.application.settings.update(system_prompt="Be kind and brief with everybody who asks.")
    driver.ask("Hello there")
    pages = open_pages(driver)
    pages.list.setCurrentRow(2)
    match = pages.match
    assert match.edit.toPlainText() == "Be kind and brief with everybody who asks."
    driver.qtbot.waitUntil(lambda: "As it is" in strips(pages) and match.present.isVisible(), timeout=WAIT_MS)
    before = match.changed.words.text()
    match.edit.setPlainText("Be kind and long with everybody who asks.")
    driver.qtbot.waitUntil(lambda: match.changed.words.text() != before, timeout=WAIT_MS)
    assert match.changed.words.text().startswith("3 of ")
    assert match.changed.words.text().endswith("It begins to differ at token 4.")
    assert "differ" not in match.present.words.text()
    assert driver.application.settings.value.system_prompt == "Be kind and brief with everybody who asks."


def test_the_kinds_of_attention_follow_the_slider(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    pages = open_pages(driver)
    pages.list.setCurrentRow(3)
    driver.qtbot.waitUntil(lambda: bool(pages.kinds.rows), timeout=WAIT_MS)
    names = [row.name.text() for row in pages.kinds.rows]
    assert names[1] == "✓ Grouped (GQA), 2 heads"
    assert names[0] == "Multi-head (MHA), 8 heads"
    slider = pages.kinds.slider
    slider.setValue(slider.minimum())
    assert pages.kinds.tokens.text() == "256 tokens"
    assert pages.kinds.rows[1].size.text() == f"{256 * 1536 // 1024} kB"
    assert pages.kinds.rows[1].bar.accessibleName() == "Grouped (GQA), 2 heads, as it is here"
    slider.setValue(slider.maximum())
    assert pages.kinds.tokens.text() == "2,048 tokens"
    assert slider.accessibleDescription() == "2,048 tokens"


def test_every_kind_has_words_of_its_own() -> None:
    explained = ModelExplained(request_id="r", layers=LAYERS, context_tokens=100, block_tokens=64)
    said = [kind_words(kind) for kind in attention_kinds(explained, 50)]
    assert len(said) == len(set(said)) == 9
    assert all(name and meaning for name, meaning in said)


def test_a_model_without_attention_has_none_to_compare(theme: Theme, qtbot: object) -> None:
    page = KindsPage(theme)
    state = msgspec.structs.replace(LAYERS[0], kind="state")
    page.show_model(ModelExplained(request_id="r", layers=[state], context_tokens=100))
    assert "has no attention" in page.sentence.text()
    page.deleteLater()


@pytest.mark.parametrize("row", range(4))
def test_without_a_model_each_page_says_what_to_do(open_window: Open, row: int) -> None:
    driver = open_window(with_model=False)
    pages = open_pages(driver)
    pages.list.setCurrentRow(row)
    assert "Load a model to see this on it." in words(pages)
