from __future__ import annotations

import ast
from pathlib import Path

from app import engine_words

ENGINE = Path(__file__).resolve().parents[2] / "engine"


def test_every_stage_that_the_engine_tells_of_is_known() -> None:
    told: set[object] = set()
    for name in ("loader.py", "load_progress.py"):
        for node in ast.walk(ast.parse((ENGINE / name).read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "step":
                told |= {each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)}
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("_BARS", "_TRYING"):
                of_modules = node.value.keys if isinstance(node.value, ast.Dict) else []
                told |= {
                    each.value
                    for each in ast.walk(node.value)
                    if isinstance(each, ast.Constant) and each not in of_modules
                }
    phrases = {each.removesuffix(engine_words.FIRST_TIME) for each in told if isinstance(each, str)} - {""}
    assert len(phrases) > 5
    assert phrases - set(engine_words.STAGES) == set()


def test_a_stage_that_is_new_stays_as_the_engine_says_it() -> None:
    assert engine_words.stage_text("Polishing the weights") == "Polishing the weights"
    assert engine_words.stage_text("Loading weights (first time only)") == "Loading weights (first time only)"
