"""`scrapersky extract contacts | sitemap`: the extractors on their own, on a file, a URL or what is piped in."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import orjson
import typer

from scrapersky.app.internet import fetch_policy
from scrapersky.cli.running import read_settings, run, say
from scrapersky.clients.fetching.fetcher import PAGES, Fetcher
from scrapersky.clients.fetching.sitemap_stream import open_sitemap
from scrapersky.curation_sdk.plurals import plural
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.encodings.decoding import decode_html
from scrapersky.extract.finding import Extraction, Finding, Rejected
from scrapersky.extract.pages.region import country_code
from scrapersky.extract.sitemaps import Sitemap, SitemapEntry, SitemapReader

CHUNK = 64 * 1024
LARGEST_PAGE = 20_000_000


@dataclass(frozen=True, slots=True)
class Given:
    """What a person wants extracted from: the bytes, the address they come from, and what the answer said they are."""

    body: bytes
    url: str = ""
    content_type: str | None = None


def contacts(*, source: str, region: str | None, url: str, as_json: bool, as_lines: bool, explain: bool) -> None:
    country = _country(region)
    given = run(_given(source, url))
    html = decode_html(given.body, given.content_type).text
    extraction = extract_contacts(html, given.url, country)
    if as_json:
        _write(_document(extraction, explain=explain))
    elif as_lines:
        for row in _rows(extraction, explain=explain):
            _write(row)
    else:
        for line in _lines(extraction, explain=explain):
            say(line)


def sitemap(*, source: str, url: str, as_json: bool, as_lines: bool, explain: bool) -> None:
    listed: list[dict[str, object]] = []

    def take(entry: SitemapEntry) -> None:
        if as_json:
            listed.append(entry._asdict())
        elif as_lines:
            _write(entry._asdict())
        else:
            sys.stdout.write(f"{_printable(entry.url)}\n")

    summary = run(_read_sitemap(source, url, take))
    if as_json:
        _write({"summary": asdict(summary), "entries": listed})
    elif explain and as_lines:
        _write({"summary": asdict(summary)})
    elif explain:
        say(
            f"{summary.format}: {plural(summary.count, 'address', 'addresses')} in {plural(summary.bytes_read, 'byte')}"
        )
        for problem in summary.problems_for_people:
            say(f"  {problem}")
    elif not summary.count:
        typer.echo("; ".join(summary.problems_for_people) or "it lists nothing", err=True)


async def _given(source: str, url: str) -> Given:
    if not _is_url(source):
        return Given(b"".join(_chunks(source, LARGEST_PAGE)), url)
    async with Fetcher(fetch_policy(read_settings())) as web:
        answer = await web.fetch(source, accept=PAGES)
    return Given(answer.body, answer.url, answer.headers.get("Content-Type"))


async def _read_sitemap(source: str, url: str, take: Callable[[SitemapEntry], None]) -> Sitemap:
    if _is_url(source):
        async with Fetcher(fetch_policy(read_settings())) as web, open_sitemap(web, source) as stream:
            async for entry in stream.entries():
                take(entry)
        return stream.summary()
    reader = SitemapReader(url or "https://localhost/")
    for chunk in _chunks(source):
        for entry in reader.feed(chunk):
            take(entry)
    for entry in reader.close():
        take(entry)
    return reader.summary()


def _is_url(source: str) -> bool:
    return source.lower().startswith(("http://", "https://"))


def _chunks(source: str, most: int | None = None) -> Iterator[bytes]:
    left = most
    try:
        stream = sys.stdin.buffer if source == "-" else Path(source).open("rb")  # noqa: SIM115  closed below
    except OSError as error:
        raise ScraperSkyError(f"{source} cannot be read: {error.strerror}.") from error
    with stream:
        while chunk := stream.read(CHUNK if left is None else min(CHUNK, left)):
            left = None if left is None else left - len(chunk)
            yield chunk


def _country(region: str | None) -> str | None:
    if region is None:
        return None
    country = country_code(region)
    if country is None:
        raise ScraperSkyError(f"{region!r} is no country; type two letters, such as US.")
    return country


def _write(value: object) -> None:
    sys.stdout.buffer.write(orjson.dumps(value, default=str) + b"\n")


def _document(extraction: Extraction, *, explain: bool) -> dict[str, object]:
    document: dict[str, object] = {
        "region": extraction.region,
        "findings": [_finding(one) for one in extraction.findings],
        "absences": {kind.value: reason.value for kind, reason in extraction.absences},
        "shortened": list(extraction.shortened),
    }
    return document | ({"rejected": [_refused(one) for one in extraction.rejected]} if explain else {})


def _rows(extraction: Extraction, *, explain: bool) -> Iterator[dict[str, object]]:
    yield from (_finding(one) for one in extraction.findings)
    if explain:
        yield from (_refused(one) for one in extraction.rejected)


def _finding(one: Finding) -> dict[str, object]:
    return {name: _storable(value) for name, value in asdict(one).items()} | {"facts": dict(one.facts)}


def _refused(one: Rejected) -> dict[str, object]:
    return {"rejected": True, **{name: _storable(value) for name, value in asdict(one).items()}}


def _storable(value: object) -> object:
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _lines(extraction: Extraction, *, explain: bool) -> Iterator[str]:
    for one in extraction.findings:
        yield _printable(f"{one.kind.value:14} {one.value}{_in_words(one)}")
        if explain:
            yield _printable(f"{'':14} {one.way.value}, {one.confidence:.2f}, {one.owner.value}: {one.reason}")
            yield _printable(f"{'':14} \u201c{one.snippet}\u201d")
    yield from extraction.shortened
    if not extraction.findings:
        yield "Nothing on it tells how to reach anybody."
    for kind, reason in extraction.absences:
        yield f"{f'no {kind.value}':14} {reason.in_words}"
    if explain and extraction.rejected:
        yield "Not taken:"
        for refused in extraction.rejected:
            yield _printable(f"{refused.kind.value:14} {refused.raw} ({refused.way.value}): {refused.reason}")


def _in_words(one: Finding) -> str:
    """A person's role, and whose a value is that is not the business's."""
    role = one.fact("role_raw")
    others = one.owner.value.replace("_", " ") if one.owner.value not in ("business", "person") else None
    words = ", ".join(part for part in (role, others) if part)
    return f"  ({words})" if words else ""


def _printable(text: str) -> str:
    """A page must not be able to move the cursor or colour the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
