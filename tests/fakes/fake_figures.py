"""What the fake engine tells of its caches, its memory and the models that it plans."""

from __future__ import annotations

from engine.protocol import (
    CacheReport,
    CacheSizes,
    LayerCache,
    LayerKind,
    MemoryReading,
    MemorySample,
    ModelMemory,
    PlaceReading,
    Room,
    ServerReport,
    WeightsOption,
)

LEDGER = CacheReport(
    budget_bytes=10_240,
    used_bytes=3_072,
    evictable_bytes=2_048,
    state_bytes=0,
    blocks=3,
    block_tokens=64,
    block_bytes=1024,
    packed_block_bytes=512,
    process_bytes=1,
    weights_bytes=1,
)
SERVER = ServerReport(
    server="",
    kind="vllm",
    usage=0.4375,
    queried_tokens=100_000,
    hit_tokens=71_000,
    running=5,
    waiting=4,
    own_reused_tokens=7_912,
    own_read_tokens=38,
)
NO_MODEL_LEDGER = CacheReport(block_tokens=64, process_bytes=1)
_MIB = 1024**2
SAMPLE = MemorySample(
    at=1000.0, weights_bytes=200 * _MIB, cache_bytes=3_072, working_bytes=300 * _MIB, others_bytes=_MIB
)
MEMORY = MemoryReading(
    device=PlaceReading(total_bytes=1000 * _MIB, free_bytes=400 * _MIB, engine_bytes=500 * _MIB + 3_072),
    ram=PlaceReading(total_bytes=1000 * _MIB, free_bytes=400 * _MIB, engine_bytes=500 * _MIB),
    disk=PlaceReading(total_bytes=4000 * _MIB, free_bytes=1000 * _MIB),
    source="system",
    sample=SAMPLE,
)
LAYERS = [
    LayerCache(
        layer=number,
        kind="full",
        query_heads=8,
        kv_heads=2,
        k_dim=64,
        v_dim=64,
        head_k_dim=64,
        head_v_dim=64,
        k_bytes=256,
        v_bytes=256,
        packed_k_bytes=140.0,
        packed_v_bytes=132.0,
    )
    for number in range(3)
]
PLANNED = ModelMemory(
    name="fake",
    architecture="Fake",
    parameters=3_000_000_000,
    context_tokens=32_768,
    layers=[LayerKind(count=28, kv_heads=8, k_dim=128, v_dim=128)],
    weights=[
        WeightsOption(name="bfloat16", weights="auto", num_bytes=6_000 * _MIB, read_bytes=6_000 * _MIB, number_bytes=2),
        WeightsOption(
            name="float32", dtype="float32", num_bytes=12_000 * _MIB, read_bytes=12_000 * _MIB, number_bytes=4
        ),
    ],
    sizes={
        size: CacheSizes(
            block_tokens=64,
            by_format={"exact": size * 4 * _MIB, "fp8": 4 * _MIB, "int8": 4 * _MIB, "k8v4": 3 * _MIB, "int4": 2 * _MIB},
            by_room=tuple(size * 4 * _MIB * tokens // 64 for tokens in range(65)),
        )
        for size in (2, 4)
    },
    chunk_bytes={2: 64 * _MIB, 4: 128 * _MIB},
    history_bytes={2: 4096, 4: 8192},
)
ROOM = Room(kind="cpu", name="Fake CPU", total_bytes=16_000 * _MIB, free_bytes=10_000 * _MIB, replaced_bytes=500 * _MIB)
