"""Which parts of a model are experts, of which each token visits some only."""

from __future__ import annotations

from typing import Any


def visited_share(config: Any) -> float:
    """What part of its experts a token visits; 1 for a model without any."""
    visited = _first_number(config, "num_experts_per_tok", "num_experts_per_token", "moe_k", "top_k_experts")
    experts = _first_number(config, "n_routed_experts", "num_local_experts", "num_experts", "moe_num_experts")
    return visited / experts if 0 < visited < experts else 1.0


def expert_modules(model: Any) -> list[Any]:
    """The experts of each layer that are visited by choice; those that every token visits are no part of them."""
    return [module for name, module in model.named_modules() if name.rpartition(".")[2] == "experts"]


def _first_number(config: Any, *names: str) -> int:
    found = (getattr(config, name, None) for name in names)
    return next((value for value in found if isinstance(value, int)), 0)
