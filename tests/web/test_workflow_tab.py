"""A workflow's tab as a person uses it: by keys, by pointer, and while rows come and things change."""

import itertools
import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.web.conftest import Site, go_on_to, wait_until_settled

from scrapersky.workflows import product_workflows

pytestmark = pytest.mark.timeout(120)

QUEUE = "#update-local-businesses-status-selected"
SKIP = "#update-local-businesses-status-rejected"
RESET = "#update-local-businesses-status-new"
BOXES = ".domainExtraction-item-checkbox"
COUNT = "#selected-count"
NEWS = re.compile(r"new rows?")
SOON = 60_000  # milliseconds: a worker's work, and up to fifteen seconds until a quiet stream counts again


@pytest.fixture
def tab(signed_in: Page, site: Site) -> Page:
    return opened(signed_in, site, "?status=New")


def opened(page: Page, site: Site, query: str = "") -> Page:
    page.goto(f"{site.address}/w/domain-extraction{query}")
    expect(page.locator("tbody tr").first).to_be_visible()
    return page


def row(page: Page, number: int) -> str:
    """The row that is there now, wherever it is later."""
    return f'tr[data-id="{page.locator("tbody tr").nth(number).get_attribute("data-id")}"]'


def said(page: Page) -> tuple[str, str]:
    """What the chip of New and the foot say, of the same moment."""
    chip, foot = page.evaluate(
        "() => [document.querySelector('.chip-new .chip-count').textContent, "
        "document.querySelector('.grid-range strong')?.textContent ?? '0']"
    )
    return chip, foot


def domains(*names: str) -> dict[str, object]:
    return {"addresses": [f"{name}.example" for name in names], "queue": False}


def test_an_empty_tab_fills_when_the_stage_before_produces_rows(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-curation?status=New")
    expect(signed_in.get_by_text("Nothing came here yet.")).to_be_visible()
    (first, second) = site.ask("GET", "/domain-extraction/list?status_filter=New&search=-website:none&size=2")["items"]
    site.ask("PUT", "/domain-extraction/status", json={"ids": [first["id"], second["id"]], "status": "Queued"})
    expect(signed_in.locator("tbody tr").first).to_be_visible(timeout=SOON)
    expect(signed_in.locator("tbody tr[aria-current=true]")).to_have_count(1)


def test_results_are_announced_where_rows_stand_already(signed_in: Page, site: Site) -> None:
    site.ask("POST", "/domains/submit", json=domains("first-of-all"))
    signed_in.goto(f"{site.address}/w/domain-curation?status=New")
    expect(signed_in.locator("tbody tr").first).to_be_visible()
    there = signed_in.locator("tbody tr").count()
    site.ask("POST", "/domains/submit", json=domains("came-later", "came-later-too"))
    expect(signed_in.get_by_role("button", name=NEWS)).to_be_visible(timeout=SOON)
    signed_in.keyboard.press(".")
    expect(signed_in.locator("tbody tr")).to_have_count(there + 2)


def test_chips_and_foot_say_the_same_number_whatever_was_counted_last(signed_in: Page, site: Site) -> None:
    site.ask("POST", "/domains/submit", json=domains("counted"))

    def hold(_: Route) -> None:
        """The list is not answered, so that only the chips hear of what comes."""

    signed_in.goto(f"{site.address}/w/domain-curation?status=New")
    expect(signed_in.locator(".grid-range strong")).to_be_visible()
    expect(signed_in.locator(".chip-new .chip-count")).not_to_have_text("")
    before = int(said(signed_in)[0])
    signed_in.route("**/domain-curation/list?*", hold)
    site.ask("POST", "/domains/submit", json=domains("counted-1", "counted-2", "counted-3"))
    expect(signed_in.locator(".chip-new .chip-count")).to_have_text(str(before + 3), timeout=SOON)
    assert said(signed_in) == (str(before + 3), str(before + 3))
    signed_in.unroute("**/domain-curation/list?*")


def test_a_list_that_knows_more_than_the_chips_corrects_them(signed_in: Page, site: Site) -> None:
    site.ask("POST", "/domains/submit", json=domains("corrected"))

    def more(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"total": 61})

    signed_in.route("**/domain-curation/list?*", more)
    signed_in.goto(f"{site.address}/w/domain-curation?status=New")
    expect(signed_in.locator(".grid-range strong")).to_be_visible()
    expect(signed_in.locator(".chip-new .chip-count")).not_to_have_text("")
    chip, foot = said(signed_in)
    assert chip == foot


