"""Whether the tests notice a wrong line: in what holds the queue together, one thing after the other is made wrong.

    python -m benchmarks.mutations [PART …] [--seconds N] [--seed N] [--quick]

A part is a module and the tests that look after it. Each mutant is one changed place: a comparison turned round, a
condition, a value or a statement left out. What no test notices is printed. Tests run in a fork of this process, on one
PostgreSQL; who has no time for all takes a sample with --seconds, and
with --quick only the first file of tests.
"""

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import itertools
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

SOURCE = Path(__file__).parents[1] / "src"
LONGEST = 600.0
QUEUE, SDK = "scrapersky.curation_sdk.queue", "tests/curation_sdk"
STATES = "tests/chaos/test_row_states.py"


@dataclass(frozen=True, slots=True)
class Part:
    module: str
    tests: tuple[str, ...]

    @property
    def file(self) -> Path:
        return SOURCE / (self.module.replace(".", "/") + ".py")


PARTS = {
    "claim": Part(f"{QUEUE}.statements", (STATES, f"{SDK}/test_queue.py", f"{SDK}/test_spreading.py")),
    "settle": Part(
        f"{QUEUE}.completion_statement",
        (STATES, f"{SDK}/test_settling.py", f"{SDK}/test_queue.py", f"{SDK}/test_runs.py"),
    ),
    "rescue": Part(f"{QUEUE}.lost_rows", (STATES, f"{SDK}/test_queue.py")),
    "lease": Part(f"{QUEUE}.lease", (f"{SDK}/test_overlap.py", f"{SDK}/test_troubles.py", f"{SDK}/test_queue.py")),
    "undo": Part(
        "scrapersky.curation_sdk.decisions.undo", (STATES, f"{SDK}/test_operations.py", f"{SDK}/test_bulk.py")
    ),
    "decision": Part(
        "scrapersky.curation_sdk.decisions.batch", (STATES, f"{SDK}/test_operations.py", f"{SDK}/test_resetting.py")
    ),
    "suppression": Part(
        "scrapersky.services.suppression.entries",
        ("tests/services/test_suppression_list.py", "tests/workflows/test_suppression.py"),
    ),
    "tenancy": Part(
        f"{QUEUE}.tenancy", (f"{SDK}/test_tenancy.py", f"{SDK}/test_job_claims.py", "tests/routers/test_operators.py")
    ),
}

_TURNED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
_CLAUSES = {"where", "order_by", "values", "with_for_update", "add_cte", "limit", "on_conflict_do_update"}


@dataclass(frozen=True, slots=True)
class Mutant:
    line: int
    what: str
    tree: ast.Module


def mutants(file: Path) -> Iterator[Mutant]:
    """Each place in its turn; docstrings, types and messages are left alone."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for number, node in enumerate(ast.walk(tree)):
        for change in range(len(_changes(node))):
            mutated = copy.deepcopy(tree)
            same = next(itertools.islice(ast.walk(mutated), number, None))
            what = _changes(same)[change]
            before = ast.unparse(same)
            what.apply()
            ast.fix_missing_locations(mutated)
            if before != ast.unparse(same):
                words = what.words if what.words != "turned" else f"{ast.unparse(same)} instead of {before}"
                yield Mutant(getattr(same, "lineno", 0), words[:200], mutated)


@dataclass(frozen=True, slots=True)
class _Change:
    words: str
    owner: ast.AST
    field: str
    value: object

    def apply(self) -> None:
        setattr(self.owner, self.field, self.value)


def _changes(node: ast.AST) -> list[_Change]:  # noqa: PLR0911  one for each sort of place
    """What can be wrong about this one place."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return [_Change("turned", node, "ops", [_TURNED[type(node.ops[0])]()])]
    if isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in _TURNED:
        is_type = isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant) and node.right.value is None
        return [] if is_type else [_Change("turned", node, "op", _TURNED[type(node.op)]())]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
        return (
            [_Change("not negated", node, "op", ast.UAdd())] if isinstance(node.op, ast.Not) else _without_tilde(node)
        )
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return [_Change("turned", node, "value", not node.value)]
    if isinstance(node, ast.Call):
        return list(_left_out(node))
    if isinstance(node, ast.Dict) and len(node.keys) > 1:
        keys = [(place, key) for place, key in enumerate(node.keys) if isinstance(key, ast.Attribute)]
        return [_WithoutItem(f"left out {ast.unparse(key)}", node, "keys", place) for place, key in keys]
    return list(_statements_left_out(node))


def _without_tilde(node: ast.UnaryOp) -> list[_Change]:
    """`~~x`: what it says without being negated."""
    return [_Change("not negated", node, "operand", ast.UnaryOp(ast.Invert(), node.operand))]


