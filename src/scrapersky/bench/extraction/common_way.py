"""Contacts as they are commonly found, by a Python that has the libraries: `common_way.py [SYNTAX...] PAGES`."""

import json
import re
import sys
import time
from pathlib import Path

import extruct
import phonenumbers
from parsel import Selector

WARM_UP = 20
NAMES = ("telephone", "email")
ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")


def contacts_of(page, syntaxes):
    """Structured data, links that say what they are, and patterns over the visible text."""
    region = page["country"] or "US"
    selector = Selector(page["html"])
    data = extruct.extract(page["html"], page["url"], syntaxes=syntaxes, errors="ignore")
    text = " ".join(selector.xpath("//body//text()[not(ancestor::script or ancestor::style)]").getall())
    links = " ".join(selector.css("a::attr(href)").re(r"^(?:mailto|tel):([^?]+)"))
    said = " ".join(stated(data))
    addresses = {each.lower() for part in (text, links, said) for each in ADDRESS.findall(part)}
    numbers = {
        phonenumbers.format_number(match.number, phonenumbers.PhoneNumberFormat.E164)
        for part in (text, links.replace(" ", " ; "), said)
        for match in phonenumbers.PhoneNumberMatcher(part, region)
    }
    return sorted(addresses | numbers)


def stated(data):
    """The telephone numbers and addresses anywhere in structured data."""
    if isinstance(data, dict):
        for name, value in data.items():
            if name in NAMES and isinstance(value, str):
                yield value.removeprefix("mailto:")
            else:
                yield from stated(value)
    elif isinstance(data, list):
        for each in data:
            yield from stated(each)


def main():
    *syntaxes, file = sys.argv[1:]
    syntaxes = syntaxes or extruct.SYNTAXES
    pages = json.loads(Path(file).read_text(encoding="utf-8"))
    for page in pages[:WARM_UP]:
        contacts_of(page, syntaxes)
    began, processor = time.perf_counter(), time.process_time()
    found = [contacts_of(page, syntaxes) for page in pages]
    taken = {"seconds": time.perf_counter() - began, "processor_seconds": time.process_time() - processor}
    sys.stdout.write(json.dumps(taken | {"found": found}) + "\n")


if __name__ == "__main__":
    main()
