"""What workflows do is named at the door of the services, and loaded with the first row."""

import subprocess
import sys
from dataclasses import replace
from inspect import unwrap
from typing import Any

import pytest
from tests.process import SOURCES, environment

from scrapersky.curation_sdk import DeclarationError, LateFunction
from scrapersky.curation_sdk.declaring import AnyWorkflow
from scrapersky.workflows import product_workflows
from scrapersky.workflows.wf3_domain_extraction import domain_extraction

ROLES = ("work", "save", "save_group", "load", "save_order", "refuses", "taken_back")
CALLING = """
import asyncio, sys
from types import SimpleNamespace
from scrapersky.workflows.wf3_domain_extraction import domain_extraction as workflow
loaded = [workflow.work.__module__ in sys.modules]
found = asyncio.run(workflow.work(SimpleNamespace(website="https://acme.example/"), None))
print(found.domain, *loaded, workflow.work.__module__ in sys.modules)
"""


def late_functions(workflow: AnyWorkflow) -> dict[str, LateFunction]:
    named = {role: getattr(workflow, role) for role in ROLES}
    return {role: function for role, function in named.items() if isinstance(function, LateFunction)}


@pytest.mark.parametrize("workflow", product_workflows(), ids=lambda workflow: workflow.name)
def test_each_function_is_where_it_is_named_and_takes_what_its_role_gives(workflow: AnyWorkflow) -> None:
    late = late_functions(workflow)
    assert {"work", "save"} <= late.keys()
    loaded: dict[str, Any] = {role: unwrap(function) for role, function in late.items()}
    replace(workflow, **loaded)  # refused where one is no coroutine function, or takes something else
    for role, function in late.items():
        assert (function.__module__, function.__name__) == (loaded[role].__module__, loaded[role].__name__)


def test_a_function_that_takes_something_else_is_refused_once_it_is_loaded() -> None:
    with pytest.raises(DeclarationError, match="work takes"):
        replace(domain_extraction, work=unwrap(domain_extraction.save))


def test_a_function_takes_its_arguments_by_name_too() -> None:
    assert LateFunction("scrapersky.curation_sdk.plurals", "plural")(2, one="row") == "2 rows"


def test_a_function_is_loaded_when_it_is_called() -> None:
    command = [sys.executable, "-c", CALLING]
    told = subprocess.check_output(command, cwd=SOURCES, env=environment(), text=True)  # noqa: S603  ours
    assert told.split() == ["acme.example", "False", "True"]
