"""Loads a model folder or a GGUF file into a runner, a store's worth of facts and a tokenizer."""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import platform
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import torch
import transformers
from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer

from engine import memory_plan
from engine.attention.kernels import kernels_are_prepared, kernels_name, prepare_kernels
from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import (
    FORMATS,
    LAYOUT_VERSION,
    BlockSizes,
    CachePolicy,
    block_sizes,
    group_layers,
)
from engine.cache.kv_store import KvStore
from engine.cache.snapshots import snapshot_bytes
from engine.chat_template import ChatTemplate
from engine.check_text import CHECK_TEXT
from engine.converted import ConvertedModels
from engine.device_memory import give_back_freed, memory_errors
from engine.errors import LoadAborted, LoadError
from engine.format_checks import FormatChecks
from engine.free_memory import free_memory
from engine.gguf_reading import check_gguf_length, reading_once
from engine.known_checks import CHECKS_VERSION, KnownChecks
from engine.load_progress import LoadProgress
from engine.model_files import ModelFiles, count_numbers, inspect_model
from engine.model_runner import ModelRunner
from engine.protocol import VERSION, LoadModel, ModelInfo, SamplingDefaults
from engine.protocol.memory import GIB, default_kv_budget_bytes, tokens_that_fit, wanted_kv_bytes
from engine.sampling_defaults import sampling_defaults
from engine.self_check import CheckedFormat
from engine.threads import ThreadCounts, is_busy
from engine.weights.packed_modules import keep_stored, packed_bytes
from engine.weights.placement import kept_on_card, placement
from engine.weights.trial import PACKING_VERSION, KnownTrials, PackedWeights, pack_weights

log = logging.getLogger(__name__)

transformers.utils.logging.disable_progress_bar()  # the log is read by people, and a bar is a thousand lines there

_TRYING = "Trying the cache format (first time only)"
_TRYING_WEIGHTS = "Trying smaller weights (first time only)"
_SMALL_WEIGHTS_BYTES = 3 * GIB
"""Converted weights up to this size are kept; larger ones are worked out anew rather than fill the disk."""

_NO_CODE = {"trust_remote_code": False}
"""A model is data. Program text that comes with one is never run, and never asked about."""

_CACHE_LINE_BYTES = 64

_DEFAULT_CONTEXT_TOKENS = 4096
"""For models whose config names no limit."""


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """All that a load produces."""

    runner: ModelRunner
    store: KvStore
    tokenizer: Any
    template: ChatTemplate
    stop_ids: frozenset[int]
    kv_budget_bytes: int
    automatic_budget_bytes: int
    sizes: BlockSizes
    policy: CachePolicy
    formats: FormatChecks
    info: ModelInfo


def load_model(command: LoadModel, progress: LoadProgress) -> LoadedModel:
    """Load what the command asks for.

    Raises:
        LoadError: With a sentence; nothing of the model is left in memory.
        LoadAborted: `progress` was told to stop.
    """
    started = time.perf_counter()
    progress.step("Looking at the files")
    files = inspect_model(Path(command.path))
    device = choose_device(command.device)
    dtype = choose_dtype(command.dtype, device)
    try:
        with memory_errors():
            layout = placement(device, command.weights, dtype, sum(path.stat().st_size for path in files.weights))
            folder, tokenizer, model = _read(command, files, layout, dtype, progress)
            _forget_word_lists(tokenizer)
            if device.type == "cpu":
                _align_weights(model)
                keep_stored(model, dtype)
            _prepare_kernels(command, device, progress)
            packed = _pack(command, files, device, model.eval(), tokenizer, progress)
            progress.step("Checking the attention")
            known = _known_checks(command, files, model, packed.kept)
            runner = ModelRunner(model, known)
            runner.threads = _thread_counts(runner, known, progress)
            formats = FormatChecks(runner, tokenizer, command.kv_grading, known)
            wanted = FORMATS[command.kv_format]
            if not formats.is_known(wanted):
                progress.step(_TRYING)
            formats.nearest(wanted, lambda: progress.step(_TRYING))
            loaded = _describe(command, files, folder, tokenizer, runner, formats, packed, started)
            give_back_freed(device)
            return loaded
    except (LoadError, LoadAborted):
        raise
    except (torch.OutOfMemoryError, MemoryError) as error:
        raise _out_of_memory(files, command, device, dtype) from error
    except OSError as error:
        if error.errno == errno.ENOMEM:
            raise _out_of_memory(files, command, device, dtype) from error
        # transformers raises OSError for anything that it cannot find or read in a model's folder.
        raise LoadError("damaged", f"{files.path} cannot be loaded: {_first_line(error)}") from error
    except Exception as error:  # a model's files can make transformers raise anything; each is the user's to know
        log.exception("Loading %s failed.", files.path)
        raise LoadError(
            "unsupported",
            f"{files.path} cannot be loaded by transformers {transformers.__version__}: {_first_line(error)}",
        ) from error