def test_rows_are_chosen_decided_dropped_and_taken_back_by_keys_alone(tab: Page) -> None:
    first, second = row(tab, 0), row(tab, 1)
    tab.keyboard.press("x")
    tab.keyboard.press("Shift+J")
    expect(tab.locator(COUNT)).to_have_text("2 selected")
    tab.keyboard.press("s")
    expect(tab.get_by_text("Updated 2 rows to Skipped.")).to_be_visible()
    expect(tab.locator(f"{first}.is-stale")).to_contain_text("Skipped")
    expect(tab.locator(second)).to_be_visible()
    tab.keyboard.press(".")
    expect(tab.locator(first)).to_have_count(0)
    tab.keyboard.press("z")
    expect(tab.get_by_text("2 of 2 restored.")).to_be_visible()
    expect(tab.get_by_role("button", name=re.compile("2 new rows"))).to_be_visible()
    tab.keyboard.press(".")
    expect(tab.locator(first)).not_to_contain_text("Skipped")


def test_without_a_selection_a_key_decides_about_the_row_one_moved_to_and_moves_on(tab: Page) -> None:
    decided, following = row(tab, 0), row(tab, 1)
    tab.keyboard.press("j")
    expect(tab.locator(f"{decided}.is-meant")).to_have_attribute("aria-current", "true")
    tab.keyboard.press("s")
    expect(tab.locator(decided)).to_contain_text("Skipped")
    expect(tab.locator(f"{following}.is-meant")).to_have_attribute("aria-current", "true")
    tab.keyboard.press("z")
    expect(tab.locator(decided)).not_to_contain_text("Skipped")


def test_open_details_move_on_with_a_decision_and_a_key_is_about_the_row_they_show(tab: Page, site: Site) -> None:
    ids = [row(tab, number)[12:-2] for number in range(4)]
    tab.locator(f'tr[data-id="{ids[0]}"] [data-title]').click()
    for decided, following in itertools.pairwise(ids[:3]):
        expect(tab).to_have_url(re.compile(f"item={decided}"))
        tab.keyboard.press("s")
        expect(tab.locator(f'tr[data-id="{decided}"]')).to_contain_text("Skipped")
        expect(tab).to_have_url(re.compile(f"item={following}"))
    opened(tab, site, f"?status=New&item={ids[3]}")
    tab.keyboard.press("s")
    expect(tab.locator(f'tr[data-id="{ids[3]}"]')).to_contain_text("Skipped")
    expect(tab.locator(f'tr[data-id="{ids[2]}"]')).not_to_contain_text("Skipped")


def test_with_nothing_selected_and_no_row_pointed_at_nothing_is_decided(tab: Page) -> None:
    decided = refuse_to_decide(tab)
    for way in ("s", "q", "n", "m", SKIP, QUEUE, RESET):
        press(tab, way)
        expect_warning(tab)
        expect(tab.get_by_role("menu")).to_have_count(0)
    assert decided == []


def test_what_was_selected_and_is_no_longer_is_not_decided_about(tab: Page) -> None:
    decided = refuse_to_decide(tab)
    box = tab.locator(BOXES).nth(2)
    endings: list[Callable[[], object]] = [
        box.click,
        lambda: tab.keyboard.press("x"),
        lambda: tab.keyboard.press("Escape"),
        tab.get_by_role("button", name="Select nothing").click,
    ]
    for end in endings:
        box.click()
        expect(tab.locator(COUNT)).to_have_text("1 selected")
        end()
        expect(tab.locator(COUNT)).to_have_count(0)
        tab.locator(SKIP).click()
        expect_warning(tab)
    assert decided == []


def test_a_row_that_was_clicked_is_decided_about_and_forgotten_with_its_filter(tab: Page) -> None:
    clicked = row(tab, 4)
    tab.locator(f"{clicked} td").nth(2).click()
    tab.locator(SKIP).click()
    expect(tab.locator(clicked)).to_contain_text("Skipped")
    tab.keyboard.press("z")
    expect(tab.locator(clicked)).not_to_contain_text("Skipped")
    decided = refuse_to_decide(tab)
    tab.get_by_role("button", name="Everything").click()
    expect(tab).not_to_have_url(re.compile("status=New"))
    tab.keyboard.press("s")
    expect_warning(tab)
    assert decided == []


