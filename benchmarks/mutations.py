"""Whether the tests notice a wrong line: in what holds the queue together, one thing after the other is made wrong.

    python -m benchmarks.mutations [PART …] [--folder FOLDER] [--survivors] [--tests N] [--seconds N]

A part is some modules and the tests that look after them. Each mutant is one changed place: a comparison turned
round, a condition, a value or a statement left out; a line with none of these gives None. What no test
notices is printed.

All tests are loaded once. Each mutant is a fork of that process with other code in its functions, which runs the tests
that reach the changed line, those first that noticed most so far, until one fails. FOLDER keeps what was found, so that
the next time goes on from there; with --survivors those are tried again that no test noticed. With --tests each mutant
meets so many tests at most, one of each kind first: those that reach the same lines are of a kind. What survives these,
the others should be asked about.
"""

import argparse
import ast
import copy
import functools
import gc
import hashlib
import importlib
import itertools
import json
import os
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

SOURCE = Path(__file__).parents[1] / "src"
QUEUE, DECISIONS, SUPPRESSION = (
    f"scrapersky.{room}" for room in ("curation_sdk.queue", "curation_sdk.decisions", "services.suppression")
)
SDK = "tests/curation_sdk"
EXAMPLES = "tests/test_doctests.py::test_the_examples_of_a_module_hold"
STATES = "tests/chaos/test_row_states.py"


@dataclass(frozen=True, slots=True)
class Part:
    modules: tuple[str, ...]
    tests: tuple[str, ...]


def _part(room: str, modules: str, *tests: str) -> Part:
    return Part(tuple(f"{room}.{module}" for module in modules.split()), tests)


PARTS = {
    "tenancy": _part(
        QUEUE, "tenancy", f"{SDK}/test_tenancy.py", f"{SDK}/test_job_claims.py", "tests/db/test_second_line.py"
    ),
    "rescue": _part(
        QUEUE,
        "lost_rows suspects",
        f"{EXAMPLES}[{QUEUE}.lost_rows]",
        *(f"{SDK}/test_{room}.py" for room in ("queue", "suspects", "settings")),
        STATES,
    ),
    "lease": _part(
        QUEUE,
        "lease",
        f"{SDK}/test_lease.py",
        f"{SDK}/test_scheduler.py::test_any_process_reads_when_a_queue_is_looked_at_next",
        "tests/db/test_upgrade.py::test_a_worker_of_another_protocol_is_told_so_and_takes_nothing",
    ),
    "claims": _part(
        QUEUE,
        "statements low_water",
        *(f"{SDK}/test_{room}.py" for room in ("queue", "low_water", "settling", "saving", "spreading", "runs")),
        STATES,
    ),
    "settling": _part(
        QUEUE,
        "completion_statement fence",
        *(f"{SDK}/test_{room}.py" for room in ("queue", "settling", "saving", "saving_groups", "tenancy", "runs")),
        STATES,
    ),
    "decisions": _part(
        DECISIONS,
        "undo batch",
        *(f"{SDK}/test_{room}.py" for room in ("deciding", "operations", "bulk", "resetting")),
        f"{SDK}/test_queue.py::test_whatever_locks_many_rows_locks_them_in_the_order_of_ids",
        STATES,
        "tests/routers/test_rules.py::test_taking_back_one_batch_lets_its_rule_rest",
        "tests/routers/test_marks.py::test_a_tag_gathers_rows_and_goes_with_undo",
        "tests/routers/test_imports.py::test_a_preview_says_what_importing_comes_to_and_writes_nothing",
        "tests/services/test_suppression_list.py::test_of_many_entries_that_are_taken_back_three_are_named",
    ),
    "suppression": _part(
        SUPPRESSION,
        "marks redaction entries contacts findings",
        f"{EXAMPLES}[{SUPPRESSION}.marks]",
        f"{EXAMPLES}[{SUPPRESSION}.contacts]",
        "tests/services/test_redaction.py",
        "tests/services/test_suppression_list.py",
        "tests/services/test_contact_curation_service.py",
        "tests/workflows/test_suppression.py",
        "tests/workflows/test_erasure.py",
    ),
}

_TURNED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
_CLAUSES = {"where", "order_by", "values", "with_for_update", "add_cte", "limit", "on_conflict_do_update"}
_BLOCKS = ("body", "orelse", "finalbody")


