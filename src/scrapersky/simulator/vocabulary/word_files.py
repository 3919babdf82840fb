"""Reads the files of this folder into what they tell of."""

import csv
import tomllib
from importlib.resources import files
from typing import Any, TypeVar

from pydantic import TypeAdapter

Subject = TypeVar("Subject")


def subjects_in(name: str, subject: type[Subject], key: str) -> dict[str, Subject]:
    """The tables of a TOML file, each with its own name as the field `key`."""
    tables = {named: {key: named} | fields for named, fields in tomllib.loads(_text(name)).items()}
    return TypeAdapter(dict[str, subject]).validate_python(tables)  # type: ignore[valid-type]


def subject_in(name: str, subject: type[Subject], **fields: str) -> Subject:
    """A whole TOML file."""
    return TypeAdapter(subject).validate_python(tomllib.loads(_text(name)) | fields)


def rows_in(name: str, subject: type[Subject]) -> list[Subject]:
    """The lines of a CSV file, by its headings."""
    rows: list[dict[str, Any]] = list(csv.DictReader(_text(name).splitlines()))
    return TypeAdapter(list[subject]).validate_python(rows)  # type: ignore[valid-type]


def words_in(name: str) -> frozenset[str]:
    return frozenset(_text(name).split())


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")
