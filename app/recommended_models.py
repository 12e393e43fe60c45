"""Models that are good to begin with: their makers' own repositories, facts that do not change, and what fits where.

Sizes, licences and whether a repository is gated are asked of the Hub again before anything is fetched.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Fit: TypeAlias = Literal["fits", "tight", "smaller", "too_large"]
"""`fits`: with room to spare. `tight`: barely. `smaller`: only with its weights in 4 bits. `too_large`: not at all."""

_BYTES_EACH = 2
"""All of these are published in 16 bits."""
_SMALL_SHARE = 0.3
"""Of weights that are packed into 4 bits: scales, and layers that stay as they are, count too."""
_ROOM_FACTOR = 1.1
_CHAT_TOKENS = 8192


@dataclass(frozen=True, slots=True)
class RecommendedModel:
    """A model that was made for chatting.

    Attributes:
        repository: On the Hugging Face Hub.
        parameters: Numbers that its files hold.
        context_tokens: What it was made for.
        kv_bytes_per_token: In 16 bits, over all layers; of those with sliding windows the most that it can be.
        licence: As the Hub names it.
        is_gated: Whether its maker wants an account that has agreed to terms.
        thinks: Whether it can think before it answers.
    """

    repository: str
    name: str
    parameters: int
    context_tokens: int
    kv_bytes_per_token: int
    licence: str
    is_gated: bool = False
    thinks: bool = False

    @property
    def size_bytes(self) -> int:
        """Of its weights, as they are fetched."""
        return _BYTES_EACH * self.parameters

    def needed_bytes(self, *, in_4_bits: bool = False) -> int:
        """Memory for it and one chat of average length."""
        weights = self.size_bytes * (_SMALL_SHARE if in_4_bits else 1.0)
        return int(weights + self.kv_bytes_per_token * min(_CHAT_TOKENS, self.context_tokens))

    def fit(self, memory_bytes: int) -> Fit:
        """How it fits into the memory of a card, or into that of the machine where there is none."""
        if self.needed_bytes() * _ROOM_FACTOR <= memory_bytes:
            return "fits"
        if self.needed_bytes() <= memory_bytes:
            return "tight"
        return "smaller" if self.needed_bytes(in_4_bits=True) * _ROOM_FACTOR <= memory_bytes else "too_large"


RECOMMENDED = (
    RecommendedModel("HuggingFaceTB/SmolLM2-135M-Instruct", "SmolLM2 135M", 134_515_008, 8192, 23_040, "apache-2.0"),
    RecommendedModel("google/gemma-3-270m-it", "Gemma 3 270M", 268_098_176, 32_768, 18_432, "gemma", is_gated=True),
    RecommendedModel("HuggingFaceTB/SmolLM2-360M-Instruct", "SmolLM2 360M", 361_821_120, 8192, 40_960, "apache-2.0"),
    RecommendedModel("Qwen/Qwen3-0.6B", "Qwen3 0.6B", 751_632_384, 40_960, 114_688, "apache-2.0", thinks=True),
    RecommendedModel("google/gemma-3-1b-it", "Gemma 3 1B", 999_885_952, 32_768, 26_624, "gemma", is_gated=True),
    RecommendedModel(
        *("meta-llama/Llama-3.2-1B-Instruct", "Llama 3.2 1B", 1_235_814_400, 131_072, 32_768, "llama3.2"), is_gated=True
    ),
    RecommendedModel("HuggingFaceTB/SmolLM2-1.7B-Instruct", "SmolLM2 1.7B", 1_711_376_384, 8192, 196_608, "apache-2.0"),
    RecommendedModel("Qwen/Qwen3-1.7B", "Qwen3 1.7B", 2_031_739_904, 40_960, 114_688, "apache-2.0", thinks=True),
    RecommendedModel(
        *("HuggingFaceTB/SmolLM3-3B", "SmolLM3 3B", 3_075_098_624, 65_536, 73_728, "apache-2.0"), thinks=True
    ),
    RecommendedModel(
        *("meta-llama/Llama-3.2-3B-Instruct", "Llama 3.2 3B", 3_212_749_824, 131_072, 114_688, "llama3.2"),
        is_gated=True,
    ),
    RecommendedModel("microsoft/Phi-4-mini-instruct", "Phi-4 mini 3.8B", 3_836_021_760, 131_072, 131_072, "mit"),
    RecommendedModel(
        *("Qwen/Qwen3-4B-Instruct-2507", "Qwen3 4B Instruct", 4_022_468_096, 262_144, 147_456, "apache-2.0")
    ),
    RecommendedModel("Qwen/Qwen3-4B", "Qwen3 4B", 4_022_468_096, 40_960, 147_456, "apache-2.0", thinks=True),
    RecommendedModel("google/gemma-3-4b-it", "Gemma 3 4B", 4_300_079_472, 131_072, 139_264, "gemma", is_gated=True),
    RecommendedModel(
        *("mistralai/Mistral-7B-Instruct-v0.3", "Mistral 7B v0.3", 7_248_023_552, 32_768, 131_072, "apache-2.0")
    ),
    RecommendedModel(
        *("meta-llama/Llama-3.1-8B-Instruct", "Llama 3.1 8B", 8_030_261_248, 131_072, 131_072, "llama3.1"),
        is_gated=True,
    ),
    RecommendedModel("Qwen/Qwen3-8B", "Qwen3 8B", 8_190_735_360, 40_960, 147_456, "apache-2.0", thinks=True),
    RecommendedModel("google/gemma-3-12b-it", "Gemma 3 12B", 12_187_325_040, 131_072, 393_216, "gemma", is_gated=True),
    RecommendedModel(
        *("mistralai/Mistral-Nemo-Instruct-2407", "Mistral Nemo 12B", 12_247_782_400, 131_072, 163_840, "apache-2.0")
    ),
    RecommendedModel("microsoft/phi-4", "Phi-4 14B", 14_659_507_200, 16_384, 204_800, "mit"),
    RecommendedModel("Qwen/Qwen3-14B", "Qwen3 14B", 14_768_307_200, 40_960, 163_840, "apache-2.0", thinks=True),
    RecommendedModel("Qwen/Qwen3-32B", "Qwen3 32B", 32_762_123_264, 40_960, 262_144, "apache-2.0", thinks=True),
    RecommendedModel(
        *("meta-llama/Llama-3.3-70B-Instruct", "Llama 3.3 70B", 70_553_706_496, 131_072, 327_680, "llama3.3"),
        is_gated=True,
    ),
)
"""The smallest first."""


def best_fits(memory_bytes: int, models: Iterable[RecommendedModel] = RECOMMENDED) -> tuple[RecommendedModel, ...]:
    """Those that fit, the most capable first: of models like these, that is the largest."""
    return tuple(sorted((m for m in models if m.fit(memory_bytes) == "fits"), key=lambda m: -m.parameters))
