from __future__ import annotations

import pytest

from app.card_diagnosis import why_no_card
from app.graphics_cards import GraphicsCard
from engine.protocol import Device, EngineReady, Surroundings

CARD = GraphicsCard("nvidia", "GeForce RTX 4090", 550)
CPU = Device(kind="cpu", name="CPU with 8 cores")
GPU = Device(kind="cuda", name="GeForce RTX 4090")


def ready(cuda: str = "13.0", trouble: str = "", variables: dict[str, str] | None = None) -> EngineReady:
    around = Surroundings(cuda=cuda, card_trouble=trouble, variables=variables or {})
    return EngineReady(devices=[CPU], torch_version="2.13.0", surroundings=around)


def test_where_the_card_is_used_there_is_nothing_to_say() -> None:
    assert why_no_card(CARD, EngineReady(devices=[GPU, CPU])) == ""


def test_a_build_for_processors_beside_a_card_is_named_with_the_way_to_another() -> None:
    sentence = why_no_card(CARD, ready(cuda=""))
    assert "GeForce RTX 4090 is here" in sentence
    assert "2.13.0" in sentence and "Set the engine up again" in sentence


def test_without_card_and_with_a_build_for_processors_all_is_as_it_should_be() -> None:
    assert why_no_card(None, ready(cuda="")) == (
        "No graphics card with its driver was found here, so models run on the processor."
    )


@pytest.mark.parametrize("value", ["", "-1", " "])
def test_a_variable_that_hides_the_card_is_named(value: str) -> None:
    sentence = why_no_card(CARD, ready(variables={"CUDA_VISIBLE_DEVICES": value}))
    assert "CUDA_VISIBLE_DEVICES" in sentence and "hides the card" in sentence


@pytest.mark.parametrize("value", ['"0"', "'0'", "0'"])
def test_quotation_marks_in_the_variable_are_what_is_wrong(value: str) -> None:
    sentence = why_no_card(CARD, ready(variables={"CUDA_VISIBLE_DEVICES": value}))
    assert "quotation marks" in sentence and value in sentence


def test_a_variable_that_hides_nothing_is_not_blamed() -> None:
    sentence = why_no_card(CARD, ready(trouble="The driver is too old.", variables={"CUDA_VISIBLE_DEVICES": "0"}))
    assert "CUDA_VISIBLE_DEVICES" not in sentence
    assert "torch cannot use it: The driver is too old. A newer driver" in sentence


def test_a_build_for_cards_without_a_driver_asks_for_one() -> None:
    assert "Install the maker's driver" in why_no_card(None, ready())
