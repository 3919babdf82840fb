"""Every hostile text through every door of a running installation, and then before a real browser.

    python -m benchmarks.doors ADDRESS NAME PASSWORD [FILE…] [--every 1] [--seconds 120]

ADDRESS is of an installation that may be thrown away, NAME an operator's. Each FILE has one JSON object per line, with
a text as `payload`, `text` or `url`; without one only the browser looks. No request may fail on our side or take longer
than five seconds; in the browser nothing of a text may run, and nothing may be asked of another address. All texts go
in by files; of the other doors, which take one each, --every 8 takes every eighth, and of doors that look through all
tables one in fifty of those.
"""

import argparse
import asyncio
import csv
import io
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
from playwright.sync_api import Dialog, Page, Request, sync_playwright
from tests.spreadsheets import workbook_of
from tests.web.conftest import CHROMIUM, FLAGS

from scrapersky.workflows import product_workflows

SLOW, AT_ONCE, AT_A_TIME = 5.0, 6, 500
CONTACTS = "/api/v3/contact-delivery"
COLUMNS = {
    "businesses": ("name", "city", "category", "website", "phone", "something else"),
    "contacts": ("name", "role", "email", "website", "notes"),
    "places": ("place_id", "name", "address"),
}
SCREENS = (
    "",
    "search",
    "import",
    "account",
    "audit",
    "rules",
    "errors",
    "runs",
    "exports",
    "history",
    "privacy",
    "settings",
)
THOROUGH, ONE_OF = {"erasure", "disclosure", "export"}, 50
Door = tuple[str, str, str, dict[str, Any]]
PATHS = ("w/{}", "api/v3/workflows/{}", "api/v3/exports/{}", "api/v3/runs/{}/log", "documents/{}")
WATCHING = """window.ran = [];
for (const name of ["alert", "prompt", "confirm"]) window[name] = (...words) => window.ran.push(name + words);
document.addEventListener("securitypolicyviolation", event => window.ran.push(event.violatedDirective + event.sample));
"""
SCROLL = """() => {
    const all = [...document.querySelectorAll("*")].filter(each => each.scrollHeight > each.clientHeight + 200);
    const list = all.find(each => getComputedStyle(each).overflowY != "visible") || document.scrollingElement;
    const before = list.scrollTop;
    list.scrollTop += list.clientHeight * 0.9;
    return list.scrollTop - before;
}"""


def texts_of(files: list[Path]) -> list[str]:
    lines = (json.loads(line) for file in files for line in file.open(encoding="utf-8"))
    found = (line.get("payload") or line.get("text") or line.get("url") for line in lines)
    return list(dict.fromkeys(text for text in found if isinstance(text, str)))


def doors_for_each(text: str, contact: str) -> Iterator[Door]:
    """The name of a door, and what is sent through it."""
    rule, person = {"name": text, "when": text}, {"kind": "person"}
    told: dict[str, tuple[str, str, dict[str, Any]]] = {
        "note and tag": ("PUT", f"{CONTACTS}/values", {"ids": [contact], "add_tags": [text], "note": text}),
        "correction": ("PATCH", f"{CONTACTS}/{contact}", {"name": text, "role": text}),
        "words of a search": (
            "POST",
            "/api/v3/place-searches",
            {"phrase": text, "source": "overpass", "queue": False},  # which every installation has, and is not asked
        ),
        "list's name": ("POST", "/api/v3/lists", {"name": text}),
        "view": ("POST", "/api/v3/views", {"workflow": "contact_delivery", "name": text, "content": {"search": text}}),
        "rule's condition": ("POST", "/api/v3/rules/preview", {"rules": {"deep_scan": [rule]}}),
        "rule": ("PUT", "/api/v3/rules", {"rules": {"deep_scan": [{"name": text, "when": "rating > 9"}]}}),
        "inbound": ("POST", "/api/v3/inbound", {"url": text}),
        "submission": ("POST", "/api/v3/domains/submit", {"addresses": [text]}),
        "suppression": ("POST", "/api/v3/suppressions", person | {"values": [f"a.example/x {text}"], "reason": text}),
        "disclosure": ("POST", "/api/v3/disclosures", person | {"value": text, "domain": "a.example"}),
        "erasure": ("POST", "/api/v3/erasures", person | {"value": text, "domain": "b.example", "dry_run": False}),
        "budget": ("PUT", "/api/v3/budgets", {"budgets": [{"source": text, "most_calls": 1}]}),
        "target": ("PUT", "/api/v3/delivery-targets/webhook", {"values": {"webhook_url": text}}),
        "setting": ("PUT", "/api/v3/workflows/deep_scan/settings", {"values": {text: text, "batch_size": text}}),
        "preference": ("PUT", "/api/v3/prefs", {"keys": {text: text}, "recent": [text]}),
        "export": ("POST", "/api/v3/exports/jobs", {"workflow": "contact_delivery", "search": text}),
        "token": ("POST", "/api/v3/tokens", {"name": text, "scopes": ["read"], "days": 1}),
        "sign-in": ("POST", "/api/v3/auth/reset", {"token": text, "password": text}),
    }
    yield from ((name, method, path, {"json": body}) for name, (method, path, body) in told.items())
    for path, name in ((f"{CONTACTS}/list", "search"), ("/api/v3/find", "q"), ("/api/v3/audit", "operation")):
        yield f"GET {path}", "GET", path, {"params": {name: text}}
    yield "filter", "GET", f"{CONTACTS}/list", {"params": {"search": f'name:"{text}" -tag:{text}'}}
    for name in ("origin", "after", "sort"):
        yield f"{name} of a list", "GET", f"{CONTACTS}/list", {"params": {name: text}}
    yield "header", "GET", f"{CONTACTS}/list", {"headers": {"X-Request-ID": quote(text), "If-None-Match": quote(text)}}
    file = {"file": (text, b"name,website\nA,https://a.example/\n")}
    yield "name of a file", "POST", "/api/v3/imports/preview", {"files": file, "data": {"into": "businesses"}}
    for path in PATHS:
        yield f"path {path}", "GET", f"/{path.format(quote(text, safe=''))}", {}


