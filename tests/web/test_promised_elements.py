"""The specification's ids and classes, for every workflow."""

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import Site

from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.workflows import product_workflows

pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize("workflow", product_workflows(), ids=lambda each: each.name)
def test_every_promised_element_is_there(signed_in: Page, site: Site, workflow: AnyWorkflow) -> None:
    names = workflow.names
    signed_in.goto(f"{site.address}/w/{names.kebab}")
    for element in (names.tab, names.table_element, names.table_body_element, names.select_all_checkbox):
        expect(signed_in.locator(f"#{element}")).to_have_count(1)
    plural = next(each["plural"] for each in site.ask("GET", "/meta")["workflows"] if each["name"] == workflow.name)
    for button in ("selected", "rejected", "new"):
        expect(signed_in.locator(f"#update-{plural}-status-{button}")).to_have_count(1)
    total = site.ask("GET", f"{names.path}/list?size=50")["total"]
    expect(signed_in.locator(f".{names.row_checkbox_class}[data-id]")).to_have_count(min(total, 50))


def test_archiving_stands_in_the_menu_and_skips(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction")
    signed_in.locator(".domainExtraction-item-checkbox[data-id]").first.check()
    signed_in.get_by_role("button", name="More for the selection").click()
    signed_in.locator("#update-local-businesses-status-archived").click()
    expect(signed_in.get_by_text("Updated 1 row to Skipped.")).to_be_visible()
