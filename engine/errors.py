"""Errors of the engine. Each carries a sentence for the user: what happened and what to do.

EngineError
├── LoadError          a model could not be loaded; `code` is that of `protocol.LoadFailed`
├── LoadAborted        the user stopped the load
├── Unwanted           nobody waits any more for what is being computed
├── OutOfBlocks        the cache budget cannot hold what a request needs
├── PromptError        a request that cannot be answered as it stands
└── ContextFull        a prompt that the model's context does not hold
"""

from __future__ import annotations


class EngineError(Exception):
    """Base: what the user should read is in `sentence`."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class LoadError(EngineError):
    """A model could not be loaded."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class LoadAborted(EngineError):
    """The user stopped the load."""

    def __init__(self) -> None:
        super().__init__("Loading was stopped.")


class Unwanted(EngineError):
    """Nobody waits any more for what is being computed."""

    def __init__(self) -> None:
        super().__init__("The answer was stopped.")


class OutOfBlocks(EngineError):
    """The cache budget cannot hold what a request needs, even with every idle conversation put out."""


class PromptError(EngineError):
    """A request that cannot be answered as it stands."""


class ContextFull(EngineError):
    """A prompt that the model's context does not hold."""
