"""`scrapersky sbom`: what this installation is made of, and under which licences."""

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiohttp
import typer
from rich.table import Table

import scrapersky
from scrapersky.cli.commands.operating import BillFormat
from scrapersky.cli.running import say, write_json
from scrapersky.cli.terminal import console

_NAME = re.compile(r"[A-Za-z0-9._-]+")
_UNKNOWN = "unknown"
_PACKAGE = Path(scrapersky.__file__).parent
_BROWSER_LOCKS = (_PACKAGE / "web" / "package-lock.json", _PACKAGE.parents[1] / "frontend" / "package-lock.json")


@dataclass(frozen=True, slots=True)
class Component:
    name: str
    version: str
    licence: str
    kind: str

    @property
    def address(self) -> str:
        """As package URLs are written."""
        return f"pkg:{self.kind}/{quote(self.name, safe='/')}@{quote(self.version)}"


_PATIENCE = aiohttp.ClientTimeout(total=30)


def sbom(*, form: BillFormat, advisories: str | None) -> None:
    product, *parts = components()
    if advisories is not None:
        tell_advisories(advisories, parts)
        return
    if form is BillFormat.CYCLONEDX:
        write_json(cyclonedx(product, parts))
        return
    table = Table("component", "version", "licence", "from", box=None)
    for part in (product, *parts):
        table.add_row(part.name, part.version, part.licence, part.kind)
    console.print(table)


def tell_advisories(service: str, parts: list[Component]) -> None:
    try:
        known = asyncio.run(_ask(service, parts))
    except (aiohttp.ClientError, TimeoutError, ValueError, LookupError) as error:
        say(f"No advisories were looked at: {service} gives no answer ({str(error) or type(error).__name__}).")
        return
    for part, names in known:
        say(f"{part.name} {part.version}: {', '.join(names)}")
    say(f"{len(known)} of {len(parts)} libraries have known weaknesses.")
    if known:
        raise typer.Exit(1)


async def _ask(service: str, parts: list[Component]) -> list[tuple[Component, list[str]]]:
    """One question for all of them, in the form of OSV; answers come in the same order."""
    asked = {"queries": [{"package": {"purl": part.address}} for part in parts]}
    address = f"{service.rstrip('/')}/v1/querybatch"
    async with (
        aiohttp.ClientSession(timeout=_PATIENCE, trust_env=True, raise_for_status=True) as session,
        session.post(address, json=asked) as answer,
    ):
        results = (await answer.json())["results"]
    told = zip(parts, results, strict=True)
    return [(part, [each["id"] for each in result["vulns"]]) for part, result in told if result.get("vulns")]


def components() -> list[Component]:
    """The product first, then what it needs at run time, whatever is installed of it, and what browsers are sent."""
    product, *libraries = _needed(distribution("scrapersky"))
    others = {each.metadata["Name"].lower(): each for each in libraries}
    return [_component(product), *(_component(others[name]) for name in sorted(others)), *_browser_parts()]


def _needed(first: Distribution) -> Iterator[Distribution]:
    seen, waiting = {first.metadata["Name"].lower()}, [first]
    while waiting:
        found = waiting.pop()
        yield found
        for requirement in found.requires or ():
            name = _NAME.match(requirement)
            if name is None or "extra ==" in requirement or (key := _plain(name[0])) in seen:
                continue
            seen.add(key)
            try:
                waiting.append(distribution(key))
            except PackageNotFoundError:  # for another system or another Python
                continue


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _component(found: Distribution) -> Component:
    return Component(_plain(found.metadata["Name"]), found.version, _licence(found), "pypi")


def _licence(found: Distribution) -> str:
    """An expression where there is one; else what the classifiers say, or a short word in the old field."""
    about = found.metadata
    if "License-Expression" in about:
        return about["License-Expression"]
    listed = [each for each in about.get_all("Classifier") or () if each.startswith("License :: ")]
    if listed:
        return " or ".join(each.rpartition(" :: ")[2] for each in listed)
    written = about["License"].strip() if "License" in about else ""
    return written if written and "\n" not in written else _UNKNOWN


def _browser_parts() -> Iterator[Component]:
    lock = next((path for path in _BROWSER_LOCKS if path.exists()), None)
    packages: dict[str, Any] = json.loads(lock.read_text(encoding="utf-8"))["packages"] if lock else {}
    for place, each in sorted(packages.items()):
        if place and not each.get("dev"):
            name = place.rpartition("node_modules/")[2]
            yield Component(name, each["version"], each.get("license", _UNKNOWN), "npm")


def cyclonedx(product: Component, parts: list[Component]) -> dict[str, Any]:
    """CycloneDX 1.6, the same for the same installation: no time and no number of its own."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": _described(product) | {"type": "application"}},
        "components": [_described(part) for part in parts],
        "dependencies": [{"ref": product.address, "dependsOn": [part.address for part in parts]}],
    }


def _described(part: Component) -> dict[str, Any]:
    described = {"type": "library", "bom-ref": part.address, "name": part.name, "version": part.version}
    licences = [] if part.licence == _UNKNOWN else [{"license": {"name": part.licence}}]
    return described | {"purl": part.address, "licenses": licences}