def _read(
    command: LoadModel, files: ModelFiles, layout: dict[str, Any], dtype: torch.dtype, progress: LoadProgress
) -> tuple[Path, Any, Any]:
    """The folder with the tokenizer's files, the tokenizer and the model."""
    if not files.is_gguf:
        progress.step("Reading the tokenizer")
        _check_architecture(files.path)
        tokenizer = AutoTokenizer.from_pretrained(files.path, **_NO_CODE)
        # What is packed from there is not made larger first.
        as_stored = command.weights != "as_stored" and not layout
        return files.path, tokenizer, _read_weights(files.path, layout, "auto" if as_stored else dtype, progress)
    layout.pop("quantization_config", None)  # a GGUF file is unpacked as it is read, and not packed again on a card
    dtype_name = str(dtype).removeprefix("torch.")
    copies = ConvertedModels(Path(command.cache_folder), command.cache_folder_budget_bytes)
    key = f"{files.identity}-{dtype_name}-{transformers.__version__}"
    copy = copies.find(key) if command.cache_folder else None
    if copy is not None:
        try:
            tokenizer = AutoTokenizer.from_pretrained(copy, **_NO_CODE)
            if (copy / "model.safetensors").exists() or (copy / "model.safetensors.index.json").exists():
                return copy, tokenizer, _read_weights(copy, layout, dtype, progress)
            return copy, tokenizer, _read_gguf_weights(files.path, layout, dtype, progress)
        except LoadAborted:
            raise
        except Exception as error:  # a damaged copy makes its reader raise anything, and can always be made anew
            log.warning("The converted copy %s is damaged and is made anew: %s", copy, error)
    with reading_once():
        return _convert(command, files, copies, key, layout, dtype, progress)


def _convert(
    command: LoadModel,
    files: ModelFiles,
    copies: ConvertedModels,
    key: str,
    layout: dict[str, Any],
    dtype: torch.dtype,
    progress: LoadProgress,
) -> tuple[Path, Any, Any]:
    progress.step("Checking the file (first time only)")
    check_gguf_length(files.path)
    progress.step("Converting the tokenizer (first time only)")
    tokenizer = AutoTokenizer.from_pretrained(files.path.parent, gguf_file=files.path.name, **_NO_CODE)
    model = _read_gguf_weights(files.path, layout, dtype, progress)
    folder = files.path.parent
    if command.cache_folder:
        progress.step("Keeping a converted copy (first time only)")
        try:
            with copies.adding(key) as partial:
                tokenizer.save_pretrained(partial)
                if model.get_memory_footprint() <= _SMALL_WEIGHTS_BYTES:
                    model.save_pretrained(partial)
            folder = copies.find(key) or folder
        except OSError as error:
            log.warning("No converted copy is kept: %s", error)
    return folder, tokenizer, model


def _read_weights(folder: Path, layout: dict[str, Any], dtype: torch.dtype | str, progress: LoadProgress) -> Any:
    progress.step("Loading weights", 0.0)
    with progress.watching_transformers():
        return AutoModelForCausalLM.from_pretrained(folder, dtype=dtype, use_safetensors=True, **layout, **_NO_CODE)


