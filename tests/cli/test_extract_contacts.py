"""The extractors as commands: on files, on what is piped in, and with reasons."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from scrapersky.cli.commands.extract import app
from scrapersky.errors import ScraperSkyError

PAGE = """<html lang="en-US"><p>Call (512) 555-0100 or write to info@acme.example</p><img src="logo@2x.png">
<h3>Jane Doe</h3><p>Owner</p><p>Invoice 2024-05-17 10, \x1b[31m</p>
<footer>Website by Pixel hi@pixel.example, logo@2x.png</footer>"""


def ran(*arguments: str, given: str | None = None) -> str:
    ended = CliRunner().invoke(app, list(arguments), input=given, catch_exceptions=False)
    assert ended.exit_code == 0, ended.output
    return ended.output


@pytest.fixture
def page(tmp_path: Path) -> str:
    file = tmp_path / "page.html"
    file.write_text(PAGE)
    return str(file)


def test_a_file_s_contacts_are_listed_with_whose_they_are(page: str) -> None:
    told = ran("contacts", page, "--url", "https://acme.example/")
    assert "email          info@acme.example\n" in told
    assert "email          hi@pixel.example  (web designer)\n" in told
    assert "phone          +15125550100\n" in told
    assert "person         Jane Doe  (Owner)\n" in told
    assert "logo@2x.png" not in told
    assert "\x1b" not in told


def test_explain_gives_the_reason_for_each_value_and_each_refusal(page: str) -> None:
    told = ran("contacts", page, "--url", "https://acme.example/", "--explain")
    assert "acme.example is the site's own domain" in told
    assert "It stands in a line that credits the site's maker" in told
    assert "email          logo@2x.png (text): An image name, not an address" in told.partition("Not taken:")[2]


def test_json_is_one_document_and_jsonl_one_object_per_line(page: str) -> None:
    document = json.loads(ran("contacts", page, "--json", "--explain"))
    assert document["region"] == "US"
    assert {one["value"] for one in document["findings"]} >= {"info@acme.example", "+15125550100"}
    assert document["rejected"]
    lines = [json.loads(line) for line in ran("contacts", page, "--jsonl").splitlines()]
    assert lines == document["findings"]


def test_what_is_piped_in_is_read() -> None:
    assert "+493023125001" in ran("contacts", "-", "--region", "Germany", given="<p>Tel. 030 23125001</p>")


def test_a_country_that_is_none_is_said_to_be_none(page: str) -> None:
    with pytest.raises(ScraperSkyError, match="type two letters"):
        ran("contacts", page, "--region", "Atlantis")


def test_a_sitemap_s_addresses_are_listed_and_its_problems_explained(tmp_path: Path) -> None:
    file = tmp_path / "sitemap.xml"
    file.write_text("<urlset><url><loc>https://acme.example/a</loc></url><url><loc>https://acme.example/b")
    assert ran("sitemap", str(file)).splitlines()[0] == "https://acme.example/a"
    explained = ran("sitemap", str(file), "--explain")
    assert "urlset: " in explained
    document = json.loads(ran("sitemap", str(file), "--json"))
    assert document["entries"][0]["url"] == "https://acme.example/a"
    assert document["summary"]["format"] == "urlset"


def test_what_is_no_sitemap_is_said_to_be_none_beside_the_list() -> None:
    ended = CliRunner().invoke(app, ["sitemap", "-"], input='{"error": "not found"}')
    assert (ended.stdout, ended.stderr) == ("", "what was answered is neither XML nor a list of addresses\n")
