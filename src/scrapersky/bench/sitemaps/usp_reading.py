"""ultimate-sitemap-parser, to be run by a Python that has it: `usp_reading.py FOLDER`. Nothing of ours is used."""

import gzip
import json
import pathlib
import sys
import time
import tracemalloc

from usp.tree import sitemap_from_str


def count(files):
    """It takes a whole text only."""
    return sum(
        sum(1 for _ in sitemap_from_str(gzip.decompress(file.read_bytes()).decode()).all_pages()) for file in files
    )


def main():
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.gz"))
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
    sys.stdout.write(json.dumps(taken | {"megabytes": tracemalloc.get_traced_memory()[1] / 1e6}) + "\n")


if __name__ == "__main__":
    main()
