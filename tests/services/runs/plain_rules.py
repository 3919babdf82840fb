"""What a condition means, said in plain Python over dictionaries: what the SQL form is held against."""

import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from scrapersky.curation_sdk.lists import SearchOperator
from scrapersky.curation_sdk.rules import AllOf, AnyOf, Comparison, Negation, Node

Row = Mapping[str, Any]


def holds(node: Node, row: Row, above: Mapping[str, Sequence[Row]]) -> bool:
    if isinstance(node, Negation):
        return not holds(node.of, row, above)
    if isinstance(node, AllOf):
        return all(holds(part, row, above) for part in node.parts)
    if isinstance(node, AnyOf):
        return any(holds(part, row, above) for part in node.parts)
    return _compared(node, row, above)


def _compared(node: Comparison, row: Row, above: Mapping[str, Sequence[Row]]) -> bool:
    table, _, name = node.field.value.rpartition(".")
    rows = above[table] if table else [row]
    if node.operator is SearchOperator.EMPTY:
        return all(_is_empty(each[name]) for each in rows)
    written = [_meant(name, node.operator, value.value) for value in node.values]
    return any(_is(operator, each[name], value) for each in rows for operator, value in written)


def _meant(name: str, operator: SearchOperator, written: str) -> tuple[SearchOperator, str]:
    """What is no whole address or number is a part of one."""
    is_part = name in WHOLE and operator is SearchOperator.IS and not written.startswith(WHOLE[name])
    return SearchOperator.CONTAINS if is_part else operator, written


def _is_empty(value: Any) -> bool:
    return value in (None, "") or value == []


def _is(operator: SearchOperator, value: Any, written: str) -> bool:
    if value is None:
        return False
    if isinstance(value, bool):
        return value is (written == "true")
    if isinstance(value, list):
        wanted = written.lower()
        joined = " ".join(value).lower()
        return wanted in joined if operator is SearchOperator.CONTAINS else wanted in [each.lower() for each in value]
    if isinstance(value, datetime):
        return _is_at(operator, value, written)
    if isinstance(value, str) and operator is SearchOperator.IS and value.startswith("https:"):
        return written == value
    if isinstance(value, str):
        return (
            written.lower() in value.lower()
            if operator is SearchOperator.CONTAINS
            else written.lower() == value.lower()
        )
    number = float(written)
    compared: bool = {
        SearchOperator.IS: value == number,
        SearchOperator.ABOVE: value > number,
        SearchOperator.AT_LEAST: value >= number,
        SearchOperator.BELOW: value < number,
        SearchOperator.AT_MOST: value <= number,
    }[operator]
    return compared


def _is_at(operator: SearchOperator, value: datetime, written: str) -> bool:
    """A day is all of it, and 7d is one moment; no value is so near to it that the time this takes matters."""
    if written.endswith("d"):
        start = end = datetime.now(UTC) - timedelta(days=int(written.removesuffix("d")))
    else:
        start = datetime.fromisoformat(written).replace(tzinfo=UTC)
        end = start + (timedelta(days=1) if len(written) == len("2026-03-01") else timedelta(microseconds=1))
    compared: bool = {
        SearchOperator.IS: start <= value < end,
        SearchOperator.ABOVE: value >= end,
        SearchOperator.AT_LEAST: value >= start,
        SearchOperator.BELOW: value < start,
        SearchOperator.AT_MOST: value < end,
    }[operator]
    return compared


WHOLE = {"url": "https:", "phone": "+"}
TEXTS = ("Austin", "austin", "Bern", "Île", "a%b", "a_b", 'say "so"', "x\\y")
MOMENTS = (
    datetime(2026, 3, 1, tzinfo=UTC),
    datetime(2026, 3, 1, 23, 59, 59, 999_999, tzinfo=UTC),
    datetime(2026, 3, 2, tzinfo=UTC),
    datetime.now(UTC) - timedelta(days=3),
)
WRITTEN_MOMENTS = ("2026-03-01", "2026-03-02", "2026-03-01T23:59:59.999999Z", "7d", "2d", "0d")
PHONES = ("+15125550100", "+41315550101")
FIELDS: dict[str, Sequence[Any]] = {
    "score": (0, 12, 50, 51),
    "depth": (0, 1),
    "words": (0, 40),
    "title": TEXTS,
    "found_by": ("sitemap", "link"),
    "kind": ("contact", "about", "blog"),
    "domain.title": TEXTS,
    "domain.parked": (True, False),
    "domain.http_status": (200, 404),
    "domain.technologies": ("shop", "Blog", "shop blog"),
    "domain.businesses": (0, 1, 2),
    "domain.contacts": (0, 1, 2),
    "domain.contacts_with_email": (0, 1),
    "domain.suppressed": (True, False),
    "domain.checked_at": WRITTEN_MOMENTS,
    "changed_at": WRITTEN_MOMENTS,
    "url": ("https://0.example/a/1", "https://1.example/A/1", "/1", "EXAMPLE/a"),
    "local_business.phone": (*PHONES, "512", "0101"),
    "local_business.categories": ("dentist", "Dentist", "dentist surgeon"),
    "local_business.city": TEXTS,
    "local_business.rating": (3.5, 4, 4.25),
    "local_business.reviews": (0, 7),
    "sitemap_file.url_count": (0, 5),
}


def written_condition(dice: random.Random, depth: int = 0) -> str:
    roll = dice.random()
    if depth < 4 and roll < 0.5:
        joined = dice.choice((" and ", " or ")).join(
            written_condition(dice, depth + 1) for _ in range(dice.randint(2, 3))
        )
        return f"({joined})"
    if roll < 0.65 and depth < 6:
        return f"not {written_condition(dice, depth + 1)}"
    if roll < 0.68:
        return dice.choice(("true", "false"))
    return _written_comparison(dice)


def _written_comparison(dice: random.Random) -> str:
    field, values = dice.choice(list(FIELDS.items()))
    value = dice.choice(values)
    if dice.random() < 0.15:
        return f"{field} is {dice.choice(('', 'not '))}empty"
    if isinstance(value, bool):
        return field if dice.random() < 0.5 else f"{field} = {str(value).lower()}"
    if dice.random() < 0.2:
        some = ", ".join(_literal(dice.choice(values)) for _ in range(dice.randint(1, 3)))
        return f"{field} {dice.choice(('in', 'not in'))} ({some})"
    is_ordered = values is WRITTEN_MOMENTS or not isinstance(value, str)
    signs = ("=", "!=", "~") if not is_ordered else ("=", "!=", "<", "<=", ">", ">=")
    return f"{field} {dice.choice(signs)} {_literal(value)}"


def _literal(value: Any) -> str:
    if not isinstance(value, str) or value in ("7d", "2d", "0d"):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
