"""Starts Kvasir: the window by default, `chat` in the terminal, `--engine` as the process that runs the models."""

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
    import argparse

    from engine.protocol import VERSION

    parser = argparse.ArgumentParser(prog="kvasir", description="Chat with language models that run on this machine.")
    parser.add_argument("--version", action="version", version=f"Kvasir {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="chat")
    chat = commands.add_parser("chat", help="chat in the terminal", description="Chat in the terminal.")
    chat.add_argument("--once", metavar="TEXT", help="print the answer to TEXT and end")
    chat.add_argument("--model", metavar="PATH", default="", help="a GGUF file or a Hugging Face folder, for this time")
    chat.add_argument("--conversation", metavar="ID", default="", help="go on with this conversation")
    arguments = parser.parse_args()

    from app.paths import Paths

    paths = Paths.resolve()
    if arguments.command == "chat":
        from app.terminal_chat import run as run_terminal

        return run_terminal(paths, once=arguments.once, model=arguments.model, conversation=arguments.conversation)

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
