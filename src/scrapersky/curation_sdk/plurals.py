"""A number and what it counts, as people say it."""


def plural(count: int, one: str, many: str | None = None) -> str:
    """
    >>> plural(1, "row"), plural(1200, "row"), plural(0, "search", "searches"), plural(2, "row is", "rows are")
    ('1 row', '1,200 rows', '0 searches', '2 rows are')
    """
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"
