"""Which cache formats a loaded model bears: tried once for each, remembered, asked again when a chat wants another."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

import torch

from engine.cache.formats import EXACT, INT4, CachePolicy, KvFormat
from engine.check_text import CHECK_TEXT
from engine.errors import LoadAborted
from engine.known_checks import KnownChecks, ModelChecks
from engine.model_runner import ModelRunner
from engine.self_check import HISTORY_TOKENS, SCORED_TOKENS, CheckedFormat, check_format

log = logging.getLogger(__name__)


class FormatChecks:
    """Owner of what was found out about one loaded model.

    Args:
        grading: Whether old blocks may go down to `int4`, where the model bears that.
        known: Where results are kept.
    """

    def __init__(self, runner: ModelRunner, tokenizer: Any, grading: bool, known: KnownChecks) -> None:
        self._runner = runner
        self._tokenizer = tokenizer
        self._grading = grading
        self._known = known
        self._checks = known.find() or ModelChecks(runner.path, runner.note, runner.uses_kernels)
        self._found: dict[KvFormat, tuple[CheckedFormat, CachePolicy]] = {}

    def is_known(self, wanted: KvFormat) -> bool:
        """Whether `nearest` has nothing to try, which takes seconds."""
        return wanted is EXACT or wanted.name in self._checks.divergence

    def nearest(
        self, wanted: KvFormat, on_progress: Callable[[], None] = lambda: None
    ) -> tuple[CheckedFormat, CachePolicy]:
        """The wanted format, or the nearest better one that the model bears, and how its cache is kept then.

        Args:
            on_progress: Called after each trial; what it raises ends them.
        """
        found = self._found.get(wanted)
        if found is None:
            found = self._try(wanted, on_progress)
            self._found[wanted] = found
        return found

    def _try(self, wanted: KvFormat, on_progress: Callable[[], None]) -> tuple[CheckedFormat, CachePolicy]:
        def keep(found: ModelChecks) -> None:
            self._checks = found
            self._known.keep(found)
            on_progress()

        try:
            token_ids = self._token_ids()
            checked = check_format(self._runner, wanted, token_ids, self._checks, keep)
            if not self._grading or checked.format in (EXACT, INT4):
                return checked, CachePolicy(checked.format)
            graded = check_format(self._runner, INT4, token_ids, self._checks, keep)
            return checked, CachePolicy(checked.format, grading=graded.format is INT4)
        except (LoadAborted, MemoryError, torch.OutOfMemoryError):
            raise
        except Exception:  # a model is never refused because of its cache
            log.exception("The cache format cannot be tried.")
            note = "The cache of this model stays exact: it cannot be tried whether it bears a smaller one."
            return CheckedFormat(EXACT, {}, note=note), CachePolicy(EXACT)

    def _token_ids(self) -> Sequence[int]:
        """The check's text in the model's own tokens, as many as the check needs."""
        needed = HISTORY_TOKENS + SCORED_TOKENS
        ids: list[int] = self._tokenizer.encode(CHECK_TEXT)
        while ids and len(ids) < needed:
            ids = ids * 2
        return ids[:needed]
