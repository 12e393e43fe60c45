"""What transformers is told for cards. That it then does so has not been tried, for want of one."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import torch

from engine.errors import LoadError
from engine.weights import placement
from engine.weights.placement import kept_on_card, main_device, quantization

GIB = 1024**3
CARD = torch.device("cuda", 0)


@pytest.fixture
def cards(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Free bytes of each card."""
    free = [8 * GIB, 6 * GIB]
    monkeypatch.setattr(torch.cuda, "device_count", lambda: len(free))

    def mem_get_info(device: object) -> tuple[int, int]:
        return free[device if isinstance(device, int) else getattr(device, "index", 0)], 16 * GIB

    monkeypatch.setattr(torch.cuda, "mem_get_info", mem_get_info)
    return free


def test_a_processor_needs_no_layout() -> None:
    assert placement.placement(torch.device("cpu"), "int4", torch.float32, 10**12) == {}


def test_what_fits_one_card_goes_there(cards: list[int]) -> None:
    assert placement.placement(CARD, "as_stored", torch.bfloat16, 6 * GIB) == {"device_map": {"": CARD}}


def test_what_does_not_is_spread_over_the_cards_and_the_ram(cards: list[int]) -> None:
    found = placement.placement(CARD, "as_stored", torch.bfloat16, 10 * GIB)
    assert found["device_map"] == "auto"
    assert list(found["max_memory"]) == [0, 1, "cpu"]
    assert found["max_memory"][1] < 6 * GIB


def test_packed_weights_are_counted_as_packed(cards: list[int]) -> None:
    found = placement.placement(CARD, "int4", torch.bfloat16, 16 * GIB)
    assert found["device_map"] == {"": CARD}
    assert found["quantization_config"].load_in_4bit


@pytest.mark.parametrize(
    ("dtype", "compute"),
    [(torch.bfloat16, torch.bfloat16), (torch.float16, torch.float16), (torch.float32, torch.float16)],
)
def test_4_bits_are_normal_floats_with_packed_scales_and_never_computed_in_float32(
    dtype: torch.dtype, compute: torch.dtype
) -> None:
    config = quantization("int4", dtype)
    assert (config.bnb_4bit_quant_type, config.bnb_4bit_use_double_quant) == ("nf4", True)
    assert config.bnb_4bit_compute_dtype == compute


def test_8_bits_are_those_of_bitsandbytes_and_other_weights_have_no_config() -> None:
    assert quantization("int8", torch.bfloat16).load_in_8bit
    assert quantization("auto", torch.bfloat16) is None


def test_a_package_that_is_missing_is_named(cards: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(LoadError, match="bitsandbytes"):
        placement.placement(CARD, "int8", torch.bfloat16, GIB)


def test_the_cache_of_a_model_on_several_devices_lies_on_its_first_card() -> None:
    spread = SimpleNamespace(hf_device_map={"model.embed_tokens": "cpu", "model.layers.0": 1, "model.layers.1": 0})
    assert main_device(spread) == torch.device("cuda", 1)


def test_how_weights_on_a_card_are_kept_is_read_from_the_model() -> None:
    assert kept_on_card(SimpleNamespace(is_loaded_in_4bit=True)) == "int4"
    assert kept_on_card(SimpleNamespace(is_loaded_in_8bit=True)) == "int8"
    assert kept_on_card(SimpleNamespace()) == "as_stored"
