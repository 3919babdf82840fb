"""The doors: what is sent with a text in it, and where to."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid4

Door = tuple[str, str, str, dict[str, Any]]
"""Its name, and the method, the path and the rest of a request."""
Told = dict[str, tuple[str, str, dict[str, Any]]]
"""By name: the method, the path and the body."""
CONTACTS = "/api/v3/contact-delivery"
WEBSITE = "https://a.example/"
KINDS = ("person", "email", "domain", "phone", "profile")
LOOK_THROUGH_ALL = frozenset(
    {"export", "disclosure of a domain's person", "erasure of a domain's person"}
    | {f"{what} of {kind}" for what in ("erasure", "disclosure") for kind in KINDS}
)
OF_STRANGERS = frozenset({"sign-in", "password by link", "first account"})
FROM_ANYWHERE = OF_STRANGERS | {"own password"}
# Of these a person has only so many: what is made is removed again.
REMOVED = {
    "view": "/api/v3/views",
    "view's order": "/api/v3/views",
    "view's columns": "/api/v3/views",
    "token": "/api/v3/tokens",
    "user": "/api/v3/users",
    "user's password": "/api/v3/users",
    "export": "/api/v3/exports/jobs",
}
NOBODY = str(UUID(int=0))
PATHS = (
    "GET w/{}",
    "GET api/v3/workflows/{}",
    "GET api/v3/exports/{}",
    "GET api/v3/runs/{}/log",
    "GET documents/{}",
    "GET api/v3/workflows/{}/settings",
    f"GET api/v3/insight/{{}}/{NOBODY}",
    "POST api/v3/workflows/{}/run",
    "PUT api/v3/workflows/{}/paused/true",
    "DELETE api/v3/delivery-targets/{}",
)
WORLD = {"west": "-180", "south": "-90", "east": "180", "north": "90", "workflow": "deep_scan"}
# What is asked together is not refused, so that none hides another.
QUESTIONS = {
    "/api/v3/find": ("q",),
    "/api/v3/audit": ("operation address name", "without"),
    "/api/v3/audit/file": ("operation address name", "without"),
    "/api/v3/batches": ("made_by", "after"),
    "/api/v3/duplicates": ("after", "decision"),
    "/api/v3/duplicates/contacts": ("after",),
    "/api/v3/errors/groups": ("workflow",),
    "/api/v3/exports/contacts": ("filter",),
    "/api/v3/exports/jobs/columns": ("workflow",),
    "/api/v3/origins": ("workflow",),
    "/api/v3/origins/progress": ("origin",),
    "/api/v3/runs": ("workflow", "after"),
    "/api/v3/views": ("workflow",),
    f"{CONTACTS}/list": ("search", "origin", "after", "sort", "name email outcome delivered_to"),
    f"{CONTACTS}/groups": ("by",),
    f"{CONTACTS}/facets": ("search", "name"),
}
# Whatever is no text: each of these says what is wrong with every one of its parameters.
NO_TEXTS = {
    f"{CONTACTS}/list": ("batch", "updated_since", "page", "size", "status_filter", "with_total", "confidence"),
    "/api/v3/metrics/throughput": ("from", "to", "step"),
}
CORRECTED = {
    "contact-delivery": ("name role", "email", "phone"),
    "deep-scan": ("name", "phone", "website"),
    "domain-extraction": ("name", "phone", "website"),
    "domain-curation": ("home_url", "language", "title"),
    "page-curation": ("kind", "title"),
}


def texts_of(files: list[Path]) -> list[str]:
    lines = (json.loads(line) for file in files for line in file.open(encoding="utf-8"))
    found = (line.get("payload") or line.get("text") or line.get("url") for line in lines)
    return list(dict.fromkeys(text for text in found if isinstance(text, str)))


def doors_for(text: str, ids: Mapping[str, str]) -> Iterator[Door]:
    """`ids` are of a row of each tab that takes corrections, of a run, a rule and a user."""
    for told in (_of_rows(text, ids), _of_what_comes_in(text), _of_people(text), _of_settings(text, ids)):
        yield from ((name, method, path, {"json": body}) for name, (method, path, body) in told.items())
    for path, names in {**QUESTIONS, f"/api/v3/runs/{ids['run']}/log": ("search",)}.items():
        yield from ((f"{path} {name}", "GET", path, {"params": dict.fromkeys(name.split(), text)}) for name in names)
    for path, names in NO_TEXTS.items():
        yield f"{path}, no texts", "GET", path, {"params": dict.fromkeys(names, text)}
    yield "filter", "GET", f"{CONTACTS}/list", {"params": {"search": f'name:"{text}" -role:"{text}" tag:"{text}"'}}
    as_number = f"confidence:>{text} -confidence:{text}..{text} since:{text} name:~{text}"
    yield "filter without quotes", "GET", f"{CONTACTS}/list", {"params": {"search": as_number}}
    yield "download", "GET", "/api/v3/exports/contacts", {"params": {"filter": f"search={text}"}}
    yield "map", "GET", "/api/v3/map/points", {"params": WORLD | {"search": text}}
    yield "map of a workflow", "GET", "/api/v3/map/points", {"params": WORLD | {"workflow": text}}
    yield "events", "GET", "/api/v3/events", {"params": {"after": text}}
    yield "header", "GET", f"{CONTACTS}/list", {"headers": {"X-Request-ID": quote(text), "If-None-Match": quote(text)}}
    yield "agent", "POST", "/api/v3/auth/refresh", {"headers": {"User-Agent": text.encode()}}
    yield "bearer", "GET", "/api/v3/auth/me", {"headers": {"Authorization": b"Bearer " + text.encode()}}
    yield "origin", "GET", "/api/v3/auth/door", {"headers": {"Origin": text.encode(), "Cookie": text.encode()}}
    yield from _files(text)
    for each in PATHS:
        method, _, path = each.partition(" ")
        yield f"path {path}", method, f"/{path.format(quote(text, safe=''))}", {}


def together_for(texts: list[str]) -> Iterator[Door]:
    """Doors that take some at a time, and judge each of them by itself."""
    told = {
        "places": ("PUT", "/api/v3/places/staging/status", {"place_ids": texts, "status": "New"}),
        **{
            f"suppression of {kind}": ("POST", "/api/v3/suppressions", {"kind": kind, "values": texts})
            for kind in KINDS
        },
        **{
            f"submission of {what}": ("POST", f"/api/v3/{what}/submit", {"addresses": texts})
            for what in ("domains", "pages", "sitemap-files")
        },
    }
    yield from ((name, method, path, {"json": body}) for name, (method, path, body) in told.items())


def refused_together_for(texts: list[str], ids: Mapping[str, str]) -> Iterator[Door]:
    """Doors that take some at a time, and refuse all of them for one."""
    both = {text: text for text in texts}
    contact, named = [ids["contact-delivery"]], [{"name": text} for text in texts]
    view = {"workflow": "contact_delivery", "name": str(uuid4()), "content": {"columns": named}}
    rules = [each | {"when": "rating > 9"} for each in named]
    targets = "/api/v3/delivery-targets"
    told = {
        "tag": ("PUT", f"{CONTACTS}/values", {"ids": contact, "add_tags": texts}),
        "tag taken away": ("PUT", f"{CONTACTS}/values", {"ids": contact, "remove_tags": texts}),
        "view's columns": ("POST", "/api/v3/views", view),
        "inbound field": ("POST", "/api/v3/inbound", {"row": {"name": "A", "website": WEBSITE} | both}),
        "rule": ("PUT", "/api/v3/rules", {"rules": {"deep_scan": rules}}),
        "budget": ("PUT", "/api/v3/budgets", {"budgets": [{"source": text, "most_calls": 1} for text in texts]}),
        "target's headers": ("PUT", f"{targets}/rest", _rested(rest_headers=json.dumps(both))),
        "target's template": ("PUT", f"{targets}/rest", _rested(rest_template=both)),
        "target's fields": ("PUT", f"{targets}/hubspot", {"values": {"hubspot_token": "a", "hubspot_fields": both}}),
        "preference": ("PUT", "/api/v3/prefs", {"keys": both, "recent": texts}),
        "layout": ("PUT", "/api/v3/prefs", {"layouts": {text: {"columns": [{"name": text}]} for text in texts}}),
    }
    yield from ((name, method, path, {"json": body}) for name, (method, path, body) in told.items())


def _files(text: str) -> Iterator[Door]:
    rows, into = b"name,website\nA,https://a.example/\n", {"into": "businesses"}
    preview = "/api/v3/imports/preview"
    yield "name of a file", "POST", preview, {"files": {"file": (text, rows)}, "data": into}
    heading = json.dumps(text).encode() + b",website\nA,https://a.example/\n"
    yield "name of a column", "POST", preview, {"files": {"file": ("a.csv", heading)}, "data": into}
    mapping = {"mapping": json.dumps({"name": text, text: "name"}), "sheet": text}
    yield "mapping", "POST", preview, {"files": {"file": ("a.csv", rows)}, "data": into | mapping}
    as_lines = json.dumps({text: text, "name": "A", "website": WEBSITE}).encode()
    sent = {"files": {"file": ("a.jsonl", as_lines)}, "data": into | {"list_name": text, "sheet": text}}
    yield "list of a file", "POST", "/api/v3/imports", sent
    for name, path in (("country of a file", "/api/v3/imports"), ("country of a preview", preview)):
        numbered = b"name,website,phone\nA,https://a.example/,(512) 555-0134\n"
        yield name, "POST", path, {"files": {"file": ("a.csv", numbered)}, "data": into | {"country": text}}


def _of_rows(text: str, ids: Mapping[str, str]) -> Told:
    status, contact = f"{CONTACTS}/status/by-filter", [ids["contact-delivery"]]
    by_values = {"filter": {"values": {"name": text}, "outcome": text}}
    return {
        "note": ("PUT", f"{CONTACTS}/values", {"ids": contact, "note": text}),
        "note by filter": (
            "PUT",
            f"{CONTACTS}/values",
            {"filter": {"search": text}, "note": "a", "dry_run": True},
        ),
        "correction of several": ("PUT", f"{CONTACTS}/values", {"ids": contact, "values": {"name": text}}),
        **{
            f"correction of {tab} {field}": ("PATCH", f"/api/v3/{tab}/{ids[tab]}", dict.fromkeys(field.split(), text))
            for tab, fields in CORRECTED.items()
            for field in fields
        },
        "decision by filter": (
            "PUT",
            status,
            {"status": "Skipped", "expected_count": 0, "filter": {"search": text}},
        ),
        "decision by values": ("PUT", status, {"status": "Skipped", "dry_run": True} | by_values),
        "review": ("POST", "/api/v3/reviewing", {"workflow": text, "ids": []}),
        "list's name": ("POST", "/api/v3/lists", {"name": text}),
        "view": ("POST", "/api/v3/views", {"workflow": "contact_delivery", "name": text, "content": {"search": text}}),
        "view's order": (
            "POST",
            "/api/v3/views",
            {"workflow": "contact_delivery", "name": str(uuid4()), "content": {"sort": text}},
        ),
        "view, changed": (
            "PUT",
            f"/api/v3/views/{ids['view']}",
            {"workflow": "contact_delivery", "name": text, "content": {"search": text}},
        ),
        "workflow of a view, changed": (
            "PUT",
            f"/api/v3/views/{ids['view']}",
            {"workflow": text, "name": "a", "content": {}},
        ),
        "view's workflow": ("POST", "/api/v3/views", {"workflow": text, "name": "a", "content": {}}),
        "export": ("POST", "/api/v3/exports/jobs", {"workflow": "contact_delivery", "search": text}),
        "export's columns": ("POST", "/api/v3/exports/jobs", {"workflow": "contact_delivery", "columns": [text]}),
        "export's workflow": ("POST", "/api/v3/exports/jobs", {"workflow": text}),
        "export's count": (
            "POST",
            "/api/v3/exports/jobs/count",
            {"workflow": "contact_delivery", "search": text, "columns": [text]},
        ),
        "workflow of an export's count": ("POST", "/api/v3/exports/jobs/count", {"workflow": text}),
    }


def _of_what_comes_in(text: str) -> Told:
    searches, inbound = "/api/v3/place-searches", "/api/v3/inbound"
    # Every installation has this source, and it is not asked.
    search = {"source": "overpass", "queue": False}
    where = {"area": text, "category": text, "list_name": text[:100]}
    return {
        "words of a search": ("POST", searches, search | {"phrase": f"{text} in {text}"}),
        "place of a search": ("POST", searches, search | where | {"phrase": "dentists"}),
        "source of a search": ("POST", searches, {"phrase": "dentists in Austin", "source": text}),
        "estimate": ("POST", f"{searches}/estimate", search | where | {"phrase": text}),
        "source of an estimate": ("POST", f"{searches}/estimate", {"phrase": "dentists in Austin", "source": text}),
        "earlier search": ("POST", f"{searches}/before", search | where | {"phrase": text}),
        "source of an earlier search": ("POST", f"{searches}/before", {"phrase": "dentists in Austin", "source": text}),
        "inbound address": ("POST", inbound, {"url": text}),
        "inbound row": ("POST", inbound, {"row": {"name": text, "city": text, "website": WEBSITE}}),
        "inbound phrase": ("POST", inbound, {"phrase": text, "source": "overpass"}),
        "inbound source": ("POST", inbound, {"phrase": "dentists in Austin", "source": text}),
    }


def _of_people(text: str) -> Told:
    suppression = {"kind": "person", "values": [f"a.example/x {text}"], "reason": text}
    somebody = {"kind": "person", "value": "Ana Sky"}
    return {
        "suppression": ("POST", "/api/v3/suppressions", suppression),
        **{f"disclosure of {kind}": ("POST", "/api/v3/disclosures", _about(kind, text)) for kind in KINDS},
        **{
            f"erasure of {kind}": ("POST", "/api/v3/erasures", _about(kind, text) | {"dry_run": False})
            for kind in KINDS
        },
        "disclosure of a domain's person": ("POST", "/api/v3/disclosures", somebody | {"domain": text}),
        "erasure of a domain's person": ("POST", "/api/v3/erasures", somebody | {"domain": text}),
        "token": ("POST", "/api/v3/tokens", {"name": text, "scopes": ["read"], "days": 1}),
        "user": ("POST", "/api/v3/users", {"name": text, "password": text, "role": "viewer"}),
        "user's password": ("POST", "/api/v3/users", {"name": f"x{uuid4()}", "password": text, "role": "viewer"}),
        "own password": ("PUT", "/api/v3/auth/password", {"current": text, "new": f"{text} and more"}),
        "sign-in": ("POST", "/api/v3/auth/login", {"name": text, "password": text}),
        "first account": ("POST", "/api/v3/auth/setup", {"code": text, "name": text, "password": text}),
        "password by link": ("POST", "/api/v3/auth/reset", {"token": text, "password": text}),
    }


def _about(kind: str, text: str) -> dict[str, Any]:
    """Somebody whom no row has is known by where they work."""
    return {"kind": kind, "value": text, "domain": "b.example" if kind == "person" else None}


def _of_settings(text: str, ids: Mapping[str, str]) -> Told:
    rules, targets = "/api/v3/rules", "/api/v3/delivery-targets"
    ordered = {"name": "a", "per": "domain", "at_most": 1, "first": [text]}
    return {
        "rule's condition": ("POST", f"{rules}/preview", _ruled({"name": text, "when": text})),
        "rule's order": ("POST", f"{rules}/preview", _ruled(ordered, "page_curation")),
        "rule's group": ("POST", f"{rules}/preview", _ruled({"name": "a", "per": text, "after": [text]})),
        "rule's workflow": ("POST", f"{rules}/preview", {"rules": {text: []}, "only": text}),
        "suspension": ("POST", f"{rules}/{ids['rule']}/suspend", {"reason": text}),
        "going on": ("PUT", "/api/v3/origins/going-on", {"origin": f"lists:{ids['list']}", "workflows": [text]}),
        "target": ("PUT", f"{targets}/webhook", {"values": {"webhook_url": text}}),
        "target's secret": (
            "PUT",
            f"{targets}/webhook",
            {"values": {"webhook_url": f"{WEBSITE}{text}", "webhook_secret": text}},
        ),
        "target's token": ("PUT", f"{targets}/hubspot", {"values": {"hubspot_token": text}}),
        "trial": ("POST", f"{targets}/webhook/trial", {"email": text}),
        "name of a target": ("PUT", f"{targets}/{quote(text, safe='')}", {"values": {}}),
        "trial of a target": ("POST", f"{targets}/{quote(text, safe='')}/trial", {"email": "a@b.example"}),
        "settings of a workflow": ("PUT", f"/api/v3/workflows/{quote(text, safe='')}/settings", {"values": {}}),
        "setting": ("PUT", "/api/v3/workflows/deep_scan/settings", {"values": {text: text, "batch_size": text}}),
        "user's new password": ("PATCH", f"/api/v3/users/{ids['user']}", {"password": text}),
    }


def _ruled(rule: dict[str, Any], workflow: str = "deep_scan") -> dict[str, Any]:
    return {"rules": {workflow: [rule]}}


def _rested(**values: Any) -> dict[str, Any]:
    return {"values": {"rest_url": WEBSITE, **values}}