def test_a_click_on_a_title_opens_its_row_and_there_is_one_cursor(tab: Page) -> None:
    first, second = row(tab, 0), row(tab, 1)
    with tab.context.expect_page() as beside:
        tab.locator(f"{first} [data-title]").click(modifiers=["Control"])
    beside.value.close()
    expect(tab).not_to_have_url(re.compile("item="))
    tab.locator(f"{first} [data-title]").click()
    expect(tab).to_have_url(re.compile(f"item={first[12:-2]}"))
    note = tab.get_by_role("textbox", name="Note")
    note.fill("Call back")
    tab.locator(f"{second} [data-title]").click()
    expect(note).to_have_value("")
    tab.locator(f"{first} [data-title]").click()
    expect(note).to_have_value("Call back")
    tab.locator(f"{second} input").focus()
    tab.keyboard.press("j")
    tab.keyboard.press("j")
    expect(tab.locator("tbody :focus")).to_have_count(0)
    tab.keyboard.press("Escape")
    expect(tab).not_to_have_url(re.compile("item="))
    tab.locator(f"{second} td").nth(2).click()
    tab.keyboard.press("Enter")
    expect(tab).to_have_url(re.compile(f"item={second[12:-2]}"))
    expect_bar_inside(tab)


def expect_bar_inside(tab: Page) -> None:
    """With the details beside them and a page selected, at a small screen's width."""
    tab.set_viewport_size({"width": 1280, "height": 800})
    tab.keyboard.press("a")
    bar, last = tab.locator(".batch-bar"), tab.get_by_role("button", name="Select nothing")
    expect(last).to_be_visible()
    around, inside = bar.bounding_box(), last.bounding_box()
    assert around
    assert inside
    assert inside["x"] + inside["width"] <= around["x"] + around["width"]


def expect_warning(page: Page) -> None:
    warning = page.locator(".toast", has_text=re.compile("Nothing is selected. .* Nothing was changed."))
    expect(warning).to_have_count(1)
    warning.get_by_role("button", name="Dismiss").click()
    expect(warning).to_have_count(0)


def press(page: Page, way: str) -> None:
    if way.startswith("#"):
        page.locator(way).click()
    else:
        page.keyboard.press(way)


def refuse_to_decide(page: Page) -> list[Route]:
    """What would have been decided."""
    decided: list[Route] = []

    def refuse(route: Route) -> None:
        decided.append(route)
        route.abort()

    page.route("**/domain-extraction/status", refuse)
    return decided


def test_space_belongs_to_the_box_that_has_the_focus(tab: Page) -> None:
    tab.locator(BOXES).nth(5).focus()
    tab.keyboard.press("Space")
    expect(tab.locator(BOXES).nth(5)).to_be_checked()
    expect(tab.locator(COUNT)).to_have_text("1 selected")


def test_a_selection_survives_pages_and_ends_with_its_filter_until_it_is_called_back(tab: Page) -> None:
    tab.locator(BOXES).nth(2).click()
    tab.locator(BOXES).nth(6).click(modifiers=["Shift"])
    expect(tab.locator(COUNT)).to_have_text("5 selected")
    tab.keyboard.press("]")
    expect(tab).to_have_url(re.compile("page=2"))
    expect(tab.locator(COUNT)).to_have_text("5 selected")
    tab.keyboard.press("[")
    expect(tab.locator(BOXES).nth(4)).to_be_checked()
    tab.get_by_role("button", name="Everything").click()
    expect(tab.locator(COUNT)).to_have_count(0)
    tab.get_by_role("button", name="Select again").click()
    expect(tab.locator(COUNT)).to_have_text("5 selected")


def test_rows_that_leave_the_list_are_no_longer_selected_and_said(tab: Page, site: Site) -> None:
    ids = [row(tab, number)[12:-2] for number in range(3)]
    for each in ids:
        tab.locator(f'tr[data-id="{each}"] input').check()
    site.ask("PUT", "/domain-extraction/status", json={"ids": ids[:2], "status": "Skipped"})
    expect(tab.locator(f'tr[data-id="{ids[0]}"]')).to_have_class(re.compile("is-stale"))
    expect(tab.locator(COUNT)).to_have_text("3 selected")
    tab.keyboard.press(".")
    expect(tab.locator(COUNT)).to_have_text("1 selected")
    expect(tab.get_by_text("2 rows are no longer listed here")).to_be_visible()
    site.ask("PUT", "/domain-extraction/status", json={"ids": ids[:2], "status": "New"})


