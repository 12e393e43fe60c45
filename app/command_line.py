"""What can be said on the command line. Loads neither Qt nor torch, so that `--help` answers at once."""

from __future__ import annotations

import argparse
from pathlib import Path

from engine.protocol import VERSION


def parse(argv: list[str] | None = None) -> argparse.Namespace:
    """The arguments of this start, or `argv`; ends the process with a usage line where they make no sense."""
    parser = argparse.ArgumentParser(prog="kvasir", description="Chat with language models that run on this machine.")
    parser.add_argument("--version", action="version", version=f"Kvasir {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    chat = commands.add_parser("chat", help="chat in the terminal", description="Chat in the terminal.")
    chat.add_argument("--once", metavar="TEXT", help="print the answer to TEXT and end")
    chat.add_argument("--model", metavar="PATH", default="", help="a GGUF file or a Hugging Face folder, for this time")
    chat.add_argument("--conversation", metavar="ID", default="", help="go on with this conversation")
    _add_library(commands.add_parser("library", help="list, search, export and import conversations"))
    _add_engine(commands.add_parser("engine", help="set up, repair or remove what runs the models"))
    return parser.parse_args(argv)


def _add_library(library: argparse.ArgumentParser) -> None:
    library.description = "List, search, export and import conversations; no model is needed."
    actions = library.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="list conversations, the one used last first")
    view = listing.add_mutually_exclusive_group()
    view.add_argument("--archived", dest="view", action="store_const", const="archive", help="those in the archive")
    view.add_argument("--trash", dest="view", action="store_const", const="trash", help="those in the trash")
    listing.set_defaults(view="list")
    search = actions.add_parser("search", help="list conversations with these words; exit code 1 where there are none")
    search.add_argument("text", metavar="TEXT", nargs="+")
    export = actions.add_parser("export", help="write conversations to files")
    export.add_argument("ids", metavar="ID", nargs="*", help="as `list` shows it, or its beginning")
    export.add_argument("--all", action="store_true", help="all but those in the trash")
    export.add_argument("--format", choices=["markdown", "json", "html"], help="else as PATH ends, else markdown")
    export.add_argument("--out", metavar="PATH", help="a file, a zip or a folder; nothing there is replaced")
    taking = actions.add_parser("import", help="take in what ChatGPT, Open WebUI, Jan, LM Studio or Kvasir exported")
    taking.add_argument("paths", metavar="PATH", nargs="+", help="a file, a zip or a folder")


def _add_engine(engine: argparse.ArgumentParser) -> None:
    engine.description = "Set up what runs the models, where Kvasir is installed and does not run from its sources."
    engine.add_argument("action", choices=["status", "install", "repair", "remove"])
    engine.add_argument("--build", default="", metavar="NAME", help="another build of torch than the one that fits")
    engine.add_argument("--wheels", type=Path, metavar="FOLDER", help="take all packages from there, without a network")
