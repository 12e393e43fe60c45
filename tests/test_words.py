"""Nothing that people read stands outside of `tr`."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "packaging"))

from translations import gather  # noqa: E402  # from packaging/

_NOT_READ_BY_PEOPLE = {
    "Kvasir": "a name",
    " – Kvasir": "a name",
    "Markdown": "a name",
    "English": "a name",
    "Polski": "a name",
    "Mistral Nemo 12B": "a name",
    "Phi-4 mini 3.8B": "a name",
    "000,000,000 tokens": "as wide as what will be written there",
    **dict.fromkeys(("blob ", "Apache", "Classifier", "License", "Lib"), "stands in files"),
    **dict.fromkeys(("Python", "Qt", ", pid "), "names"),
    **dict.fromkeys(("new chat", "new conversation", "new thread", "unnamed chat"), "titles in files"),
    "Kvasir conversations.zip": "the name of a file",
    "Kvasir conversations": "the name of a folder",
    "Workbook": "stands in files",
    "PowerPoint Document": "stands in files",
    "Fallback": "stands in files",
    "noopener noreferrer": "stands in files",
    "Affinity": "a field of Windows",
    "Cannot load library ": "what Qt says, to be cut off",
    " (first time only)": "what the engine says, to be translated in engine_words",
    "Give this conversation a title of at most six words, in the language of the conversation. "
    "Answer with the title alone.": "read by the model",
    "on, off": "typed as they are",
    "exact, fp8, int8, k8v4, int4": "typed as they are",
    "The formula is too long.": "its source is shown instead",
    "The formula has a command that is not known.": "its source is shown instead",
    "The formula cannot be drawn.": "its source is shown instead",
    "List, search, export and import conversations; no model is needed.": "help, beside argparse's own English",
    "Set up what runs the models, where Kvasir is installed and does not run from its sources.": "help, as above",
    "attached file": "a key of what was left out",
    "tool result": "a key of what was left out",
    "tool call": "a key of what was left out",
    "later system turn": "a key of what was left out",
    "part of type ": "a key of what was left out",
    "type ": "a key of what was left out",
    "turn of ": "a key of what was left out",
}
_KEYS = re.compile(r"\t?((Ctrl|Shift|Alt)\+)*(\W|[A-Z]|F\d+|Esc|Return|Up|Left|Right|Del|PgUp|PgDown)")
_KINDS_OF_CHARACTERS = re.compile(r"[CLZ][a-z]")
_MODULES_FOR_DEVELOPERS = re.compile(r"(screenshots|\w*scenes|style_sheet)\.py")
_TAKES_NO_WORDS = {"tr", "mark", "TypeVar", "cast", "getattr", "execute", "rows", "qn", "setStyle"} | {
    "compile",
    "search",
    "match",
    "sub",
    "fullmatch",
    "findall",
}
_ERRORS_OF_PROGRAMMERS = {"ValueError", "TypeError", "TimeoutError", "RuntimeError", "KeyError"}
_CODE = re.compile(
    r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|PRAGMA|ALTER|BEGIN|ROLLBACK|WHERE|FROM|DEFAULT|VALUES|ORDER|REAL"
    r"|SAVEPOINT|RELEASE)\b|[;<>=].*[;<>=]|^--|^/|::|\w\.\w+\.\w|^%\(|^[a-z]+, [a-z]+(, [a-z_]+)?$|^import "
)


def bare_sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Literals that look like words for people and are given to nobody who translates them."""
    tree = ast.parse(path.read_bytes())
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or not _looks_like_words(node.value):
            continue
        is_docstring = isinstance(parents[node], ast.Expr)
        if not is_docstring and not _CODE.search(node.value) and not _is_taken_care_of(node, parents):
            yield node.lineno, node.value


def _looks_like_words(text: str) -> bool:
    several = re.search(r"[^\W\d_]{2,}[,.:;…]? +[^\W\d_]+", text)
    one = re.fullmatch(r"\W*[A-Z][a-z]+\W*", text)
    in_between = re.fullmatch(r"(.*\d)? [a-z]{3,}.*|.*[a-z]{3,} ", text)  # what an f-string has around a number
    return bool(
        (several or one or in_between or ("…" in text and re.search(r"[^\W\d_]{2,}", text)))
        and not _KEYS.fullmatch(text)
        and not _KINDS_OF_CHARACTERS.fullmatch(text)
    )


def _is_taken_care_of(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    inside: ast.AST = node
    around = parents.get(node)
    while around is not None:
        if isinstance(around, ast.Call):
            called = around.func.attr if isinstance(around.func, ast.Attribute) else getattr(around.func, "id", "")
            if called in _TAKES_NO_WORDS | _ERRORS_OF_PROGRAMMERS:
                return True
            if isinstance(around.func, ast.Attribute) and ast.unparse(around.func.value) in ("_log", "logging"):
                return True
        if isinstance(around, ast.Compare | ast.Assert):
            return True
        if isinstance(around, ast.Subscript) and around.slice is inside:
            return True
        if isinstance(around, ast.keyword) and around.arg in ("help", "description", "metavar", "prog", "version"):
            return True
        if getattr(around, "annotation", None) is inside:
            return True
        inside, around = around, parents.get(around)
    return False


def test_all_that_people_read_goes_through_tr() -> None:
    keys_of_marked = set(gather())
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{line}: {text!r}"
        for folder in ("ui", "app")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if not _MODULES_FOR_DEVELOPERS.fullmatch(path.name)
        for line, text in bare_sentences(path)
        if text not in _NOT_READ_BY_PEOPLE and text not in keys_of_marked
    ]
    assert not found, "\n".join(found)


def test_words_outside_of_tr_are_found(tmp_path: Path) -> None:
    module = tmp_path / "page.py"
    module.write_text(
        "\n".join(
            [
                '"""A page of words."""',
                'show("Save the chat")',
                'show("Save")',
                'show(f"{n} blocks")',
                'show(tr("Save the chat"))',
                '_log.warning("Nothing was saved")',
                'show("save")',
                "x: \"Page of words\" = values['Save the chat']",
            ]
        )
    )
    assert [line for line, _ in bare_sentences(module)] == [2, 3, 4]
