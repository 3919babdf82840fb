"""Parses a sitemap of 50,000 URLs with our reader and, if installed, with ultimate-sitemap-parser.

Each runs in a process of its own: CPU seconds (best of three) and the peak of what Python allocated. Run with
`python -m benchmarks.sitemaps`; for the peer, `pip install ultimate-sitemap-parser` first.
"""

import gzip
import importlib
import importlib.util
import multiprocessing
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scrapersky.extract.sitemaps import SitemapReader

URLS = 50_000
CHUNK = 64 * 1024
ROUNDS = 3
TIME_LIMIT_SECONDS = 120
OURS = "ours"
PEER = "ultimate-sitemap-parser"
SCHEMAS = "http://www.sitemaps.org/schemas"
SITEMAP_URL = "https://www.example.com/sitemap.xml"


class Measured(NamedTuple):
    """What one parser took for the whole file."""

    urls: int
    cpu_seconds: float
    peak_bytes: int


def made_up_sitemap(count: int, extra: str = "") -> bytes:
    """Return a valid sitemap in which every address and most dates differ."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<urlset xmlns="{SCHEMAS}/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
        *(
            f"<url>\n<loc>https://www.example.com/category-{i % 97}/product-with-a-name-{i}?item={i}&amp;x=1</loc>\n"
            f"<lastmod>2024-{i % 12 + 1:02}-{i % 28 + 1:02}T{i % 24:02}:{i % 60:02}:{i % 59:02}+00:00</lastmod>\n"
            f"<changefreq>weekly</changefreq>\n<priority>0.8</priority>\n{extra}</url>"
            for i in range(count)
        ),
        "</urlset>",
    ]
    return "\n".join(lines).encode()


def read_with_ours(file: Path) -> int:
    """Count what our reader yields, fed as from a network."""
    reader = SitemapReader(SITEMAP_URL)
    with file.open("rb") as chunks:
        count = sum(1 for chunk in iter(lambda: chunks.read(CHUNK), b"") for _ in reader.feed(chunk))
    return count + sum(1 for _ in reader.close())


def read_with_ultimate_sitemap_parser(file: Path) -> int:
    """Count what the peer yields; it takes a whole text only."""
    peer = importlib.import_module("usp.tree")
    return sum(1 for _ in peer.sitemap_from_str(gzip.decompress(file.read_bytes()).decode()).all_pages())


def measure(read: Callable[[Path], int], small: Path, large: Path) -> Measured:
    """Run in a fresh process, three times for the time and once more, slower, for the memory."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        pool.apply_async(read, (small,)).get(TIME_LIMIT_SECONDS)
        rounds = [pool.apply_async(_timed, (read, large)).get(TIME_LIMIT_SECONDS) for _ in range(ROUNDS)]
        peak = pool.apply_async(_peak_bytes, (read, large)).get(TIME_LIMIT_SECONDS)
    return Measured(rounds[0][0], min(seconds for _, seconds in rounds), peak)


def _timed(read: Callable[[Path], int], file: Path) -> tuple[int, float]:
    started = time.process_time()
    return read(file), time.process_time() - started


def _peak_bytes(read: Callable[[Path], int], file: Path) -> int:
    tracemalloc.start()
    read(file)
    return tracemalloc.get_traced_memory()[1]


def measure_all(folder: Path) -> dict[str, Measured]:
    """Write the files and let each parser read them."""
    small, common, extended = folder / "small.gz", folder / "common.gz", folder / "extended.gz"
    small.write_bytes(gzip.compress(made_up_sitemap(10)))
    common.write_bytes(gzip.compress(made_up_sitemap(URLS)))
    extended.write_bytes(
        gzip.compress(made_up_sitemap(URLS, extra="<image:image><image:loc>/a.jpg</image:loc></image:image>"))
    )
    results = {OURS: measure(read_with_ours, small, common)}
    results["ours, with images"] = measure(read_with_ours, small, extended)
    if importlib.util.find_spec("usp"):
        results[PEER] = measure(read_with_ultimate_sitemap_parser, small, common)
    return results


def main() -> None:
    """Print one line per parser and kind of file."""
    with TemporaryDirectory() as folder:
        results = measure_all(Path(folder))
    for name, result in results.items():
        print(f"{name:26} {result.urls:6} URLs {result.cpu_seconds:7.3f} s CPU  +{result.peak_bytes / 1e6:6.1f} MB")
    if PEER in results:
        ours, peer = results[OURS], results[PEER]
        speed, memory = peer.cpu_seconds / ours.cpu_seconds, ours.peak_bytes / peer.peak_bytes
        print(f"ours is {speed:.1f} times as fast and takes {memory:.3f} of the memory")


if __name__ == "__main__":
    main()