def files_of(texts: list[str]) -> Iterator[Door]:
    for start in range(0, len(texts), AT_A_TIME):
        for into, columns in COLUMNS.items():
            rows = [
                [_cell(column, text, n) for column in columns]
                for n, text in enumerate(texts[start:][:AT_A_TIME], start)
            ]
            for name, content in (
                ("rows.csv", _csv([columns, *rows])),
                ("rows.xlsx", workbook_of({"Rows": [columns, *rows]})),
            ):
                sent = {"files": {"file": (name, content)}, "data": {"into": into, "list_name": texts[start] or "-"}}
                yield f"{name} into {into}", "POST", "/api/v3/imports", sent


def _cell(column: str, text: str, number: int) -> str:
    own = {"website": f"https://p{number}.example/", "email": f"x{number}@p{number}.example", "place_id": f"p{number}"}
    return own.get(column, text)


def _csv(rows: list[Any]) -> bytes:
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue().encode("utf-8", "surrogatepass")


class Visit:
    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client, self._places = client, asyncio.Semaphore(AT_ONCE)
        self.statuses: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.wrong: list[str] = []

    async def go_through(self, name: str, method: str, path: str, sent: dict[str, Any]) -> None:
        async with self._places:
            began = time.monotonic()
            try:
                answer = await self._client.request(method, path, **sent)
            except (httpx.InvalidURL, UnicodeEncodeError):
                self.statuses[name]["not sent"] += 1
                return
            took = time.monotonic() - began
        self.statuses[name][str(answer.status_code)] += 1
        if answer.status_code >= 500 or (took > SLOW and "rows." not in name):
            self.wrong.append(
                f"{name}: {answer.status_code} after {took:.1f} s, {answer.text[:200]!r}, {str(sent)[:200]}"
            )


async def visit(address: str, who: dict[str, str], texts: list[str], every: int) -> None:
    async with httpx.AsyncClient(base_url=address, headers={"Origin": address}, timeout=600) as client:
        signed_in = (await client.post("/api/v3/auth/login", json=who)).raise_for_status().json()
        client.headers["Authorization"] = f"Bearer {signed_in['access_token']}"
        visit = Visit(client)
        for door in files_of(texts):
            await visit.go_through(*door)
        contact = (await client.get(f"{CONTACTS}/list", params={"size": 1})).json()["items"][0]["id"]
        chosen = texts[::every]
        for start in range(0, len(chosen), ONE_OF):
            some = enumerate(chosen[start:][:ONE_OF])
            doors = [(place, door) for place, text in some for door in doors_for_each(text, contact)]
            meant = (door for place, door in doors if place == 0 or door[0] not in THOROUGH)
            await asyncio.gather(*(visit.go_through(*door) for door in meant))
            print(f"{start + ONE_OF} of {len(chosen)}", flush=True)
    for name, statuses in visit.statuses.items():
        print(f"{name}: {dict(statuses)}")
    print(f"{len(texts)} texts, {len(visit.wrong)} requests went wrong", *visit.wrong[:20], sep="\n  ")


def look(address: str, name: str, password: str, seconds: float) -> None:
    seen: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1600, "height": 1000})
        page.add_init_script(WATCHING)
        _listen(page, address, seen)
        page.goto(address)
        page.get_by_label("Name").first.fill(name)
        page.get_by_label("Password").first.fill(password)
        page.keyboard.press("Enter")
        page.get_by_role("navigation").first.wait_for()
        for path in (*(f"w/{workflow.names.kebab}" for workflow in product_workflows()), *SCREENS):
            shown = _scroll(page, f"{address}/{path}", seconds)
            seen += [f"{path}: {ran}" for ran in page.evaluate("window.ran")]
            print(f"{path}: {shown} rows shown", flush=True)
        browser.close()
    print(f"{len(seen)} seen that should not be", *Counter(seen).most_common(20), sep="\n  ")


def _listen(page: Page, address: str, seen: list[str]) -> None:
    def dismiss(dialog: Dialog) -> None:
        seen.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def look_at(asked: Request) -> None:
        if not asked.url.startswith((address, "data:", "blob:")):
            seen.append(f"asked {asked.url}")

    page.on("dialog", dismiss)
    page.on("pageerror", lambda error: seen.append(f"error {error}"))
    page.on("request", look_at)


def _scroll(page: Page, address: str, seconds: float) -> int:
    """To the end or as far as the time allows, and then into the details of what is shown."""
    page.goto(address)
    page.wait_for_timeout(3_000)
    until, shown = time.monotonic() + seconds, set[str]()
    while time.monotonic() < until:
        shown |= set(page.locator("tbody tr").all_inner_texts())
        moved = page.evaluate(SCROLL)
        page.wait_for_timeout(80)
        further = page.get_by_role("button", name=re.compile("^Next"))
        if moved < 1 and not (further.count() and further.first.is_enabled()):
            break
        if moved < 1:
            further.first.click()
    if "/w/" in address and page.locator("tbody tr").count():
        page.locator("tbody tr").last.click()
        page.keyboard.press("Enter")
        page.wait_for_timeout(2_000)
    return len(shown)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("name")
    parser.add_argument("password")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=120, help="for each screen")
    given = parser.parse_args()
    if given.files:
        who = {"name": given.name, "password": given.password}
        asyncio.run(visit(given.address, who, texts_of(given.files), given.every))
    look(given.address, given.name, given.password, given.seconds)
