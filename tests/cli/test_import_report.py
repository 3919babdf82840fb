"""What the person who imports a file is told about its rows."""

from collections.abc import AsyncIterator

import pytest

from scrapersky.cli.imports import MOST_REASONS_SHOWN, report
from scrapersky.services.imports.results import ImportedRow, Verdict


async def kept_in_part(number: int) -> AsyncIterator[ImportedRow]:
    for line in range(number):
        yield ImportedRow(line, Verdict.ADDED, reason="is kept without its phone")


async def test_reasons_of_rows_that_are_kept_do_not_flood_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    counts = await report(kept_in_part(MOST_REASONS_SHOWN + 5), as_json=False)
    assert counts == {Verdict.ADDED: MOST_REASONS_SHOWN + 5}
    shown = capsys.readouterr()
    assert (shown.out + shown.err).count("is kept without its phone") == MOST_REASONS_SHOWN