def _read_gguf_weights(path: Path, layout: dict[str, Any], dtype: torch.dtype, progress: LoadProgress) -> Any:
    progress.step("Unpacking weights (first time only)", -1.0)
    extra = {}
    if hasattr(transformers, "GgufConfig"):
        # Newer releases keep the weights packed, for kernels that this program does not ship.
        extra["quantization_config"] = transformers.GgufConfig(dequantize=True)
    with progress.watching_transformers():
        return AutoModelForCausalLM.from_pretrained(
            path.parent, gguf_file=path.name, dtype=dtype, **layout, **_NO_CODE, **extra
        )


def _forget_word_lists(tokenizer: Any) -> None:
    """Let go of the lists that transformers has built a tokenizer from, and keeps: nothing reads them any more.

    Of Gemma's 262,144 words and their merges they are 140 MB, more than the tokenizer itself.
    """
    for name in ("_vocab", "_merges"):
        vars(tokenizer).pop(name, None)


def _check_architecture(folder: Path) -> None:
    config = AutoConfig.from_pretrained(folder, **_NO_CODE)
    if type(config) not in AutoModelForCausalLM._model_mapping:
        kind = (config.architectures or [config.model_type])[0]
        raise LoadError("unsupported", f"{folder} holds a {kind}, which is not a language model that can chat.")


def _known_checks(command: LoadModel, files: ModelFiles, model: Any, weights: str) -> KnownChecks:
    """Where the results of checks are kept: one file for each model and whatever could change a result."""
    machine = f"{platform.node()}|{os.cpu_count()}"  # the numbers of threads are among the results
    return KnownChecks(_checked_file(command, f"{files.identity}|{model.dtype}|{model.device}|{weights}|{machine}"))


def _checked_file(command: LoadModel, what: str) -> Path | None:
    if not command.cache_folder:
        return None
    versions = (
        f"{VERSION}|{CHECKS_VERSION}|{torch.__version__}|{transformers.__version__}|{LAYOUT_VERSION}|{CHECK_TEXT}"
    )
    key = hashlib.blake2b(f"{what}|{versions}".encode(), digest_size=16)
    return Path(command.cache_folder).parent / "checked" / f"{key.hexdigest()}.json"


def _pack(
    command: LoadModel, files: ModelFiles, device: torch.device, model: Any, tokenizer: Any, progress: LoadProgress
) -> PackedWeights:
    """Pack the weights on a CPU; on a card that was done while they were read."""
    if device.type != "cpu":
        return PackedWeights(kept_on_card(model))
    if command.weights == "as_stored":
        return PackedWeights()
    progress.step("Packing weights")
    known = KnownTrials(_checked_file(command, f"{files.identity}|{model.dtype}|{PACKING_VERSION}"))
    return pack_weights(model, command.weights, tokenizer, known, lambda: progress.step(_TRYING_WEIGHTS))


def _thread_counts(runner: ModelRunner, known: KnownChecks, progress: LoadProgress) -> ThreadCounts:
    """As many threads as were found to be fastest with this model on this machine."""
    if runner.device.type != "cpu":
        return ThreadCounts.default()
    checks = known.find()
    if checks is not None and checks.threads is not None:
        return ThreadCounts(*checks.threads)
    progress.step("Measuring the processor")
    found = runner.measure_threads()
    if checks is not None and not is_busy():
        known.keep(msgspec.structs.replace(checks, threads=(found.decode, found.prefill)))
    return found


