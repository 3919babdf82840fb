"""Which fields a workflow needs, and what must be true of them: read from answers."""

import difflib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, Text

from scrapersky.builder.wording import BadAnswer

LARGEST_LENGTH = 10_000
REQUIRED = {"required": True, "optional": False}
_SENTENCE = re.compile(r"\b(?:check|valid|format|must)\b", re.IGNORECASE)


class Check(StrEnum):
    """What a text must be, or how long."""

    EMAIL = "email"
    URL = "url"
    NUMBER = "number"
    PHONE = "phone"
    LONGEST = "max"
    SHORTEST = "min"


LENGTHS = (Check.LONGEST, Check.SHORTEST)


@dataclass(frozen=True, slots=True)
class SourceField:
    """A field of a row: the attribute of a model, under the name it has in the service.

    A row without one that is required completes with the reason.
    """

    name: str
    required: bool = False
    attribute: Any = field(default=None, compare=False)

    @property
    def column(self) -> Column[Any]:
        column: Column[Any] = self.attribute.property.columns[0]
        return column

    @property
    def model(self) -> type[Any]:
        model: type[Any] = self.attribute.class_
        return model

    @property
    def is_text(self) -> bool:
        return isinstance(self.column.type, Text)


@dataclass(frozen=True, slots=True)
class FieldRule:
    """Something that must be true: of one field, if it is filled; without a field, somewhere in all of them."""

    field: str | None
    check: Check
    length: int = 0


def read_needs(text: str, known: Mapping[str, Any], table: str, kind: str) -> tuple[SourceField, ...]:
    """`title required, body_text`: each field once, optional unless said otherwise."""
    parts = parts_of(text)
    nearest = _nearest_fields(parts, list(known))
    needs: dict[str, SourceField] = {}
    for part in parts:
        name, *words = part.split()
        if name not in known:
            raise BadAnswer(f"{table} has no {kind} {name!r}; {_instead(name, list(known))}.", nearest)
        unknown = [word for word in words if word not in REQUIRED]
        if unknown:
            problem = f"{part!r}: after a field comes 'required', 'optional' or a comma, not {unknown[0]!r}."
            raise BadAnswer(problem, nearest)
        need = SourceField(name.replace(".", "_"), any(REQUIRED[word] for word in words), known[name])
        if need.required and not isinstance(need.column.type, (Text, Integer, Float, Boolean)):
            raise BadAnswer(
                f"{name} is neither text nor a number nor yes or no; type {name!r} without 'required'.",
                ", ".join(other.replace(part, name) for other in parts),
            )
        needs[need.name] = need
    if not needs:
        raise BadAnswer(f"Type one field or more, with commas between, of: {', '.join(known)}.")
    return tuple(needs.values())


def _nearest_fields(parts: Sequence[str], known: Sequence[str]) -> str | None:
    """Those that are there, those that are nearly called so, with what is said about them."""
    nearest: dict[str, str] = {}
    for part in parts:
        name, *words = part.split()
        for found in difflib.get_close_matches(name, known, n=1):
            nearest[found] = " ".join([found, *(word for word in words if word in REQUIRED)])
    return ", ".join(nearest.values()) or None


def read_rules(text: str, needs: Sequence[SourceField]) -> tuple[FieldRule, ...]:
    """`none`, one check for all fields (`email`), or checks field by field (`website url, title max 200`)."""
    if text.strip().lower() in ("", "none"):
        return ()
    fields, texts = [need.name for need in needs], [need.name for need in needs if need.is_text]
    sentence = _sentence(text)
    rules = sentence or tuple(_rule(part, fields) for part in parts_of(text))
    for rule in rules:
        if rule.field is None and not texts:
            raise BadAnswer(f"None of {', '.join(fields)} is text, so there is nothing to check; type 'none'.")
        if rule.field is not None and rule.field not in texts:
            raise BadAnswer(f"{rule.field} is not text, so there is nothing to check; leave it out.")
    return rules


def _sentence(text: str) -> tuple[FieldRule, ...]:
    """`Check for valid email format`: the checks that a sentence speaks of."""
    if not _SENTENCE.search(text):
        return ()
    words = set(re.findall(r"[a-z]{2,10}", text.lower().replace("-", "")))
    singular = {word.removesuffix("s") for word in words} | words
    return tuple(FieldRule(None, check) for check in Check if check in singular and check not in LENGTHS)


def _rule(part: str, fields: Collection[str]) -> FieldRule:
    first, *rest = part.split()
    if first.lower() in tuple(Check) and not rest:
        check = Check(first.lower())
        if check in LENGTHS:
            raise BadAnswer(f"{part!r} needs a field and a number; type such as 'title {check} 200'.")
        return FieldRule(None, check)
    if first not in fields:
        there = ", ".join(["none", *Check])
        named = [word.lower() for word in (first, *rest) if word.lower() in ("email", "url", "number", "phone")]
        raise BadAnswer(
            f"{part!r} is not a check; type one of: {there}; or a field and a check, such as 'title max 200'.",
            next(iter(named), None),
        )
    if not rest or rest[0].lower() not in tuple(Check):
        raise BadAnswer(f"{part!r}: after the field comes one of: {', '.join(Check)}.")
    return FieldRule(first, Check(rest[0].lower()), _length(part, Check(rest[0].lower()), rest[1:]))


def _length(part: str, check: Check, rest: Sequence[str]) -> int:
    wants_length = check in LENGTHS
    if len(rest) != wants_length:
        raise BadAnswer(f"{part!r}: type 'max' and 'min' with one number, and the other checks without.")
    if not wants_length:
        return 0
    if not re.fullmatch(r"\d{1,5}", rest[0]) or not 0 < int(rest[0]) <= LARGEST_LENGTH:
        raise BadAnswer(f"{part!r}: a length is a number from 1 to {LARGEST_LENGTH:,}.")
    return int(rest[0])


def parts_of(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _instead(name: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"type {close[0]!r} instead" if close else f"type some of: {', '.join(known)}"