def test_everything_that_matches_is_chosen_in_two_steps(tab: Page, site: Site) -> None:
    total = site.ask("GET", "/domain-extraction/list?status_filter=New")["total"]
    page_box = tab.locator("#selectAllDomainExtractionCheckbox")
    page_box.check()
    expect(tab.locator(COUNT)).to_have_text("50 selected")
    tab.get_by_role("button", name=f"Select all {total} that match").click()
    tab.locator(BOXES).first.uncheck()
    expect(tab.locator(COUNT)).to_have_text(f"{total - 1} selected")
    assert page_box.evaluate("box => box.indeterminate")
    tab.locator(SKIP).click()
    # Most of them are not on the screen.
    tab.get_by_role("dialog").get_by_role("button", name=f"Skip {total - 1}").click()
    expect(tab.get_by_text(f"Updated {total - 1} rows to Skipped.")).to_be_visible()
    expect(tab.locator(COUNT)).to_have_count(0)
    tab.keyboard.press("z")
    expect(tab.get_by_text(f"{total - 1} of {total - 1} restored.")).to_be_visible()


def test_rows_that_come_after_everything_was_selected_stay_out_and_are_named(tab: Page, site: Site) -> None:
    total = site.ask("GET", "/domain-extraction/list?status_filter=New")["total"]
    tab.keyboard.press("Control+a")
    expect(tab.locator(COUNT)).to_have_text(f"{total} selected")
    site.upload("name,website\nLate Mill,https://late-mill.example\n")
    expect(tab.get_by_role("button", name="1 more came since: take it too")).to_be_visible()
    expect(tab.locator(COUNT)).to_have_text(f"{total} selected")
    tab.keyboard.press("s")
    dialog = tab.get_by_role("dialog")
    expect(dialog).to_contain_text("1 row after you selected, left as it is.")
    dialog.get_by_role("button", name=f"Skip {total}").click()
    expect(tab.get_by_text(f"Updated {total} rows to Skipped.")).to_be_visible()
    (late,) = site.ask("GET", "/domain-extraction/list?status_filter=New")["items"]
    assert late["name"] == "Late Mill"
    tab.keyboard.press("z")
    expect(tab.get_by_text(f"{total} of {total} restored.")).to_be_visible()


def test_a_number_of_rows_that_drifted_is_shown_before_anything_changes(unwatched: Page, site: Site) -> None:
    page = opened(unwatched, site, "?status=New")
    rows = site.ask("GET", "/domain-extraction/list?status_filter=New&size=100")
    page.keyboard.press("Control+a")
    expect(page.locator(COUNT)).to_have_text(f"{rows['total']} selected")
    gone = [item["id"] for item in rows["items"][-20:]]

    def change_first(route: Route) -> None:
        if not (route.request.post_data_json or {})["dry_run"]:  # what is counted for the question changes nothing
            site.ask("PUT", "/domain-extraction/status", json={"ids": gone, "status": "Skipped"})
        route.continue_()

    page.route("**/status/by-filter", change_first)  # the page cannot have heard of it
    page.locator(SKIP).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=f"Skip {rows['total']}").click()
    expect(dialog.get_by_role("alert")).to_contain_text(
        f"You saw {rows['total']} rows and {rows['total'] - 20} match now"
    )
    dialog.get_by_role("button", name="Cancel").click()
    expect(page.locator(COUNT)).to_be_visible()
    site.ask("PUT", "/domain-extraction/status", json={"ids": gone, "status": "New"})


def test_an_answer_that_would_come_late_is_not_waited_for_and_what_was_decided_stays_in_its_place(tab: Page) -> None:
    place, this_page = row(tab, 3), "**/domain-extraction/list?*&page=1&*"
    tab.route(this_page, lambda _: None, times=1)  # which leaves it waiting
    with tab.expect_request(this_page):
        tab.keyboard.press(".")
    tab.locator(f"{place} input").check()
    # The number of rows to decide has changed, so the tab looks again by itself.
    with tab.expect_event("requestfailed"), tab.expect_response(this_page):
        tab.locator(SKIP).click()
    wait_until_settled(tab)
    expect(tab.locator(place)).to_contain_text("Skipped")
    tab.keyboard.press("z")
    expect(tab.locator(place)).not_to_contain_text("Skipped")


