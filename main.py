"""Starts Kvasir: the window, or one of the terminal's commands; `--engine` runs models, `--hub` fetches them."""

from __future__ import annotations

import sys


def main() -> int:
    """Run what the command line asks for and return the exit code."""
    if sys.argv[1:2] == ["--engine"]:
        # Nothing else may be imported before: the engine first claims its standard streams for the protocol.
        from engine.worker import main as run_engine

        run_engine()
    if sys.argv[1:2] == ["--measure"]:
        from engine.model_memory import main as measure_models

        measure_models()
        return 0
    if sys.argv[1:2] == ["--hub"]:
        from app.hub.worker import main as serve_hub

        serve_hub()
    return _run_program()


def _run_program() -> int:
    from app.command_line import parse

    arguments = parse()

    from app.interpreter import prepare

    prepare()

    from app.paths import Paths
    from app.settings import wished_language
    from app.translation import speak, tr

    paths = Paths.resolve()
    speak(wished_language(paths.settings_file))
    if arguments.command == "chat":
        from app.terminal_chat import run as run_terminal

        return run_terminal(paths, once=arguments.once, model=arguments.model, conversation=arguments.conversation)

    if arguments.command == "library":
        from app.terminal_library import run as run_library

        return run_library(paths, arguments)

    if arguments.command == "engine":
        from app.terminal_engine import run as run_engine_setup

        return run_engine_setup(paths, arguments)

    from app.display import why_no_window

    sentence = why_no_window()
    if sentence:
        if sys.stderr is not None:
            print(
                tr("{problem} The chat starts here in the terminal instead.").format(problem=sentence), file=sys.stderr
            )
        from app.terminal_chat import run as run_terminal

        return run_terminal(paths)

    from ui.window_app import run as run_window

    return run_window(paths)


if __name__ == "__main__":
    sys.exit(main())
