"""What of a loaded model's weights tokens read: not all, where each visits some experts only."""

from __future__ import annotations

from typing import Any

from engine.experts import expert_modules, visited_share
from engine.weights.packed_modules import packed_bytes


def weights_read_bytes(model: Any, weights_bytes: int, num_tokens: int) -> int:
    """What is read of the weights for tokens that are computed together.

    Which experts they visit is not looked at: those are taken to be as likely as one another.

    Args:
        weights_bytes: Of all of them.
    """
    missed_share = (1 - visited_share(model.config.get_text_config(decoder=True))) ** num_tokens
    experts_bytes = sum(_own_bytes(module) for module in expert_modules(model))
    return weights_bytes - int(experts_bytes * missed_share) - _unread_words_bytes(model, num_tokens)


def _unread_words_bytes(model: Any, num_tokens: int) -> int:
    """Of the table of embeddings a token reads one row, unless the output is the same table, which is read whole."""
    words, output = model.get_input_embeddings(), model.get_output_embeddings()
    if output is not None and _table(words) is _table(output):
        return 0
    return int(_own_bytes(words) * max(words.num_embeddings - num_tokens, 0) // words.num_embeddings)


def _table(module: Any) -> Any:
    """Whatever the layer keeps its weights in: packed, as stored, or as a parameter."""
    found = (getattr(module, name, None) for name in ("matrix", "stored", "weight"))
    return next((table for table in found if table is not None), None)


def _own_bytes(module: Any) -> int:
    return int(packed_bytes(module) + sum(parameter.nbytes for parameter in module.parameters()))
