"""Small real tokenizers, trained in milliseconds: the two ways in which today's models turn bytes into tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from transformers import PreTrainedTokenizerFast

CHATML = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)

_SPECIAL = ["<s>", "<|im_start|>", "<|im_end|>"]
_CORPUS = ["the weather is fine and the water is warm", "hello world, hello there, hello you", "naïve café, 20 € 😀"]


def byte_level(
    template: str | None = CHATML, *, begins_texts: bool = False, special: Sequence[str] = (), added: Sequence[str] = ()
) -> Any:
    """Tokens are pieces of UTF-8, as in GPT-2, Llama 3, Qwen and SmolLM.

    Args:
        begins_texts: The tokenizer wants `<s>` before every text.
        special: More control tokens.
        added: Tokens of one piece that are shown as text, as `<think>` is in some models.
    """
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=320,
        special_tokens=_SPECIAL,
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_CORPUS * 3, trainer)
    if begins_texts:
        tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 0)])
    tokenizer.add_special_tokens(list(special))
    tokenizer.add_tokens(list(added))
    return _wrapped(tokenizer, template)


def byte_fallback() -> Any:
    """Tokens are letters and pieces of words with `▁` for a space, and bytes for all else, as in Llama 2 and Gemma."""
    merges = [("▁", "h"), ("e", "r"), ("l", "l"), ("▁h", "e"), ("ll", "o"), ("▁", "▁")]
    tokens = ["<unk>", *_SPECIAL, *(f"<0x{byte:02X}>" for byte in range(256)), *"▁abcdefghijklmnopqrstuvwxyz,"]
    tokens += [left + right for left, right in merges]
    vocabulary = {token: place for place, token in enumerate(tokens)}
    tokenizer = Tokenizer(models.BPE(vocabulary, merges, byte_fallback=True, unk_token="<unk>"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    tokenizer.add_special_tokens(["<unk>", *_SPECIAL])
    return _wrapped(tokenizer, None)


def _wrapped(tokenizer: Tokenizer, template: str | None) -> Any:
    wrapped = PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="<|im_end|>")
    wrapped.chat_template = template
    return wrapped
