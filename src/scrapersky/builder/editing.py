"""Small changes to modules that exist: a line in a model, a workflow in the list, a class in the index."""

import ast
import re

from scrapersky.curation_sdk.declaring import natural_order

LINE_LIMIT = 120


def with_curation(text: str, class_name: str, workflow: str) -> str:
    """The model's module with one more `Curation()` at the end of the class."""
    (found,) = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == class_name)
    lines = text.splitlines()
    end = found.body[-1].end_lineno or len(lines)
    is_after_curation = lines[end - 1].rstrip().endswith("= Curation()")
    lines[end:end] = [*([] if is_after_curation else [""]), f"    {workflow} = Curation()"]
    changed = "\n".join(lines) + "\n"
    return with_import(changed, "scrapersky.curation_sdk", "Curation")


def with_import(text: str, module: str, name: str) -> str:
    """With `from module import name` among the imports of the project, in order."""
    if re.search(rf"^from {re.escape(module)} import .*\b{name}\b", text, re.MULTILINE):
        return text
    lines = text.splitlines()
    ours = [number for number, line in enumerate(lines) if re.match(r"from scrapersky\.\S+ import ", line)]
    line = f"from {module} import {name}"
    if not ours:
        last = max(number for number, line in enumerate(lines) if re.match(r"(from|import) ", line))
        lines[last + 1 : last + 1] = ["", line]
    else:
        later = [number for number in ours if natural_order(lines[number]) > natural_order(line)]
        lines.insert(later[0] if later else ours[-1] + 1, line)
    return "\n".join(lines) + "\n"


def with_workflow(text: str, module: str, name: str) -> str:
    """The list of the product's workflows with one more at its end."""
    changed = with_import(text, module, name)
    returned = next(node for node in ast.walk(ast.parse(changed)) if isinstance(node, ast.Return))
    assert isinstance(returned.value, ast.List)  # noqa: S101  our own module
    names = [*(ast.unparse(element) for element in returned.value.elts), name]
    short = f"    return [{', '.join(names)}]"
    long = ["    return [", *(f"        {each}," for each in names), "    ]"]
    lines = changed.splitlines()
    lines[returned.lineno - 1 : returned.end_lineno] = [short] if len(short) <= LINE_LIMIT else long
    return "\n".join(lines) + "\n"


def with_model(text: str, module: str, name: str) -> str:
    """The index of models with one more class."""
    changed = with_import(text, module, name)
    listed = re.search(r"__all__ = \[\n(.*?)\]", changed, re.DOTALL)
    assert listed is not None  # noqa: S101  our own module
    names = sorted([*re.findall(r'"(\w+)"', listed[1]), name])
    block = "".join(f'    "{each}",\n' for each in names)
    return changed[: listed.start(1)] + block + changed[listed.end(1) :]
