"""Starts an installed Kvasir: finds its libraries and tells it where its engine's own environment lies."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PYTHONS = ((3, 11), (3, 14))
"""The oldest and the newest that libraries are carried for."""


def main() -> int:
    """Run the program and return its exit status."""
    present = sys.version_info[:2]
    if not PYTHONS[0] <= present <= PYTHONS[1]:
        oldest, newest, this = (".".join(map(str, version)) for version in (*PYTHONS, present))
        return _fail(
            f"This Kvasir runs with Python {oldest} to {newest}; this system has {this}. A newer Kvasir may run."
        )
    if sys.platform == "win32":
        _add_libraries()
    from app.engine_environment import engine_python
    from app.paths import Paths

    engine = [str(engine_python(Paths.resolve())), str(HERE / "main.py"), "--engine"]
    os.environ.setdefault("KVASIR_ENGINE_ARGV", json.dumps(engine))
    sys.argv[0] = str(HERE / "main.py")
    from main import main as run

    return run()


def _add_libraries() -> None:
    """On Windows the interpreter is uv's; a file in its environment makes child processes find the libraries too."""
    import site
    import sysconfig

    libraries = str(HERE / "libraries")
    if libraries not in sys.path:
        link = Path(sysconfig.get_paths()["purelib"]) / "kvasir.pth"
        try:
            link.write_text(libraries + "\n", "utf-8")
        except OSError:
            pass  # this start still finds them
        site.addsitedir(libraries)


def _fail(sentence: str) -> int:
    if sys.stderr is not None:
        sys.stderr.write(f"Kvasir: {sentence}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
