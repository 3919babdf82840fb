"""What an installation is made of."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import requires, version
from threading import Thread

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


@contextmanager
def service_that_knows(*weak: str) -> Iterator[str]:
    """Answers as OSV does, about these libraries."""

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))["queries"]
            names = [each["package"]["purl"].partition("@")[0] for each in asked]
            known = [{"vulns": [{"id": "GHSA-1"}, {"id": "PYSEC-2"}]} if name in weak else {} for name in names]
            body = json.dumps({"results": known}).encode()
            self.send_response(200 if self.path == "/v1/querybatch" else 404)
            self.send_header("content-type", "application/json")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Answers)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_known_weakness_is_named_and_a_service_that_is_away_is_told(command: Command) -> None:
    with service_that_knows("pkg:pypi/aiohttp", "pkg:npm/react") as service:
        told = command("sbom", "--advisories", f"{service}/")
        wrong = command("sbom", "--advisories", f"{service}/elsewhere")
    assert (told.code, wrong.code) == (1, 0)
    assert f"aiohttp {version('aiohttp')}: GHSA-1, PYSEC-2" in told.out
    assert re.search(r"^react \S+: GHSA-1, PYSEC-2\n2 of \d+ libraries have known weaknesses", told.out, re.MULTILINE)
    with service_that_knows() as service:
        assert command("sbom", "--advisories", service).code == 0
    away = command("sbom", "--advisories", service)
    assert away.code == 0
    assert all("No advisories were looked at: http://127.0.0.1:" in each.out for each in (wrong, away))
