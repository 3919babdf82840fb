"""The reference of commands and endpoints, written from the commands and the endpoints themselves."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from fastapi import FastAPI
from sqlalchemy.ext.asyncio import async_sessionmaker

from scrapersky.accounts.throttle import Throttle
from scrapersky.accounts.tokens import TokenSigner
from scrapersky.app.extensions import Extensions
from scrapersky.app.internet import Internet
from scrapersky.app.product import Product
from scrapersky.app.server import make_app
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import Registry
from scrapersky.curation_sdk.schema import GENERATED
from scrapersky.db.engine import make_engine
from scrapersky.routers.sessions import Authenticator, Reception
from scrapersky.workflows import product_workflows

_METHODS = ("get", "post", "put", "patch", "delete")


def reference_files(command: Any) -> dict[str, str]:
    """Content by path; `command` is the root of all commands."""
    description = described_app().openapi()
    return {
        "docs/reference/cli.md": command_page(command),
        "docs/reference/api.md": endpoint_page(description),
        "frontend/openapi.json": description_file(description),
    }


def description_file(description: dict[str, Any]) -> str:
    """The browser's types are made from it. Sorted, so that a change is the only difference."""
    return json.dumps(description, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def command_page(root: Any) -> str:
    sections = [f"## `{' '.join(path)}`\n\n{_described(command)}" for path, command in _commands(root, ("scrapersky",))]
    return f"# Commands\n\n*{GENERATED}*\n\n" + "\n\n".join(sections) + "\n"


def _commands(command: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that does something, with the words that call it."""
    nested: dict[str, Any] = getattr(command, "commands", {})
    if not nested:
        yield path, command
    for name in sorted(nested):
        yield from _commands(nested[name], (*path, name))


def _described(command: Any) -> str:
    shown = [each for each in command.params if each.name != "help"]
    rows = [f"| `{_called(each)}` | {_meaning(each)} |" for each in shown]
    table = "\n\n| option | meaning |\n| --- | --- |\n" + "\n".join(rows) if rows else ""
    return " ".join((command.help or "").split()) + table


def _called(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return str(parameter.metavar or parameter.name).upper()
    return ", ".join([*parameter.opts, *parameter.secondary_opts])


def _meaning(parameter: Any) -> str:
    return " ".join(str(getattr(parameter, "help", None) or "").split()).replace("|", "\\|")


def endpoint_page(description: dict[str, Any]) -> str:
    """One table for each tag of the API's description."""
    tables: dict[str, list[str]] = {}
    for path, methods in description["paths"].items():
        for method in _METHODS:
            if method in methods:
                operation = methods[method]
                tag = str((operation.get("tags") or ["Other"])[0])
                row = f"| `{method.upper()} {path}` | {operation.get('summary', '')} | `{operation['operationId']}` |"
                tables.setdefault(tag, []).append(row)
    head = "| endpoint | what it does | operation |\n| --- | --- | --- |\n"
    sections = [f"## {tag.replace('|', 'on')}\n\n{head}" + "\n".join(rows) for tag, rows in tables.items()]
    words = "A running server describes every field and answer at `/api/v3/openapi.json`."
    return f"# Endpoints\n\n*{GENERATED}*\n\n{words}\n\n" + "\n\n".join(sections) + "\n"


def described_app() -> FastAPI:
    """The product's application as far as its description needs it: no database is asked."""
    engine = make_engine("postgresql://nobody@127.0.0.1:1/nowhere")
    sessions = async_sessionmaker(engine, expire_on_commit=False)
    registry = Registry(product_workflows())
    schedules = {each: each.schedule for each in registry}
    settings, pools = Settings.model_validate({}), (engine, engine, sessions, sessions)
    product = Product(settings, *pools, None, registry, schedules, {}, Internet(), Extensions())
    authenticator = Authenticator(sessions, sessions, TokenSigner(bytes(32), timedelta(minutes=1)))
    return make_app(product, Reception(authenticator, Throttle(), None))
