"""What is drawn for people, such as tables. Plain lines do without the library that this takes."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table

from scrapersky.cli.running import say, write_json

console = Console(highlight=False)


def say_table(rows: Sequence[Mapping[str, str]], *, as_json: bool, if_none: str = "") -> None:
    """Rows that all have the same columns, for people or for programs."""
    if as_json:
        write_json(rows)
        return
    if not rows:
        say(if_none)
        return
    table = Table(*rows[0], box=None)
    for row in rows:
        table.add_row(*row.values())
    console.print(table)
