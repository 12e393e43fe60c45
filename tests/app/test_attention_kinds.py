"""What a model's cache would take with other kinds of attention: by known models, and in order."""

from __future__ import annotations

import msgspec
import pytest

from app.attention_kinds import KindBytes, attention_kinds
from engine.protocol import LayerCache, ModelExplained

TOKENS = 4096


def layer(number: int, heads: int, kv_heads: int, dim: int = 128, **fields: object) -> LayerCache:
    usual: dict[str, object] = {
        "layer": number,
        "kind": "full",
        "query_heads": heads,
        "kv_heads": kv_heads,
        "k_dim": dim,
        "v_dim": dim,
        "head_k_dim": dim,
        "head_v_dim": dim,
        "k_bytes": kv_heads * dim * 2,
        "v_bytes": kv_heads * dim * 2,
    }
    return msgspec.convert(usual | fields, LayerCache)


def model(layers: list[LayerCache], **fields: object) -> ModelExplained:
    explained = ModelExplained(
        request_id="r",
        layers=layers,
        format_bytes={"int8": 100.0, "int4": 50.0},
        kv_format="int8",
        block_tokens=64,
        context_tokens=131_072,
    )
    return msgspec.structs.replace(explained, **fields)


def kinds(explained: ModelExplained, tokens: int = TOKENS) -> dict[str, KindBytes]:
    return {kind.kind: kind for kind in attention_kinds(explained, tokens)}


LLAMA_3_1_70B = model([layer(number, heads=64, kv_heads=8) for number in range(80)])


def test_llama_3_1_70b_shares_a_head_among_eight() -> None:
    found = kinds(LLAMA_3_1_70B)
    assert found["gqa"].num_bytes == 327_680 * TOKENS
    assert found["mha"].num_bytes == 8 * 327_680 * TOKENS
    assert found["mqa"].num_bytes == 327_680 // 8 * TOKENS
    assert [kind for kind, each in found.items() if each.is_own] == ["gqa", "packed8", "paged"]
    assert found["contiguous"].num_bytes == 327_680 * 131_072
    assert found["paged"].num_bytes == 327_680 * TOKENS
    assert (found["packed8"].num_bytes, found["packed4"].num_bytes) == (100 * TOKENS, 50 * TOKENS)


def test_deepseek_keeps_latents_of_576_numbers() -> None:
    latent = {"kind": "latent", "k_dim": 512, "v_dim": 64, "head_k_dim": 192, "head_v_dim": 128}
    layers = [layer(n, heads=128, kv_heads=1, k_bytes=1024, v_bytes=128, **latent) for n in range(61)]
    found = kinds(model(layers))
    assert found["mla"].num_bytes == 61 * 576 * 2 * TOKENS
    assert found["mla"].is_own and not found["mqa"].is_own
    assert found["mha"].num_bytes == 61 * 128 * (192 + 128) * 2 * TOKENS


def test_a_model_with_windows_is_what_it_is_and_one_without_is_reckoned_as_gemma_3() -> None:
    layers = [
        layer(n, heads=4, kv_heads=1, dim=256, **({} if n % 6 == 5 else {"kind": "window", "window": 512}))
        for n in range(18)
    ]
    found = kinds(model(layers))
    assert found["window"].is_own and found["window"].detail == 512
    assert found["window"].num_bytes == 1024 * (15 * 512 + 3 * TOKENS)
    assert found["mqa"].is_own
    assert found["mqa"].num_bytes == found["window"].num_bytes
    reckoned = kinds(model([layer(n, heads=8, kv_heads=8) for n in range(6)]))
    assert reckoned["mha"].is_own
    assert reckoned["window"].num_bytes == 4096 * (5 * 1024 + TOKENS)


@pytest.mark.parametrize("tokens", [1, 64, 1023, 131_072])
def test_the_fewer_heads_the_less_memory(tokens: int) -> None:
    found = kinds(LLAMA_3_1_70B, tokens)
    assert found["mha"].num_bytes > found["gqa"].num_bytes > found["mqa"].num_bytes > 0
    assert found["paged"].num_bytes <= found["contiguous"].num_bytes


def test_heads_that_nobody_knows_are_not_guessed() -> None:
    found = kinds(model([layer(0, heads=0, kv_heads=2)]))
    assert not {"mha", "gqa", "mqa"} & set(found)


def test_a_model_without_attention_has_no_kinds() -> None:
    assert attention_kinds(model([LayerCache(layer=0, kind="state")]), TOKENS) == []
    assert attention_kinds(model([]), TOKENS) == []
