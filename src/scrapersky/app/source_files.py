"""Which Python files there are, what each is for, and which workflows need it: read from the imports themselves."""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import scrapersky
from scrapersky.curation_sdk.declaring import AnyWorkflow, Registry
from scrapersky.curation_sdk.schema import GENERATED

PACKAGE = scrapersky.__name__
FOLDER = Path(scrapersky.__file__).parent


def file_of(module: str) -> str:
    """A module's file, from the project's root.

    >>> file_of("scrapersky.models.page"), file_of("scrapersky.models")
    ('src/scrapersky/models/page.py', 'src/scrapersky/models/__init__.py')
    """
    path = module.replace(".", "/")
    if module.partition(".")[0] != PACKAGE:
        return f"{path}.py"
    is_folder = (FOLDER.parent / path).is_dir()
    return f"src/{path}/__init__.py" if is_folder else f"src/{path}.py"


def _text(module: str) -> str:
    found = find_spec(module)
    return Path(found.origin).read_text(encoding="utf-8") if found and found.origin else ""


@cache
def imports_of(module: str) -> tuple[str, ...]:
    """The modules of the product that one imports, in order.

    >>> [name for name in imports_of("scrapersky.workflows.wf7_page_curation") if ".models" in name]
    ['scrapersky.models.domain', 'scrapersky.models.page', 'scrapersky.models.page_content']
    """
    named = (node for node in ast.walk(ast.parse(_text(module))) if isinstance(node, ast.ImportFrom) and node.module)
    found = {target for node in named for target in _targets(str(node.module), node.names)}
    return tuple(sorted(found))


def _targets(module: str, names: Iterable[ast.alias]) -> Iterator[str]:
    if module.partition(".")[0] != PACKAGE:
        return
    for name in names:
        deeper = f"{module}.{name.name}"
        yield deeper if _is_module(deeper) else _behind_doors(module).get(name.name, module)


@cache
def _behind_doors(package: str) -> Mapping[str, str]:
    """Where each name comes from that a folder's `__init__` passes on."""
    passed_on = (node for node in ast.walk(ast.parse(_text(package))) if isinstance(node, ast.ImportFrom))
    return {name.name: str(node.module) for node in passed_on for name in node.names if name.name == name.asname}


def _is_module(name: str) -> bool:
    path = FOLDER.parent / name.replace(".", "/")
    return path.with_suffix(".py").exists() or path.is_dir()


def needed_by(module: str) -> frozenset[str]:
    """A module, and all that it needs."""
    waiting, found = [module], set[str]()
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting.extend(imports_of(name))
    return frozenset(found)


def modules_of(workflow: AnyWorkflow) -> frozenset[str]:
    """What a workflow works with: its functions and models, with all that these need."""
    functions = [each for each in (workflow.load, workflow.work, workflow.save) if each is not None]
    models = [each for each in (workflow.model, workflow.produces) if each is not None]
    starts = {each.__module__ for each in (*functions, *models)}
    return frozenset().union(*(needed_by(start) for start in starts))


def status_map(registry: Registry, generated: Mapping[str, str]) -> str:
    """Every Python file with its first sentence and the workflows that need it; `generated` may not be written yet."""
    needed = {workflow.code: {file_of(each) for each in modules_of(workflow)} for workflow in registry}
    files = dict(_written_files()) | {
        name: _sentence(text) for name, text in generated.items() if name.startswith("src/") and name.endswith(".py")
    }
    rows = [f"| `{name}` | {sentence} | {_needed_by(name, needed)} |" for name, sentence in sorted(files.items())]
    head = "| file | what it is | needed by |\n| --- | --- | --- |\n"
    words = (
        "What each Python file is for, and which workflows cannot do without it. *All* is needed by every workflow,"
        " *product* by the application around them: browser, commands, benchmarks."
    )
    return f"# Python files\n\n*{GENERATED}*\n\n{words}\n\n{head}" + "\n".join(rows) + "\n"


def _written_files() -> Iterator[tuple[str, str]]:
    """Each begins with its sentence: only the first line is read, since parsing all takes seconds."""
    for path in FOLDER.rglob("*.py"):
        with path.open(encoding="utf-8") as lines:
            yield f"src/{path.relative_to(FOLDER.parent).as_posix()}", _sentence(next(lines, ""))


def _sentence(text: str) -> str:
    return text.partition("\n")[0].strip().removeprefix("r").strip('"').replace("|", "\\|")


def _needed_by(name: str, needed: Mapping[str, Collection[str]]) -> str:
    codes = [code for code, files in needed.items() if name in files]
    return "all" if len(codes) == len(needed) else ", ".join(codes) or "product"
