"""Timetables, turned so that each day stands on a line with its hours; columns that are weeks of their own, apart."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby
from operator import attrgetter

from scrapersky.extract.folding import folded
from scrapersky.extract.opening_hours.parsing import overlap, parse_opening_hours
from scrapersky.extract.opening_hours.vocabulary import CLOSED, DAY_NUMBERS, HOLIDAYS, LIST_WORDS, RANGES
from scrapersky.extract.pages.lines import Line

_LEAST_DAYS = 2
_LONGEST_DAY = 30
_LONGEST_NAME = 5
_MOST_COLUMNS = 16
_FAR_APART = 100  # blocks
_LETTERS = re.compile(r"[^\W_]+(?:-feira)?")
_NUMERALS = frozenset("一二三四五六日")  # of days, at the head of a table
_OPEN_MARKS = frozenset("\u25cb\u25cf\u25ef\u3007\u25ce\u2713\u2714\u2022")
_CLOSED_MARKS = frozenset("\u4f11\u00d7\u2715-\u2013\u2014\u2015\uff0d/\uff0f\u25b3")
_JOINTS = LIST_WORDS | RANGES | HOLIDAYS
_EXPLAINED = re.compile(r"[^\w\s](?=.{0,30}\d)")
_HOURS = re.compile(r"\d{1,2}[:.]\d\d\s?[~\u2013-]\s?\d{1,2}[:.]\d\d")
_ONE_TIME = re.compile(r"\d{1,2}(?:[:.h]\d\d)?\s?(?:[ap]\.?m\.?|uhr|h)?", re.IGNORECASE)


_Row = Mapping[int, Line]


def lines_by_day(lines: Sequence[Line]) -> Sequence[Line]:
    """The same lines; of a table that is headed by days, or has cells that several days share, one for each day.

    >>> cells = [Line("Mon", row=1, table=9, cell=1), Line("Tue", row=1, table=9, cell=2)]
    >>> times = [Line("9-5", row=2, table=9, cell=1), Line("9-1", row=2, table=9, cell=2)]
    >>> [line.text for line in lines_by_day([*cells, *times])]
    ['Mon 9-5', 'Tue 9-1']
    """
    if not any(line.cell for line in lines):
        return lines
    if any(line.text == "\u4e00" for line in lines if line.cell):
        lines = [
            line._replace(text=f"\u9031{line.text}") if line.cell and line.text in _NUMERALS else line for line in lines
        ]
    heads = Counter(line.table for line in lines if line.cell and len(line.text) <= _LONGEST_DAY and _is_day(line.text))
    if max(heads.values(), default=0) < _LEAST_DAYS:
        return lines
    turned: list[Line] = []
    notes = {mark: line for line in lines if not line.cell for mark in _explained(line.text)}
    used = {line.text for line in lines if line.cell and line.text in notes}
    for table, group in groupby(lines, key=attrgetter("table")):
        inside = list(group)
        cells = [line for line in inside if line.cell]
        turned.extend(line for line in inside if not line.cell or heads[table] < _LEAST_DAYS)
        cells = [line._replace(text=_hours_in(notes[line.text])) if line.text in used else line for line in cells]
        turned.extend(_by_day(cells) if cells and heads[table] >= _LEAST_DAYS else ())
    explained = {notes[mark] for mark in used}
    return [line for line in turned if line not in explained]


def _explained(text: str) -> str:
    """The mark that a line begins with to say when it means: `▲ 9:00-13:00`."""
    return text[0] if _EXPLAINED.match(text) and _HOURS.search(text) else ""


def _hours_in(note: Line) -> str:
    return " ".join(_HOURS.findall(note.text))


def _by_day(cells: Sequence[Line]) -> Sequence[Line]:
    rows = _grid(cells)
    days = sum(_is_day(cell.text) for cell in rows[0].values())
    if days >= _LEAST_DAYS and days >= len(rows[0]) - 1:
        return list(_turned(rows))
    columns = Counter(column for row in rows for column, cell in row.items() if _is_day(cell.text))
    if not columns:
        return _with_joined_times(cells)
    column = min(columns, key=lambda one: (-columns[one], one))
    weeks = [{at: cell for at, cell in row.items() if at > column} for row in rows]
    if any(_are_several(rows[at][column].text, weeks[at]) for at in range(len(rows)) if column in rows[at]):
        return list(_columns_apart(rows, column))
    is_shared = any(cell.rows > 1 for row in rows for at, cell in row.items() if at >= column)
    has_lists = len(cells) > len({(cell.row, cell.cell) for cell in cells})
    return list(_rows_whole(rows, column)) if is_shared or has_lists else _with_joined_times(cells)


def _grid(cells: Sequence[Line]) -> list[dict[int, Line]]:
    """The rows of a table by column; a cell that spans several stands in each, and its lines are one."""
    numbers = {row: index for index, row in enumerate(dict.fromkeys(line.row for line in cells))}
    rows: list[dict[int, Line]] = [{} for _ in numbers]
    for line in cells:
        first = numbers[line.row]
        said = rows[first].get(line.cell)
        whole = line if said is None or said.row != line.row else said._replace(text=f"{said.text} {line.text}"[:200])
        taken = dict.fromkeys(range(line.cell, min(line.cell + line.columns, _MOST_COLUMNS)), whole)
        for row in rows[first : first + line.rows]:
            row.update(taken)
    return rows


def _are_several(day: str, times: _Row) -> bool:
    """Whether the cells beside a day overlap: of two shops, and not a morning and an afternoon."""
    if len(times) < _LEAST_DAYS or not _is_day(day):
        return False
    weeks = [parse_opening_hours(f"{day} {text}") for text in dict.fromkeys(cell.text for cell in times.values())]
    hours = [max((one for one in week.days if one), default=()) for week in weeks if week]
    return any(overlap(one, other) for one, other in combinations(hours, 2))


def _columns_apart(rows: Sequence[_Row], days: int) -> Iterator[Line]:
    """Each column below its head, with the days that stand at the left of all."""
    for column in sorted({at for row in rows for at in row if at > days}):
        for row in rows:
            day, cell = row.get(days), row.get(column)
            if cell is not None:
                is_timed = day is not None and _is_day(day.text)
                text = f"{day.text} {cell.text}" if day is not None and is_timed else cell.text
                yield cell._replace(text=text, block=cell.block + _FAR_APART * column)


def _rows_whole(rows: Sequence[_Row], days: int) -> Iterator[Line]:
    """Each row on a line, but for what stands before its day."""
    for row in rows:
        cells = list({id(cell): cell for column, cell in sorted(row.items()) if column >= days}.values())
        yield from (cell for column, cell in row.items() if column < days)
        if cells:
            block = max(cell.block for cell in cells)
            yield cells[0]._replace(text=" ".join(cell.text for cell in cells)[:200], block=block)


def _with_joined_times(lines: Sequence[Line]) -> list[Line]:
    """`Monday | 9:00 | 17:00`: the cell with the opening takes in that with the closing."""
    joined: list[Line] = []
    for line in lines:
        opening = joined[-1] if joined else None
        is_closing = opening is not None and 0 < line.row == opening.row and line.cell == opening.cell + 1
        if opening is not None and is_closing and all(_ONE_TIME.fullmatch(cell.text) for cell in (opening, line)):
            joined[-1] = opening._replace(text=f"{opening.text} - {line.text}")
        else:
            joined.append(line)
    return joined


def _is_day(text: str) -> bool:
    words = _LETTERS.findall(folded(text[: _LONGEST_DAY + 1]))
    return (
        len(text) <= _LONGEST_DAY
        and any(word in DAY_NUMBERS for word in words)
        and all(word in DAY_NUMBERS or word in _JOINTS for word in words)
    )


def _said(text: str, head: str) -> str:
    """What a cell says: its own hours, or by a mark or who is in that those at the head of its row hold, or do not."""
    if text in _CLOSED_MARKS or folded(text) in CLOSED:
        return ""
    is_name = len(text) <= _LONGEST_NAME and not text.isascii() and _HOURS.search(head)
    return head if text in _OPEN_MARKS or is_name else text


def _turned(rows: Sequence[_Row]) -> Iterator[Line]:
    head, *below = rows
    for column, day in head.items():
        if _is_day(day.text):
            times = [_said(row[column].text, next(iter(row.values())).text) for row in below if column in row]
            glue = " - " if len(times) == _LEAST_DAYS and all(map(_ONE_TIME.fullmatch, times)) else " "
            yield day._replace(text=f"{day.text} {glue.join(filter(None, times)) or 'closed'}"[:200])
