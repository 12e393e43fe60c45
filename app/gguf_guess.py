"""What a GGUF file of the Hub would take of memory, where there is no config of it: a guess, and what it stands on."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

from app.hub.messages import RepositoryFacts
from app.hub.repository_files import Variant
from app.recommended_models import RECOMMENDED, Fit, RecommendedModel

_SPARE_BITS = 0.7
"""What scales, and layers that are kept larger, add to the bits of a number that give a quantisation its name."""
_BITS = re.compile(r"(?:I?Q|TQ)(\d)")
_WHOLE_BITS = re.compile(r"B?F(?:P)?(16|32)")


@dataclass(frozen=True, slots=True)
class GgufGuess:
    """What it comes to.

    Attributes:
        model: As though it were one of the recommended ones.
        basis: How the number of its parameters is known: the Hub names it, or it is worked out from the size of the
            files.
        alike: The model whose cache was taken, since nothing is known of this one's.
    """

    model: RecommendedModel
    basis: Literal["hub", "size"]
    alike: RecommendedModel

    def fit(self, memory_bytes: int) -> Fit:
        """How it would fit, unpacked into 16 bits as it is when it is loaded."""
        return self.model.fit(memory_bytes)


def gguf_guess(variant: Variant, facts: RepositoryFacts) -> GgufGuess | None:
    """The guess; None where neither the Hub nor the file's name says enough."""
    named = facts.summary.parameters
    parameters = named or _parameters_of(variant)
    if not parameters:
        return None
    alike = min(RECOMMENDED, key=lambda known: abs(math.log(known.parameters / parameters)))
    model = RecommendedModel(
        repository=facts.summary.name,
        name=variant.label,
        parameters=parameters,
        context_tokens=facts.context_tokens or alike.context_tokens,
        kv_bytes_per_token=alike.kv_bytes_per_token,
        licence=facts.summary.licence,
    )
    return GgufGuess(model, "hub" if named else "size", alike)


def _parameters_of(variant: Variant) -> int:
    label = variant.label.upper()
    if whole := _WHOLE_BITS.search(label):
        bits = float(whole[1])
    elif quantised := _BITS.search(label):
        bits = int(quantised[1]) + _SPARE_BITS
    else:
        return 0
    return int(variant.size_bytes * 8 / bits)