def test_hostile_text_is_only_text(signed_in: Page, site: Site) -> None:
    site.upload(
        "id,name,website,phone,city\n"
        "1,<img src=x onerror=alert(1)>,javascript:alert(1),,<script>alert(1)</script> {{ 7 * 7 }}\n"
        "2,\u202egnp.exe,https://fine.example/\u202egnp.exe,,hostile\n"
        f"3,{'W' * 400},https://long.example/,,wide\n"
    )
    line = opened(signed_in, site, "?q=onerror").locator("tbody tr").first
    expect(line.locator('[data-column="name"]')).to_have_text("<img src=x onerror=alert(1)>")
    expect(line.locator('[data-column="city"]')).to_have_text("<script>alert(1)</script> {{ 7 * 7 }}")
    expect(line.locator('[data-column="website"] a')).to_have_count(0)
    line = opened(signed_in, site, "?q=hostile").locator("tbody tr").first
    expect(line.locator('[data-column="name"]')).to_have_text("[U+202E]gnp.exe")
    expect(line.locator('[data-column="website"] a')).to_have_count(0)
    opened(signed_in, site, "?q=wide")
    assert signed_in.evaluate("document.documentElement.scrollWidth") <= 1440
    hostile, row_id = "<img src=x onerror=alert(1)>", signed_in.locator("tbody tr").first.get_attribute("data-id")
    marked = {"ids": [row_id], "add_tags": [hostile], "note": f"{hostile} {{{{ 7 * 7 }}}}"}
    site.ask("PUT", "/domain-extraction/values", json=marked)
    listed = site.ask("POST", "/lists", json={"name": hostile})
    site.ask("POST", "/views", json={"workflow": "domain_extraction", "name": hostile, "content": {"search": hostile}})
    site.ask("PUT", "/rules", json={"rules": {"deep_scan": [{"name": hostile, "when": "rating > 9"}]}})
    for path in (f"/w/domain-extraction/{row_id}", "/rules", "/w/domain-extraction", f"/follow/lists:{listed['id']}"):
        go_on_to(signed_in, path)
        expect(signed_in.get_by_text(hostile).first).to_be_attached()
    site.ask("PUT", "/rules", json={"rules": {}})


def test_what_is_typed_becomes_the_address_and_tokens_are_completed(signed_in: Page, site: Site) -> None:
    tab = opened(signed_in, site)
    tab.keyboard.press("/")
    tab.keyboard.type("cat")
    expect(tab.get_by_role("option", name=re.compile("category:"))).to_be_visible()
    tab.keyboard.press("Tab")
    tab.keyboard.type("dentist")
    expect(tab).to_have_url(re.compile("q=category%3Adentist$"))
    expect(tab.locator("tbody tr").first).to_contain_text("dentist")
    tab.go_back()
    tab.go_forward()
    expect(tab.get_by_role("combobox", name="Search", exact=True)).to_have_value("category:dentist")


def test_words_before_a_half_typed_token_count_and_a_minus_leaves_out(signed_in: Page, site: Site) -> None:
    opened(signed_in, site)
    names = signed_in.locator("tbody tr .cell-title")
    word = re.split(r"\W", names.first.inner_text())[0]
    every = re.compile(rf"\b{word}", re.IGNORECASE)
    field = signed_in.get_by_role("combobox", name="Search", exact=True)
    field.press_sequentially(f"{word} city:")
    expect(signed_in).to_have_url(re.compile(rf"q={word}"))
    expect(names.filter(has_not_text=every)).to_have_count(0)
    expect(signed_in.get_by_text("Not searched for yet: city:")).to_be_visible()
    expect(field).to_have_value(f"{word} city:")
    field.fill(f"-{word}")
    expect(names.filter(has_text=every)).to_have_count(0)
    expect(names.first).to_be_visible()
    expect(signed_in.get_by_text("Not searched for yet")).to_have_count(0)


def test_a_facet_narrows_the_search_and_widens_it_again(signed_in: Page, site: Site) -> None:
    tab = opened(signed_in, site)
    tab.keyboard.press("f")
    value = tab.get_by_label("Facets").get_by_role("button", name=re.compile("^dentist"))
    value.click()
    expect(tab).to_have_url(re.compile("q=category%3Adentist"))
    expect(value).to_have_attribute("aria-pressed", "true")
    value.click()
    expect(tab).not_to_have_url(re.compile("q="))
    tab.keyboard.press("f")


