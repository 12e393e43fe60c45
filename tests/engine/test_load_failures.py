"""Everything that can be wrong with a model, against the running engine: a sentence, and ready again after it."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from engine import loader
from engine.converted import ConvertedModels
from engine.load_progress import LoadProgress
from engine.loader import load_model
from engine.protocol import LoadFailed, LoadModel, ModelLoaded, Ping, Pong
from engine.protocol import LoadProgress as Progress
from tests.engine.engine_child import EngineChild, user

Damage = Callable[[Path], Path]


def cut_off(folder: Path) -> Path:
    os.truncate(folder / "model.safetensors", 5000)
    return folder


def emptied(folder: Path) -> Path:
    os.truncate(folder / "model.safetensors", 0)
    return folder


def without_a_shard(folder: Path) -> Path:
    index = {"weight_map": {"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}}
    (folder / "model.safetensors").rename(folder / "model-00001-of-00002.safetensors")
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    return folder


def with_wrong_magic(folder: Path) -> Path:
    path = folder / "model.gguf"
    path.write_bytes(b"GGML" + bytes(100))
    return path


def of_a_later_gguf_version(folder: Path) -> Path:
    path = folder / "model.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 99, 0, 0) + bytes(100))
    return path


def of_unknown_architecture(folder: Path) -> Path:
    config = json.loads((folder / "config.json").read_text())
    config |= {"model_type": "no_such_architecture", "architectures": ["NoSuchModel"]}
    (folder / "config.json").write_text(json.dumps(config))
    return folder


def with_config_only(folder: Path) -> Path:
    (folder / "model.safetensors").unlink()
    return folder


def locked(folder: Path) -> Path:
    (folder / "model.safetensors").chmod(0)
    return folder


KINDS: dict[str, tuple[Damage, str, str]] = {
    "truncated": (cut_off, "damaged", "cut off"),
    "zero bytes": (emptied, "damaged", "is empty"),
    "missing shard": (without_a_shard, "damaged", "model-00002-of-00002.safetensors is missing"),
    "wrong magic": (with_wrong_magic, "unsupported", "not a GGUF file"),
    "later version": (of_a_later_gguf_version, "unsupported", "version"),
    "unsupported architecture": (of_unknown_architecture, "unsupported", "no_such_architecture"),
    "config without weights": (with_config_only, "damaged", "no weights"),
    "no permission": (locked, "no_permission", "permissions"),
}


def assert_ready_again(child: EngineChild, tiny: Path) -> None:
    """Another load works, at once and as if nothing had been."""
    child.send(LoadModel(load_id="good", path=str(tiny)))
    assert child.wait_for(ModelLoaded).load_id == "good"


@pytest.mark.parametrize("kind", KINDS)
def test_a_load_that_fails_says_why_and_leaves_the_engine_ready(
    child: EngineChild, tiny: Path, tmp_path: Path, kind: str
) -> None:
    damage, code, words = KINDS[kind]
    if kind == "no permission" and (sys.platform == "win32" or os.geteuid() == 0):
        pytest.skip("this user may read everything")
    path = damage(Path(shutil.copytree(tiny, tmp_path / "model")))
    child.send(LoadModel(load_id=kind, path=str(path)))
    failed = child.wait_for(LoadFailed)
    assert (failed.load_id, failed.code) == (kind, code)
    assert words in failed.message
    assert failed.message.endswith(".")
    assert_ready_again(child, tiny)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of another process can be set on Linux only")
def test_a_model_that_does_not_fit_says_what_is_missing_and_leaves_the_engine_ready(tiny: Path, tmp_path: Path) -> None:
    import resource

    large = tmp_path / "large"
    config = LlamaConfig(
        vocab_size=60_000,
        hidden_size=512,
        intermediate_size=64,
        num_hidden_layers=1,
        num_attention_heads=4,
        tie_word_embeddings=True,
    )
    model = LlamaForCausalLM(config).to(torch.bfloat16)
    num_bytes = 4 * sum(parameter.numel() for parameter in model.parameters())  # as it is to be loaded
    model.save_pretrained(large)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(tiny / name, large / name)
    child = EngineChild()
    try:
        assert_ready_again(child, tiny)  # all that a load imports is there
        used = psutil.Process(child.process.pid).memory_info().vms
        before = resource.prlimit(child.process.pid, resource.RLIMIT_AS)
        resource.prlimit(child.process.pid, resource.RLIMIT_AS, (used + 24 * 1024**2, before[1]))
        child.send(LoadModel(load_id="large", path=str(large), weights="as_stored", dtype="float32"))
        failed = child.wait_for(LoadFailed)
        assert failed.code == "out_of_memory"
        sizes = re.search(r"at least (\d+) MiB are needed, and (\d+) MiB are free", failed.message)
        assert sizes is not None, failed.message
        assert int(sizes[1]) == round(num_bytes / 1024**2) > 100
        assert int(sizes[2]) <= 24
        for way in ("Close other programs", "shorter context", "weights in 4 bits", "a smaller model"):
            assert way in failed.message
        resource.prlimit(child.process.pid, resource.RLIMIT_AS, before)
        assert_ready_again(child, tiny)
        _, answered = child.answer("after", [user("one two")], max_tokens=3)
        assert answered.reason == "length"
    finally:
        child.close()


def test_a_full_disk_costs_the_converted_copy_and_not_the_load(
    starter_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: ConvertedModels, key: str) -> object:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(loader.ConvertedModels, "adding", full)
    command = LoadModel(load_id="1", path=str(starter_model), dtype="float32", cache_folder=str(tmp_path / "converted"))
    loaded = load_model(command, LoadProgress(lambda stage, fraction: None))
    assert loaded.info.has_chat_template
    assert not (tmp_path / "converted").exists()


def test_a_load_tells_how_far_it_is_and_can_be_stopped_while_weights_are_read(child: EngineChild, tiny: Path) -> None:
    child.send(LoadModel(load_id="told", path=str(tiny), dtype="float16"))
    child.wait_for(ModelLoaded)
    told = [event for event in child.events if isinstance(event, Progress) and event.load_id == "told"]
    assert told[0].stage in ("Looking at the files", "Reading the tokenizer")  # what is overtaken is not told
    assert any(event.stage == "Loading weights" and event.fraction > 0 for event in told)
    child.send(Ping(seq=1))
    child.wait_for(Pong)
