"""What helps to find a fault, gathered: this machine, the builds, the model, the folders. Meant to be copied."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import PySide6
from PySide6.QtCore import QLocale, QSysInfo, qVersion

from app.application import Application
from app.card_diagnosis import why_no_card
from app.engine_environment import engine_folder, has_own_environment, program_folder
from app.model_controller import ModelInfo
from app.numbers import decimal, number
from app.paths import free_bytes
from app.translation import tr
from engine.protocol import VERSION, EngineReady

_GIB = 1024**3


@dataclass(frozen=True, slots=True)
class Section:
    """One part of it.

    Attributes:
        facts: Words by what they are about.
        trouble: What is not as it should be, as a sentence; empty if nothing.
    """

    title: str
    facts: Mapping[str, str]
    trouble: str = ""


def sections(application: Application, shown: Mapping[str, str]) -> tuple[Section, ...]:
    """What is known now; the engine and the machine tell by and by.

    Args:
        shown: What the window has to say of itself.
    """
    watch = application.machine
    parts = [_program(shown), _machine(application), _cards(application), _engine(application, watch.ready)]
    info = application.models.state.info
    if info is not None:
        parts.append(_model(info))
    elif application.models.state.sentence:
        state = application.models.state
        parts.append(Section(tr("Model"), {tr("Name"): state.name, tr("Path"): state.path}, state.sentence))
    parts.append(_folders(application))
    variables = watch.ready.surroundings.variables if watch.ready is not None else {}
    if variables:
        parts.append(Section(tr("Variables of the environment"), {name: repr(v) for name, v in variables.items()}))
    return tuple(parts)


def as_text(parts: Iterable[Section]) -> str:
    """As it is copied."""
    blocks = []
    for part in parts:
        lines = [part.title, *(f"  {name}: {words}" for name, words in part.facts.items())]
        blocks.append("\n".join([*lines, *([f"  ! {part.trouble}"] if part.trouble else [])]))
    return "\n\n".join(blocks) + "\n"


def _program(shown: Mapping[str, str]) -> Section:
    installed = has_own_environment(program_folder())
    return Section(
        "Kvasir",
        {
            tr("Version"): VERSION,
            tr("Runs"): tr("installed") if installed else tr("from its sources"),
            "Python": platform.python_version(),
            "Qt": f"{qVersion()} (PySide6 {PySide6.__version__})",
            "SQLite": sqlite3.sqlite_version,
            **shown,
        },
    )


def _machine(application: Application) -> Section:
    machine = application.machine.machine
    facts = {
        tr("System"): f"{QSysInfo.prettyProductName()}, {platform.release()}, {platform.machine()}",
        tr("Cores"): number(os.cpu_count() or 1),
        tr("Locale"): QLocale.system().name(),
    }
    if machine is not None:
        facts[tr("Memory")] = tr("{total}, {free} of it free").format(
            total=_size(machine.memory_bytes), free=_size(machine.memory_free_bytes)
        )
    return Section(tr("This computer"), facts)


def _cards(application: Application) -> Section:
    watch = application.machine
    card = watch.machine.card if watch.machine is not None else None
    driver = tr("driver {version}").format(version=card.driver) if card is not None and card.driver else ""
    facts = {tr("Card with a driver"): ", ".join(filter(None, (card.name, driver))) if card else tr("none")}
    ready = watch.ready
    if ready is None:
        return Section(tr("Graphics card"), facts, tr("The engine has not told yet what it can use."))
    memory = tr("{total}, {free} of it free")
    facts[tr("torch can use")] = "; ".join(
        f"{device.name}, {memory.format(total=_size(device.total_bytes), free=_size(device.free_bytes))}"
        for device in ready.devices
    )
    return Section(tr("Graphics card"), facts, why_no_card(card, ready))


def _engine(application: Application, ready: EngineReady | None) -> Section:
    state, states = application.engine.state, _states()
    facts = {tr("State"): f"{states[state.kind]}, pid {state.pid}" if state.pid else states[state.kind]}
    if ready is not None:
        around = ready.surroundings
        build = f"CUDA {around.cuda}" if around.cuda else f"ROCm {around.rocm}" if around.rocm else ""
        if ready.has_torch:  # without it while the models that are used run elsewhere
            facts["torch"] = f"{ready.torch_version} ({build or tr('for processors')})"
        facts["Python"] = around.python
        facts[tr("Threads")] = number(around.threads)
        facts |= around.packages
    report = application.cache.report()
    if report is not None and report.process_bytes:
        facts[tr("Memory of the process")] = _size(report.process_bytes)
    return Section(tr("Engine"), facts, state.sentence)


def _model(info: ModelInfo) -> Section:
    if info.server:
        facts = {tr("Name"): info.name, tr("Runs on"): info.server}
        if info.context_tokens:
            facts[tr("Context")] = tr("%n tokens", info.context_tokens)
        return Section(tr("Model"), facts)
    path = {"fast": tr("fast path"), "gather": tr("gather path"), "plain": tr("the model's own cache")}
    facts = {
        tr("Name"): info.name,
        tr("Path"): info.path,
        tr("Architecture"): info.architecture,
        tr("Runs on"): f"{info.device}, {info.dtype}",
        tr("Weights"): _size(info.weights_bytes),
        tr("Context"): tr("%n tokens", info.context_tokens),
        tr("Attention"): f"{path[info.attention_path]}, {info.kernels}",
        tr("Cache format"): tr("{format}, {size} kB per token").format(
            format=info.kv_format, size=decimal(info.kv_bytes_per_token / 1024, 1)
        ),
        tr("Self-check"): tr("{nats} nats from an exact cache").format(nats=f"{info.kv_divergence:.2g}"),
        tr("Loaded in"): tr("{seconds} s").format(seconds=decimal(info.load_seconds, 1)),
    }
    notes = (info.attention_note, info.weights_note, info.kv_note, info.template_note)
    return Section(tr("Model"), facts, " ".join(filter(None, notes)))


def _folders(application: Application) -> Section:
    paths = application.paths
    places = {
        tr("Chats"): paths.data,
        tr("Settings"): paths.config,
        tr("Cache"): paths.cache,
        tr("Logs"): paths.logs,
    }
    if has_own_environment(program_folder()):
        places[tr("Engine's environment")] = engine_folder(paths)
    free = tr("{path} ({free} free)")
    return Section(
        tr("Folders"), {name: free.format(path=path, free=_size(free_bytes(path))) for name, path in places.items()}
    )


def _states() -> Mapping[str, str]:
    return {
        "stopped": tr("stopped"),
        "starting": tr("starting"),
        "ready": tr("running"),
        "failed": tr("failed"),
    }


def _size(bytes_: int) -> str:
    return f"{decimal(bytes_ / _GIB, 1)} GB"
