"""Where each filter by tenant is made: import this first, and what is loaded of the product afterwards tells it.

A filter is a comparison with a `tenant_id` in the source that gives a part of a statement when it is made.
"""

import ast
import builtins
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from sqlalchemy import ClauseElement, Connection, Engine, event
from sqlalchemy.sql import visitors

SOURCE = Path(__file__).parents[1] / "src/scrapersky"
BOUND = "SELECT current_user LIKE 'scrapersky_tenant_%' AND current_setting('curation.tenant', true) <> ''"
Seen = dict[str, Counter[bool]]
IN_PYTHON: set[str] = set()
"""Where values were compared, which is no part of a statement."""


class _Marking(ast.NodeTransformer):
    def __init__(self, file: Path) -> None:
        self._file, self.places = file.relative_to(SOURCE), dict[str, str]()

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        names = {each.attr for each in (node.left, *node.comparators) if isinstance(each, ast.Attribute)}
        if "tenant_id" not in names or not isinstance(node.ops[0], ast.Eq):
            return node
        place = f"{self._file}:{node.lineno}"
        self.places[place] = ast.unparse(node)
        told = ast.Call(ast.Name("__made_at__", ast.Load()), [ast.Constant(place), node], [])
        return ast.copy_location(told, node)


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        marking = _Marking(Path(path))
        return compile(ast.fix_missing_locations(marking.visit(ast.parse(self.get_data(path)))), path, "exec")


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if fullname.startswith("scrapersky.") else None
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


def _made_at(place: str, value: Any) -> Any:
    if isinstance(value, ClauseElement):
        vars(value)["made_at"] = place
    else:
        IN_PYTHON.add(place)
    return value


def every_filter() -> dict[str, str]:
    """All places of the source, with what is written there."""
    found: dict[str, str] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        marking = _Marking(file)
        marking.visit(ast.parse(file.read_text(encoding="utf-8")))
        found |= marking.places
    return found


@contextmanager
def watched() -> Iterator[Seen]:
    """The places whose filters are in the statements of this time, and whether those were bound to a tenant."""
    seen: Seen = defaultdict(Counter)

    def look(connection: Connection, statement: Any, *_: Any) -> None:
        parts = visitors.iterate(statement) if hasattr(statement, "get_children") else ()
        if places := {vars(part)["made_at"] for part in parts if "made_at" in getattr(part, "__dict__", ())}:
            is_bound = bool(connection.exec_driver_sql(BOUND).scalar())
            for place in places:
                seen[place][is_bound] += 1

    event.listen(Engine, "before_execute", look)
    try:
        yield seen
    finally:
        event.remove(Engine, "before_execute", look)


vars(builtins)["__made_at__"] = _made_at
sys.meta_path.insert(0, _Finder())
