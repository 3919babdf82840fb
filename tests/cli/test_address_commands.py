"""Importing addresses, and reading them, on the command line."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Command

PASSWORD = "correct horse battery"


@pytest.fixture
def account(command: Command) -> None:
    command("user", "add", "ana", "--password-stdin", given=PASSWORD)


@pytest.mark.usefixtures("account")
@pytest.mark.parametrize("what", ["domains", "sitemaps", "pages"])
def test_a_plain_list_is_imported_and_again_changes_nothing(command: Command, elsewhere: Path, what: str) -> None:
    file = elsewhere / "list.txt"
    file.write_text("https://acme.example/a\nfacebook.com/acme\nhttps://bolt.example/b\n", encoding="utf-8")
    first, second = (command("import", what, str(file), "--queue") for _ in range(2))
    of_rows = "2 rows are new, of 3 lines: 1 refused.\n"
    assert (first.code, first.out) == (
        0,
        f"line 2 is only a Facebook page\n2 added, 0 known, 0 repeated, 1 refused.\n{of_rows}",
    )
    assert second.out.endswith(
        "\n0 added, 2 known, 0 repeated, 1 refused.\n0 rows are new, of 3 lines: 2 there already, 1 refused.\n"
    )


@pytest.mark.usefixtures("account")
def test_json_lines_on_the_standard_input_give_one_object_a_row(command: Command) -> None:
    ended = command("import", "domains", "--jsonl", "--json", given='"acme.example"\n{"url": "bolt.example"}\n17')
    first, second, third, sums = map(json.loads, ended.out.splitlines())
    assert [row["verdict"] for row in (first, second, third)] == ["added", "added", "refused"]
    of_rows = {"made": 2, "there": 0, "changed": 0, "repeated": 0, "losing": 0, "seeming": 0, "businesses": 0}
    assert sums == {"added": 2, "known": 0, "repeated": 0, "refused": 1, "sum": of_rows}


@pytest.mark.usefixtures("account")
def test_a_file_without_addresses_is_one_clear_line(command: Command, elsewhere: Path) -> None:
    file = elsewhere / "people.csv"
    file.write_text("name,age\nJo,7\n", encoding="utf-8")
    ended = command("import", "pages", str(file))
    assert ended.code == 1
    assert "No column of pages was found: say which of them is the url or the page or the loc." in ended.err
    assert "There are: name, age." in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.usefixtures("account")
def test_a_file_of_which_nothing_could_be_used_is_a_failure(command: Command, elsewhere: Path) -> None:
    file = elsewhere / "list.txt"
    file.write_text("facebook.com/acme\n", encoding="utf-8")
    assert command("import", "domains", str(file)).code == 1


def test_domains_are_read_without_a_database(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    ended = command("extract", "domain", "https://www.acme.co.uk/x", "facebook.com/acme")
    assert ended.out == "https://www.acme.co.uk/x  acme.co.uk\nfacebook.com/acme  no domain: only a Facebook page\n"
    as_json = command("extract", "domain", "--json", "--jsonl", given='{"url": "http://shop.acme.de:80"}\n"10.0.0.1"')
    own, none = map(json.loads, as_json.out.splitlines())
    assert (own["domain"], own["home_url"], own["reason"]) == ("acme.de", "http://shop.acme.de/", None)
    assert (none["domain"], none["reason"]) == (None, "not_a_web_address")


@pytest.mark.parametrize(("arguments", "given"), [((), ""), (("--jsonl",), "nonsense"), (("--jsonl",), "[1]")])
def test_what_is_no_address_is_one_clear_line(command: Command, arguments: tuple[str, ...], given: str) -> None:
    ended = command("extract", "domain", *arguments, given=given)
    assert ended.code == 1
    assert ended.err.count("\n") == 1


def test_a_robots_txt_is_asked_about_addresses(command: Command, elsewhere: Path) -> None:
    file = elsewhere / "robots.txt"
    file.write_text(
        "User-agent: *\nDisallow: /\n\nUser-agent: sky\nDisallow: /*.pdf$\nCrawl-delay: 2\nSitemap: https://a.example/s.xml",
        encoding="utf-8",
    )
    asked = ("https://a.example/x", "/x.pdf")
    assert command("extract", "robots", str(file), *asked, "--agent", "Sky").out == (
        "allowed  https://a.example/x\ndisallowed  /x.pdf\n"
    )
    others = command("extract", "robots", str(file), *asked, "--agent", "Other", "--json").out.splitlines()
    assert [json.loads(line)["allowed"] for line in others] == [False, False]
    whole = json.loads(command("extract", "robots", str(file), "--agent", "sky/1.0", "--json").out)
    assert (whole["restricts"], whole["crawl_delay"], whole["sitemaps"]) == (True, 2.0, ["https://a.example/s.xml"])


def test_a_robots_txt_comes_from_the_standard_input_too(command: Command) -> None:
    ended = command("extract", "robots", "-", "/a", given="User-agent: *\nDisallow: /a")
    assert ended.out == "disallowed  /a\n"


def test_a_file_that_is_not_there_is_bad_usage(command: Command) -> None:
    for arguments in (("import", "pages", "nowhere.csv"), ("extract", "robots", "nowhere.txt", "/")):
        ended = command(*arguments)
        assert ended.code == 2
        assert "There is no file" in ended.err
