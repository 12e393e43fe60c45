from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest
from PySide6.QtCore import QLocale

from ui import formats

NOON = datetime(2026, 3, 11, 12, 0).timestamp()  # a Wednesday
HOUR = 3600
DAY = 24 * HOUR


@pytest.fixture(autouse=True)
def _locale() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.Polish))
    yield
    QLocale.setDefault(before)


def test_numbers_are_grouped_as_the_locale_does() -> None:
    assert formats.number(1234567) == "1\u00a0234\u00a0567"
    QLocale.setDefault(QLocale(QLocale.Language.English))
    assert formats.number(1234567) == "1,234,567"


def test_a_system_that_says_nothing_still_groups_digits() -> None:
    QLocale.setDefault(QLocale.c())
    assert formats.number(32768) == "32,768"


@pytest.mark.parametrize(
    ("bytes_", "text"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023, "1023 bytes"),
        (98_362_432, "94 MB"),
        (1_474_560, "1,4 MB"),
        (6 * 1024**3, "6,0 GB"),
    ],
)
def test_sizes(bytes_: int, text: str) -> None:
    assert formats.size(bytes_).replace("\u00a0", " ") == text


@pytest.mark.parametrize(
    ("ago", "text"),
    [(0, "now"), (59, "now"), (60, "1 min"), (59 * 60, "59 min"), (3 * HOUR, "09:00"), (13 * HOUR, "yesterday")],
)
def test_times_of_today_and_yesterday(ago: float, text: str) -> None:
    assert formats.relative_time(NOON - ago, NOON) == text


def test_older_times_are_a_day_then_a_date() -> None:
    QLocale.setDefault(QLocale("en_GB"))
    assert formats.relative_time(NOON - 3 * DAY, NOON) == "Sun"
    assert formats.relative_time(NOON - 40 * DAY, NOON) == "30/01/2026"


@pytest.mark.parametrize(
    ("language", "written"), [(QLocale.Language.Polish, "0,75"), (QLocale.Language.English, "0.75")]
)
def test_fractions_are_written_with_the_locales_sign_and_read_with_either(
    language: QLocale.Language, written: str
) -> None:
    QLocale.setDefault(QLocale(language))
    assert formats.decimal(0.75) == written
    assert formats.parse_decimal("0,75") == formats.parse_decimal(" 0.75 ") == 0.75


@pytest.mark.parametrize("text", ["", "x", "1,2,3", "nan", "inf", "1e999"])
def test_what_is_no_fraction_is_none(text: str) -> None:
    assert formats.parse_decimal(text) is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (QLocale.Language.Polish, "1\u00a0234"),
        (QLocale.Language.German, "1.234"),
        (QLocale.Language.English, "1,234"),
        (QLocale.Language.English, "1234"),
    ],
)
def test_whole_numbers_are_read_with_and_without_grouping(language: QLocale.Language, text: str) -> None:
    QLocale.setDefault(QLocale(language))
    assert formats.parse_number(text) == 1234


def test_a_fraction_is_no_whole_number() -> None:
    assert formats.parse_number("1,5") is None


def test_every_number_that_is_written_is_read_again() -> None:
    for language in (QLocale.Language.Polish, QLocale.Language.English, QLocale.Language.Arabic):
        QLocale.setDefault(QLocale(language))
        for value in (0, 7, 40_000, 123_456_789):
            assert formats.parse_number(formats.number(value)) == value
        for value in (0.0, 0.2, 0.95, 1.1, 10.0):
            assert formats.parse_decimal(formats.decimal(value)) == value
