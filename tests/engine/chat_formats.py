"""Templates for well-known chat formats, written from what their makers document, and small tokenizers for them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.chat_template import ChatTemplate
from tests.engine.small_tokenizer import CHATML, byte_level

TOKENIZER_ID = "this tokenizer"

ALTERNATE = (
    "{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('Roles must alternate user/assistant') }}{% endif %}{% endfor %}"
)

LLAMA_3 = (
    "{{ bos_token }}<|start_header_id|>system<|end_header_id|>\n\nToday Date: {{ strftime_now('%d %b %Y') }}\n\n"
    "{% if messages[0].role == 'system' %}{{ messages[0].content | trim }}{% endif %}<|eot_id|>"
    "{% for m in messages %}{% if m.role != 'system' %}"
    "{{ '<|start_header_id|>' + m.role + '<|end_header_id|>\n\n' + m.content | trim + '<|eot_id|>' }}"
    "{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"
)

GEMMA = (
    "{{ bos_token }}{% if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
    + ALTERNATE
    + "{% for m in messages %}"
    "{% set role = 'model' if m.role == 'assistant' else m.role %}"
    "{{ '<start_of_turn>' + role + '\n' + m.content | trim + '<end_of_turn>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<start_of_turn>model\n' }}{% endif %}"
)

MISTRAL = (
    "{{ bos_token }}{% set turns = messages %}{% set system = '' %}"
    "{% if messages[0].role == 'system' %}{% set turns = messages[1:] %}{% set system = messages[0].content + '\n\n' %}"
    "{% endif %}{% for m in turns %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('After the optional system message, roles must alternate') }}{% endif %}"
    "{% if m.role == 'user' %}{{ '[INST] ' + (system if loop.first else '') + m.content + ' [/INST]' }}"
    "{% else %}{{ ' ' + m.content + eos_token }}{% endif %}{% endfor %}"
)

PHI = (
    "{% for m in messages %}{{ '<|' + m.role + '|>\n' + m.content + '<|end|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|assistant|>\n' }}{% endif %}"
)

ZEPHYR = (
    "{% for m in messages %}{{ '<|' + m.role + '|>\n' + m.content + eos_token + '\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|assistant|>\n' }}{% endif %}"
)

QWEN_3 = (
    "{% set last = namespace(asked=-1) %}"
    "{% for m in messages %}{% if m.role == 'user' %}{% set last.asked = loop.index0 %}{% endif %}{% endfor %}"
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' }}"
    "{% set content = m.content %}{% set thought = m.reasoning_content or '' %}"
    "{% if m.role == 'assistant' and not thought and '</think>' in content %}"
    "{% set thought = content.split('</think>')[0].split('<think>')[-1] %}"
    "{% set content = content.split('</think>')[-1].lstrip('\n') %}{% endif %}"
    "{% if m.role == 'assistant' and loop.index0 > last.asked %}"
    "{{ '<think>\n' + thought.strip('\n') + '\n</think>\n\n' + content.lstrip('\n') }}"
    "{% else %}{{ content }}{% endif %}{{ '<|im_end|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}"
    "{% if enable_thinking is defined and enable_thinking is false %}{{ '<think>\n\n</think>\n\n' }}{% endif %}"
    "{% endif %}"
)

KEEPS_THOUGHTS = (
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' }}"
    "{% if m.reasoning_content %}{{ '<think>\n' + m.reasoning_content.strip('\n') + '\n</think>\n\n' }}{% endif %}"
    "{{ m.content + '<|im_end|>\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)

R1 = (
    "{{ bos_token }}{% for m in messages %}{% if m.role == 'system' %}{{ m.content }}"
    "{% elif m.role == 'user' %}{{ '<｜User｜>' + m.content }}"
    "{% else %}{{ '<｜Assistant｜>' + m.content.split('</think>')[-1] + '<｜end▁of▁sentence｜>' }}{% endif %}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<｜Assistant｜><think>\n' }}{% endif %}"
)

GPT_OSS = (
    "{{ '<|start|>system<|message|>Current date: ' + strftime_now('%Y-%m-%d') + '\nReasoning: ' }}"
    "{{ reasoning_effort or 'medium' }}{{ '\n# Valid channels: analysis, commentary, final.<|end|>' }}"
    "{% for m in messages %}"
    "{% if m.role == 'system' %}{{ '<|start|>developer<|message|># Instructions\n\n' + m.content + '<|end|>' }}"
    "{% elif m.role == 'user' %}{{ '<|start|>user<|message|>' + m.content + '<|end|>' }}"
    "{% else %}{{ '<|start|>assistant<|channel|>final<|message|>' + m.content + '<|end|>' }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|start|>assistant' }}{% endif %}"
)

COMMAND_R = (
    "{{ bos_token }}{% for m in messages %}"
    "{% set speaker = {'user': 'USER', 'system': 'SYSTEM', 'assistant': 'CHATBOT'}[m.role] %}"
    "{{ '<|START_OF_TURN_TOKEN|><|' + speaker + '_TOKEN|>' }}"
    "{% if m.role == 'assistant' %}{{ '<|START_RESPONSE|>' + m.content + '<|END_RESPONSE|>' }}"
    "{% else %}{{ m.content }}{% endif %}{{ '<|END_OF_TURN_TOKEN|>' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>' }}"
    "{% if reasoning is defined and not reasoning %}{{ '<|START_THINKING|><|END_THINKING|>' }}{% endif %}{% endif %}"
)

MAGISTRAL = MISTRAL.replace(
    "{{ ' ' + m.content", "{{ ('[THINK]' + m.thinking + '[/THINK]' if m.thinking else '') + m.content"
)

PARTS = (
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' }}"
    "{% for part in m.content %}{% if part.type == 'text' %}{{ part.text }}{% endif %}{% endfor %}{{ '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


@dataclass(frozen=True)
class ChatFormat:
    """A template and what its tokenizer knows besides the usual."""

    template: str
    special: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    begins_texts: bool = False

    @property
    def tokenizer(self) -> Any:
        return _tokenizer(self)

    def make(self) -> ChatTemplate:
        return ChatTemplate(self.tokenizer, TOKENIZER_ID)


@cache
def _tokenizer(chat_format: ChatFormat) -> Any:
    f = chat_format
    return byte_level(f.template, begins_texts=f.begins_texts, special=f.special, added=f.added)


_HEADERS = ("<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>")
_TURNS = ("<start_of_turn>", "<end_of_turn>")
_PHI = ("<|system|>", "<|user|>", "<|assistant|>", "<|end|>")
_HARMONY = ("<|start|>", "<|channel|>", "<|message|>", "<|end|>", "<|return|>", "<|call|>", "<|constrain|>")
_COMMAND = (
    "<|START_OF_TURN_TOKEN|>",
    "<|END_OF_TURN_TOKEN|>",
    "<|USER_TOKEN|>",
    "<|CHATBOT_TOKEN|>",
    "<|SYSTEM_TOKEN|>",
)
_COMMAND += ("<|START_THINKING|>", "<|END_THINKING|>", "<|START_RESPONSE|>", "<|END_RESPONSE|>")

FORMATS: dict[str, ChatFormat] = {
    "chatml": ChatFormat(CHATML),
    "llama 3": ChatFormat(LLAMA_3, _HEADERS, begins_texts=True),
    "gemma": ChatFormat(GEMMA, _TURNS, begins_texts=True),
    "mistral": ChatFormat(MISTRAL, ("[INST]", "[/INST]"), begins_texts=True),
    "phi": ChatFormat(PHI, _PHI),
    "zephyr": ChatFormat(ZEPHYR),
    "qwen 3": ChatFormat(QWEN_3, added=("<think>", "</think>")),
    "qwen 3, markers as text": ChatFormat(QWEN_3),
    "keeps thoughts": ChatFormat(KEEPS_THOUGHTS, added=("<think>", "</think>")),
    "deepseek r1": ChatFormat(
        R1, ("<｜User｜>", "<｜Assistant｜>", "<｜end▁of▁sentence｜>"), ("<think>", "</think>"), True
    ),
    "gpt-oss": ChatFormat(GPT_OSS, _HARMONY),
    "command r": ChatFormat(COMMAND_R, _COMMAND, begins_texts=True),
    "magistral": ChatFormat(MAGISTRAL, ("[INST]", "[/INST]", "[THINK]", "[/THINK]"), begins_texts=True),
    "parts": ChatFormat(PARTS),
    "none": ChatFormat(""),
}
