"""Scrapy as it is commonly wired, to be run by a Python that has it: `scrapy_spider.py URL PORT AT_ONCE ADDRESSES`.

A spider that reads of each page what we read, and a pipeline that inserts per item; both on one uvloop. Nothing of ours
is imported here.
"""

import json
import sys
import time
from hashlib import sha256
from pathlib import Path

import asyncpg
import extruct
import scrapy
import zstandard
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor
from twisted.internet import defer
from twisted.internet.interfaces import IResolverSimple
from zope.interface import implementer

WARM_UP_PAGES = 100
CONNECTIONS = 4
SYNTAXES = ["json-ld", "microdata"]
LINKS = LinkExtractor(canonicalize=True, unique=True)
INSERT = """
INSERT INTO scrapy_items
(url, status, title, description, language, words, body, headings, links, structured, hash, html)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb, $11, $12)
ON CONFLICT (url) DO UPDATE SET title = excluded.title, body = excluded.body, html = excluded.html
"""


@implementer(IResolverSimple)
class LoopbackResolver:
    def __init__(self, *_):
        pass

    @classmethod
    def from_crawler(cls, _crawler, **_named):
        return cls()

    def install_on_reactor(self):
        from twisted.internet import reactor  # noqa: PLC0415  once it is the one that was asked for

        reactor.installResolver(self)

    def getHostByName(self, _name, _timeout=()):  # noqa: N802  its name in Twisted
        return defer.succeed("127.0.0.1")


class PagesSpider(scrapy.Spider):
    name = "pages"

    def __init__(self, addresses, **named):
        super().__init__(**named)
        self.addresses, self.stored, self.began, self.processor = addresses, 0, 0.0, 0.0

    async def start(self):
        for address in self.addresses:
            yield scrapy.Request(address)

    def parse(self, response):
        texts = response.xpath(
            "//body//text()[not(ancestor::script or ancestor::style or ancestor::nav or ancestor::footer)]"
        )
        body = " ".join(" ".join(texts.getall()).split())
        described = extruct.extract(response.text, base_url=response.url, syntaxes=SYNTAXES)
        yield {
            "url": response.url,
            "status": response.status,
            "title": response.css("title::text").get(),
            "description": response.css('meta[name="description"]::attr(content)').get(),
            "language": response.css("html::attr(lang)").get(),
            "words": len(body.split()),
            "body": body,
            "headings": [" ".join(each.css("*::text").getall()) for each in response.css("h1, h2, h3, h4, h5, h6")],
            "links": json.dumps(
                [{"url": link.url, "text": link.text.strip()} for link in LINKS.extract_links(response)]
            ),
            "structured": json.dumps(described),
            "hash": sha256(response.body).hexdigest(),
            "html": zstandard.ZstdCompressor(level=3).compress(response.body),
        }


class Storing:
    @classmethod
    def from_crawler(cls, crawler):
        storing = cls()
        storing.crawler = crawler
        return storing

    async def open_spider(self):
        self.pool = await asyncpg.create_pool(URL, min_size=CONNECTIONS, max_size=CONNECTIONS)

    async def close_spider(self):
        await self.pool.close()

    async def process_item(self, item):
        await self.pool.execute(INSERT, *item.values())
        spider = self.crawler.spider
        spider.stored += 1
        if spider.stored == WARM_UP_PAGES:
            spider.began, spider.processor = time.perf_counter(), time.process_time()
        if spider.stored == len(spider.addresses):
            lap = {
                "units": spider.stored - WARM_UP_PAGES,
                "seconds": time.perf_counter() - spider.began,
                "processor_seconds": time.process_time() - spider.processor,
            }
            sys.stdout.write(json.dumps(lap) + "\n")
        return item


if __name__ == "__main__":
    URL, PORT, AT_ONCE, ADDRESSES = sys.argv[1:]
    process = CrawlerProcess(
        {
            "CONCURRENT_REQUESTS": int(AT_ONCE),
            "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
            "DOWNLOAD_DELAY": 0,
            "ROBOTSTXT_OBEY": True,
            "ITEM_PIPELINES": {Storing: 100},
            "DNS_RESOLVER": LoopbackResolver,
            "TWISTED_REACTOR": "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
            "ASYNCIO_EVENT_LOOP": "uvloop.Loop",
            "LOG_LEVEL": "ERROR",
            "TELNETCONSOLE_ENABLED": False,
        }
    )
    process.crawl(PagesSpider, addresses=json.loads(Path(ADDRESSES).read_text()))
    process.start()