@dataclass(frozen=True, slots=True)
class Mutant:
    """The `change`-th thing that can be wrong about the `number`-th place of a file, and its statement's line."""

    file: Path
    number: int
    change: int
    line: int
    column: int
    reached: int | None
    what: str

    def tree(self) -> ast.Module:
        tree = ast.parse(_text_of(self.file))
        _changes(next(itertools.islice(ast.walk(tree), self.number, None)))[self.change].apply()
        return ast.fix_missing_locations(tree)


def mutants(file: Path) -> Iterator[Mutant]:
    """Each place in its turn; docstrings, types, decorators and messages are left alone."""
    tree = ast.parse(_text_of(file))
    lines = _statements(tree)
    mutated = set()
    found = []
    for number, node in enumerate(ast.walk(tree)):
        for change, wrong in enumerate(_changes(node)):
            same = copy.deepcopy(node)
            before = ast.unparse(same)
            _changes(same)[change].apply()
            after = ast.unparse(ast.fix_missing_locations(same))
            place = wrong.place or node
            if before == after or place not in lines:
                continue
            words = wrong.words if wrong.words != "turned" else f"{after} instead of {before}"
            is_last = wrong.words.startswith("nothing for")
            mutated |= set() if is_last else {lines[place]}
            found.append((is_last, Mutant(file, number, change, *_where(place), lines[place], words[:200])))
    return (mutant for is_last, mutant in found if not (is_last and mutant.reached in mutated))


def _where(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _statements(tree: ast.Module) -> dict[ast.AST, int | None]:
    """For each place where something can be wrong the line of its statement, if that is in a function."""
    lines: dict[ast.AST, int | None] = {}

    def descend(node: ast.AST, line: int | None, *, is_in_function: bool) -> None:
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for field, child in _children(node):
            if field in {"decorator_list", "annotation", "returns", "bases", "type_params"}:
                continue
            if isinstance(node, ast.ClassDef) and not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            inner = is_in_function or (is_function and field == "body")
            own = _where(child)[0] if inner and isinstance(child, ast.stmt) else line
            if hasattr(child, "lineno"):
                lines[child] = own
            descend(child, own, is_in_function=inner)

    descend(tree, None, is_in_function=False)
    return lines


def _children(node: ast.AST) -> Iterator[tuple[str, Any]]:
    for field, value in ast.iter_fields(node):
        yield from (
            (field, each) for each in (value if isinstance(value, list) else [value]) if isinstance(each, ast.AST)
        )


@dataclass(frozen=True, slots=True)
class _Change:
    words: str
    owner: ast.AST
    field: str
    value: object
    place: ast.AST | None = None

    def apply(self) -> None:
        setattr(self.owner, self.field, self.value)


def _changes(node: ast.AST) -> list[_Change]:
    """What can be wrong about this one place."""
    return [*_turned(node), *_conditions(node), *_left_out(node), *_statements_left_out(node), *_nothing(node)]


def _turned(node: ast.AST) -> Iterator[_Change]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield _Change("turned", node, "ops", [_TURNED[type(node.ops[0])]()])
    if isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in _TURNED:
        is_type = isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant) and node.right.value is None
        if not is_type:
            yield _Change("turned", node, "op", _TURNED[type(node.op)]())
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield _Change("not negated", node, "op", ast.UAdd())
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):  # `~~x`: what it says without being negated
        yield _Change("not negated", node, "operand", ast.UnaryOp(ast.Invert(), node.operand))
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield _Change("turned", node, "value", not node.value)


def _conditions(node: ast.AST) -> Iterator[_Change]:
    """A plain one, turned round; others are turned where they compare."""
    if isinstance(node, ast.If | ast.IfExp) and isinstance(node.test, ast.Name | ast.Attribute | ast.Call):
        yield _Change(f"negated {ast.unparse(node.test)}", node, "test", ast.UnaryOp(ast.Not(), node.test), node.test)


def _left_out(node: ast.AST) -> Iterator[_Change]:
    """A condition, an order or a lock that is asked for less; a column that is not written."""
    if isinstance(node, ast.Dict) and len(node.keys) > 1:
        for place, key in enumerate(node.keys):
            if isinstance(key, ast.Attribute):
                yield _WithoutItem(f"left out {ast.unparse(key)}", node, "keys", place, key)
    name = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
    if isinstance(node, ast.Call) and name in _CLAUSES:
        for place, argument in enumerate(node.args):
            if len(node.args) > 1 or name in {"where", "order_by"}:
                others = node.args[:place] + node.args[place + 1 :]
                yield _Change(f"left out {ast.unparse(argument)}", node, "args", others, argument)
        for place, keyword in enumerate(node.keywords):
            rest = node.keywords[:place] + node.keywords[place + 1 :]
            yield _Change(f"left out {ast.unparse(keyword)}", node, "keywords", rest, keyword.value)


