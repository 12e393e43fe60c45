"""The engine's environment from the command line: how it is, set it up, repair it, remove it."""

from __future__ import annotations

import argparse

from PySide6.QtCore import QCoreApplication, QTimer

from app.engine_environment import EngineEnvironment, Plan, has_own_environment, program_folder
from app.engine_setup import EngineSetup, SetupState
from app.interrupts import Interrupts
from app.numbers import decimal
from app.paths import Paths
from app.terminal_output import TerminalOutput
from app.translation import mark, tr

_FAILED = 1
_INTERRUPTED = 130
_CONDITIONS = {
    "missing": mark("The engine is not set up yet: kvasir engine install"),
    "outdated": mark("The engine belongs to another version of Kvasir: kvasir engine install"),
    "ready": mark("The engine is set up."),
}


def run(paths: Paths, options: argparse.Namespace) -> int:
    """Do what stands behind `kvasir engine`; returns the exit code."""
    output = TerminalOutput()
    program = program_folder()
    if not has_own_environment(program):
        output.say(tr("This Kvasir runs from its sources; the engine uses the same environment as the window."))
        return _FAILED
    core = QCoreApplication.instance() or QCoreApplication(["kvasir"])
    paths.make()
    environment = EngineEnvironment(paths, program)
    if options.action == "remove":
        environment.remove()
        return 0
    plan = environment.plan(options.build)
    if plan is None or (options.build and plan.build.name != options.build):
        known = ", ".join(environment.builds.builds) or tr("none at all")
        output.say(tr("There is no such build of torch for this Python. There are: {known}.").format(known=known))
        return _FAILED
    if options.action == "status":
        return _status(output, environment, plan)
    return _set_up(core, output, EngineSetup(environment, paths), plan, options)


def _status(output: TerminalOutput, environment: EngineEnvironment, plan: Plan) -> int:
    condition = environment.condition()
    output.write(f"{tr(_CONDITIONS[condition])}\n")
    output.write(tr("It lies in {folder}.").format(folder=environment.folder) + "\n")
    if condition != "ready":
        output.write(f"{_account(plan)}\n")
    return 0


def _account(plan: Plan) -> str:
    because = f"{plan.because} " if plan.because else ""
    return tr("{account} To fetch: {download} MB; on the disk: {needed} GB, of {free} GB that are free.").format(
        account=because + plan.account,
        download=decimal(plan.download_bytes / 1e6, 0),
        needed=decimal(plan.needed_bytes / 1e9, 1),
        free=decimal(plan.free_bytes / 1e9, 1),
    )


def _set_up(
    core: QCoreApplication, output: TerminalOutput, setup: EngineSetup, plan: Plan, options: argparse.Namespace
) -> int:
    def on_changed(state: SetupState) -> None:
        if state.kind == "building":
            output.progress(state.stage, state.fraction)
        else:
            output.end_progress()
            core.exit({"ready": 0, "paused": _INTERRUPTED}.get(state.kind, _FAILED))

    output.say(_account(plan))
    setup.changed.connect(on_changed)
    interrupts = Interrupts()
    interrupts.interrupted.connect(setup.pause)
    interrupts.terminated.connect(setup.pause)
    start = setup.repair if options.action == "repair" else setup.build
    QTimer.singleShot(0, core, lambda: start(plan, options.wheels))
    try:
        code = core.exec()
    finally:
        setup.close()
        interrupts.close()
    if setup.state.sentence:
        output.say(setup.state.sentence)
    elif setup.state.kind == "ready":
        output.say(tr("The engine is set up."))
    else:
        output.say(tr("Paused. What has arrived is kept; the same command goes on from there."))
    return code
