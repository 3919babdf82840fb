"""What an import remembers of its lines."""

import tracemalloc
from random import Random
from uuid import UUID

from scrapersky.services.imports.ids import IdSet
from scrapersky.services.imports.results import ImportedRow, Tally, Verdict


def made_up(count: int) -> list[UUID]:
    dice = Random(5)
    return [UUID(int=dice.getrandbits(128)) for _ in range(count)]


def test_ids_are_known_again_however_many_there_are() -> None:
    ids, known = made_up(20_000), IdSet()
    known.update([*ids[:10_000], *ids[:10_000], UUID(int=0)])
    assert len(known) == 10_001
    assert UUID(int=0) in known
    assert [each for each in ids if each in known] == ids[:10_000]


def test_an_import_remembers_each_row_in_less_than_thirty_bytes() -> None:
    count, tally = 100_000, Tally()
    tracemalloc.start()
    for line, row_id in enumerate(made_up(count)):
        tally.counted(ImportedRow(line, Verdict.ADDED, row_id))
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert tally.sums()["made"] == count
    assert kept < 30 * count
