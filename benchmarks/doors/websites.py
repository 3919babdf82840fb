"""Websites made of hostile texts and documents, behind a proxy on this machine that the installation's workers ask.

Nothing but these sites is there: whatever else is asked for was led to by a document, and is told.
"""

import asyncio
import html
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from tests.proxied import Answer

from benchmarks.doors.visiting import Visit

TEXTS_OF_A_SITE = 20
STAGES = ("sitemap_curation", "sitemap_import", "page_curation", "contact_curation")
MOST_LOOKS, SECONDS_BETWEEN = 900, 2
OURS = ("doc", "texts", "www.doc", "www.texts")


@dataclass
class Websites:
    texts: list[str]
    documents: dict[str, bytes]
    foreign: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    answers: dict[str, Answer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, content in enumerate(self.documents.values()):
            self.answers |= _site_of_document(number, content)
        for start in range(0, len(self.texts), TEXTS_OF_A_SITE):
            number = start // TEXTS_OF_A_SITE
            self.answers |= _site_of_texts(f"texts{number}.example", self.texts[start:][:TEXTS_OF_A_SITE])

    @property
    def homes(self) -> list[str]:
        return [url for url in self.answers if urlsplit(url).path == "/"]

    def ending(self, *ends: str) -> list[str]:
        return [url for url in self.answers if url.endswith(ends)]

    def find(self, url: str) -> Answer | None:
        """Pages that a list of texts names are there."""
        host, path = urlsplit(url).hostname or "", urlsplit(url).path
        (self.asked if host.startswith(OURS) else self.foreign)[host] += 1
        listed = ("text/html", _page(unquote(path), html.escape(unquote(path)))) if host.startswith("texts") else None
        return self.answers.get(url, listed)


def _site_of_document(number: int, content: bytes) -> dict[str, Answer]:
    """As whatever a site may send as XML, and as its pages."""
    home = f"http://doc{number}.example"
    names = f'<a href="/page">Team</a><link rel="alternate" type="application/rss+xml" href="{home}/feed.xml">'
    robots = f"Sitemap: {home}/sitemap.xml\nSitemap: {home}/feed.xml\n".encode()
    return {
        f"{home}/": ("text/html", f"<title>{home}</title>{names}".encode()),
        f"{home}/robots.txt": ("text/plain", robots),
        f"{home}/sitemap.xml": ("application/xml", content),
        f"{home}/sitemap.txt": ("text/plain", content),
        f"{home}/feed.xml": ("application/rss+xml", content),
        f"{home}/page": ("text/html", content),
        f"{home}/page.xhtml": ("application/xhtml+xml", content),
        f"http://dochome{number}.example/": ("application/xhtml+xml", content),
        f"http://docrobots{number}.example/robots.txt": ("text/plain", content),
        f"http://docrobots{number}.example/": ("text/html", b"<title>Robots</title>"),
    }


def _site_of_texts(host: str, texts: list[str]) -> dict[str, Answer]:
    """Each text as words of a page, as somebody's name, as addresses, and as it is, in the middle of the markup."""
    home = f"http://{host}"
    links = "".join(f'<a href="{html.escape(each)}">{html.escape(each)}</a>' for each in texts)
    people = "".join(
        f"<li><h3>{html.escape(each)}</h3><p>Director</p><a href='mailto:x{n}@{host}'>Mail</a></li>"
        for n, each in enumerate(texts)
    )
    told = [
        {"@type": "Person", "name": each, "jobTitle": each, "email": f"y{n}@{host}"} for n, each in enumerate(texts)
    ]
    written = json.dumps({"@context": "https://schema.org", "@graph": told}).replace("<", "\\u003c")
    listed = "".join(f"<url><loc>{home}/{html.escape(quote(each))}</loc></url>" for each in texts)
    raw = "".join(f"<url><loc>{html.escape(each)}</loc></url>" for each in texts)
    return {
        f"{home}/": ("text/html", _page(texts[0], f'<a href="/team">Team</a><a href="/raw">Raw</a>{links}')),
        f"{home}/robots.txt": ("text/plain", f"Sitemap: {home}/sitemap.xml\n".encode()),
        f"{home}/sitemap.xml": ("application/xml", _xml(f"<urlset>{listed}{raw}</urlset>")),
        f"{home}/team": ("text/html", _page(texts[-1], f"<ul>{people}</ul>", written)),
        f"{home}/raw": ("text/html", _encoded("<title>Raw</title>" + "\n".join(texts))),
    }


def _page(title: str, body: str, data: str = "{}") -> bytes:
    script = f'<script type="application/ld+json">{data}</script>'
    return _encoded(f"<meta charset=utf-8><title>{html.escape(title)}</title>{script}<body>{body}</body>")


def _xml(content: str) -> bytes:
    return _encoded(f'<?xml version="1.0"?>{content}')


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


async def work_through(visit: Visit, websites: Websites) -> None:
    """Give the installation all sites, and queue whatever it finds until nothing is left to do."""
    client = visit.client
    for table, addresses in (
        ("domains", websites.homes),
        ("sitemap-files", websites.ending("/sitemap.xml", "/sitemap.txt", "/feed.xml")),
        ("pages", websites.ending("/page", "/page.xhtml", "/team", "/raw")),
    ):
        sent = {"addresses": addresses, "queue": True}
        answer = (await client.post(f"/api/v3/{table}/submit", json=sent)).raise_for_status().json()
        print(f"{table}: {answer['added']} added, {answer['known']} known, {answer['refused']} refused", flush=True)
    for _ in range(MOST_LOOKS):
        if not await _has_more(visit):
            break
        await asyncio.sleep(SECONDS_BETWEEN)
    await _tell(visit, websites)


async def _has_more(visit: Visit) -> bool:
    counts = {each["name"]: each["counts"] for each in await _workflows(visit)}
    for stage in STAGES:
        if new := counts[stage]["New"]:
            wish = {"status": "Queued", "filter": {"states": ["New"]}, "expected_count": new}
            await visit.client.put(f"/api/v3/{stage.replace('_', '-')}/status/by-filter", json=wish)
    waiting = sum(counts[stage]["New"] for stage in STAGES)
    return any(counts[stage][state] for stage in counts for state in ("Queued", "Processing")) or waiting > 0


async def _workflows(visit: Visit) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await visit.client.get("/api/v3/overview")).raise_for_status().json()["workflows"]
    return found


async def _tell(visit: Visit, websites: Websites) -> None:
    for each in await _workflows(visit):
        print(each["title"], each["counts"])
    groups = (await visit.client.get("/api/v3/errors/groups")).json()
    print(json.dumps(groups)[:3_000])
    asked = sum(websites.asked.values())
    print(f"{asked} requests to {len(websites.asked)} sites; to others: {dict(websites.foreign)}", flush=True)
