"""`python -m scrapersky.bench.extraction.our_way PAGES`: finds the contacts of pages, one after the other."""

import sys
import time
from pathlib import Path

import orjson

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind, Owner

WARM_UP = 20
KINDS, OWN = (Kind.EMAIL, Kind.PHONE), (Owner.BUSINESS, Owner.PERSON)


def main() -> None:
    pages = orjson.loads(Path(sys.argv[1]).read_bytes())
    for page in pages[:WARM_UP]:
        extract_contacts(page["html"], page["url"], page["country"])
    began, processor = time.perf_counter(), time.process_time()
    read = [extract_contacts(page["html"], page["url"], page["country"]) for page in pages]
    taken = {"seconds": time.perf_counter() - began, "processor_seconds": time.process_time() - processor}
    found = [[each.value for each in page.findings if each.kind in KINDS and each.owner in OWN] for page in read]
    sys.stdout.write(orjson.dumps(taken | {"found": found}).decode() + "\n")


if __name__ == "__main__":
    main()