def _describe(
    command: LoadModel,
    files: ModelFiles,
    folder: Path,
    tokenizer: Any,
    runner: ModelRunner,
    formats: FormatChecks,
    packed: PackedWeights,
    started: float,
) -> LoadedModel:
    model, config = runner.model, runner.model.config.get_text_config(decoder=True)
    dtype_name = str(model.dtype).removeprefix("torch.")
    checked, policy = formats.nearest(FORMATS[command.kv_format])
    tokenizer_id = _tokenizer_id(folder, files)
    sizes = block_sizes(group_layers(runner.layers), model.dtype.itemsize)
    context_tokens = getattr(config, "max_position_embeddings", None) or _DEFAULT_CONTEXT_TOKENS
    if command.context_tokens:
        context_tokens = min(context_tokens, command.context_tokens)
    budget, automatic_budget, context_tokens = _plan(command, runner, sizes, policy, context_tokens)
    identity = f"{files.identity}|{dtype_name}|{runner.path}|{_balance_hash(checked)}|{LAYOUT_VERSION}"
    identity += f"|{transformers.__version__}"  # its code computes the keys and values
    if packed.kept != "as_stored":
        identity += f"|{packed.kept}|{PACKING_VERSION}"
    template = ChatTemplate(tokenizer, tokenizer_id)
    info = ModelInfo(
        path=command.path,
        name=files.name,
        architecture=(config.architectures or [type(model).__name__])[0],
        fingerprint=hashlib.blake2b(identity.encode(), digest_size=16).hexdigest(),
        tokenizer_id=tokenizer_id,
        dtype=dtype_name,
        device=str(runner.device),
        context_tokens=context_tokens,
        weights_bytes=int(model.get_memory_footprint()) + packed_bytes(model),
        weights=packed.kept,
        weights_divergence=packed.divergence,
        weights_note=packed.note,
        compiled=runner.decoder is not None,
        kv_format=checked.format.name,
        kv_divergence=checked.divergence,
        kv_note=checked.note,
        kv_bytes_per_token=(sizes.by_format[checked.format] + sizes.window_bytes) // BLOCK_TOKENS,
        kernels=_kernels(runner),
        attention_path=runner.path,
        attention_note=runner.note,
        has_chat_template=template.has_template,
        template_note=template.note,
        thinking=template.thinking,
        sampling=SamplingDefaults() if files.is_gguf else sampling_defaults(files.path),
        load_seconds=time.perf_counter() - started,
    )
    store = runner.new_store(checked.balance)
    return LoadedModel(
        runner,
        store,
        tokenizer,
        template,
        _stop_ids(model, tokenizer, template),
        budget,
        automatic_budget,
        sizes,
        policy,
        formats,
        info,
    )


def _kernels(runner: ModelRunner) -> str:
    if not runner.layers or not runner.uses_kernels:
        return "torch"
    return kernels_name(runner.device, runner.threads.decode)


def _plan(
    command: LoadModel, runner: ModelRunner, sizes: BlockSizes, policy: CachePolicy, context_tokens: int
) -> tuple[int, int, int]:
    """The cache budget in bytes, what it would be by itself, and how much of the context it allows."""
    automatic = default_kv_budget_bytes(runner.device.type, _free_bytes(runner.device))
    block_bytes, kinds = sizes.open_bytes, memory_plan.cache_sizes(sizes)
    if block_bytes:
        automatic = min(automatic, wanted_kv_bytes(kinds, policy.format.name, context_tokens))
    budget = command.kv_budget_bytes or automatic
    if not block_bytes:
        return budget, automatic, context_tokens
    if budget < memory_plan.MIN_BLOCKS * block_bytes:
        raise LoadError(
            "out_of_memory",
            f"The cache budget of {memory_plan.human_bytes(budget)} holds no conversation of this model: "
            f"{BLOCK_TOKENS} tokens take {memory_plan.human_bytes(block_bytes)}. Raise the budget in the settings, "
            "or close other programs.",
        )
    for_blocks = budget - snapshot_bytes(budget, sizes, runner.has_state)
    return budget, automatic, min(context_tokens, tokens_that_fit(for_blocks, kinds, policy.format.name))


def _align_weights(model: Any) -> None:
    """Copy weights that begin in the middle of a cache line, where they lie in a mapped file, one after the other.

    Matrix products over them are a tenth faster then, measured in bfloat16 on a processor with AVX2.
    """
    for parameter in model.parameters():
        if parameter.data_ptr() % _CACHE_LINE_BYTES:
            parameter.data = parameter.data.clone()


