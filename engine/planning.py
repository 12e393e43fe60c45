"""Tells what models would take of memory while the engine does other things: a thread, and a process that it asks."""

from __future__ import annotations

import json
import logging
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from engine import memory_plan
from engine.model_files import model_name
from engine.model_memory import MeasuredModel, config_key
from engine.protocol import Dtype, Event, MemoryPlanned, ModelMemory, PlanMemory, Weights, WeightsOption
from engine.rooms import PresentModel, rooms

log = logging.getLogger(__name__)

_MAIN = Path(__file__).resolve().parent.parent / "main.py"
_PATIENCE_SECONDS = 120.0
_IDLE_SECONDS = 30.0
"""So long the process is kept for the next question: most of its time it takes to import torch."""
_BITS_ON_CARDS: Mapping[Weights, tuple[float, float]] = {"int8": (8.0, 0.0), "int4": (4.13, 0.0)}
"""Bits of a number of the matrices and of the embedding and output, scales counted; 0 for not packed."""


class Planning:
    """Answers `PlanMemory` in a thread of its own; a config that was looked at once is known from then on.

    Args:
        emit: Takes events; must not block.
    """

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self._emit = emit
        self._questions: queue.Queue[tuple[PlanMemory, PresentModel, int]] = queue.Queue()
        self._known: dict[str, MeasuredModel] = {}
        self._measurer: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None

    def add(self, command: PlanMemory, present: PresentModel, idle_bytes: int) -> None:
        """Take a question.

        Args:
            idle_bytes: See `rooms.rooms`.
        """
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="planning", daemon=True)
            self._thread.start()
        self._questions.put((command, present, idle_bytes))

    def close(self) -> None:
        """Let the process go; questions that wait get no answer."""
        if self._measurer is not None:
            self._measurer.kill()

    def _run(self) -> None:
        while True:
            try:
                command, present, idle_bytes = self._questions.get(timeout=_IDLE_SECONDS if self._measurer else None)
            except queue.Empty:
                self._end_measurer()
                continue
            try:
                self._emit(self._answer(command, present, idle_bytes))
            except Exception as error:  # no estimate must ever stand in the way of a load
                log.exception("The memory of %s could not be planned.", command.path)
                message = f"There is no estimate for this model ({type(error).__name__}: {error})."
                self._emit(MemoryPlanned(plan_id=command.plan_id, message=message))

    def _answer(self, command: PlanMemory, present: PresentModel, idle_bytes: int) -> MemoryPlanned:
        path = Path(command.path)
        try:
            measured = self._measured(path, command.cache_folder)
        except OSError as error:
            message = f"{error.filename or path} cannot be read: {error.strerror or error}."
            return MemoryPlanned(plan_id=command.plan_id, message=message)
        found = rooms(present, idle_bytes)  # imports torch, or waits for it
        if measured.message:
            return MemoryPlanned(plan_id=command.plan_id, rooms=found, message=measured.message)
        stored_bytes = command.stored_bytes or _stored_bytes(path)
        model = ModelMemory(
            name=model_name(path),
            architecture=measured.architecture,
            parameters=measured.parameters,
            stored_bytes=stored_bytes,
            context_tokens=measured.context_tokens,
            layers=measured.layers,
            state_layers=measured.state_layers,
            weights=weights_options(measured),
            sizes=measured.sizes,
            chunk_bytes=measured.chunk_bytes,
            history_bytes=measured.history_bytes,
            tokenizer_bytes=measured.tokenizer_bytes,
        )
        return MemoryPlanned(plan_id=command.plan_id, model=model, rooms=found)

    def _measured(self, path: Path, cache_folder: str) -> MeasuredModel:
        key = config_key(path)
        file = Path(cache_folder) / f"{key}.json" if cache_folder else None
        known = self._known.get(key) or _kept(file)
        if known is None:
            known = self._ask(path)
            if not known.message:
                _keep(file, known)
        if not known.message:
            self._known[key] = known
        return known

    def _ask(self, path: Path) -> MeasuredModel:
        """Let the process find it out; one that says nothing is ended."""
        if self._measurer is None or self._measurer.poll() is not None:
            self._measurer = _start()
        measurer = self._measurer
        assert measurer.stdin is not None and measurer.stdout is not None
        timer = threading.Timer(_PATIENCE_SECONDS, measurer.kill)
        timer.daemon = True
        timer.start()
        try:
            measurer.stdin.write(json.dumps(str(path)).encode() + b"\n")
            measurer.stdin.flush()
            return msgspec.json.decode(measurer.stdout.readline(), type=MeasuredModel)
        except (OSError, msgspec.DecodeError) as error:
            log.warning("The process that looks at configs ended: %s", error)
            self._end_measurer()
            return MeasuredModel(message="There is no estimate for this model: looking at its config failed.")
        finally:
            timer.cancel()

    def _end_measurer(self) -> None:
        measurer, self._measurer = self._measurer, None
        if measurer is not None:
            with measurer:  # which closes its input; it ends by itself then
                measurer.kill()