@dataclass(frozen=True, slots=True)
class _WithoutItem(_Change):
    def apply(self) -> None:
        owner: Any = self.owner
        del owner.keys[self.value], owner.values[self.value]


def _statements_left_out(node: ast.AST) -> Iterator[_Change]:
    """Something that is done and whose answer nobody asks for."""
    if isinstance(node, ast.ClassDef | ast.Module):
        return
    for field in _BLOCKS:
        block = getattr(node, field, None)
        if not isinstance(block, list):
            continue
        for place, statement in enumerate(block):
            called = statement.value if isinstance(statement, ast.Expr) else None
            is_log = called is not None and ast.unparse(called).startswith("log.")
            if isinstance(statement, ast.Expr | ast.AugAssign | ast.Raise) and not (
                isinstance(called, ast.Constant | ast.Yield | ast.YieldFrom) or is_log
            ):
                never = ast.If(ast.Constant(value=False), [statement], [])  # so that its names stay what they are
                rest = [*block[:place], never, *block[place + 1 :]]
                yield _Change(f"left out {ast.unparse(statement)}", node, field, rest, statement)


def _nothing(node: ast.AST) -> Iterator[_Change]:
    if not isinstance(node, ast.Return | ast.Assign | ast.AnnAssign) or node.value is None:
        return
    if not isinstance(node.value, ast.Constant) and "getLogger" not in ast.unparse(node):
        yield _Change(f"nothing for {ast.unparse(node)}", node, "value", ast.Constant(None))


