"""What a command does is loaded when it is done; help needs the declarations only."""

import gc
import inspect
import math
import resource
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest
import typer
from tests.process import SOURCES, environment

from scrapersky.cli.entry import COMMANDS, app
from scrapersky.cli.loading import done_by, load
from scrapersky.cli.running import run


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_under_its_name_and_says_what_it_does(name: str) -> None:
    command = typer.main.get_group(app).commands[name]
    assert command.name == name
    assert command.help


def commands_under(group: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command, and every group, by the words that call it."""
    for name, command in group.commands.items():
        yield (*words, name), command
        if hasattr(command, "commands"):
            yield from commands_under(command, (*words, name))


EVERY_COMMAND = dict(commands_under(typer.main.get_group(app)))
ASK_EACH_FOR_HELP = """
import contextlib, io, sys
from scrapersky.cli.entry import app
for line in sys.stdin:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        app([*line.split(), "--help"])
print(*sys.modules)
import scrapersky.cli.worker
print(*sys.modules)
import scrapersky.cli.serving
scrapersky.cli.serving.load_web_application()
print(*sys.modules)
"""
ENOUGH_FOR_HELP = (
    "scrapersky.cli.entry",
    "scrapersky.cli.loading",
    "scrapersky.cli.commands.",
    "scrapersky.curation_sdk.errors",
    "scrapersky.curation_sdk.plurals",
    # What options may be set to.
    "scrapersky.bench.soak.kinds",
    "scrapersky.clients.places.registry",
    "scrapersky.roles",
    "scrapersky.services.exports.choices",
    "scrapersky.services.suppression.kinds",
    "scrapersky.simulator.",
)
# What workflows do to their rows; what reads pages and files, with hundreds of patterns and thousands of words; and
# libraries of what many never do: readers load it, or the first row, or the first who asks.
LOADED_LATE = (
    "aiohttp",
    "apscheduler",
    "cryptography",
    "dns",
    "jwt",
    "phonenumbers",
    "yaml",
    "scrapersky.clients.reading.page_bodies",
    "scrapersky.curation_sdk.decisions.payloads",
    "scrapersky.extract.addresses.patterns",
    "scrapersky.extract.addresses.vocabulary",
    "scrapersky.extract.contacts.extraction",
    "scrapersky.extract.opening_hours.tokens",
    "scrapersky.extract.people.vocabulary",
    "scrapersky.services.contact_curation_service",
    "scrapersky.services.page_curation_service",
    "scrapersky.services.places.certain_pairs",
    "scrapersky.services.sitemap_import_service",
)

MOST_TRIES = 12


def test_help_loads_declarations_only_and_workers_and_the_server_no_more_than_they_begin_with() -> None:
    asked = "\n".join(" ".join(words) for words in EVERY_COMMAND)
    command = [sys.executable, "-c", ASK_EACH_FOR_HELP]
    ended = subprocess.run(command, input=asked, env=environment(), capture_output=True, text=True, check=True)  # noqa: S603  our own interpreter
    loaded, by_worker, by_server = map(str.split, ended.stdout.splitlines())
    assert "scrapersky.cli.commands.workflow" in loaded
    assert not {"sqlalchemy", "asyncpg", "fastapi", "aiohttp", "uvloop", "pydantic_settings"} & set(loaded)
    of_product = {each for each in loaded if each.startswith("scrapersky.") and not is_package(each)}
    assert {each for each in of_product if not each.startswith(ENOUGH_FOR_HELP)} == set()
    assert not {"fastapi", "email_validator", "scrapersky.app.orders", *LOADED_LATE} & set(by_worker)
    assert not set(LOADED_LATE) & set(by_server)


def is_package(module: str) -> bool:
    return (SOURCES / module.replace(".", "/") / "__init__.py").is_file()


def test_help_takes_no_more_than_thrice_what_its_libraries_take_to_load() -> None:
    libraries = [sys.executable, "-c", "import typer, rich"]
    help_page = [sys.executable, "-c", "from scrapersky.cli import main; main()", "status", "--help"]
    page_seconds = library_seconds = math.inf
    for _ in range(MOST_TRIES):  # the least of some tries is what either takes on a machine that does nothing else
        page_seconds = min(page_seconds, processor_seconds(help_page))
        library_seconds = min(library_seconds, processor_seconds(libraries))
        if page_seconds <= 3 * library_seconds:
            return
    pytest.fail(f"{page_seconds:.2f} s of the processor, and {library_seconds:.2f} s for the libraries alone")


def processor_seconds(command: list[str]) -> float:
    """Of a child: other work on the machine makes it wait, and hardly makes it work more."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment(), stdout=subprocess.DEVNULL, check=True)  # noqa: S603  our own interpreter
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def declaration_of(words: tuple[str, ...]) -> Any:
    """Typer calls it through functions of its own."""
    return inspect.unwrap(EVERY_COMMAND[words].callback, stop=lambda function: hasattr(function, "done_by"))


def place_of(words: tuple[str, ...]) -> str:
    return getattr(declaration_of(words), "done_by", "")


@pytest.mark.parametrize(
    "words", [words for words in EVERY_COMMAND if place_of(words) and words[0] != "import"], ids=" ".join
)
def test_what_does_a_command_takes_the_options_that_it_declares(words: tuple[str, ...]) -> None:
    assert get_type_hints(load(place_of(words))) == get_type_hints(declaration_of(words))


@pytest.mark.parametrize(
    "words", [words for words in EVERY_COMMAND if words[0] == "import" and len(words) > 1], ids=" ".join
)
def test_what_imports_files_takes_the_options_of_each_kind_of_row(words: tuple[str, ...]) -> None:
    """One function does them all; what a kind does not declare has a value without being given."""
    doing, declared = load(place_of(words)), get_type_hints(declaration_of(words))
    options = get_type_hints(doing.func)
    assert declared.items() <= options.items()
    for name in options.keys() - declared.keys() - {"return"}:
        assert inspect.signature(doing).parameters[name].default is not inspect.Parameter.empty


def test_a_command_that_cannot_be_loaded_leaves_the_garbage_collector_on() -> None:
    @done_by("no_such_module:nothing")
    def command() -> None: ...

    with pytest.raises(ModuleNotFoundError):
        command()
    assert gc.isenabled()


def test_where_one_process_runs_many_commands_the_garbage_of_each_is_collected() -> None:
    async def work() -> None:
        kept.extend([] for _ in range(1000))

    kept: list[list[int]] = [[] for _ in range(1000)]
    frozen = gc.get_freeze_count()
    run(work())
    assert gc.get_freeze_count() <= frozen