def _prepare_kernels(command: LoadModel, device: torch.device, progress: LoadProgress) -> None:
    """Compiling takes half a minute, and is kept; the stage says when it is to be expected."""
    if kernels_are_prepared(device):
        return
    folder = str(Path(command.cache_folder).parent / "kernels") if command.cache_folder else ""
    if folder:
        folder = os.environ.setdefault("NUMBA_CACHE_DIR", folder)
    progress.step("Preparing fast attention" + ("" if folder and Path(folder).exists() else " (first time only)"))
    prepare_kernels(device)


def _balance_hash(checked: CheckedFormat) -> str:
    """What packed keys mean depends on the factors that they were balanced with."""
    digest = hashlib.blake2b(digest_size=8)
    for layer_index, factors in sorted(checked.balance.items()):
        digest.update(f"{layer_index}:{factors.tolist()}".encode())
    return digest.hexdigest()


def _stop_ids(model: Any, tokenizer: Any, template: ChatTemplate) -> frozenset[int]:
    """Tokens that end an answer, from all places where models name them."""
    found: set[int] = set()
    for source in (model.generation_config, model.config, tokenizer):
        value = getattr(source, "eos_token_id", None)
        found.update([value] if isinstance(value, int) else value or [])
    for name in ("<|im_end|>", "<|eot_id|>", "<end_of_turn>", "<|end|>", "<|eom_id|>"):
        token_id = tokenizer.convert_tokens_to_ids(name)
        if isinstance(token_id, int) and token_id != tokenizer.unk_token_id and token_id in tokenizer.all_special_ids:
            found.add(token_id)
    # Some formats end a part of the answer with the token that ends answers elsewhere.
    return frozenset(found - template.within_answer)


def _tokenizer_id(folder: Path, files: ModelFiles) -> str:
    """Identity of the tokenizer's data: stored token ids are good for this one only."""
    digest = hashlib.blake2b(digest_size=16)
    known = [folder / name for name in ("tokenizer.json", "tokenizer.model", "vocab.json", "merges.txt")]
    present = [path for path in known if path.exists()]
    for path in present:
        digest.update(path.read_bytes())
    if not present:
        digest.update(files.identity.encode())
    return digest.hexdigest()


def choose_device(wanted: str) -> torch.device:
    """The device that `LoadModel.device` means."""
    if wanted != "auto":
        return torch.device(wanted)
    return torch.device("cuda", 0) if torch.cuda.is_available() else torch.device("cpu")


def choose_dtype(wanted: str, device: torch.device) -> torch.dtype:
    """What `LoadModel.dtype` means on a device."""
    if wanted != "auto":
        chosen: torch.dtype = getattr(torch, wanted)
        return chosen
    if device.type == "cuda":
        return torch.bfloat16 if torch.cuda.is_bf16_supported(including_emulation=False) else torch.float16
    return torch.bfloat16 if _cpu_computes_bfloat16_well() else torch.float32


@cache
def _cpu_computes_bfloat16_well() -> bool:
    """Whether a product in bfloat16 takes less than twice the time of float32, tried on one of a prompt's size.

    Processors without the instructions for it need five to ten times as long; those with AMX a fraction.
    """
    seconds = {}
    for dtype in (torch.float32, torch.bfloat16):
        left, right = torch.ones(32, 512, dtype=dtype), torch.ones(512, 512, dtype=dtype)
        torch.mm(left, right)  # the first call chooses and prepares a kernel
        times = []
        for _ in range(3):
            started = time.perf_counter()
            torch.mm(left, right)
            times.append(time.perf_counter() - started)
        seconds[dtype] = min(times)
    return seconds[torch.bfloat16] < 2 * seconds[torch.float32]


def _free_bytes(device: torch.device) -> int:
    if device.type == "cuda":
        return torch.cuda.mem_get_info(device)[0]
    return free_memory()


def _out_of_memory(files: ModelFiles, command: LoadModel, device: torch.device, dtype: torch.dtype) -> LoadError:
    needed = sum(path.stat().st_size for path in files.weights)
    if command.weights == "as_stored" and not files.is_gguf:
        needed = count_numbers(files.weights) * dtype.itemsize
    return LoadError("out_of_memory", memory_plan.out_of_memory_sentence(files.name, needed, _free_bytes(device)))


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
