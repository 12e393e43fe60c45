from __future__ import annotations

from pathlib import Path

import pytest
import translations
from PySide6.QtCore import QTranslator
from translations import Sentence, fault_of

FORMS_OF_THREE = 3


@pytest.mark.parametrize("language", ["en", "pl", "sk"])
def test_no_sentence_lacks_a_translation(language: str) -> None:
    # `make translations` brings the files up to date; what it then names is to be translated.
    faults = translations.faults(language)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", ["en", "pl", "sk"])
def test_the_program_reads_what_translators_wrote(language: str) -> None:
    file = translations.FOLDER / f"kvasir_{language}.ts"
    read = QTranslator()
    assert read.load(str(file.with_suffix(".qm")))
    said = translations.said_in(language)
    for source, sentence in translations.read(file).items():
        if source not in said or not sentence.forms:
            continue
        counts = {"en": (1, 2), "pl": (1, 2, 5), "sk": (1, 2, 5)}[language] if sentence.is_plural else (-1,)
        given = [read.translate("Kvasir", source, None, count) for count in counts]
        assert given == sentence.forms, "python packaging/translations.py makes the .qm files anew"


def test_a_sentence_that_was_put_together_before_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "ui").mkdir()
    (tmp_path / "main.py").write_text("")
    module = tmp_path / "ui" / "greeting.py"
    for wrong in ('tr(f"Hello {name}")', 'tr("Hello {name}".format(name=name))', 'tr("Hello " + name)'):
        module.write_text(f"\nwords = {wrong}\n")
        with pytest.raises(ValueError, match=r"ui/greeting\.py:2"):
            translations.gather(tmp_path)
    module.write_text('words = tr("Hello"), mark("Later"), tr("%n chats", n), tr(words)\n')
    found = translations.gather(tmp_path)
    assert {source: each.is_plural for source, each in found.items()} == {
        "Hello": False,
        "Later": False,
        "%n chats": True,
    }


@pytest.mark.parametrize(
    ("source", "forms", "is_sound"),
    [
        ("{name} was deleted.", ["Usunięto: {name}."], True),
        ("{name} was deleted.", ["Usunięto: {nazwa}."], False),
        ("{name} was deleted.", ["Usunięto {name}"], False),
        ("Waiting …", ["Oczekiwanie"], False),
        ("%n chats", ["jedna rozmowa", "%n rozmowy", "%n rozmów"], True),
        ("%n chats", ["%n rozmowa", "%n rozmowy", "rozmów"], False),
        ("%n chats", ["%n rozmowa", "%n rozmowy"], False),
        ("%n chats", [], False),
    ],
)
def test_a_translation_with_other_blanks_forms_or_ends_is_found(source: str, forms: list[str], is_sound: bool) -> None:
    is_plural = "%n" in source
    fault = fault_of(Sentence(source, is_plural), Sentence(source, is_plural, forms=forms), FORMS_OF_THREE)
    assert (not fault) == is_sound


def test_what_is_no_longer_said_keeps_its_translation_until_it_is_pruned(tmp_path: Path) -> None:
    file = tmp_path / "kvasir_pl.ts"
    known = {"Gone": Sentence("Gone", False, forms=["Nie ma"]), "There": Sentence("There", False, forms=["Jest"])}
    said = {"There": Sentence("There", False), "New": Sentence("New", False)}
    translations.write(file, "pl", said, known, prune=False)
    assert {source: each.forms for source, each in translations.read(file).items()} == {
        "There": ["Jest"],
        "New": [],
        "Gone": ["Nie ma"],
    }
    translations.write(file, "pl", said, translations.read(file), prune=True)
    assert list(translations.read(file)) == ["There", "New"]
