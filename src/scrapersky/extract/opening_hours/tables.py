"""Tables whose columns are days, turned so that each day stands on a line with its hours."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from scrapersky.extract.folding import folded
from scrapersky.extract.opening_hours.vocabulary import DAY_NUMBERS, LIST_WORDS, RANGES
from scrapersky.extract.pages.lines import Line

_LEAST_DAYS = 2
_LONGEST_DAY = 30
_CLOSING = 3
_LETTERS = re.compile(r"[^\W_]+(?:-feira)?")
_OPEN_MARKS = frozenset("\u25cb\u25cf\u25ef\u3007\u25ce\u2713\u2714\u2022")
_CLOSED_MARKS = frozenset("\u4f11\u00d7\u2715-\u2013\u2014\u2015\uff0d/\uff0f\u25b3")
_JOINTS = LIST_WORDS | RANGES
_ONE_TIME = re.compile(r"\d{1,2}(?:[:.h]\d\d)?\s?(?:[ap]\.?m\.?|uhr|h)?", re.IGNORECASE)


def lines_by_day(lines: Sequence[Line]) -> Sequence[Line]:
    """The same lines; of a table that is headed by days, one for each day.

    >>> cells = [Line("Mon", row=1, table=9, cell=1), Line("Tue", row=1, table=9, cell=2)]
    >>> times = [Line("9-5", row=2, table=9, cell=1), Line("9-1", row=2, table=9, cell=2)]
    >>> [line.text for line in lines_by_day([*cells, *times])]
    ['Mon 9-5', 'Tue 9-1']
    """
    heads = Counter(line.table for line in lines if line.cell and len(line.text) <= _LONGEST_DAY and _is_day(line.text))
    if max(heads.values(), default=0) < _LEAST_DAYS:
        return lines
    lines = _with_joined_times(lines)
    turned: list[Line] = []
    for table, group in groupby(lines, key=attrgetter("table")):
        cells = list(group)
        turned.extend(_turned(cells) if heads[table] >= _LEAST_DAYS and _is_headed_by_days(cells) else cells)
    return turned


def _with_joined_times(lines: Sequence[Line]) -> list[Line]:
    """`Monday | 9:00 | 17:00`: the cell with the opening takes in that with the closing."""
    joined: list[Line] = []
    for line in lines:
        opening = joined[-1] if joined else None
        is_closing = opening is not None and 0 < line.row == opening.row and line.cell == opening.cell + 1 == _CLOSING
        if opening is not None and is_closing and all(_ONE_TIME.fullmatch(cell.text) for cell in (opening, line)):
            joined[-1] = opening._replace(text=f"{opening.text} - {line.text}")
        else:
            joined.append(line)
    return joined


def _is_headed_by_days(cells: Sequence[Line]) -> bool:
    head = [line for line in cells if line.row == cells[0].row and line.cell]
    days = sum(_is_day(line.text) for line in head)
    return days >= _LEAST_DAYS and days >= len(head) - 1


def _is_day(text: str) -> bool:
    words = _LETTERS.findall(folded(text[: _LONGEST_DAY + 1]))
    return (
        len(text) <= _LONGEST_DAY and words[:1] != [] and all(word in DAY_NUMBERS or word in _JOINTS for word in words)
    )


def _said(text: str, head: str) -> str:
    """What a cell says: its own hours, or by a mark that those at the head of its row hold, or do not."""
    if text in _OPEN_MARKS:
        return head
    return "" if text in _CLOSED_MARKS else text


def _turned(cells: Sequence[Line]) -> Iterator[Line]:
    head, *rows = [list(row) for _, row in groupby(cells, key=attrgetter("row"))]
    for day in head:
        if _is_day(day.text):
            times = [_said(line.text, row[0].text) for row in rows for line in row if line.cell == day.cell]
            glue = " - " if len(times) == _LEAST_DAYS and all(map(_ONE_TIME.fullmatch, times)) else " "
            yield day._replace(text=f"{day.text} {glue.join(filter(None, times)) or 'closed'}"[:200])
