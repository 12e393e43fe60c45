"""In place of the child process that speaks with the Hub: it does as the name of the repository says, without a Hub.

Every search finds a repository of that name, with one GGUF file.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.hub.messages import (
    Download,
    Downloaded,
    Failed,
    Found,
    LookedUp,
    LookUp,
    Progress,
    Reply,
    RepositoryFacts,
    RepositorySummary,
    Search,
    decode_request,
    encode,
)
from app.hub.repository_files import RepositoryFile


def main() -> NoReturn:
    """`hold/…` stops in the middle, `dies/…` ends the process, `fails-CODE/…` fails, all else arrives.

    A search for `lost-CODE/…` fails. `config/…` has a config.
    """
    for line in sys.stdin.buffer:
        request = decode_request(line)
        if isinstance(request, Search):
            _say(_failure(request.words, "lost-") or Found(repositories=[RepositorySummary(name=request.words)]))
            continue
        if isinstance(request, LookUp):
            _say(_facts(request.repository))
            continue
        assert isinstance(request, Download)
        total = sum(file.size_bytes for file in request.files)
        kind = request.repository.partition("/")[0]
        _say(Progress(received_bytes=total // 2, total_bytes=total, name=request.files[0].name))
        if kind == "dies":
            sys.exit("the last words")
        elif failed := _failure(request.repository):
            _say(failed)
        elif kind != "hold":
            _say(Downloaded(path=str(Path(request.folder) / "snapshot")))
    sys.exit(0)


def _failure(name: str, prefix: str = "fails-") -> Failed | None:
    kind = name.partition("/")[0]
    if not kind.startswith(prefix):
        return None
    return Failed(code=kind.removeprefix(prefix), repository=name, where="the hub")  # type: ignore[arg-type]


def _facts(name: str) -> LookedUp:
    files = [RepositoryFile(name="small.Q4_0.gguf", size_bytes=1000, sha256="0" * 64)]
    folder = os.environ.get("KVASIR_TEST_HUB_FOLDER", "/no/such/folder")
    summary = RepositorySummary(name=name, licence="mit", formats=["gguf"])
    return LookedUp(
        facts=RepositoryFacts(
            summary=summary,
            commit="a" * 40,
            files=files,
            config_path="/configs/name.json" if name.startswith("config/") else "",
            folder=folder,
            free_bytes=10**12,
        )
    )


def _say(reply: Reply) -> None:
    sys.stdout.buffer.write(encode(reply))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
