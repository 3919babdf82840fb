"""Every hostile text through every door of a running installation, and then before a real browser.

    python -m benchmarks.doors ADDRESS NAME PASSWORD [FILE…] [--documents FOLDER] [--proxy PORT] [--small NAME]

ADDRESS is of an installation that may be thrown away, NAME an operator's. Each FILE has one JSON object per line, with
a text as `payload`, `text` or `url`; FOLDER has hostile XML documents. No request may fail on our side or, tried again
alone, take longer than five seconds; in the browser nothing of a text may run, and nothing may be asked of another
address. All texts go in by files; --every 8 sends every eighth through the other doors, --start 700 those from there
on. Doors that look through all tables take a fiftieth of those, or all with --small, an operator of a tenant that has
little. Some change a view, a rule or the password of a viewer, and find nothing where there is none. Whoever runs the
installation with FETCH_PROXY=http://127.0.0.1:PORT and FETCH_INTERVAL_SECONDS=0 has its workers read websites of texts
and documents.
"""

import argparse
import asyncio
import itertools
import re
from collections import defaultdict
from collections.abc import Awaitable, Iterator, Mapping
from functools import partial
from pathlib import Path

import uvloop
from tests.proxied import proxy_to

from benchmarks.doors.browser import kept, lists, look
from benchmarks.doors.documents import doors_of
from benchmarks.doors.files import files_of
from benchmarks.doors.listed import (
    CORRECTED,
    LOOK_THROUGH_ALL,
    NOBODY,
    Door,
    doors_for,
    refused_together_for,
    texts_of,
    together_for,
)
from benchmarks.doors.visiting import Visit, visit_of
from benchmarks.doors.websites import Websites, work_through

ONE_OF, TOGETHER = 50, 25
PARTS = ("files", "documents", "websites", "requests", "browser", "kept")


async def visit_all(given: argparse.Namespace, texts: list[str], documents: dict[str, bytes]) -> None:
    who = {"name": given.name, "password": given.password}
    async with visit_of(given.address, who, given.at_once) as visit:
        if "files" in given.parts:
            for door in files_of(texts):
                await visit.go_through(*door)
        if "documents" in given.parts:
            await visit.go_through_all(doors_of(documents))
        if "websites" in given.parts and given.proxy:
            websites = Websites(texts, documents)
            async with proxy_to(websites.find, given.proxy):
                await work_through(visit, websites)
        if "requests" in given.parts:
            await send_all(visit, texts, given)
    if "requests" in given.parts and given.small:
        async with visit_of(given.address, who | {"name": given.small}, given.at_once) as elsewhere:
            await send_all(elsewhere, texts, given, is_small=True)


async def send_all(visit: Visit, texts: list[str], given: argparse.Namespace, *, is_small: bool = False) -> None:
    nobody = defaultdict[str, str](str)
    there = (*doors_for("", nobody), *together_for([]), *refused_together_for([], nobody))
    if not any(takes(given, name, 0, is_small=is_small) for name, *_ in there):
        return
    ids = {name: itertools.cycle(found or [NOBODY]) for name, found in (await ids_for(visit)).items()}
    for start in range(given.start, len(texts), ONE_OF * given.every):
        some = [
            (text, {name: next(each) for name, each in ids.items()}) for text in texts[start :: given.every][:ONE_OF]
        ]
        doors = [(place, door) for place, (text, known) in enumerate(some) for door in doors_for(text, known)]
        doors += [(0, door) for door in together_for([text for text, _ in some])]
        await visit.go_through_all(door for place, door in doors if takes(given, door[0], place, is_small=is_small))
        await asyncio.gather(*several_of(visit, some, given, is_small=is_small))
        print(f"from {start} of {len(texts)}", flush=True)


def several_of(
    visit: Visit, some: list[tuple[str, dict[str, str]]], given: argparse.Namespace, *, is_small: bool
) -> Iterator[Awaitable[None]]:
    """Short texts beside short ones: what is refused for its length is together."""
    texts = sorted((text for text, _ in some), key=len)
    for start in range(0, len(texts), TOGETHER):
        ids = some[start][1]
        for name, *_ in refused_together_for([], ids):
            if takes(given, name, 0, is_small=is_small):
                yield visit.go_through_several(name, texts[start:][:TOGETHER], partial(_door_named, name, ids))


def _door_named(name: str, ids: Mapping[str, str], texts: list[str]) -> Door:
    return next(door for door in refused_together_for(texts, ids) if door[0] == name)


async def ids_for(visit: Visit) -> dict[str, list[str]]:
    """Of what doors change: rows of tabs, a run, a rule, a list, somebody else."""
    paths = {tab: f"{tab}/list?size=100" for tab in CORRECTED}
    paths |= {"run": "runs", "rule": "rules", "list": "lists", "user": "users", "view": "views"}
    listed = {name: (await visit.client.get(f"/api/v3/{path}")).json() for name, path in paths.items()}
    found = {name: each["items"] if isinstance(each, dict) else each for name, each in listed.items()}
    found["user"] = [each for each in found["user"] if each["role"] == "viewer"]  # not whoever asks
    return {name: [each["id"] for each in items] for name, items in found.items()}


def takes(given: argparse.Namespace, name: str, place: int, *, is_small: bool) -> bool:
    through_all = is_small if given.small else place == 0
    is_wanted = through_all if name in LOOK_THROUGH_ALL else not is_small
    return is_wanted and bool(re.search(given.only, name))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("name")
    parser.add_argument("password")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--documents", type=Path, help="a folder of XML documents")
    parser.add_argument("--proxy", type=int, help="the port that the installation's FETCH_PROXY names")
    parser.add_argument("--small", help="an operator with the same password, of a tenant that has little")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="the first text that doors take and the browser is shown")
    parser.add_argument("--at-once", type=int, default=6, help="requests")
    parser.add_argument(
        "--only", default="", help="of the doors that take one text each, those whose name has this pattern"
    )
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--seconds", type=float, default=600, help="at most, for each screen")
    given = parser.parse_args()
    texts = texts_of(given.files)
    documents = {each.stem: each.read_bytes() for each in sorted(given.documents.iterdir())} if given.documents else {}
    print(f"{len(texts)} texts, {len(documents)} documents", flush=True)
    if texts or documents:
        uvloop.run(visit_all(given, texts, documents))
    if looks := [each for part, each in (("browser", lists), ("kept", kept)) if part in given.parts]:
        look(given.address, given.name, given.password, texts[given.start :], seconds=given.seconds, looks=looks)