def _left_out(node: ast.Call) -> Iterator[_Change]:
    """A condition, an order or a lock that is asked for less."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if name in _CLAUSES:
        for place in range(len(node.args)):
            if len(node.args) > 1 or name in {"where", "order_by"}:
                yield _Change(
                    f"left out {ast.unparse(node.args[place])}",
                    node,
                    "args",
                    node.args[:place] + node.args[place + 1 :],
                )
        for place in range(len(node.keywords)):
            yield _Change(
                f"left out {ast.unparse(node.keywords[place])}",
                node,
                "keywords",
                node.keywords[:place] + node.keywords[place + 1 :],
            )


@dataclass(frozen=True, slots=True)
class _WithoutItem(_Change):
    def apply(self) -> None:
        owner: Any = self.owner
        del owner.keys[self.value], owner.values[self.value]


def _statements_left_out(node: ast.AST) -> Iterator[_Change]:
    """Something that is done and whose answer nobody asks for."""
    body = getattr(node, "body", None)
    if not isinstance(body, list) or isinstance(node, ast.ClassDef | ast.Module):
        return
    for place, statement in enumerate(body):
        is_words = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        called = statement.value if isinstance(statement, ast.Expr) else None
        is_log = called is not None and ast.unparse(called).startswith("log.")
        if isinstance(statement, ast.Expr | ast.AugAssign) and not is_words and not is_log:
            yield _Change(
                f"left out {ast.unparse(statement)}", node, "body", [*body[:place], ast.Pass(), *body[place + 1 :]]
            )


class _Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the mutant when its module is asked for."""

    def __init__(self, module: str, file: Path, code: CodeType) -> None:
        self.module, self.file, self.code = module, file, code

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:  # noqa: ARG002
        return importlib.util.spec_from_file_location(name, self.file, loader=self) if name == self.module else None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:  # noqa: ARG002
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)  # noqa: S102  our own source, one place of it changed


def run_tests(part: Part, tree: ast.Module | None, server: str, number: int) -> int:
    """In a fork: what is imported here is the mutant."""
    if tree is not None:
        code = compile(tree, str(part.file), "exec")
        sys.meta_path.insert(0, _Mutated(part.module, part.file, code))
    import pytest  # noqa: PLC0415

    from scrapersky import testing  # noqa: PLC0415  only now: it imports what is mutated

    vars(testing).update(
        EmbeddedServer=lambda _: _Shared(server),
        make_template=partial(_template_made_once, testing.make_template),
        _numbers=itertools.count(number * 10_000),  # databases of others may be left
    )
    base = tempfile.mkdtemp(prefix="scrapersky-mutation-")
    options = ["-q", "-x", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", "--no-header", "--basetemp", base]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # of plugins that were loaded for all forks
    return int(pytest.main([*options, *part.tests]))


def _template_made_once(make: Callable[..., str], url: str, name: str, *more: Any, **options: Any) -> str:
    """By the first fork; it is not what is mutated."""
    try:
        return make(url, name, *more, **options)
    except Exception as error:
        if "already exists" not in str(error):
            raise
        return name


@dataclass(frozen=True, slots=True)
class _Shared:
    address: str

    def start(self) -> str:
        return self.address

    def stop(self) -> None:
        return


def judge(part: Part, tree: ast.Module | None, server: str, number: int) -> str:
    """killed, survived or hung."""
    child = os.fork()
    if child == 0:
        with Path(os.environ.get("MUTATION_LOG", os.devnull)).open("w") as silence:
            os.dup2(silence.fileno(), 1)
            os.dup2(silence.fileno(), 2)
        code = 99
        try:
            code = run_tests(part, tree, server, number)
        except BaseException:  # noqa: BLE001  a mutant may do anything, and its fork must end
            traceback.print_exc()
        os._exit(code)
    until = time.monotonic() + LONGEST
    while time.monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return "survived" if os.waitstatus_to_exitcode(status) == 0 else "killed"
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "hung"


@contextmanager
def shared_server() -> Iterator[str]:
    """In a process of its own: what it imports must not be here when a mutant is."""
    ready, tell = os.pipe()
    child = os.fork()
    if child == 0:
        from scrapersky.db.embedded import EmbeddedServer  # noqa: PLC0415

        with tempfile.TemporaryDirectory(prefix="scrapersky-mutations-", dir=_memory()) as folder:
            server = EmbeddedServer(Path(folder) / "postgres")
            os.write(tell, server.start().encode())
            signal.sigwait({signal.SIGTERM, signal.SIGINT})
            server.stop()
        os._exit(0)
    try:
        yield os.read(ready, 10_000).decode()
    finally:
        os.kill(child, signal.SIGTERM)
        os.waitpid(child, 0)


def _memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  the folder made in it is ours alone


def try_part(name: str, part: Part, server: str, numbers: Iterator[int], *, seconds: float, seed: int) -> None:
    until = time.monotonic() + seconds
    if judge(part, None, server, next(numbers)) != "survived":
        print(f"{name}: its tests fail without any mutant", flush=True)
        return
    every = list(mutants(part.file))
    random.Random(seed).shuffle(every)
    verdicts: Counter[str] = Counter()
    for mutant in every:
        if time.monotonic() > until:
            break
        verdict = judge(part, mutant.tree, server, next(numbers))
        verdicts[verdict] += 1
        if verdict == "survived":
            print(f"  {part.file.name}:{mutant.line} {mutant.what}", flush=True)
    tried, noticed = verdicts.total(), verdicts["killed"] + verdicts["hung"]
    print(f"{name}: {noticed} of {tried} noticed, of {len(every)} mutants", flush=True)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all, unless named")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each part")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="only the first file of each part's tests")
    chosen = parser.parse_args(arguments)
    for library in ("fastapi", "httpx", "hypothesis.stateful", "pytest", "sqlalchemy.ext.asyncio", "asyncpg"):
        importlib.import_module(library)  # once for all forks
    numbers = itertools.count(1)
    with shared_server() as server:
        for name in chosen.parts or PARTS:
            part = PARTS[name]
            part = replace(part, tests=part.tests[:1]) if chosen.quick else part
            try_part(name, part, server, numbers, seconds=chosen.seconds, seed=chosen.seed)


if __name__ == "__main__":
    main(sys.argv[1:])
