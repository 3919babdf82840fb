"""`scrapersky extract domain | robots`: what is read out of addresses and files, without network or database."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson

from scrapersky.cli.input_files import opened
from scrapersky.cli.running import say
from scrapersky.clients.fetching.policy import PRODUCT
from scrapersky.errors import ScraperSkyError
from scrapersky.extract.own_sites import NotOwnSite, website_of
from scrapersky.extract.robots.rules import MAX_ROBOTS_BYTES, parse_robots
from scrapersky.extract.urls import parse_web_url


def domain(*, urls: list[str] | None, as_json: bool, jsonl: bool) -> None:
    for url in _given(urls, jsonl=jsonl):
        found = domain_facts(url)
        _write(found, f"{url}  {found['domain'] or 'no domain: ' + str(found['words'])}", as_json=as_json)


def domain_facts(url: str) -> dict[str, Any]:
    site = website_of(url)
    if isinstance(site, NotOwnSite):
        return {"url": url, "domain": None, "home_url": None, "reason": site.reason, "words": site.words}
    return {"url": url, "domain": site.domain, "home_url": site.home_url, "reason": None, "words": None}


def robots(*, file: Path, urls: list[str] | None, agent: str | None, as_json: bool) -> None:
    with opened(file) as stream:
        read = parse_robots(stream.read(MAX_ROBOTS_BYTES + 1))  # one byte more tells that there was more
    agent = agent or PRODUCT
    rules = read.rules_for(agent)
    if not urls:
        facts = {
            "agent": agent,
            "restricts": bool(rules.rules),
            "crawl_delay": rules.crawl_delay,
            "sitemaps": read.sitemaps,
            "problems": read.problems,
        }
        asks = "restricts" if rules.rules else "allows everything to"
        delay = f", {rules.crawl_delay:g} seconds between requests" if rules.crawl_delay else ""
        _write(facts, "\n".join([f"{asks} {agent}{delay}", *read.sitemaps]), as_json=as_json)
    for url in urls or ():
        is_allowed = rules.allows(url if parse_web_url(url) else f"http://site.invalid/{url.lstrip('/')}")
        facts = {"url": url, "agent": agent, "allowed": is_allowed, "crawl_delay": rules.crawl_delay}
        _write(facts, f"{'allowed' if is_allowed else 'disallowed'}  {url}", as_json=as_json)


def _given(urls: list[str] | None, *, jsonl: bool) -> Iterator[str]:
    if not urls and not jsonl:
        raise ScraperSkyError("Give at least one address, or --jsonl and addresses on the standard input.")
    yield from urls or ()
    if jsonl:
        yield from _json_addresses()


def _json_addresses() -> Iterator[str]:
    for line, raw in enumerate(sys.stdin.buffer, 1):
        if not raw.strip():
            continue
        value = None
        with suppress(orjson.JSONDecodeError):
            value = orjson.loads(raw)
        url = value.get("url") if isinstance(value, dict) else value
        if not isinstance(url, str):
            raise ScraperSkyError(f'Line {line} of the standard input is neither a JSON text nor an object with "url".')
        yield url


def _write(facts: dict[str, Any], words: str, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(orjson.dumps(facts).decode() + "\n")
    else:
        say(words)
