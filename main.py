"""Starts Kvasir: the window, `chat` and `library` in the terminal, `--engine` as the process that runs the models."""

from __future__ import annotations

import sys


def main() -> int:
    """Run what the command line asks for and return the exit code."""
    if sys.argv[1:2] == ["--engine"]:
        # Nothing else may be imported before: the engine first claims its standard streams for the protocol.
        from engine.worker import main as run_engine

        run_engine()
    return _run_program()


def _run_program() -> int:
    from app.command_line import parse

    arguments = parse()

    from app.paths import Paths

    paths = Paths.resolve()
    if arguments.command == "chat":
        from app.terminal_chat import run as run_terminal

        return run_terminal(paths, once=arguments.once, model=arguments.model, conversation=arguments.conversation)

    if arguments.command == "library":
        from app.terminal_library import run as run_library

        return run_library(paths, arguments)

    from app.display import why_no_window

    sentence = why_no_window()
    if sentence:
        if sys.stderr is not None:
            print(f"{sentence} The chat starts here in the terminal instead.", file=sys.stderr)
        from app.terminal_chat import run as run_terminal

        return run_terminal(paths)

    from ui.window_app import run as run_window

    return run_window(paths)


if __name__ == "__main__":
    sys.exit(main())
