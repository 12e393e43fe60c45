from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.model_facts import TemplateFacts, template_facts


@pytest.mark.parametrize(
    ("name", "content", "facts"),
    [
        ("chat_template.jinja", "{{ messages }}", TemplateFacts(True, "none")),
        ("chat_template.jinja", "{% if enable_thinking %}<think>", TemplateFacts(True, "optional")),
        ("chat_template.json", json.dumps({"chat_template": "<think>"}), TemplateFacts(True, "maybe")),
        ("tokenizer_config.json", json.dumps({"chat_template": "x"}), TemplateFacts(True, "none")),
        (
            "tokenizer_config.json",
            json.dumps({"chat_template": [{"template": "<think>"}]}),
            TemplateFacts(True, "maybe"),
        ),
        ("tokenizer_config.json", "{}", TemplateFacts(False, "none")),
        ("tokenizer_config.json", "[", TemplateFacts(False, "none")),
    ],
)
def test_a_folder_tells_of_its_template(tmp_path: Path, name: str, content: str, facts: TemplateFacts) -> None:
    (tmp_path / name).write_text(content)
    assert template_facts(tmp_path) == facts


def test_a_file_tells_nothing_without_being_read(tmp_path: Path) -> None:
    (tmp_path / "x.gguf").write_bytes(b"GGUF")
    assert template_facts(tmp_path / "x.gguf") == TemplateFacts(None, "unknown")