class _Probes(ast.NodeTransformer):
    """Each statement of a function tells that it was reached."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.ClassDef | ast.Module | ast.Lambda):
            return node
        for field in _BLOCKS:
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, [each for statement in block for each in (_probe(statement), statement)])
        return node


def _probe(statement: ast.stmt) -> ast.stmt:
    told = ast.Call(ast.Name("__reached__", ast.Load()), [ast.Constant(statement.lineno)], [])
    return ast.copy_location(ast.Expr(told), statement)


class Workshop:
    """A process in which all tests are loaded; what is tried happens in forks of it."""

    def __init__(self, part: Part, folder: Path) -> None:
        self.part, self.folder = part, folder
        self.files = [Path(sys.modules[module].__file__ or "") for module in part.modules]
        gc.unfreeze()
        self.functions = [each for each in gc.get_objects() if isinstance(each, FunctionType) and self._is_ours(each)]
        gc.freeze()
        self.kills: Counter[str] = Counter()
        self.numbers = itertools.count(int(time.time() * 100) % 100_000_000)  # no fork takes less than that

    def _is_ours(self, function: FunctionType) -> bool:
        return Path(function.__code__.co_filename) in self.files

    def judge(
        self, trials: Iterable[tuple[Mutant, list[pytest.Item], float]], at_once: int
    ) -> Iterator[tuple[Mutant, str]]:
        """killed, survived or hung, when that is known. What fails without the mutant too tells nothing."""
        forks = [Fork(self.folder / f"fork-{number}") for number in range(at_once)]
        tried: dict[Fork, tuple[Mutant, list[pytest.Item], float]] = {}
        controlled: set[Fork] = set()
        waiting = iter(trials)
        while True:
            for fork in [fork for fork in forks if fork not in tried]:
                if (following := next(waiting, None)) is not None:
                    mutant, items, seconds = tried[fork] = following
                    items = sorted(items, key=lambda item: -self.kills[item.nodeid])
                    fork.start(partial(self._try, mutant, items), seconds, next(self.numbers))
            if not tried:
                return
            for fork in [fork for fork in tried if fork.has_ended()]:
                mutant, items, seconds = tried[fork]
                found = fork.answer()
                killer = found.get("killed_by") if found else None
                if fork in controlled:
                    controlled.remove(fork)
                    del tried[fork]
                    if found is not None and killer is None:
                        yield mutant, "killed"
                elif killer:
                    self.kills[killer] += 1
                    controlled.add(fork)
                    again = [item for item in items if item.nodeid == killer]
                    fork.start(partial(self._try, None, again), seconds, next(self.numbers))
                else:
                    del tried[fork]
                    yield mutant, "hung" if found is None else "survived"
            time.sleep(0.05)

    def _try(self, mutant: Mutant | None, items: list[pytest.Item]) -> dict[str, Any]:
        if mutant is not None and mutant.reached is None:
            self._assign_anew(mutant)
        elif mutant is not None:
            self._put_in(mutant.tree(), mutant.file)
        for item, following in itertools.pairwise([*items, None]):
            assert item is not None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed:
                item.session._setupstate.teardown_exact(None)  # noqa: SLF001  its database is emptied for the next
                return {"killed_by": item.nodeid}
        return {}

    def _put_in(self, tree: ast.Module, file: Path) -> None:
        codes = {(code.co_qualname, code.co_firstlineno): code for code in _codes(compile(tree, str(file), "exec"))}
        for function in self.functions:
            own = function.__code__
            if Path(own.co_filename) == file and (new := codes.get((own.co_qualname, own.co_firstlineno))):
                with suppress(ValueError):  # a closure made while modules were loaded
                    function.__code__ = new

    def _assign_anew(self, mutant: Mutant) -> None:
        """What a module says for itself, here and wherever it was imported."""
        module = next(sys.modules[name] for name in self.part.modules if sys.modules[name].__file__ == str(mutant.file))
        own, before = vars(module), dict(vars(module))
        [changed] = [each for each in mutant.tree().body if each.lineno <= mutant.line <= (each.end_lineno or 0)]
        exec(compile(ast.Module([changed], []), str(mutant.file), "exec"), own)  # noqa: S102  our own source
        for name in [name for name in own if own[name] is not before.get(name)]:
            for other in list(sys.modules.values()):
                if vars(other).get(name) is before.get(name, other):
                    setattr(other, name, own[name])

    def record(self, items: list[pytest.Item], at_once: int) -> dict[str, Any]:
        """How long each test takes, and which lines it reaches; kept as long as neither its file nor these change."""
        source = b"".join(file.read_bytes() for file in self.files)
        keys = {path: hashlib.sha256(source + path.read_bytes()) for path in {item.path for item in items}}
        kept = {path: self.folder / f"reached-{key.hexdigest()[:16]}.json" for path, key in keys.items()}
        known: dict[str, Any] = {}
        for file in kept.values():
            known |= json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        self._reached([list({item.path.parent: item for item in items}.values())])  # makes what others copy
        new = [item for item in items if item.nodeid not in known]
        if new:
            known |= self._reached([new[number::at_once] for number in range(min(at_once, len(new)))])
        for path in {item.path for item in new}:
            own = {item.nodeid: known[item.nodeid] for item in items if item.path == path}
            kept[path].write_text(json.dumps(own), encoding="utf-8")
        return known

    def _reached(self, shares: list[list[pytest.Item]]) -> dict[str, Any]:
        forks = [Fork(self.folder / f"fork-{number}") for number in range(len(shares))]
        for fork, share in zip(forks, shares, strict=True):
            fork.start(partial(self._record, share), 3_600, next(self.numbers))
        while not all(fork.has_ended() for fork in forks):
            time.sleep(0.05)
        answers = [fork.answer() or {"failed": fork.folder} for fork in forks]
        if failed := [answer["failed"] for answer in answers if "failed" in answer]:
            raise pytest.UsageError(f"These fail without any mutant: {failed}")
        return {name: told for answer in answers for name, told in answer["reached"].items()}

    def _record(self, items: list[pytest.Item]) -> dict[str, Any]:
        reached: set[tuple[str, int]] = set()
        gc.unfreeze()
        kept = [each for each in gc.get_objects() if type(each).__name__ == "_lru_cache_wrapper"]
        for name, file in zip(self.part.modules, self.files, strict=True):
            tree = ast.fix_missing_locations(_Probes().visit(ast.parse(_text_of(file))))
            vars(sys.modules[name])["__reached__"] = lambda line, name=name: reached.add((name, line))
            self._put_in(tree, file)
        found = {}
        for item, following in itertools.pairwise([*items, None]):
            assert item is not None
            for each in kept:
                each.cache_clear()
            reached.clear()
            began = time.monotonic()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed:
                return {"failed": item.nodeid}
            found[item.nodeid] = {"seconds": time.monotonic() - began, "lines": sorted(reached)}
        return {"reached": found}


class Fork:
    """Does one thing after the other, each in a process of its own. Clean databases go from one to the next."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self._answer = folder, folder / "answer.json"
        self._spare: dict[str, tuple[list[str], list[Any]]] = {}
        self._child, self._until = 0, 0.0

    def start(self, do: Callable[[], dict[str, Any]], seconds: float, number: int) -> None:
        self._answer.unlink(missing_ok=True)
        self._child, self._until = os.fork(), time.monotonic() + seconds
        if self._child == 0:
            self._be_a_fork(do, number)

    def has_ended(self) -> bool:
        if self._child and time.monotonic() > self._until:
            os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
            self._child = 0
        elif self._child and os.waitpid(self._child, os.WNOHANG)[0]:
            self._child = 0
        return not self._child

    def answer(self) -> dict[str, Any] | None:
        if not self._answer.exists():
            self._spare = {}
            return None
        found: dict[str, Any] = json.loads(self._answer.read_text(encoding="utf-8"))
        self._spare = found.pop("spare")
        return found

    def _be_a_fork(self, do: Callable[[], dict[str, Any]], number: int) -> None:
        from scrapersky import testing  # noqa: PLC0415  was imported by the tests

        with (self.folder / "log").open("w") as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
        tempfile.tempdir = str(self.folder)
        try:
            vars(testing)["_numbers"] = itertools.count(number * 10_000)
            made = vars(testing)["_databases"]
            for key, (names, shape) in self._spare.items():
                server, _, template = key.partition(" ")
                made[server, template] = testing.Databases(server, template)
                vars(made[server, template]).update(_spare=names, _shape=tuple(shape))
            found = do()
            found["spare"] = {" ".join(key): (vars(each)["_spare"], vars(each)["_shape"]) for key, each in made.items()}
            self._answer.write_text(json.dumps(found), encoding="utf-8")
        except BaseException:  # noqa: BLE001  a mutant may do anything, and its fork must end
            traceback.print_exc()
            told = {"killed_by": "itself", "failed": "itself", "spare": {}}
            self._answer.write_text(json.dumps(told), encoding="utf-8")
        finally:
            sys.stdout.flush()
            os._exit(0)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


