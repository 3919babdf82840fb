"""Wherever the API takes a free text, `python -m benchmarks.doors` sends hostile ones."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from aiohttp import ClientSession
from benchmarks.doors.listed import NOBODY, doors_for, refused_together_for, together_for
from benchmarks.doors.visiting import Heard, Visit
from tests.routers.test_tenants import DESCRIPTION

from scrapersky.workflows import product_workflows

TEXT = "a hostile text"
# What is no free text although a text is written for it: ids, moments, choices.
BOUND = {"format", "enum", "pattern", "const", "contentMediaType"}
ROWS = re.compile(r"(/api/v3/contact-delivery)/(list|groups|facets)")
OTHER_TABS = {f"/api/v3/{each.names.kebab}/" for each in product_workflows()} - {"/api/v3/contact-delivery/"}
# One that is set to what it was; and what names the rows that a list shows, which all columns do alike.
LEFT_OUT = {("PUT", "/api/v3/budgets", "before"), ("PUT", "/api/v3/rules", "before")}
OF_A_COLUMN = "Only rows whose "


def test_every_free_text_of_the_description_has_a_door() -> None:
    described = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    sent = set(sent_through_doors(described["paths"]))
    assert sorted(set(taken(described)) - sent - LEFT_OUT) == []


async def test_what_is_refused_with_others_comes_again_in_halves() -> None:
    visit = StrictVisit()
    await visit.go_through_several("tag", ["a", "b", "bad", "c"], lambda texts: ("tag", "PUT", "/", {"json": texts}))
    assert visit.sent == [["a", "b", "bad", "c"], ["a", "b"], ["bad", "c"], ["bad"], ["c"]]


async def test_only_what_is_slow_by_itself_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.doors.visiting.SLOW", 0.0)
    async with httpx.AsyncClient() as client, ClientSession() as lines:
        visit = AnsweredVisit(client, lines, 1)
        await visit.go_through("tag", "PUT", "/", {})
        assert visit.wrong == []
        await visit.again_alone()
    assert len(visit.wrong) == 1


class AnsweredVisit(Visit):
    """Of an installation that is fine with everything."""

    async def _asked(self, name: str, method: str, path: str, sent: dict[str, Any]) -> Heard:
        return Heard(200, "", 1)


class StrictVisit(Visit):
    """Of an installation that takes anything but `bad`."""

    def __init__(self) -> None:
        self.sent: list[list[str]] = []

    async def go_through(self, name: str, method: str, path: str, sent: dict[str, Any], *, count: int = 1) -> int:
        self.sent.append(sent["json"])
        return 422 if "bad" in sent["json"] else 200


def sent_through_doors(paths: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    patterns = {path: re.compile(re.sub(r"\\\{\w+\\\}", "([^/]+)", re.escape(path))) for path in paths}
    ids = defaultdict[str, str](lambda: NOBODY)
    for _, method, path, sent in (*doors_for(TEXT, ids), *together_for([TEXT]), *refused_together_for([TEXT], ids)):
        fields = {**sent.get("json", {}), **sent.get("params", {}), **sent.get("data", {})}
        for template in (each for each, pattern in patterns.items() if pattern.fullmatch(path)):
            named = [name for name, value in fields.items() if TEXT in str(value)]
            named += re.findall(r"\{(\w+)\}", template) if quote(TEXT) in path else []
            yield from ((method, ROWS.sub(r"\1/list", template), name) for name in named)


def taken(described: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            if not path.startswith(tuple(OTHER_TABS)) or method == "patch":
                names = taken_by(operation, described["components"]["schemas"])
                yield from ((method.upper(), ROWS.sub(r"\1/list", path), name) for name in names)


def taken_by(operation: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterator[str]:
    for each in operation.get("parameters", ()):
        of_a_column = each.get("description", "").startswith(OF_A_COLUMN)
        if each["in"] != "header" and not of_a_column and is_free(each["schema"], schemas):
            yield each["name"]
    for content in operation.get("requestBody", {}).get("content", {}).values():
        fields = resolved(content["schema"], schemas).get("properties", {})
        yield from (name for name, schema in fields.items() if is_free(schema, schemas))


def is_free(schema: Mapping[str, Any] | bool, schemas: Mapping[str, Any]) -> bool:
    if isinstance(schema, bool):
        return schema
    schema = resolved(schema, schemas)
    inner = [*schema.get("anyOf", ()), *schema.get("properties", {}).values()]
    inner += [schema[name] for name in ("items", "additionalProperties") if name in schema]
    is_text = schema.get("type") == "string" and BOUND.isdisjoint(schema)
    return is_text or any(is_free(each, schemas) for each in inner)


def resolved(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = schemas[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema
    return found
