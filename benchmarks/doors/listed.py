"""The doors: what is sent with a text in it, and where to."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from tests.spreadsheets import workbook_of

Door = tuple[str, str, str, dict[str, Any]]
"""Its name, and the method, the path and the rest of a request."""
AT_A_TIME = 500
CONTACTS = "/api/v3/contact-delivery"
WEBSITE = "https://a.example/"
COLUMNS = {
    "businesses": ("name", "city", "category", "website", "phone", "something else"),
    "contacts": ("name", "role", "email", "website", "notes"),
    "places": ("place_id", "name", "address"),
}
LOOK_THROUGH_ALL = frozenset({"erasure", "disclosure", "export"})
OF_STRANGERS = frozenset({"sign-in", "password by link"})
# Of these a person has only so many: what is made is removed again.
REMOVED = {
    "view": "/api/v3/views",
    "token": "/api/v3/tokens",
    "user": "/api/v3/users",
    "user's password": "/api/v3/users",
    "export": "/api/v3/exports/jobs",
}
PATHS = ("w/{}", "api/v3/workflows/{}", "api/v3/exports/{}", "api/v3/runs/{}/log", "documents/{}")
WORLD = {"west": "-180", "south": "-90", "east": "180", "north": "90", "workflow": "deep_scan"}
QUESTIONS = {
    "/api/v3/find": ("q",),
    "/api/v3/audit": ("operation", "address", "name"),
    "/api/v3/batches": ("made_by",),
    "/api/v3/exports/contacts": ("filter",),
    "/api/v3/origins/progress": ("origin",),
    "/api/v3/runs": ("workflow", "after"),
    f"{CONTACTS}/list": ("search", "origin", "after", "sort", "name", "email", "outcome"),
    f"{CONTACTS}/groups": ("by",),
}


def texts_of(files: list[Path]) -> list[str]:
    lines = (json.loads(line) for file in files for line in file.open(encoding="utf-8"))
    found = (line.get("payload") or line.get("text") or line.get("url") for line in lines)
    return list(dict.fromkeys(text for text in found if isinstance(text, str)))


def doors_for(text: str, contact: str) -> Iterator[Door]:
    for name, (method, path, body) in _told(text, contact).items():
        yield name, method, path, {"json": body}
    for path, names in QUESTIONS.items():
        yield from ((f"{path} {name}", "GET", path, {"params": {name: text}}) for name in names)
    yield "filter", "GET", f"{CONTACTS}/list", {"params": {"search": f'name:"{text}" -role:"{text}" tag:"{text}"'}}
    yield "download", "GET", "/api/v3/exports/contacts", {"params": {"filter": f"search={text}"}}
    yield "map", "GET", "/api/v3/map/points", {"params": WORLD | {"search": text}}
    yield "header", "GET", f"{CONTACTS}/list", {"headers": {"X-Request-ID": quote(text), "If-None-Match": quote(text)}}
    yield "agent", "POST", "/api/v3/auth/refresh", {"headers": {"User-Agent": text.encode()}}
    file = {"file": (text, b"name,website\nA,https://a.example/\n")}
    yield "name of a file", "POST", "/api/v3/imports/preview", {"files": file, "data": {"into": "businesses"}}
    for path in PATHS:
        yield f"path {path}", "GET", f"/{path.format(quote(text, safe=''))}", {}


def _told(text: str, contact: str) -> dict[str, tuple[str, str, dict[str, Any]]]:
    rule, person = {"name": text, "when": text}, {"kind": "person"}
    by_filter = {"status": "Skipped", "expected_count": 0, "filter": {"search": text}}
    target = "/api/v3/delivery-targets/webhook"
    return {
        "note": ("PUT", f"{CONTACTS}/values", {"ids": [contact], "note": text}),
        "tag": ("PUT", f"{CONTACTS}/values", {"ids": [contact], "add_tags": [text]}),
        "correction": ("PATCH", f"{CONTACTS}/{contact}", {"name": text, "role": text}),
        "decision by filter": ("PUT", f"{CONTACTS}/status/by-filter", by_filter),
        "words of a search": (
            "POST",
            "/api/v3/place-searches",
            {
                "phrase": f"{text} in {text}",
                "source": "overpass",
                "queue": False,
            },  # which every installation has, and is not asked
        ),
        "list's name": ("POST", "/api/v3/lists", {"name": text}),
        "view": ("POST", "/api/v3/views", {"workflow": "contact_delivery", "name": text, "content": {"search": text}}),
        "rule's condition": ("POST", "/api/v3/rules/preview", {"rules": {"deep_scan": [rule]}}),
        "rule": ("PUT", "/api/v3/rules", {"rules": {"deep_scan": [{"name": text, "when": "rating > 9"}]}}),
        "inbound address": ("POST", "/api/v3/inbound", {"url": text}),
        "inbound row": (
            "POST",
            "/api/v3/inbound",
            {"row": {"name": text, "city": text, "website": WEBSITE}},
        ),
        "inbound phrase": ("POST", "/api/v3/inbound", {"phrase": text, "source": "overpass"}),
        **{
            f"submission of {what}": ("POST", f"/api/v3/{what}/submit", {"addresses": [text]})
            for what in ("domains", "pages", "sitemap-files")
        },
        "suppression": ("POST", "/api/v3/suppressions", person | {"values": [f"a.example/x {text}"], "reason": text}),
        "disclosure": ("POST", "/api/v3/disclosures", person | {"value": text, "domain": "a.example"}),
        "erasure": ("POST", "/api/v3/erasures", person | {"value": text, "domain": "b.example", "dry_run": False}),
        "budget": ("PUT", "/api/v3/budgets", {"budgets": [{"source": text, "most_calls": 1}]}),
        "target": ("PUT", target, {"values": {"webhook_url": text}}),
        "target's secret": ("PUT", target, {"values": {"webhook_url": f"{WEBSITE}{text}", "webhook_secret": text}}),
        "setting": ("PUT", "/api/v3/workflows/deep_scan/settings", {"values": {text: text, "batch_size": text}}),
        "preference": ("PUT", "/api/v3/prefs", {"keys": {text: text}, "recent": [text]}),
        "export": ("POST", "/api/v3/exports/jobs", {"workflow": "contact_delivery", "search": text}),
        "token": ("POST", "/api/v3/tokens", {"name": text, "scopes": ["read"], "days": 1}),
        "user": ("POST", "/api/v3/users", {"name": text, "password": text, "role": "viewer"}),
        "user's password": ("POST", "/api/v3/users", {"name": f"x{uuid4()}", "password": text, "role": "viewer"}),
        "sign-in": ("POST", "/api/v3/auth/login", {"name": text, "password": text}),
        "password by link": ("POST", "/api/v3/auth/reset", {"token": text, "password": text}),
    }


def files_of(texts: list[str]) -> Iterator[Door]:
    for start in range(0, len(texts), AT_A_TIME):
        for into, columns in COLUMNS.items():
            rows = [
                [_cell(column, text, n) for column in columns]
                for n, text in enumerate(texts[start:][:AT_A_TIME], start)
            ]
            for name, content in (
                ("rows.csv", csv_of([columns, *rows])),
                ("rows.xlsx", workbook_of({"Rows": [columns, *rows]})),
            ):
                sent = {"files": {"file": (name, content)}, "data": {"into": into, "list_name": texts[start] or "-"}}
                yield f"{name} into {into}", "POST", "/api/v3/imports", sent


def _cell(column: str, text: str, number: int) -> str:
    own = {"website": f"https://p{number}.example/", "email": f"x{number}@p{number}.example", "place_id": f"p{number}"}
    return own.get(column, text)


def csv_of(rows: list[Any]) -> bytes:
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue().encode("utf-8", "surrogatepass")