@dataclass
class Trial:
    """A part's mutants, in place of its tests: the pytest plugin that does it."""

    name: str
    part: Part
    folder: Path
    seconds: float
    survivors_only: bool
    at_once: int
    most_tests: int | None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            item.add_marker(pytest.mark.timeout(0), append=False)  # a fork as a whole has a time limit
        shop = Workshop(self.part, self.folder)
        reached = shop.record(session.items, self.at_once)
        quick = sorted(session.items, key=lambda item: reached[item.nodeid]["seconds"])
        known = Verdicts(self.folder / f"{self.name}.jsonl")
        every = [mutant for file in shop.files for mutant in mutants(file)]
        for mutant, verdict in shop.judge(self.trials(every, known, quick, reached), self.at_once):
            known.add(mutant, verdict)
        self.tell(every, known)
        return True

    def trials(
        self, every: list[Mutant], known: "Verdicts", quick: list[pytest.Item], reached: dict[str, Any]
    ) -> Iterator[tuple[Mutant, list[pytest.Item], float]]:
        """What is to be tried now, by which tests, and how long that may take."""
        until = time.monotonic() + self.seconds
        for mutant in every:
            before = known.of(mutant)
            if time.monotonic() > until or (before != "survived" if self.survivors_only else before is not None):
                continue
            items = [item for item in quick if _is_reached(mutant, reached[item.nodeid]["lines"])]
            items = _of_each_kind_first(items, reached)[: self.most_tests]
            if items:
                yield mutant, items, 60 + 8 * sum(reached[item.nodeid]["seconds"] for item in items)
            else:
                known.add(mutant, "survived")

    def tell(self, every: list[Mutant], known: "Verdicts") -> None:
        for mutant in every:
            if known.of(mutant) == "survived":
                print(f"  {mutant.file.name}:{mutant.line} {mutant.what}", file=sys.stderr, flush=True)
        for file in dict.fromkeys(mutant.file for mutant in every):
            verdicts = Counter(known.of(mutant) or "not tried" for mutant in every if mutant.file == file)
            noticed = verdicts["killed"] + verdicts["hung"]
            told = f"{file.name}: {noticed} of {verdicts.total()} noticed; {dict(verdicts)}"
            print(told, file=sys.stderr, flush=True)


