"""What an installation is made of."""

import json
import re
from importlib.metadata import requires, version

from tests.cli.conftest import Command


def test_every_library_that_is_needed_is_listed_with_version_and_licence(command: Command) -> None:
    bill = json.loads(command("sbom", "--format", "cyclonedx").out)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert bill["metadata"]["component"]["purl"] == f"pkg:pypi/scrapersky@{version('scrapersky')}"
    listed = {part["name"]: part for part in bill["components"] if part["purl"].startswith("pkg:pypi/")}
    needed = [each for each in requires("scrapersky") or () if "extra ==" not in each]
    assert len(needed) > 25
    assert {re.split(r"[^a-z0-9-]", each)[0] for each in needed} - listed.keys() == set()
    assert "frozenlist" in listed, "what is needed by what is needed"
    assert {"pytest", "mypy", "scrapersky"} & listed.keys() == set()
    assert {name: part["version"] for name, part in listed.items()} == {name: version(name) for name in listed}
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
