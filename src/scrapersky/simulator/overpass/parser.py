"""Reads the documented forms of Overpass QL: settings, queries with filters, unions, differences, `out`."""

from dataclasses import replace
from typing import Literal

from scrapersky.simulator.overpass.filters import FilterReader
from scrapersky.simulator.overpass.statements import (
    DEFAULT_SET,
    Copy,
    DifferenceStatement,
    ElementType,
    Geometry,
    MapToArea,
    Out,
    Program,
    Query,
    Recurse,
    Selection,
    Statement,
    Union,
    Verbosity,
)
from scrapersky.simulator.overpass.token_stream import TokenStream
from scrapersky.simulator.overpass.tokens import QueryError, tokenize
from scrapersky.simulator.shapes import Rectangle

_TYPES: dict[str, tuple[ElementType, ...]] = {
    "node": ("node",), "way": ("way",), "rel": ("relation",), "relation": ("relation",), "area": ("area",),
    "nwr": ("node", "way", "relation"), "nw": ("node", "way"), "nr": ("node", "relation"), "wr": ("way", "relation"),
}  # fmt: skip
_VERBOSITIES: tuple[Verbosity, ...] = ("ids", "skel", "body", "tags", "meta", "count")
_GEOMETRIES: tuple[Geometry, ...] = ("center", "geom", "bb")
_DEEPEST = 20
_LONGEST = 100_000


def read_program(source: str) -> Program:
    """Raises `QueryError` for what the real server would not understand."""
    if not source.strip():
        raise QueryError(1, "An empty query is not allowed", "static error")
    if len(source) > _LONGEST:
        raise QueryError(1, "Query is too long", "static error")
    tokens = TokenStream(tokenize(source))
    settings = _settings(tokens) if tokens.next_is("[") else Program(())
    statements = []
    while not tokens.at_end():
        statements.append(_statement(tokens, 0))
        tokens.expect(";")
    return replace(settings, statements=tuple(statements))


def _settings(tokens: TokenStream) -> Program:
    program = Program(())
    while tokens.skip("["):
        name = tokens.word()
        tokens.expect(":")
        if name == "out":
            program = replace(program, format=_format(tokens))
        elif name == "timeout":
            program = replace(program, timeout=tokens.whole_number())
        elif name == "maxsize":
            program = replace(program, maximum_size=tokens.whole_number())
        elif name == "bbox":
            program = replace(program, box=_box(tokens))
        elif name in ("date", "diff", "adiff"):
            tokens.text()
        else:
            raise tokens.error(f"Unknown setting: '{name}'")
        tokens.expect("]")
    tokens.expect(";")
    return program


def _format(tokens: TokenStream) -> Literal["json", "xml"]:
    name = tokens.word()
    if name == "json":
        return "json"
    if name == "xml":
        return "xml"
    raise tokens.error(f'Unknown output format "{name}"')


def _box(tokens: TokenStream) -> Rectangle:
    south, west, north, east = tokens.numbers(4)
    return Rectangle(south, west, north, east)


def _statement(tokens: TokenStream, depth: int) -> Statement:
    if depth > _DEEPEST:
        raise tokens.error("Statements are nested too deep")
    if tokens.skip("("):
        return _block(tokens, depth)
    if tokens.skip("."):
        return _from_set(tokens, tokens.word())
    if tokens.skip(">") or tokens.skip(">>") or tokens.skip("<") or tokens.skip("<<"):
        return Recurse(into=_into(tokens))
    word = tokens.word()
    if word == "out":
        return _out(tokens, DEFAULT_SET)
    if word == "map_to_area":
        return MapToArea(into=_into(tokens))
    if word not in _TYPES:
        raise tokens.error(f'Unknown type "{word}"')
    return _query(tokens, _TYPES[word])


def _from_set(tokens: TokenStream, name: str) -> Statement:
    if tokens.skip_word("out"):
        return _out(tokens, name)
    if tokens.skip_word("map_to_area"):
        return MapToArea(name, _into(tokens))
    if tokens.skip(">") or tokens.skip(">>") or tokens.skip("<") or tokens.skip("<<"):
        return Recurse(name, _into(tokens))
    return Copy(name, _into(tokens))


def _selection(tokens: TokenStream, depth: int) -> Selection:
    statement = _statement(tokens, depth)
    if isinstance(statement, Out):
        raise tokens.error("'out' is not allowed inside a union or a difference")
    return statement


def _block(tokens: TokenStream, depth: int) -> Statement:
    members: list[Selection] = []
    subtracted: Selection | None = None
    while not tokens.skip(")"):
        if tokens.skip("-"):
            subtracted = _selection(tokens, depth + 1)
        else:
            members.append(_selection(tokens, depth + 1))
        tokens.expect(";")
    into = _into(tokens)
    if subtracted is None:
        return Union(tuple(members), into)
    if len(members) != 1:
        raise tokens.error("A difference takes exactly two statements")
    return DifferenceStatement(members[0], subtracted, into)


def _query(tokens: TokenStream, types: tuple[ElementType, ...]) -> Query:
    reader = FilterReader(tokens, Query(types))
    while reader.read_one():
        pass
    return replace(reader.query, into=_into(tokens))


def _out(tokens: TokenStream, source: str) -> Out:
    statement = Out(source)
    while not tokens.next_is(";"):
        limit = tokens.optional_number()
        statement = replace(statement, limit=int(limit)) if limit is not None else _modified(tokens, statement)
    return statement


def _modified(tokens: TokenStream, statement: Out) -> Out:
    word = tokens.word()
    for verbosity in _VERBOSITIES:
        if word == verbosity:
            return replace(statement, verbosity=verbosity)
    for geometry in _GEOMETRIES:
        if word == geometry:
            return replace(statement, geometry=geometry)
    if word in ("asc", "qt", "noids"):
        return statement
    raise tokens.error(f"Unknown print mode: '{word}'")


def _into(tokens: TokenStream) -> str:
    if not tokens.skip("->"):
        return DEFAULT_SET
    tokens.expect(".")
    return tokens.word()
