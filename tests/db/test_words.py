"""What is kept for searches has no accents, by the same rule as what is searched for."""

import unicodedata

from sqlalchemy import TEXT, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.curation_sdk.lists.search.words import without_accents
from scrapersky.workflows import product_workflows

LATIN_GREEK_CYRILLIC = (*range(0xC0, 0x530), *range(0x1E00, 0x2000))


async def test_the_schema_and_the_search_leave_out_the_same(engine: AsyncEngine) -> None:
    letters = [chr(code) for code in LATIN_GREEK_CYRILLIC if unicodedata.category(chr(code)) in ("Lu", "Ll")]
    async with engine.connect() as connection:
        kept = (
            (await connection.execute(select(func.without_accents(func.unnest(literal(letters, ARRAY(TEXT)))))))
            .scalars()
            .all()
        )
    assert {each: seen for each, seen in zip(letters, kept, strict=True) if seen != without_accents(each)} == {}


def test_every_tab_that_can_be_searched_is_searched_without_accents() -> None:
    columns = {each.name: each.searches.property.columns[0] for each in product_workflows() if each.searches}
    assert len(columns) == 9
    assert [name for name, column in columns.items() if "without_accents(" not in str(column.computed.sqltext)] == []