def weights_options(measured: MeasuredModel) -> list[WeightsOption]:
    """How weights can be kept on this machine, what the program does by itself first."""
    from engine.loader import choose_device, choose_dtype
    from engine.weights.packing import bits_per_weight

    device = choose_device("auto")
    edges = bits_per_weight(8)
    on_cpu: Mapping[Weights, tuple[float, float]] = {"int8": (edges, edges), "int4": (bits_per_weight(4), edges)}
    kinds = on_cpu if device.type == "cpu" else _BITS_ON_CARDS
    usual = choose_dtype("auto", device)
    usual_name: Dtype = "bfloat16" if usual.itemsize == 2 else "float32"
    other: Dtype = "float32" if usual.itemsize == 2 else "bfloat16"
    stored = [_option(measured, usual_name, "as_stored", "auto", usual.itemsize)]
    stored.append(_option(measured, other, "as_stored", other, 6 - usual.itemsize))
    packed = [_option(measured, name, name, "auto", usual.itemsize, bits) for name, bits in kinds.items()]
    # What `auto` comes to is found by trying; on a processor 8 bits are what most models bear, on a card all stays.
    like = packed[0] if device.type == "cpu" else stored[0]
    return [msgspec.structs.replace(like, name="auto", weights="auto", dtype="auto"), *stored, *packed]


def _option(
    measured: MeasuredModel,
    name: str,
    weights: Weights,
    dtype: Dtype,
    size: int,
    bits: tuple[float, float] = (0.0, 0.0),
) -> WeightsOption:
    def num_bytes(parameters: int, matrices: int, edges: int) -> int:
        packed = [(count, bits_) for count, bits_ in zip((matrices, edges), bits, strict=True) if bits_]
        return memory_plan.weights_bytes(parameters, size, *packed)

    matrices, edges = measured.matrix_parameters, measured.edge_parameters
    return WeightsOption(
        name=name,
        weights=weights,
        dtype=dtype,
        num_bytes=num_bytes(measured.parameters, matrices, edges),
        read_bytes=num_bytes(
            measured.parameters - measured.idle_parameters,
            matrices - measured.idle_matrix_parameters,
            edges - measured.idle_edge_parameters,
        ),
        number_bytes=4 if size == 4 else 2,
    )


def _start() -> subprocess.Popen[bytes]:
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""}
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return subprocess.Popen(
        [sys.executable, str(_MAIN), "--measure"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        creationflags=flags,
    )


def _kept(file: Path | None) -> MeasuredModel | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=MeasuredModel) if file is not None else None
    except (OSError, msgspec.MsgspecError):
        return None


def _keep(file: Path | None, measured: MeasuredModel) -> None:
    if file is None:
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_suffix(".new")
        temporary.write_bytes(msgspec.json.encode(measured))
        temporary.replace(file)
    except OSError as error:
        log.info("What was found out about a config is not kept: %s", error)


def _stored_bytes(path: Path) -> int:
    """Of the files with the weights; 0 where they are not here."""
    files = path.glob("*.safetensors") if path.is_dir() else [path] if path.suffix.lower() == ".gguf" else []
    return sum(file.stat().st_size for file in files)