def _is_reached(mutant: Mutant, lines: list[tuple[str, int]]) -> bool:
    return mutant.reached is None or any(
        line == mutant.reached and mutant.file.match(f"*/{module.replace('.', '/')}.py") for module, line in lines
    )


def _of_each_kind_first(items: list[pytest.Item], reached: dict[str, Any]) -> list[pytest.Item]:
    seen: Counter[str] = Counter()
    turns = []
    for item in items:
        kind = str(reached[item.nodeid]["lines"])
        turns.append(seen[kind])
        seen[kind] += 1
    return [item for _, item in sorted(zip(turns, items, strict=True), key=lambda each: each[0])]


class Verdicts:
    """One line for each mutant that was tried; a line of the source that changed is another mutant."""

    def __init__(self, file: Path) -> None:
        self.file = file
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        self.known: dict[str, str] = dict(map(json.loads, lines))

    def of(self, mutant: Mutant) -> str | None:
        return self.known.get(self._key(mutant))

    def add(self, mutant: Mutant, verdict: str) -> None:
        self.known[self._key(mutant)] = verdict
        with self.file.open("a", encoding="utf-8") as kept:
            kept.write(json.dumps([self._key(mutant), verdict]) + "\n")

    def _key(self, mutant: Mutant) -> str:
        source = _text_of(mutant.file).splitlines()[mutant.line - 1].strip()
        return f"{mutant.file.name}:{mutant.line}:{mutant.column}:{mutant.change}:{source}: {mutant.what}"


@functools.cache
def _text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@contextmanager
def shared_server() -> Iterator[str]:
    """In a process of its own, which no fork ends."""
    ready, tell = os.pipe()
    child = os.fork()
    if child == 0:
        from scrapersky.db.embedded import EmbeddedServer  # noqa: PLC0415

        with tempfile.TemporaryDirectory(prefix="scrapersky-mutations-", dir=_memory()) as folder:
            server = EmbeddedServer(Path(folder) / "postgres")
            address, ends = server.start(), {signal.SIGTERM, signal.SIGINT}
            signal.pthread_sigmask(signal.SIG_BLOCK, ends)
            os.write(tell, address.encode())
            signal.sigwait(ends)
            server.stop()
        os._exit(0)
    try:
        yield os.read(ready, 10_000).decode()
    finally:
        os.kill(child, signal.SIGTERM)
        os.waitpid(child, 0)


def _memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  the folder made in it is ours alone


@dataclass(frozen=True, slots=True)
class _Shared:
    address: str

    def start(self) -> str:
        return self.address

    def stop(self) -> None:
        return


def _template_made_once(make: Callable[..., str], url: str, name: str, *more: Any, **options: Any) -> str:
    """By the first fork; it is not what is mutated."""
    try:
        return make(url, name, *more, **options)
    except Exception as error:
        if "already exists" not in str(error):
            raise
        return name


def try_part(trial: Trial, server: str) -> None:
    """In a fork: another part has other tests."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    from scrapersky import testing  # noqa: PLC0415

    make = partial(_template_made_once, testing.make_template)
    vars(testing).update(EmbeddedServer=lambda _: _Shared(server), make_template=make)
    options = ["-q", "-s", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", "--no-header"]
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    for module in trial.part.modules:
        _text_of(Path(importlib.import_module(module).__file__ or ""))  # as it was loaded, whatever is edited meanwhile
    code = pytest.main([*options, *trial.part.tests], plugins=[trial])
    if code not in {0, 5}:
        print(f"{trial.name}: pytest ended with {code}", file=sys.stderr)
    os._exit(0)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all, unless named")
    parser.add_argument("--folder", type=Path, help="what was found is kept there; a temporary one, unless named")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each part")
    parser.add_argument("--survivors", action="store_true", help="only those that no test noticed the last time")
    parser.add_argument("--tests", type=int, help="at most so many for each mutant")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="so many forks")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="scrapersky-mutations-") as temporary, shared_server() as server:
        folder = chosen.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for name in chosen.parts or PARTS:
            options = chosen.seconds, chosen.survivors, chosen.at_once, chosen.tests
            try_part(Trial(name, PARTS[name], folder, *options), server)


if __name__ == "__main__":
    main(sys.argv[1:])
