"""Hours of every day and, apart from them, the days off, as Japan tells them: `営業時間 10:00-19:00 定休日 水曜日`."""

import re
from collections.abc import Iterator, Sequence

from scrapersky.extract.opening_hours.hours import Day, OpeningHours
from scrapersky.extract.opening_hours.parsing import parse_opening_hours
from scrapersky.extract.opening_hours.vocabulary import DAY_NUMBERS, DAYS_OFF, DAYS_OPEN
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.phrases import any_phrase

_LINES_TOGETHER = 8
_LONGEST = 200
_NOTHING: Day = ()
_OPEN = re.compile(any_phrase(DAYS_OPEN))
_OFF = re.compile(
    rf"(?:{any_phrase(DAYS_OFF)})[\s:;]{{0,4}}(?:毎週)?"
    r"(?P<days>(?:[月火水木金土日](?:曜日?)?[\u30fb\u3001,/と ]{0,2}){1,7}|なし|無休)"
)


def weeks_with_days_off(lines: Sequence[Line]) -> Iterator[tuple[str, OpeningHours]]:
    """Where hours that name no day are followed by the days off."""
    for index, line in enumerate(lines):
        opened = None if line.text.isascii() else _OPEN.search(line.text)
        if opened is None:
            continue
        said = " ; ".join(below.text for below in lines[index : index + _LINES_TOGETHER])[opened.end() :][:_LONGEST]
        off = _OFF.search(said)
        hours = parse_opening_hours(said[: off.start()], days_may_lack=True) if off is not None else None
        if off is not None and hours is not None and all(hours.days):
            yield f"{opened[0]}{said[: off.end()]}".strip(), _without(hours, off["days"])


def _without(hours: OpeningHours, days: str) -> OpeningHours:
    closed = {DAY_NUMBERS[sign] for sign in days.replace("曜日", "") if sign in DAY_NUMBERS}
    monday, tuesday, wednesday, thursday, friday, saturday, sunday = (
        day if number not in closed else _NOTHING for number, day in enumerate(hours.days)
    )
    return OpeningHours((monday, tuesday, wednesday, thursday, friday, saturday, sunday))
