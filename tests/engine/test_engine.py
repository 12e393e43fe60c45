"""What the engine says of its own accord."""

from __future__ import annotations

import msgspec
import pytest

from engine.engine import slow_decode_notice
from engine.protocol import ModelInfo

INFO = ModelInfo(
    path="", name="", architecture="", fingerprint="", tokenizer_id="", dtype="", device="cuda:0", context_tokens=1,
    weights_bytes=1, kv_bytes_per_token=1, attention_path="fast", kernels="torch, since Triton is not installed",
)  # fmt: skip # most of it is not looked at


@pytest.mark.parametrize(("device", "kernels"), [("cuda:0", "Triton"), ("cpu", "torch"), ("cpu", "Numba, 2 threads")])
def test_nothing_is_said_where_the_device_has_kernels_or_is_no_card(device: str, kernels: str) -> None:
    assert slow_decode_notice(msgspec.structs.replace(INFO, device=device, kernels=kernels)) is None


def test_a_card_without_kernels_is_named_with_what_to_do() -> None:
    notice = slow_decode_notice(INFO)
    assert notice is not None
    assert "triton" in notice.message
