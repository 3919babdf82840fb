"""`python -m scrapersky.bench.contacts.extraction_alone FOLDER`: as many processes as a worker's read pages."""

import os
import sys
import time
from multiprocessing import get_context
from pathlib import Path

import orjson

from scrapersky.bench.frame import ProcessorClock
from scrapersky.clients.reading.readers import usual_readers
from scrapersky.extract.contacts.extraction import extract_contacts


def found_on(file: Path) -> int:
    return len(extract_contacts(file.read_text(), f"https://www.site.com/{file.name}", "US").findings)


def main() -> None:
    files = sorted(Path(sys.argv[1]).iterdir())
    with get_context("spawn").Pool(usual_readers()) as pool:
        pool.map(found_on, files[:100], chunksize=5)
        started, clock = time.perf_counter(), ProcessorClock(os.getpid())
        found = pool.map(found_on, files, chunksize=5)
        lap = {"units": len(files), "seconds": time.perf_counter() - started, "processor_seconds": clock.spent}
    assert all(found)  # noqa: S101  a page without findings was not read
    sys.stdout.write(orjson.dumps(lap).decode() + "\n")


if __name__ == "__main__":
    main()
