"""Tiny random models of several families, made from their transformers configs, and one way to run them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from transformers import (
    DeepseekV3Config,
    DynamicCache,
    FalconH1Config,
    Gemma2Config,
    Gemma3nTextConfig,
    Gemma3TextConfig,
    GptOssConfig,
    LlamaConfig,
    MambaConfig,
    MistralConfig,
    Phi3Config,
    PhiConfig,
    PreTrainedConfig,
    Qwen2Config,
    Qwen3Config,
    Qwen3NextConfig,
)
from transformers.models.auto.modeling_auto import AutoModelForCausalLM

from engine.cache.block import root_hash
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import EXACT, CachePolicy, KvFormat, block_sizes
from engine.model_runner import ModelRunner
from engine.model_shape import cache_argument

VOCAB = 256
_SMALL: dict[str, Any] = {
    "vocab_size": VOCAB,
    "hidden_size": 48,
    "intermediate_size": 64,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "max_position_embeddings": 1024,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "pad_token_id": 0,
}

CONFIGS: dict[str, Callable[[], PreTrainedConfig]] = {
    "llama": lambda: LlamaConfig(**_SMALL, num_key_value_heads=2, head_dim=16),
    "gemma3": lambda: Gemma3TextConfig(
        **_SMALL, num_key_value_heads=1, head_dim=16, sliding_window=40, sliding_window_pattern=2
    ),
    "qwen2": lambda: Qwen2Config(**_SMALL, num_key_value_heads=2),
    "qwen3": lambda: Qwen3Config(**_SMALL, num_key_value_heads=4, head_dim=16),
    "phi": lambda: PhiConfig(**_SMALL, partial_rotary_factor=0.5),
    "phi3": lambda: Phi3Config(**_SMALL, num_key_value_heads=2),
    "mistral": lambda: MistralConfig(**_SMALL, num_key_value_heads=2, sliding_window=70),
    "deepseek_v3": lambda: DeepseekV3Config(
        **_SMALL,
        num_key_value_heads=4,
        n_routed_experts=4,
        num_experts_per_tok=2,
        n_group=2,
        topk_group=1,
        n_shared_experts=1,
        moe_intermediate_size=32,
        first_k_dense_replace=1,
        kv_lora_rank=24,
        q_lora_rank=24,
        qk_rope_head_dim=8,
        qk_nope_head_dim=16,
        v_head_dim=12,
    ),
    "gemma2": lambda: Gemma2Config(**_SMALL, num_key_value_heads=2, head_dim=16, sliding_window=40),
    "gpt_oss": lambda: GptOssConfig(
        **_SMALL,
        num_key_value_heads=2,
        head_dim=16,
        sliding_window=40,
        num_local_experts=4,
        num_experts_per_tok=2,
        # yarn's default parameters are for the real head size
        rope_parameters={"rope_type": "default", "rope_theta": 10_000.0},
    ),
    # Its last three layers attend to the keys and values of the layers before them.
    "gemma3n": lambda: Gemma3nTextConfig(
        **{**_SMALL, "num_hidden_layers": 6, "intermediate_size": [64] * 6},
        vocab_size_per_layer_input=VOCAB,
        hidden_size_per_layer_input=8,
        num_key_value_heads=2,
        head_dim=16,
        sliding_window=40,
        num_kv_shared_layers=3,
        activation_sparsity_pattern=[0.0] * 6,
        laurel_rank=8,
        altup_num_inputs=2,
        layer_types=["sliding_attention", "sliding_attention", "full_attention"] * 2,
    ),
    "qwen3_next": lambda: Qwen3NextConfig(
        **_SMALL,
        num_key_value_heads=2,
        head_dim=16,
        linear_num_key_heads=2,
        linear_num_value_heads=4,
        linear_key_head_dim=8,
        linear_value_head_dim=8,
        num_experts=4,
        num_experts_per_tok=2,
        moe_intermediate_size=32,
        shared_expert_intermediate_size=32,
        layer_types=["linear_attention", "full_attention", "linear_attention"],
    ),
    "mamba": lambda: MambaConfig(**_SMALL, state_size=8, use_cache=True),
    # Attention and a recurrent state in the same layer.
    "falcon_h1": lambda: FalconH1Config(
        **_SMALL, num_key_value_heads=2, head_dim=16, mamba_d_ssm=96, mamba_n_heads=6, mamba_d_head=16, mamba_d_state=8
    ),
}

PAGED = [name for name in CONFIGS if name not in ("qwen3_next", "mamba", "falcon_h1")]
RECURRENT = [name for name in CONFIGS if name not in PAGED]


def make_model(family: str, dtype: torch.dtype = torch.float32) -> Any:
    """A model with fixed random weights, large enough that its next token is not a toss-up."""
    torch.manual_seed(5)
    model = AutoModelForCausalLM.from_config(CONFIGS[family](), dtype=torch.float32)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.mul_(4)
    return model.to(dtype).eval()


class Paged:
    """A runner with its own blocks: conversations are answered greedily, without tokenizer or scheduler."""

    def __init__(self, runner: ModelRunner, num_blocks: int = 24, format_: KvFormat = EXACT) -> None:
        self.runner = runner
        self.store = runner.new_store()
        sizes = block_sizes(self.store.groups, runner.model.dtype.itemsize)
        budget_bytes = num_blocks * sizes.open_bytes or 2**24
        new_state = runner.new_state if runner.has_state else None
        self.cache = CacheManager(
            budget_bytes, sizes, CachePolicy(format_), root_hash("tiny", format_.name), self.store, new_state
        )

    def read(self, conversation: str, prompt: list[int], chunk_tokens: int = 512) -> tuple[torch.Tensor, int]:
        """Logits after the prompt, and how many of its tokens were cached. The sequence stays open for `decode`."""
        sequence = self.cache.begin(conversation, prompt)
        cached = sequence.num_tokens
        logits = torch.empty(0)
        while sequence.num_tokens < len(prompt):
            start = sequence.num_tokens
            end = self.runner.end_of_chunk(start, len(prompt), start + chunk_tokens)
            logits = self._forward(sequence, prompt[start:end])
        return logits, cached

    def decode(self, conversation: str, logits: torch.Tensor, num_tokens: int) -> tuple[list[int], list[torch.Tensor]]:
        """Greedy ids that follow, and the logits behind each; then the request is over."""
        sequence = self.cache.sequences[conversation]
        ids, all_logits = [], [logits]
        for _ in range(num_tokens):
            ids.append(int(all_logits[-1].argmax()))
            all_logits.append(self._forward(sequence, ids[-1:]))
        self.cache.end(sequence)
        self.cache.check()
        return ids, all_logits

    def _forward(self, sequence: Any, chunk: list[int]) -> torch.Tensor:
        start = sequence.num_tokens
        self.cache.reserve(sequence, start + len(chunk))
        logits = self.runner.forward(self.store, sequence.block_table, start, chunk, sequence.state)
        self.cache.commit(sequence, chunk)
        return logits[-1]


def reference_logits(model: Any, tokens: list[int], prompt_length: int) -> list[torch.Tensor]:
    """Logits by transformers' own cache and attention: the prompt at once, then token by token."""
    argument = cache_argument(model)
    model.set_attn_implementation("eager" if model.config.model_type in ("gemma2", "gpt_oss", "mamba") else "sdpa")
    cache = DynamicCache(config=model.config)
    logits = []
    with torch.inference_mode():
        for start, stop in [(0, prompt_length)] + [(i, i + 1) for i in range(prompt_length, len(tokens))]:
            output = model(input_ids=torch.tensor([tokens[start:stop]]), use_cache=True, **{argument: cache})
            logits.append(output.logits[0, -1])
    return logits
