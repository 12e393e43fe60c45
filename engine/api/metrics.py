"""`/metrics`: what Prometheus collects, under the names that vLLM has made usual, with `kvasir:` before them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.protocol import Finished, MetricsRead, ModelInfo

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_FIRST_TOKEN_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_WHOLE_SECONDS = (0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0)


class _Sample(NamedTuple):
    """One line; `suffix` is of the metric's name, `labels` are more than all have."""

    value: float
    labels: str = ""
    suffix: str = ""


class Histogram:
    """How often something took how long.

    Args:
        bounds: In seconds, ascending.
    """

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Take note of one."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def samples(self) -> Iterator[_Sample]:
        """As Prometheus reads it: each bucket holds those below it too."""
        so_far = 0
        for bound, count in zip([*map(str, self._bounds), "+Inf"], self._counts, strict=True):
            so_far += count
            yield _Sample(so_far, f'le="{bound}"', "_bucket")
        yield _Sample(self._sum, suffix="_sum")
        yield _Sample(so_far, suffix="_count")


class Metrics:
    """What is known of requests over the local API; the engine's own figures come from the engine."""

    def __init__(self) -> None:
        self._ended: Counter[str] = Counter()
        self._first_token = Histogram(_FIRST_TOKEN_SECONDS)
        self._whole = Histogram(_WHOLE_SECONDS)

    def ended(self, finished: Finished, seconds: float) -> None:
        """Take note of a request that has ended."""
        self._ended[finished.reason] += 1
        self._whole.observe(seconds)
        if finished.receipt.first_token_ms:
            self._first_token.observe(finished.receipt.first_token_ms / 1000)

    def page(self, read: MetricsRead, model: ModelInfo | None) -> str:
        """All of it as text."""
        counters = read.counters
        usage = read.cache_used_bytes / read.cache_budget_bytes if read.cache_budget_bytes else 0.0
        prompt = counters.read_tokens + counters.reused_tokens
        ended = [_Sample(count, f'finished_reason="{reason}"') for reason, count in sorted(self._ended.items())]
        page = _Page(f'model_name="{_escaped(model.name if model else "")}"')
        page.gauge("num_requests_running", "Requests that are being read or written.", read.running_requests)
        page.gauge("num_requests_waiting", "Requests whose turn has not come.", read.waiting_requests)
        page.gauge("kv_cache_usage_perc", "How full the cache is; 1 is all of its budget.", usage)
        page.counter("prefix_cache_queries_total", "Prompt tokens that were looked for in the cache.", prompt)
        page.counter("prefix_cache_hits_total", "Prompt tokens that were found there.", counters.reused_tokens)
        page.counter("prompt_tokens_total", "Prompt tokens.", prompt)
        page.counter("generation_tokens_total", "Tokens of answers.", counters.generated_tokens)
        page.counter("evicted_blocks_total", "Blocks that had to leave the device.", counters.evicted_blocks)
        page.add("request_success_total", "counter", "Requests over this API that have ended, by why.", ended)
        words = "From a request's arrival to its first token."
        page.add("time_to_first_token_seconds", "histogram", words, self._first_token.samples())
        words = "From a request's arrival to its end."
        page.add("e2e_request_latency_seconds", "histogram", words, self._whole.samples())
        return page.text


class _Page:
    def __init__(self, labels: str) -> None:
        self.text = ""
        self._labels = labels

    def gauge(self, name: str, words: str, value: float) -> None:
        self.add(name, "gauge", words, [_Sample(value)])

    def counter(self, name: str, words: str, value: float) -> None:
        self.add(name, "counter", words, [_Sample(value)])

    def add(self, name: str, kind: str, words: str, samples: Iterable[_Sample]) -> None:
        name = f"kvasir:{name}"
        self.text += f"# HELP {name} {words}\n# TYPE {name} {kind}\n"
        for sample in samples:
            labels = ",".join(filter(None, (self._labels, sample.labels)))
            self.text += f"{name}{sample.suffix}{{{labels}}} {sample.value}\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
