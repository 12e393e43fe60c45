"""Gathers what is said in `tr` and `mark`, brings resources/translations up to date, and says what lacks a translation.

python packaging/translations.py             gathers, then makes the .qm files that the program reads
python packaging/translations.py --check     changes nothing; the exit status is 1 where something is amiss

The .ts files are Qt Linguist's and can be edited with it (`pyside6-linguist`). lupdate itself would file what modules
say under no context, which is why the sentences are gathered here. English has a file for its plurals alone.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
PLURAL_FORMS = {"en": 2, "pl": 3, "sk": 3}
_SPEAKERS = {"tr", "mark"}
_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sentence stands in the program."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@dataclass(slots=True)
class Sentence:
    """What is said somewhere, in English, and in one language.

    Attributes:
        forms: The translation; several where the sentence has a count, none where there is no translation yet.
    """

    source: str
    is_plural: bool
    places: list[Place] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)


def gather(root: Path = ROOT) -> dict[str, Sentence]:
    """All that the program says, in the order of its files.

    Raises:
        ValueError: With the place, for a sentence that is put together before it is translated.
    """
    found: dict[str, Sentence] = {}
    for path in _modules(root):
        name = path.relative_to(root).as_posix()
        calls = [node for node in ast.walk(ast.parse(path.read_bytes())) if _speaks(node)]
        for call in sorted(calls, key=lambda each: (each.lineno, each.col_offset)):
            place = Place(name, call.lineno)
            what = call.args[0] if call.args else None
            if isinstance(what, (ast.JoinedStr, ast.BinOp)) or _is_filled_in(what):
                raise ValueError(f"{place}: what is translated has to be a literal, to be filled in afterwards.")
            if not isinstance(what, ast.Constant) or not isinstance(what.value, str):
                continue  # a marked constant, gathered where it is marked
            is_plural = len(call.args) + len(call.keywords) > 1
            sentence = found.setdefault(what.value, Sentence(what.value, is_plural))
            if sentence.is_plural != is_plural:
                raise ValueError(f"{place}: “{what.value}” is said with a count and without one.")
            sentence.places.append(place)
    return found


def _modules(root: Path) -> Iterator[Path]:
    yield root / "main.py"
    for folder in ("app", "ui"):
        yield from sorted((root / folder).rglob("*.py"))


def _speaks(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _SPEAKERS


def _is_filled_in(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"


def read(path: Path) -> dict[str, Sentence]:
    """The sentences of a .ts file, with those that are no longer said."""
    if not path.exists():
        return {}
    found: dict[str, Sentence] = {}
    for message in ET.parse(path).getroot().iter("message"):
        translation = message.find("translation")
        source = message.findtext("source") or ""
        is_plural = message.get("numerus") == "yes"
        forms: list[str] = []
        if translation is not None and translation.get("type") != "unfinished":
            texts = [form.text for form in translation.iter("numerusform")] if is_plural else [translation.text]
            forms = [text for text in texts if text]
        found[source] = Sentence(source, is_plural, forms=forms)
    return found


def write(path: Path, language: str, said: dict[str, Sentence], known: dict[str, Sentence], *, prune: bool) -> None:
    """A .ts file with all that is said, and with what is no longer said unless that is to be pruned."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    context = ET.SubElement(root, "context")
    ET.SubElement(context, "name").text = "Kvasir"
    for sentence in said.values():
        before = known.get(sentence.source)
        forms = before.forms if before is not None and before.is_plural == sentence.is_plural else []
        _add(context, sentence, forms, "" if forms else "unfinished", PLURAL_FORMS[language])
    for source, sentence in known.items():
        if source not in said and sentence.forms and not prune:
            _add(context, sentence, sentence.forms, "vanished", PLURAL_FORMS[language])
    ET.indent(root, "    ")
    text = _HEAD + ET.tostring(root, encoding="unicode") + "\n"
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def _add(context: ET.Element, sentence: Sentence, forms: list[str], state: str, num_forms: int) -> None:
    message = ET.SubElement(context, "message", {"numerus": "yes"} if sentence.is_plural else {})
    ET.SubElement(message, "source").text = sentence.source
    translation = ET.SubElement(message, "translation", {"type": state} if state else {})
    if sentence.is_plural:
        for number in range(num_forms):
            ET.SubElement(translation, "numerusform").text = forms[number] if number < len(forms) else ""
    else:
        translation.text = forms[0] if forms else ""


def said_in(language: str, root: Path = ROOT) -> dict[str, Sentence]:
    """What has to be translated into a language: into English only what is counted."""
    return {source: each for source, each in gather(root).items() if each.is_plural or language != "en"}


def faults(language: str) -> list[str]:
    """What is amiss with a language: for each sentence where it stands, and what is wrong with its translation."""
    known = read(FOLDER / f"kvasir_{language}.ts")
    return [
        f"{', '.join(map(str, sentence.places))}: {language}: {fault}: {source!r}"
        for source, sentence in said_in(language).items()
        if (fault := fault_of(sentence, known.get(source), PLURAL_FORMS[language]))
    ]


def fault_of(sentence: Sentence, translated: Sentence | None, num_forms: int) -> str:
    """What is wrong with one translation; empty for nothing."""
    if translated is None or not translated.forms or translated.is_plural != sentence.is_plural:
        return "not translated"
    if sentence.is_plural and len(translated.forms) != num_forms:
        return f"{len(translated.forms)} of {num_forms} plural forms"
    for form in translated.forms:
        # A form for one thing alone may do without its number.
        wanted = _blanks(sentence.source) - {"%n"} if form is translated.forms[0] else _blanks(sentence.source)
        if _blanks(form) - {"%n"} != wanted - {"%n"} or not wanted <= _blanks(form):
            return f"{sorted(_blanks(sentence.source))} have become {sorted(_blanks(form))}"
        if form.count("\t") != sentence.source.count("\t") or form.count("\n") != sentence.source.count("\n"):
            return "tabs or line breaks are others"
        for sign in (" ", ":", "…", "."):
            if form.endswith(sign) != sentence.source.endswith(sign):
                return f"one ends in “{sign}” and the other does not"
    return ""


def _blanks(text: str) -> set[str]:
    return set(re.findall(r"\{[^{}]*\}|%n", text))


def release(path: Path) -> None:
    """Make the .qm file beside a .ts file. Raises `subprocess.CalledProcessError` with what lrelease said."""
    import PySide6

    program = Path(PySide6.__file__).parent / ("lrelease.exe" if sys.platform == "win32" else "lrelease")
    # In a step of its own: a program that runs reads the file where it lies, and would end if that became shorter.
    new = path.with_suffix(".qm.new")
    subprocess.run([str(program), "-silent", "-nounfinished", str(path), "-qm", str(new)], check=True)
    new.replace(path.with_suffix(".qm"))


def main(argv: list[str]) -> int:
    """Returns the exit status: 1 where a sentence has no sound translation."""
    parser = argparse.ArgumentParser(description="Bring the translations up to date.")
    parser.add_argument("--check", action="store_true", help="change nothing, only say what is amiss")
    parser.add_argument("--prune", action="store_true", help="forget what is no longer said")
    options = parser.parse_args(argv)
    FOLDER.mkdir(parents=True, exist_ok=True)
    amiss: list[str] = []
    for language in PLURAL_FORMS:
        path = FOLDER / f"kvasir_{language}.ts"
        if not options.check:
            write(path, language, said_in(language), read(path), prune=options.prune)
            release(path)
        amiss += faults(language)
    print("\n".join(amiss) if amiss else "Nothing lacks a translation.")
    return 1 if amiss else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
