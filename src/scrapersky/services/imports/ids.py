"""Many ids in little room, to tell which came before: a file may have millions of lines."""

from array import array
from collections.abc import Iterable
from uuid import UUID

SMALLEST = 64
_HALF = (1 << 64) - 1


class IdSet:
    """Eight bytes of each id, and as much again for room between them: a set of Python's own takes eight times that.

    The lower half of an id is random. That any two of ten million are taken for one happens once in 90,000 files.

    >>> ids = IdSet()
    >>> ids.update([UUID(int=7), UUID(int=7), UUID(int=9)])
    >>> len(ids), UUID(int=9) in ids, UUID(int=8) in ids
    (2, True, False)
    """

    def __init__(self) -> None:
        self._table, self._count = array("Q", bytes(8 * SMALLEST)), 0

    def __len__(self) -> int:
        return self._count

    def __contains__(self, row_id: UUID) -> bool:
        return bool(self._table[self._place(_key(row_id))])

    def update(self, ids: Iterable[UUID]) -> None:
        for each in ids:
            self._add(_key(each))

    def _add(self, key: int) -> None:
        place = self._place(key)
        if self._table[place]:
            return
        self._table[place] = key
        self._count += 1
        if 4 * self._count > 3 * len(self._table):
            self._grow()

    def _place(self, key: int) -> int:
        """Where it stands, or would."""
        table, last = self._table, len(self._table) - 1
        place = key & last
        while table[place] and table[place] != key:
            place = (place + 1) & last
        return place

    def _grow(self) -> None:
        full = self._table
        self._table = array("Q", bytes(2 * 8 * len(full)))
        for key in filter(None, full):
            self._table[self._place(key)] = key


def _key(row_id: UUID) -> int:
    """Never 0, which is a place that is free."""
    return row_id.int & _HALF or 1
