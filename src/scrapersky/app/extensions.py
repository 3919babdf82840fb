"""What is registered: workflows, place sources, delivery targets, extractors, ours first. A broken one is left out."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files

import asyncpg
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from scrapersky.clients.extensions import Additions, Extension
from scrapersky.clients.extensions.built_in import BUILT_IN
from scrapersky.clients.extensions.extension import DELIVERY_TARGETS, EXTRACTORS, MAIL_VERIFIERS, PLACE_SOURCES
from scrapersky.clients.places.registry import RESERVED
from scrapersky.curation_sdk.declaring import AnyWorkflow, SdkBase, Workflow, place_within, readable
from scrapersky.db.schema import AppliedFile, SchemaFile, apply_schema, guard_tenants, schema_files
from scrapersky.errors import ScraperSkyError
from scrapersky.models import Base
from scrapersky.workflows import product_workflows

log = logging.getLogger(__name__)

WORKFLOWS = "scrapersky.workflows"
GROUPS = (WORKFLOWS, PLACE_SOURCES, DELIVERY_TARGETS, EXTRACTORS, MAIL_VERIFIERS)


class BrokenExtension(ScraperSkyError):
    """What an entry point names is not what its group takes."""


@dataclass(frozen=True, slots=True)
class Extensions:
    """What was found and is sound. `faults` says what was left out, and why; `schemas` has each package's SQL."""

    workflows: tuple[AnyWorkflow, ...] = ()
    additions: Additions = field(default_factory=Additions)
    schemas: Mapping[str, Sequence[SchemaFile]] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)


def installed_workflows() -> list[AnyWorkflow]:
    """The product's, then those of installed packages."""
    return [*product_workflows(), *load_extensions().workflows]


def load_extensions(found: Iterable[EntryPoint] | None = None) -> Extensions:
    """Import every entry point of packages; one that fails is noted and stops no other. Ours come first, and late."""
    workflows: list[AnyWorkflow] = []
    added: dict[str, dict[str, Extension]] = {group: {} for group in GROUPS}
    for entry in BUILT_IN:
        added[entry.group][entry.name] = Extension(entry.name, entry.value)
    schemas: dict[str, Sequence[SchemaFile]] = {}
    faults: dict[str, str] = {}
    for entry in _installed() if found is None else found:
        package = entry.module.partition(".")[0]
        try:
            loaded = entry.load()
            if entry.group == WORKFLOWS:
                workflows.append(_sound_workflow(entry, loaded, [*product_workflows(), *workflows]))
                schemas[package] = _shipped_sql(package)
            else:
                added[entry.group][entry.name] = _sound_addition(entry, loaded, added[entry.group])
        except (Exception, SystemExit) as error:  # foreign code may fail in any way, and the product must start
            faults[f"{entry.name} ({package})"] = reason = _in_words(error, package)
            log.warning("extension %s of %s is left out: %s", entry.name, package, reason)
            log.debug("extension %s of %s", entry.name, package, exc_info=error)
    additions = Additions(*(added[group] for group in GROUPS if group != WORKFLOWS))
    return Extensions(tuple(workflows), additions, schemas, faults)


def _in_words(error: BaseException, package: str) -> str:
    """For the package's author too: where in it the error came from."""
    message = readable(error, place_within(error, package))
    return message if message.startswith(type(error).__name__) else f"{type(error).__name__}: {message}"


def all_schema_files(extensions: Extensions) -> list[SchemaFile]:
    """The product's files, then those of installed packages."""
    return [*schema_files(), *(file for shipped in extensions.schemas.values() for file in shipped)]


def _installed() -> list[EntryPoint]:
    every = entry_points()
    return sorted((entry for group in GROUPS for entry in every.select(group=group)), key=lambda entry: entry.name)


def _sound_workflow(entry: EntryPoint, loaded: object, known: Sequence[AnyWorkflow]) -> AnyWorkflow:
    if not isinstance(loaded, Workflow):
        raise BrokenExtension(f"{entry.value} is {type(loaded).__name__}, and {WORKFLOWS} takes a Workflow(...).")
    for other in known:
        if other.name == loaded.name:
            raise BrokenExtension(f"There is a workflow {loaded.name} already; a workflow's name is its own.")
        if other.code == loaded.code:
            raise BrokenExtension(f"The code {loaded.code} is that of {other.name}; give {loaded.name} another.")
    return loaded


def _sound_addition(entry: EntryPoint, loaded: object, known: Mapping[str, Extension]) -> Extension:
    if not callable(loaded):
        raise BrokenExtension(f"{entry.value} is {type(loaded).__name__}; {entry.group} takes a class or a function.")
    is_reserved = entry.group == PLACE_SOURCES and entry.name in RESERVED
    if is_reserved or (entry.name in known and known[entry.name].is_ours):
        raise BrokenExtension(f"{entry.name} is one of ours in {entry.group}; call the entry point something else.")
    if entry.name in known:
        raise BrokenExtension(f"Another package calls itself {entry.name} in {entry.group} too; one must be renamed.")
    return Extension(entry.name, entry.value)


def _shipped_sql(package: str) -> list[SchemaFile]:
    """The package's `schema/*.sql`, in order, under the package's name."""
    folder = files(package) / "schema"
    found = sorted(folder.iterdir(), key=lambda path: path.name) if folder.is_dir() else []
    return [
        SchemaFile(f"{package}/{path.name}", path.read_text(encoding="utf-8"))
        for path in found
        if path.name.endswith(".sql")
    ]


def known_tables(workflows: Iterable[AnyWorkflow]) -> list[str]:
    """Ours and those of packages, by name; what else stands in the same schema is not ours to guard."""
    models = (model for each in workflows for model in (each.model, each.produces) if model is not None)
    metadata = dict.fromkeys([Base.metadata, SdkBase.metadata, *(model.metadata for model in models)])
    return [AppliedFile.__tablename__, *(name for each in metadata for name in each.tables)]


async def apply_all_schemas(engine: AsyncEngine, extensions: Extensions) -> tuple[list[str], dict[str, str]]:
    """The product's files, then those of packages, and the second line before all their tables."""
    names = await apply_schema(engine)
    more, failed = await apply_extension_schemas(engine, extensions)
    await guard_tenants(engine, known_tables(extensions.workflows))
    return names + more, failed


async def apply_extension_schemas(engine: AsyncEngine, extensions: Extensions) -> tuple[list[str], dict[str, str]]:
    """Apply each package's SQL in a transaction of its own; returns what was applied, and what failed and why.

    One that builds on another's tables may come before it: what failed is tried again for as long as others get on.
    """
    applied: list[str] = []
    waiting, failures = dict(extensions.schemas), dict[str, Exception]()
    while waiting:
        failures = {}
        for package, shipped in waiting.items():
            try:
                applied += await apply_schema(engine, shipped)
            except (asyncpg.PostgresError, SQLAlchemyError, ScraperSkyError) as error:
                failures[package] = error
        if len(failures) == len(waiting):
            break
        waiting = {package: waiting[package] for package in failures}
    for package, failure in failures.items():
        log.warning("the SQL of %s was not applied: %s", package, failure)
    return applied, {f"SQL of {package}": " ".join(str(failures[package]).split()) for package in failures}
