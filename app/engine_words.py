"""The engine speaks English; its short phrases, of which there are few, are translated where they arrive."""

from __future__ import annotations

from app.translation import mark, tr

FIRST_TIME = " (first time only)"
STAGES = (
    mark("Looking at the files"),
    mark("Checking the attention"),
    mark("Trying the cache format"),
    mark("Reading the tokenizer"),
    mark("Checking the file"),
    mark("Converting the tokenizer"),
    mark("Keeping a converted copy"),
    mark("Loading weights"),
    mark("Unpacking weights"),
    mark("Preparing fast attention"),
    mark("Packing weights"),
    mark("Trying smaller weights"),
    mark("Measuring the processor"),
    mark("Connecting to the server"),
)
"""What loading a model consists of."""


def stage_text(stage: str) -> str:
    """A stage as the user reads it; one that is not known stays as it is."""
    known = stage.removesuffix(FIRST_TIME)
    if known not in STAGES:
        return stage
    return tr("{stage} (first time only)").format(stage=tr(known)) if stage.endswith(FIRST_TIME) else tr(known)
