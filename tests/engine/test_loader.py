"""Loading real files: folders, GGUF, converted copies, stopping, and what is refused."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoTokenizer, BertConfig, BertModel, PreTrainedTokenizerFast, Qwen2Tokenizer

from engine.errors import LoadAborted, LoadError
from engine.load_progress import LoadProgress
from engine.loader import LoadedModel, load_model
from engine.protocol import LoadModel
from tests.engine.tiny_models import make_model


def save_tiny_model(
    folder: Path, dtype: torch.dtype = torch.float32, family: str = "llama", context_tokens: int = 0
) -> Path:
    """A tiny model with a byte-level tokenizer, as a folder. It knows no end: answers are as long as wanted."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={letter: place for place, letter in enumerate(alphabet)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    PreTrainedTokenizerFast(tokenizer_object=tokenizer).save_pretrained(folder)
    model = make_model(family, dtype)
    model.config.eos_token_id = model.generation_config.eos_token_id = None
    if context_tokens:
        model.config.max_position_embeddings = context_tokens
    model.save_pretrained(folder)
    return folder


def silent() -> LoadProgress:
    return LoadProgress(lambda stage, fraction: None)


def stopping_at(wanted: str) -> LoadProgress:
    def stop(stage: str, _: float) -> None:
        if stage == wanted:
            progress.abort()

    progress = LoadProgress(stop)
    return progress


def load(path: Path, **options: object) -> object:
    return load_model(LoadModel(load_id="1", path=str(path), **options), silent())  # type: ignore[arg-type] # kwargs


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    return save_tiny_model(tmp_path / "tiny ø")


def test_a_folder_is_loaded_in_the_dtype_that_was_asked_for(tiny: Path) -> None:
    loaded = load_model(LoadModel(load_id="1", path=str(tiny), dtype="bfloat16"), silent())
    assert loaded.info.dtype == "bfloat16"
    assert loaded.info.name == "tiny ø"
    assert loaded.info.attention_path == "fast"
    assert not loaded.info.has_chat_template
    # 3 layers, 2 KV heads of 16, keys and values, 2 bytes
    assert loaded.sizes.open_bytes == 64 * 3 * 2 * 16 * 2 * 2


def test_weights_begin_at_cache_lines_wherever_they_lay_in_the_file(tiny: Path) -> None:
    loaded = load(tiny)
    assert isinstance(loaded, LoadedModel)
    assert {parameter.data_ptr() % 64 for parameter in loaded.runner.model.parameters()} == {0}


def test_the_cache_budget_is_kept_and_limits_the_context(tiny: Path) -> None:
    block_bytes = 64 * 3 * 2 * 16 * 2 * 4
    command = LoadModel(
        load_id="1", path=str(tiny), dtype="float32", kv_format="exact", kv_budget_bytes=5 * block_bytes + 7
    )
    loaded = load_model(command, silent())
    assert loaded.kv_budget_bytes == 5 * block_bytes + 7
    assert loaded.info.context_tokens == 5 * 64


@pytest.mark.parametrize(
    ("kv_format", "tokens"), [("exact", 704), ("fp8", 896), ("int8", 896), ("k8v4", 960), ("int4", 1024)]
)
def test_a_smaller_format_lets_a_longer_context_into_the_same_budget(tiny: Path, kv_format: str, tokens: int) -> None:
    loaded = load(tiny, kv_format=kv_format, kv_budget_bytes=585_000)
    assert isinstance(loaded, LoadedModel)
    assert (loaded.info.kv_format, loaded.info.kv_note) == (kv_format, "")
    assert loaded.info.context_tokens == tokens


def test_a_budget_that_holds_nothing_is_refused_with_both_figures(tiny: Path) -> None:
    with pytest.raises(LoadError, match="cache budget") as caught:
        load(tiny, kv_budget_bytes=1000)
    assert caught.value.code == "out_of_memory"


def test_a_budget_beyond_all_memory_takes_nothing_before_it_is_needed(tiny: Path) -> None:
    loaded = load(tiny, kv_budget_bytes=10**17)
    assert isinstance(loaded, LoadedModel)
    assert loaded.kv_budget_bytes == 10**17
    assert loaded.store.used_bytes() == 0


def test_the_fingerprint_changes_with_weights_and_dtype_and_with_nothing_else(tiny: Path, tmp_path: Path) -> None:
    def fingerprint(path: Path, **options: object) -> str:
        return load_model(LoadModel(load_id="1", path=str(path), **options), silent()).info.fingerprint  # type: ignore[arg-type] # kwargs

    first = fingerprint(tiny)
    assert fingerprint(tiny, context_tokens=512, kv_budget_bytes=10**7) == first
    assert fingerprint(tiny, dtype="bfloat16") != first
    assert fingerprint(tiny, kv_format="int4") == fingerprint(tiny, kv_format="int4")
    assert fingerprint(save_tiny_model(tmp_path / "again", torch.bfloat16)) != first


