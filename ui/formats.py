"""Numbers, sizes and times as the user's locale writes them."""

from __future__ import annotations

import math
from datetime import datetime

from PySide6.QtCore import QDate, QLocale, QTime

from app.numbers import number as number
from app.translation import tr

_MINUTE_S = 60
_HOUR_S = 60 * _MINUTE_S
_WEEK_DAYS = 7


def decimal(value: float) -> str:
    """With the locale's comma or point, as short as it is exact to six digits, and without grouping."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    return locale.toString(float(value), "g", 6)


def parse_decimal(text: str) -> float | None:
    """What `decimal` writes, and the same with a point or comma as other locales have it; None for anything else."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.RejectGroupSeparator)
    plain = "".join(text.split())
    value, is_number = locale.toDouble(plain)
    if not is_number:
        value, is_number = QLocale.c().toDouble(plain.replace(",", "."))
    return value if is_number and math.isfinite(value) else None


def parse_number(text: str) -> int | None:
    """What `number` writes, with or without grouping; None for anything else."""
    locale = QLocale()
    plain = "".join(text.split()).replace(locale.groupSeparator(), "")
    value, is_number = locale.toLongLong(plain)
    return value if is_number else None


def part_of(done_bytes: int, total_bytes: int) -> str:
    """How much of something there is: `1.2 MB of 3.4 MB`."""
    return tr("{part} of {whole}").format(part=size(done_bytes), whole=size(total_bytes))


def size(bytes_: int) -> str:
    """Bytes as the nearest of kB, MB, GB in powers of 1,024, with a decimal where that says something."""
    if bytes_ < 1024:
        return tr("%n bytes", bytes_)  # Qt has one form of the word
    unit = 1
    while bytes_ >= unit * 1024:
        unit *= 1024
    precision = 1 if unit > 1 and (bytes_ < 10 * unit or unit >= 1024**3) else 0
    return QLocale().formattedDataSize(bytes_, precision, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def relative_time(then: float, now: float) -> str:
    """How long ago, the shorter the nearer: `now`, `5 min`, `14:05`, `Tue`, then the date. Times in seconds UTC."""
    locale = QLocale()
    seconds = now - then
    moment, today = datetime.fromtimestamp(then), datetime.fromtimestamp(now)
    days = (today.date() - moment.date()).days
    if seconds < _MINUTE_S:
        return tr("now")
    if seconds < _HOUR_S:
        return tr("{minutes} min").format(minutes=int(seconds // _MINUTE_S))
    if days == 0:
        return locale.toString(QTime(moment.hour, moment.minute), QLocale.FormatType.ShortFormat)
    if days == 1:
        return tr("yesterday")
    if days < _WEEK_DAYS:
        return locale.dayName(moment.isoweekday(), QLocale.FormatType.ShortFormat)
    return locale.toString(QDate(moment.year, moment.month, moment.day), QLocale.FormatType.ShortFormat)
