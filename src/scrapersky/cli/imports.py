"""`scrapersky import`: rows from files."""

import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import orjson
import typer

from scrapersky.accounts.users import tenant_named
from scrapersky.app.product import Product, open_product
from scrapersky.cli.commands.files import STANDARD_INPUT
from scrapersky.cli.input_files import opened
from scrapersky.cli.running import read_settings, run, say
from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.plurals import plural
from scrapersky.extract.submitted.headings import EXTRA, LEFT_OUT, Subject
from scrapersky.extract.submitted.tables import SubmittedTable
from scrapersky.services.imports import files
from scrapersky.services.imports.choosing import importer_of
from scrapersky.services.imports.results import ImportedRow, Tally, Verdict

MOST_REASONS_SHOWN = 20
MOST_ROWS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Ended:
    """How many lines got each verdict, and what all of them came to."""

    counts: Mapping[Verdict, int]
    tally: Tally


def import_rows(
    *,
    subject: Subject,
    file: Path,
    queue: bool,
    tenant: str | None,
    as_json: bool,
    preview: bool,
    given: list[str],
    sheet: str | None,
    country: str | None,
    jsonl: bool,
    list_name: str | None,
) -> None:
    if list_name and subject is not Subject.PLACES:
        raise typer.BadParameter(f"--list is for places, not for {subject}.")
    if file == STANDARD_INPUT and sys.stdin.isatty():
        raise typer.BadParameter(f"Name a file of {subject}, or pipe one in.")
    mapping = dict(_said(each) for each in given)

    async def work() -> Ended:
        async with open_product(read_settings()) as product:
            actor = await _actor(product, tenant)
            importer = importer_of(subject, actor, queues=queue, title=file.name, list_name=list_name)
            with opened(file) as stream:
                opening = files.open_file(stream, subject, mapping, sheet=sheet, country=country, is_json_lines=jsonl)
                table = await _table(opening, subject)
                wanted = files.FileImport(product.sessions, importer, table, file.name)
                if not as_json and (preview or any(heading != each for heading, each in table.columns.items())):
                    say(_columns(table))
                if preview:
                    counts = _show(await wanted.preview(), as_json=as_json)
                else:
                    counts = await report(wanted.run(), as_json=as_json)
                return Ended({verdict: counts[verdict] for verdict in importer.verdicts}, wanted.tally)

    finish(run(work()), as_json=as_json, preview=preview)


async def _table(opening: Awaitable[SubmittedTable], subject: Subject) -> SubmittedTable:
    try:
        return await opening
    except files.NoKnownColumn as unknown:
        how = f"--map 'HEADING={subject.needed[0]}' says it; fields are: {', '.join(subject.fields)}."
        raise files.WrongMapping(f"{unknown} {how}") from unknown


def _said(text: str) -> tuple[str, str]:
    heading, sign, field = text.rpartition("=")
    if not (sign and heading and field):
        raise typer.BadParameter(f"{text!r} does not say what a column becomes; write it as 'Heading=field'.")
    return heading.strip(), field.strip()


async def _actor(product: Product, tenant: str | None) -> Actor:
    async with product.sessions() as session:
        owner = await tenant_named(session, tenant)
    return Actor(owner.id, "scrapersky import")


def _columns(table: SubmittedTable) -> str:
    """What was read, and what each column becomes; a column that is left out is named too."""
    where = f"Sheet {table.sheet!r} of {', '.join(table.sheets)}. " if len(table.sheets) > 1 else ""
    guessed = dict.fromkeys(table.by_values, " (by what is in it)")
    fields = [
        f"{heading} -> {field}{guessed.get(heading, '')}"
        for heading, field in table.columns.items()
        if field not in (EXTRA, LEFT_OUT)
    ]
    beside = [heading for heading, field in table.columns.items() if field == EXTRA]
    kept = [heading for heading in beside if heading in table.examples]
    told = [f"{where}Columns: {', '.join(fields)}."]
    told += [f"Kept as extra fields: {', '.join(kept)}."] if kept else []
    told += [f"Empty so far: {plural(len(beside) - len(kept), 'other column')}."] if len(beside) > len(kept) else []
    told += [f"Left out: {', '.join(table.left_out)}."] if table.left_out else []
    return " ".join(told)


def _show(rows: Sequence[files.PreviewedRow], *, as_json: bool) -> Counter[Verdict]:
    for number, row in enumerate(rows):
        result = row.result
        if as_json:
            sys.stdout.write(orjson.dumps(row, default=str).decode() + "\n")
        elif number < MOST_ROWS_SHOWN or result.reason or row.same_as or result.seems:
            same = f"the same as line {row.same_as}" if row.same_as else ""
            cells = ", ".join(f"{name}: {cell}" for name, cell in (*row.values.items(), *row.extra.items()) if cell)
            told = (result.verdict, result.reason, _seems(result), same, cells or result.text)
            say(f"line {result.line} {'; '.join(filter(None, told))}")
    return Counter(row.result.verdict for row in rows)


def _seems(row: ImportedRow) -> str | None:
    if row.seems is None:
        return None
    return f"may be there already: {row.seems.name} ({row.seems.source}, {row.seems.likeness:.0%} alike)"


async def report(results: AsyncIterator[ImportedRow], *, as_json: bool) -> Counter[Verdict]:
    counts: Counter[Verdict] = Counter()
    reasons = 0
    write: Callable[[str], object] = sys.stdout.write
    async for row in results:
        told = "; ".join(filter(None, (row.reason, _seems(row))))
        counts[row.verdict] += 1
        reasons += bool(told)
        if as_json:
            write(orjson.dumps(row, default=str).decode() + "\n")
        elif told and reasons <= MOST_REASONS_SHOWN:
            say(f"line {row.line} {told}")
    return counts


def finish(ended: Ended, *, as_json: bool, preview: bool = False) -> None:
    """The sums, of lines and of rows; a file of which nothing could be used is a failure."""
    counts, tally = ended.counts, ended.tally
    if as_json:
        sums = {verdict.value: count for verdict, count in counts.items()} | {"sum": tally.sums()}
        sys.stdout.write(orjson.dumps(sums).decode() + "\n")
    else:
        start = "Nothing was written. It would be: " if preview else ""
        say(start + ", ".join(f"{count:,} {verdict.value}" for verdict, count in counts.items()) + ".")
        say(f"{plural(len(tally.made), 'row is new', 'rows are new')}, {tally.in_words()}.")
    if tally.lines and tally.lines == tally.refused:
        raise typer.Exit(1)


businesses = partial(import_rows, subject=Subject.BUSINESSES)
contacts = partial(import_rows, subject=Subject.CONTACTS)
places = partial(import_rows, subject=Subject.PLACES)
domains = partial(import_rows, subject=Subject.DOMAINS)
sitemaps = partial(import_rows, subject=Subject.SITEMAPS)
pages = partial(import_rows, subject=Subject.PAGES)
