"""axe on every screen; what depends on the colours is asked again in the dark."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, FilePayload, Page, Route, expect
from tests.web.conftest import Site, enter, go_on_to, wait_until_settled
from tests.web.test_second_thoughts import pair, same_contact, searched_for

pytestmark = pytest.mark.timeout(180)

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
COLOURS = ("color-contrast", "link-in-text-block")
SCREENS = (
    "/",
    "/search",
    "/w/single-search",
    "/w/deep-scan",
    "/w/domain-extraction",
    "/w/domain-extraction?q=id:019a86f2-5d3c-7c41-9d1e-2f0b6c1a7e55",
    "/w/domain-extraction?review=1",
    "/w/contact-delivery",
    "/import",
    "/account",
    "/audit",
    "/rules",
    "/rules/schedules",
    "/rules/budgets",
    "/errors",
    "/runs",
    "/exports",
    "/history",
    "/duplicates",
    "/privacy",
    "/settings",
    "/settings/limits",
    "/settings/delivery",
    "/settings/users",
    "/settings/keys",
    "/settings/look",
    "/settings/system",
    "/nowhere",
)


@pytest.fixture(scope="module")
def demo_businesses() -> int:
    """A row is as well to be read as another, and axe takes its time for each."""
    return 12


@pytest.fixture(scope="module")
def visitor(browser: Browser, site: Site) -> Iterator[Page]:
    """Without the policy, which refuses axe as it would any other script that is not ours."""
    context = browser.new_context(bypass_csp=True, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(site.address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert violations(page, RULES) == []
    enter(page, site)
    yield page
    context.close()


def violations(page: Page, rules: Sequence[str]) -> list[str]:
    page.evaluate("code => window.axe || (0, eval)(code)", AXE)
    found = page.evaluate("rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", rules)[
        "violations"
    ]
    return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]


def violations_light_and_dark(page: Page) -> list[str]:
    light = violations(page, RULES)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return light + [f"in the dark: {each}" for each in violations(page, COLOURS)]


@pytest.mark.parametrize("path", SCREENS)
def test_axe_finds_nothing(visitor: Page, path: str) -> None:
    visitor.emulate_media(color_scheme="light", reduced_motion="reduce")
    go_on_to(visitor, path)
    expect(visitor.get_by_role("heading", level=1)).to_be_visible()
    assert violations_light_and_dark(visitor) == []


@pytest.mark.parametrize(
    "opened",
    ["details", "palette", "keys", "selection", "facets", "columns", "confirm", "follow"],
)
def test_axe_finds_nothing_in_what_opens(visitor: Page, site: Site, opened: str) -> None:
    visitor.emulate_media(color_scheme="light", reduced_motion="reduce")
    visitor.goto(f"{site.address}/w/domain-extraction")
    expect(visitor.locator("tbody tr").first).to_be_visible()
    match opened:
        case "details":
            visitor.keyboard.press("Enter")
            expect(visitor.get_by_role("heading", name="Lineage")).to_be_visible()
        case "palette":
            visitor.keyboard.press("Control+k")
            expect(visitor.get_by_role("combobox").last).to_be_focused()
        case "keys":
            visitor.keyboard.press("?")
            expect(visitor.get_by_role("dialog", name="Help")).to_be_visible()
        case "selection":
            visitor.keyboard.press("a")
            expect(visitor.locator("#selected-count")).to_contain_text("12 selected")
        case "facets":
            visitor.keyboard.press("f")
            facets = visitor.get_by_role("complementary", name="Facets")
            expect(facets).to_be_visible()
            expect(facets.get_by_text("Counting…")).to_have_count(0)
        case "columns":
            visitor.get_by_role("button", name="Columns").click()
            expect(visitor.get_by_role("dialog", name="Columns")).to_be_visible()
        case "follow":
            visitor.goto(f"{site.address}/search")
            visitor.locator(".recent-link").first.click()
            expect(visitor.get_by_role("list", name="Stages of this search")).to_be_visible()
        case "confirm":
            visitor.route("**/api/v3/meta", ask_about_any)
            visitor.reload()
            expect(visitor.locator("tbody tr").first).to_be_visible()
            visitor.keyboard.press("Control+a")
            visitor.keyboard.press("q")
            expect(visitor.get_by_role("dialog", name="Set 12 rows to Queued?")).to_be_visible()
            visitor.unroute("**/api/v3/meta")
    wait_until_settled(visitor)
    assert violations_light_and_dark(visitor) == []


def ask_about_any(route: Route) -> None:
    response = route.fetch()
    route.fulfill(response=response, json={**response.json(), "confirm_above": 0})


@pytest.mark.parametrize("written", ["import", "again", "rule"])
def test_axe_finds_nothing_in_what_is_being_written(visitor: Page, site: Site, written: str) -> None:
    visitor.emulate_media(color_scheme="light", reduced_motion="reduce")
    match written:
        case "import":
            visitor.goto(f"{site.address}/import?into=businesses")
            lines = b"Firma,Tel\nMill,089 9017238\nMill,089 9017238\n"
            file = FilePayload(name="a.csv", mimeType="text/csv", buffer=lines)
            visitor.get_by_label(re.compile("Drop a file here")).set_input_files(file)
            expect(visitor.get_by_label("Phone numbers without a country are from")).to_be_visible()
        case "again":
            searched_for(site, "bakers in Austin, TX")
            visitor.goto(f"{site.address}/search")
            visitor.get_by_label("What to look for, and where").fill("bakers in Austin, TX")
            expect(visitor.get_by_role("button", name="Run it again")).to_be_visible()
        case "rule":
            visitor.goto(f"{site.address}/rules?workflow=domain_extraction")
            visitor.get_by_role("button", name="New rule").click()
            visitor.get_by_text("How to write it").click()
    wait_until_settled(visitor)
    assert violations_light_and_dark(visitor) == []


@pytest.mark.parametrize(
    ("path", "pressed", "seen"),
    [
        ("/w/domain-extraction", "j e", "dialog >> text=Tag or edit"),
        ("/w/domain-extraction?group=city", "", ".groups-name"),
        ("/duplicates", "Merge many…", "dialog >> text=at least"),
        ("/duplicates?of=contacts", "Merge all 1 shown…", "dialog >> text=2 contacts become 1"),
    ],
)
def test_axe_finds_nothing_where_many_are_decided(
    visitor: Page, site: Site, path: str, pressed: str, seen: str
) -> None:
    visitor.emulate_media(color_scheme="light", reduced_motion="reduce")
    pairs = {"items": [pair(1), pair(2)], "next": None, "total": 2}
    visitor.route(re.compile(r"/api/v3/duplicates(\?|$)"), lambda route: route.fulfill(json=pairs))
    groups = {"items": [same_contact()], "next": None, "total": 1}
    visitor.route("**/api/v3/duplicates/contacts?*", lambda route: route.fulfill(json=groups))
    visitor.goto(site.address + path)
    expect(visitor.get_by_role("heading", level=1)).to_be_visible()
    if path.startswith("/duplicates"):
        visitor.get_by_role("button", name=pressed).click()
    else:
        expect(visitor.locator("tbody tr").first).to_be_visible()
        for key in pressed.split():
            visitor.keyboard.press(key)
    expect(visitor.locator(seen).first).to_be_visible()
    assert violations_light_and_dark(visitor) == []
