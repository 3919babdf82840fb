"""What people bring, set up and look after themselves: files, their account, rules, targets."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import Site

pytestmark = pytest.mark.timeout(120)

FILE = "Kunde,Web,Rating\nNorth Mill,https://north-mill.example/,A\nNorth Mill,https://north-mill.example/,A\n,https://x.example/,B\n"


def test_a_file_dropped_on_a_grid_is_looked_at_corrected_and_imported(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction")
    expect(signed_in.locator("tbody tr").first).to_be_visible()
    files = signed_in.evaluate_handle(
        """text => {
            const dropped = new DataTransfer();
            dropped.items.add(new File([text], "customers.csv", { type: "text/csv" }));
            return dropped;
        }""",
        FILE,
    )
    signed_in.dispatch_event("main", "drop", {"dataTransfer": files})
    expect(signed_in).to_have_url(re.compile("/import"))
    coming = signed_in.get_by_role("region", name="Importing comes to")
    expect(coming.get_by_role("status")).to_contain_text("1 refused; 1 line says the same as one above")
    rows = signed_in.get_by_role("region", name="Rows")
    expect(rows.get_by_role("columnheader", name="Rating (extra)")).to_be_visible()
    expect(rows.get_by_role("row").nth(1)).to_contain_text("refused")
    signed_in.get_by_label("Rating becomes").select_option("category")
    expect(rows.get_by_role("columnheader", name="category")).to_be_visible()
    coming.get_by_role("button", name="Import 3 rows").click()
    done = signed_in.get_by_role("region", name="Imported")
    expect(done.get_by_role("status")).to_contain_text("1 added")
    expect(done.get_by_role("listitem").first).to_contain_text("Line 4")
    done.get_by_role("link", name=re.compile("^Open ")).click()
    signed_in.get_by_role("combobox", name="Search", exact=True).fill('name:"North Mill"')
    expect(signed_in.locator("tbody tr")).to_have_count(1)


def test_what_columns_become_is_remembered_for_files_of_the_same_shape(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    signed_in.goto(f"{site.address}/import?into=businesses")
    for name, rating in (("first.csv", "A"), ("second.csv", "C")):
        file = tmp_path / name
        file.write_text(f"Kunde,Rating\nSouth Mill,{rating}\n")
        signed_in.get_by_label(re.compile("Drop a file here|csv")).set_input_files(file)
        becomes = signed_in.get_by_label("Rating becomes")
        expect(signed_in.get_by_role("region", name="Rows")).to_contain_text(rating)
        if name == "first.csv":
            expect(becomes).to_have_value("extra")
            becomes.select_option("category")
        expect(becomes).to_have_value("category")
    signed_in.get_by_role("button", name="Guess again").click()
    expect(signed_in.get_by_label("Rating becomes")).to_have_value("extra")
