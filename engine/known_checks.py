"""Remembers what was found out about a model, so that only its first load pays for the checks."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Literal

import msgspec

log = logging.getLogger(__name__)

AttentionPath = Literal["fast", "gather", "plain"]


CHECKS_VERSION = 2
"""Raised where what computes on the CPU changes, and with it what a check may find."""


class ModelChecks(msgspec.Struct, frozen=True):
    """What the checks of one model found.

    Attributes:
        path: See `protocol.ModelInfo.attention_path`, and `note` likewise.
        kernels: Whether the device's kernels compute what torch does.
        together: Whether several sequences can be computed in one forward.
        compiled: Whether steps of few tokens run in compiled code.
        threads: How many were fastest for steps that write and for forwards that read; None until that was measured.
        balance: Factors of the keys by layer index, `[num_kv_heads][k_dim]`; empty until they were measured.
        divergence: Mean KL divergence to the exact cache by format, in nats; None where it was not a number.
    """

    path: AttentionPath
    note: str = ""
    kernels: bool = True
    together: bool = True
    compiled: bool = False
    threads: tuple[int, int] | None = None
    balance: dict[int, list[list[float]]] = {}
    divergence: dict[str, float | None] = {}


class KnownChecks:
    """One model's checks, in a file of their own. Losing it costs a few seconds.

    Args:
        file: None remembers nothing.
    """

    def __init__(self, file: Path | None) -> None:
        self._file = file

    def find(self) -> ModelChecks | None:
        """What was found before, or None."""
        if self._file is None:
            return None
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=ModelChecks)
        except (OSError, msgspec.DecodeError):
            return None

    def keep(self, checks: ModelChecks) -> None:
        """Remember a result; no effect where nothing can be written."""
        if self._file is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file.write_bytes(msgspec.json.encode(checks))
        except OSError as error:
            log.warning("The result of a model's checks is not kept: %s", error)
