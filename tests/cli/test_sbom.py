"""What an installation is made of."""

import json
import re
import tomllib
from pathlib import Path

from tests.cli.conftest import Command

ROOT = Path(__file__).parents[2]


def test_every_library_of_the_lock_is_listed_with_version_and_licence(command: Command) -> None:
    bill = json.loads(command("sbom", "--format", "cyclonedx").out)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["purl"].startswith("pkg:pypi/scrapersky@")
    listed = {part["name"]: part for part in bill["components"] if part["purl"].startswith("pkg:pypi/")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[^a-z0-9-]", each)[0] for each in project["dependencies"]}
    assert len(wanted) > 25
    assert wanted - listed.keys() == set()
    assert "multidict" in listed
    assert {"pytest", "mypy", "scrapersky"} & listed.keys() == set()
    locked = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / "requirements/runtime.lock").read_text(), re.MULTILINE))
    assert {name: part["version"] for name, part in listed.items()} == {name: locked[name] for name in listed}
    assert [name for name, part in listed.items() if not part["licenses"]] == []


def test_what_browsers_are_sent_is_listed_too(command: Command) -> None:
    bill = json.loads(command("sbom", "--format", "cyclonedx").out)
    addresses = {part["purl"] for part in bill["components"]}
    assert any(address.startswith("pkg:npm/react@") for address in addresses)
    assert not any(address.startswith("pkg:npm/typescript@") for address in addresses)
    references = {part["bom-ref"] for part in bill["components"]}
    assert set(bill["dependencies"][0]["dependsOn"]) == references
    assert len(references) == len(bill["components"])


def test_licences_can_be_read_as_a_table(command: Command) -> None:
    out = command("sbom").out
    assert re.search(r"^ *aiohttp +\S+ +Apache-2.0", out, re.MULTILINE)