def test_a_model_that_cannot_chat_is_refused_by_its_name(tiny: Path) -> None:
    for file in tiny.iterdir():
        file.unlink()
    config = BertConfig(vocab_size=64, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16)
    BertModel(config).save_pretrained(tiny)
    config.architectures = ["BertModel"]
    (tiny / "config.json").write_text(config.to_json_string().replace('"bert"', '"no_such_architecture"'))
    with pytest.raises(LoadError) as caught:
        load(tiny)
    assert caught.value.code in ("unsupported", "damaged")
    assert str(tiny) in caught.value.sentence


def test_program_text_that_comes_with_a_model_is_never_run(tiny: Path) -> None:
    trace = tiny / "was run"
    code = f"from pathlib import Path\nPath({str(trace)!r}).touch()\nfrom transformers import LlamaConfig as C\n"
    (tiny / "theirs.py").write_text(code)
    config = json.loads((tiny / "config.json").read_text())
    config |= {"model_type": "theirs", "auto_map": {"AutoConfig": "theirs.C", "AutoModelForCausalLM": "theirs.M"}}
    (tiny / "config.json").write_text(json.dumps(config))
    with pytest.raises(LoadError) as caught:
        load(tiny)
    assert str(tiny) in caught.value.sentence
    assert not trace.exists()


def test_weights_that_do_not_fit_the_config_are_refused(tiny: Path) -> None:
    config = tiny / "config.json"
    config.write_text(config.read_text().replace('"hidden_size": 48', '"hidden_size": 64'))
    with pytest.raises(LoadError) as caught:
        load(tiny)
    assert str(tiny) in caught.value.sentence


def test_a_folder_without_tokenizer_is_refused(tiny: Path) -> None:
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (tiny / name).unlink()
    with pytest.raises(LoadError) as caught:
        load(tiny)
    assert str(tiny) in caught.value.sentence


def test_a_load_can_be_stopped_at_each_of_its_steps(tiny: Path) -> None:
    stages: list[str] = []
    load_model(LoadModel(load_id="1", path=str(tiny)), LoadProgress(lambda stage, _: stages.append(stage)))
    assert "Loading weights" in stages
    steps = list(dict.fromkeys(stages))
    for wanted in steps[:-1]:  # nothing asks after the last step; the engine drops what was made
        with pytest.raises(LoadAborted):
            load_model(LoadModel(load_id="1", path=str(tiny)), stopping_at(wanted))
    assert load(tiny) is not None


def test_the_starter_model_is_converted_once_and_then_read_from_its_copy(starter_model: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    command = LoadModel(load_id="1", path=str(starter_model), dtype="float32", cache_folder=str(cache))
    stages: list[str] = []
    first = load_model(command, LoadProgress(lambda stage, _: stages.append(stage)))
    assert any("first time" in stage for stage in stages)
    assert first.info.attention_path == "fast"
    assert first.info.has_chat_template
    assert first.info.context_tokens == 8192

    stages.clear()
    again = load_model(command, LoadProgress(lambda stage, _: stages.append(stage)))
    assert not any("first time" in stage for stage in stages)
    assert again.info.fingerprint == first.info.fingerprint
    assert again.info.tokenizer_id == first.info.tokenizer_id
    same = zip(first.runner.model.parameters(), again.runner.model.parameters(), strict=True)
    assert all(torch.equal(a, b) for a, b in same)

    (copy,) = cache.iterdir()
    os.truncate(copy / "model.safetensors", 10_000_000)
    healed = load_model(command, silent())
    assert healed.info.tokenizer_id == first.info.tokenizer_id
    assert (copy / "model.safetensors").stat().st_size > 10_000_000


def test_a_truncated_starter_model_is_refused_and_leaves_no_copy(starter_model: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.gguf"
    shutil.copy(starter_model, path)
    os.truncate(path, 50_000_000)
    with pytest.raises(LoadError, match="cut off"):
        load(path, cache_folder=str(tmp_path / "cache"))
    assert not (tmp_path / "cache").exists() or not any((tmp_path / "cache").iterdir())


def test_what_a_tokenizer_was_built_from_is_let_go_and_not_missed(tiny: Path) -> None:
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {letter: place for place, letter in enumerate([*letters, "on"])}
    Qwen2Tokenizer(vocab=vocabulary, merges=[("o", "n")]).save_pretrained(tiny)
    whole = AutoTokenizer.from_pretrained(tiny)
    loaded = load_model(LoadModel(load_id="1", path=str(tiny)), silent())
    assert not {"_vocab", "_merges"} & vars(loaded.tokenizer).keys()
    ids = loaded.tokenizer.encode("one and one")
    assert ids == whole.encode("one and one") and vocabulary["on"] in ids
    assert loaded.tokenizer.decode(ids) == "one and one"
    assert loaded.tokenizer.get_vocab() == whole.get_vocab()
