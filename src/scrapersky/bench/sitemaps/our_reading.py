"""`python -m scrapersky.bench.sitemaps.our_reading FOLDER`: reads its sitemaps, as from a network."""

import sys
import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import orjson

from scrapersky.extract.sitemaps import SitemapReader

CHUNK = 64 * 1024


def count(files: Sequence[Path]) -> int:
    return sum(_count(file) for file in files)


def _count(file: Path) -> int:
    reader = SitemapReader("https://www.example.com/sitemap.xml.gz")
    with file.open("rb") as chunks:
        found = sum(1 for chunk in iter(lambda: chunks.read(CHUNK), b"") for _ in reader.feed(chunk))
    return found + sum(1 for _ in reader.close())


def main() -> None:
    files = sorted(Path(sys.argv[1]).glob("*.gz"))
    count(files[:1])
    began, processor = time.perf_counter(), time.process_time()
    urls = count(files[1:])
    taken = {
        "units": urls,
        "seconds": time.perf_counter() - began,
        "processor_seconds": time.process_time() - processor,
    }
    tracemalloc.start()
    count(files[1:2])
    sys.stdout.write(orjson.dumps(taken | {"megabytes": tracemalloc.get_traced_memory()[1] / 1e6}).decode() + "\n")


if __name__ == "__main__":
    main()