def test_a_view_is_saved_opened_by_its_link_and_deleted(tab: Page, site: Site) -> None:
    views = tab.get_by_role("button", name="Save and manage views")
    views.click()
    tab.get_by_role("menuitem", name="Save this view").click()
    tab.get_by_role("textbox", name="Name").fill("Mine <b>")
    tab.get_by_role("button", name="Save", exact=True).click()
    saved = tab.get_by_role("button", name="Mine <b>")
    expect(saved).to_have_attribute("aria-pressed", "true")
    (view,) = [each for each in site.ask("GET", "/views?workflow=domain_extraction") if each["name"] == "Mine <b>"]
    opened(tab, site, f"?view={view['id']}")
    expect(tab.get_by_role("button", name=re.compile("^To decide "))).to_have_attribute("aria-pressed", "true")
    views.click()
    tab.get_by_role("menuitem", name="Delete this view").click()
    expect(saved).to_have_count(0)


def test_columns_are_kept_as_they_were_left(tab: Page, site: Site) -> None:
    city, width = tab.locator("th", has_text="City"), tab.get_by_role("separator", name="Width of Name")
    tab.get_by_role("button", name="Columns").click()
    tab.get_by_role("checkbox", name="City").click()
    expect(tab.get_by_role("checkbox", name="City")).not_to_be_checked()
    tab.keyboard.press("Escape")
    expect(city).to_have_count(0)
    width.focus()
    before = int(width.get_attribute("aria-valuenow") or 0)
    with tab.expect_response("**/api/v3/prefs"):
        tab.keyboard.press("ArrowRight")
    tab.reload()
    expect(width).to_have_attribute("aria-valuenow", str(before + 16))
    expect(city).to_have_count(0)
    site.prefer(layouts={})


def test_the_tab_fits_a_narrow_window(tab: Page) -> None:
    tab.set_viewport_size({"width": 400, "height": 800})
    tab.keyboard.press("a")
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        tab.emulate_media(color_scheme=scheme)
        expect(tab.locator(QUEUE)).to_be_in_viewport(ratio=1)
        assert tab.evaluate("document.documentElement.scrollWidth") <= 400, scheme


def test_every_promised_element_is_there(signed_in: Page, site: Site) -> None:
    plurals = {each["name"]: each["plural"] for each in site.ask("GET", "/meta")["workflows"]}
    signed_in.goto(site.address)
    for workflow in product_workflows():
        names = workflow.names
        go_on_to(signed_in, f"/w/{names.kebab}")
        for element in (names.tab, names.table_element, names.table_body_element, names.select_all_checkbox):
            expect(signed_in.locator(f"#{element}")).to_have_count(1)
        for button in ("selected", "rejected", "new"):
            expect(signed_in.locator(f"#update-{plurals[workflow.name]}-status-{button}")).to_have_count(1)
        total = site.ask("GET", f"{names.path}/list?size=50")["total"]
        expect(signed_in.locator(f".{names.row_checkbox_class}[data-id]")).to_have_count(min(total, 50))


def test_archiving_stands_in_the_menu_and_skips(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/w/domain-extraction")
    signed_in.locator(".domainExtraction-item-checkbox[data-id]").first.check()
    more = signed_in.get_by_role("button", name="More for the selection")
    more.click()
    expect_apart(signed_in.get_by_role("menu"), more)
    signed_in.locator("#update-local-businesses-status-archived").click()
    expect(signed_in.get_by_text("Updated 1 row to Skipped.")).to_be_visible()
    signed_in.locator("[data-title]").nth(1).click()
    drawer = signed_in.locator(".drawer")
    expect(drawer).to_be_visible()
    expect_apart(signed_in.locator(".toasts"), drawer)


def expect_apart(one: Locator, other: Locator) -> None:
    """Neither covers anything of the other."""
    first, second = one.bounding_box(), other.bounding_box()
    assert first
    assert second
    beside = first["x"] + first["width"] <= second["x"] or second["x"] + second["width"] <= first["x"]
    assert beside or first["y"] + first["height"] <= second["y"] or second["y"] + second["height"] <= first["y"]
