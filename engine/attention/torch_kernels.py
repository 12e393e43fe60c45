"""Attention in plain torch: the reference, and the fast path wherever no better kernel exists."""

from __future__ import annotations

import torch
from torch.nn import functional


def attend(
    query: torch.Tensor,
    keys: torch.Tensor,
    values: torch.Tensor,
    *,
    scale: float,
    mask: torch.Tensor | None,
    is_causal: bool,
    softcap: float | None = None,
    sinks: torch.Tensor | None = None,
) -> torch.Tensor:
    """Attention of one sequence.

    Args:
        query: `[num_heads, num_new, k_dim]`.
        keys: `[num_kv_heads, num_tokens, k_dim]`; grouped heads read the same keys.
        values: `[num_kv_heads, num_tokens, v_dim]`.
        scale: Factor of the scores.
        mask: Bool `[num_new, num_tokens]`, True where a token is seen; None if all are, or if `is_causal`.
        is_causal: New tokens see themselves and what is before; only with `num_new == num_tokens` and no mask.
        softcap: Scores are squeezed into (-softcap, softcap) by tanh (Gemma 2).
        sinks: `[num_heads]`, a learned score that takes part in the softmax and has no value (gpt-oss).

    Returns:
        `[num_new, num_heads, v_dim]`.
    """
    num_heads, num_new, _ = query.shape
    num_kv_heads = keys.shape[0]
    if softcap is not None or sinks is not None:
        return _attend_by_hand(query, keys, values, scale, _full_mask(mask, is_causal, query, keys), softcap, sinks)
    if num_new == 1:
        # One new token sees everything: the heads of a group become rows of one query, and K/V are read once.
        query = query.view(num_kv_heads, num_heads // num_kv_heads, -1)
        out = functional.scaled_dot_product_attention(
            query[None], keys[None], values[None], attn_mask=mask, scale=scale
        )
        return out.reshape(1, num_heads, -1)
    out = functional.scaled_dot_product_attention(
        query[None],
        keys[None],
        values[None],
        attn_mask=mask,
        is_causal=is_causal,
        scale=scale,
        enable_gqa=num_kv_heads != num_heads,
    )
    return out[0].transpose(0, 1)


def _full_mask(
    mask: torch.Tensor | None, is_causal: bool, query: torch.Tensor, keys: torch.Tensor
) -> torch.Tensor | None:
    if not is_causal:
        return mask
    return torch.ones(query.shape[1], keys.shape[1], dtype=torch.bool, device=query.device).tril()


def _attend_by_hand(
    query: torch.Tensor,
    keys: torch.Tensor,
    values: torch.Tensor,
    scale: float,
    mask: torch.Tensor | None,
    softcap: float | None,
    sinks: torch.Tensor | None,
) -> torch.Tensor:
    groups = query.shape[0] // keys.shape[0]
    keys, values = keys.repeat_interleave(groups, dim=0), values.repeat_interleave(groups, dim=0)
    scores = (query @ keys.transpose(1, 2)).float() * scale
    if softcap is not None:
        scores = torch.tanh(scores / softcap) * softcap
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    if sinks is not None:
        column = sinks.float().view(-1, 1, 1).expand(-1, scores.shape[1], 1)
        weights = torch.softmax(torch.cat([scores, column], dim=-1), dim=-1)[..., :-1]
    else:
        weights = torch.softmax(scores, dim=-1)
    return (weights.to(values.dtype) @ values).transpose(0, 1)
