"""What people bring, set up and look after themselves: files, their account, rules, targets."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page, Route, expect
from tests.web.conftest import Site, watch

pytestmark = pytest.mark.timeout(120)

FILE = "Kunde,Web,Rating\nNorth Mill,https://north-mill.example/,A\nNorth Mill,https://north-mill.example/,A\n,https://x.example/,B\n"


@pytest.fixture(scope="module")
def demo_settings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {
        "DELIVERY_FOLDER": str(tmp_path_factory.mktemp("contacts")),
        "WEBHOOK_URL": "http://127.0.0.1:9/T0/a-secret-path",
        "WEBHOOK_SECRET": "whsec_" + "a" * 32,
    }


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
    coming = signed_in.get_by_role("region", name="Importing would come to")
    expect(coming.get_by_role("status")).to_have_text(
        "Nothing is written yet. 3 lines: 1 new business, 1 line that repeats one above, 1 line refused."
    )
    rows = signed_in.get_by_role("region", name="Rows")
    expect(rows.get_by_role("columnheader", name="Rating (extra)")).to_be_visible()
    expect(rows.get_by_role("row").nth(1)).to_contain_text("refused")
    signed_in.get_by_label("Rating becomes").select_option("category")
    expect(rows.get_by_role("columnheader", name="category")).to_be_visible()
    coming.get_by_role("button", name="Import 1 new business").click()
    done = signed_in.get_by_role("region", name="Imported")
    told = "3 lines: 1 new business, 1 line that repeats one above, 1 line refused."
    expect(done.get_by_role("status")).to_have_text(told)
    expect(signed_in.locator(".toast", has_text="customers.csv")).to_contain_text(f"Imported. {told}")
    expect(done.get_by_role("listitem").first).to_contain_text("Line 4")
    done.get_by_role("link", name=re.compile("^See what was added in ")).click()
    expect(signed_in.locator("tbody tr")).to_have_count(1)
    expect(signed_in.locator("tbody tr")).to_contain_text("North Mill")


NUMBERS = """Kunde,Tel,Web
East Mill,089 9017238,east-mill.de
West Mill,030/23125001,west-mill.de
Far Mill,1234567890123456,
"""


def test_numbers_without_a_country_get_that_of_the_file_which_is_remembered(
    signed_in: Page, site: Site, tmp_path: Path
) -> None:
    file = tmp_path / "numbers.csv"
    file.write_text(NUMBERS)
    signed_in.goto(f"{site.address}/import?into=businesses")
    chooser = signed_in.get_by_label(re.compile("Drop a file here|csv"))
    chooser.set_input_files(file)
    country = signed_in.get_by_label("Phone numbers without a country are from")
    expect(country).to_have_value("")
    expect(signed_in.get_by_text("3 numbers are written without a country and cannot be read")).to_be_visible()
    country.select_option("Germany")
    expect(
        signed_in.get_by_text("2 of 3 numbers without a country can be read as numbers of Germany; 1")
    ).to_be_visible()
    file.write_text(NUMBERS.replace("1234567890123456", "089 9017239"))
    signed_in.reload()
    chooser.set_input_files(file)
    expect(signed_in.get_by_text("3 numbers without a country are read as numbers of Germany.")).to_be_visible()
    signed_in.get_by_role("button", name="Import 3 new businesses").click()
    expect(signed_in.get_by_role("region", name="Imported")).to_be_visible()
    listed = site.ask("GET", "/domain-extraction/list", params={"search": "Mill phone:+49"})["items"]
    assert {each["phone"] for each in listed} == {"+49899017238", "+493023125001", "+49899017239"}
    signed_in.goto(f"{site.address}/history")
    entry = signed_in.get_by_role("row").filter(has_text="numbers.csv")
    expect(entry).to_contain_text("Imported from numbers.csv: 3 new businesses")
    expect(entry).to_contain_text("of 3 lines")


def test_a_country_is_called_guessed_until_somebody_chooses_one(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/import?into=businesses")
    lines = b"Firma,Tel,Web\nMill,089 9017238,mill.de\nOak,030 23125001,oak.de\n"
    file = FilePayload(name="guessed.csv", mimeType="text/csv", buffer=lines)
    signed_in.get_by_label(re.compile("Drop a file here|csv")).set_input_files(file)
    guessed = signed_in.get_by_text("Guessed from the rest of the file.")
    expect(guessed).to_be_visible()
    country = signed_in.get_by_label("Phone numbers without a country are from")
    for name in ("Austria", "Germany"):
        country.select_option(name)
        expect(signed_in.get_by_text(f"numbers of {name}")).to_be_visible()
    expect(guessed).to_have_count(0)


def test_what_is_said_of_a_file_shows_at_once_and_stays_while_it_is_looked_at(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/import?into=businesses")
    lines = b"Firma,Tel,Rating,Stadt\nMill,089 9017238,A,Kyle\n"
    file = FilePayload(name="slow.csv", mimeType="text/csv", buffer=lines)
    signed_in.get_by_label(re.compile("Drop a file here|csv")).set_input_files(file)
    country = signed_in.get_by_label("Phone numbers without a country are from")
    expect(country).to_have_value("")
    looks: list[Route] = []
    signed_in.route("**/imports/preview", lambda route: looks.append(route))  # noqa: PLW0108  playwright marks it
    country.select_option("Germany")
    signed_in.get_by_label("Rating becomes").select_option("category")
    with signed_in.expect_request("**/imports/preview"):
        signed_in.get_by_label("Stadt becomes").select_option("region")
    chosen = {"Phone numbers without a country are from": "DE", "Rating becomes": "category", "Stadt becomes": "region"}
    for label, value in chosen.items():
        expect(signed_in.get_by_label(label)).to_have_value(value)
    looks[-1].continue_()
    expect(signed_in.get_by_text("1 number without a country is read as numbers of Germany.")).to_be_visible()
    for label, value in chosen.items():
        expect(signed_in.get_by_label(label)).to_have_value(value)


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


def test_somebody_sets_a_password_by_link_and_looks_after_their_own_account(
    signed_in: Page, browser: Browser, site: Site
) -> None:
    made = site.ask("POST", "/users", json={"name": "ida", "password": "forgotten by now", "role": "viewer"})
    signed_in.goto(f"{site.address}/settings/users")
    signed_in.get_by_role("button", name="Link for a new password of ida").click()
    link = signed_in.get_by_role("textbox", name="the link").input_value()
    theirs = browser.new_context()
    page = theirs.new_page()
    complaints: list[str] = []
    watch(page, complaints)
    page.goto(link)
    for label in ("New password", "The same again"):
        page.get_by_label(label).fill("staple in the rain")
    page.get_by_role("button", name="Set the password").click()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("User name").fill("ida")
    page.get_by_label("Password").fill("staple in the rain")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Signed in as ida").click()
    page.get_by_role("menuitem", name="My account").click()
    expect(page.get_by_role("region", name="Where you are signed in")).to_contain_text("this one")
    tokens = page.get_by_role("region", name="Tokens for scripts")
    tokens.get_by_label("What it is for").fill("nightly look")
    tokens.get_by_role("button", name="Make a token").click()
    assert tokens.get_by_role("textbox", name="the token").input_value().count(".") == 2
    page.reload()
    expect(tokens.get_by_role("row", name="nightly look")).to_contain_text("read")
    expect(tokens.get_by_role("textbox", name="the token")).to_have_count(0)
    tokens.get_by_role("button", name="Revoke nightly look").click()
    expect(tokens).to_contain_text("There is no token.")
    password = page.get_by_role("region", name="Password")
    for label, given in (
        ("Password now", "staple in the rain"),
        ("New password", "horse on the hill"),
        ("The same again", "horse on the hill"),
    ):
        password.get_by_label(label).fill(given)
    password.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Your password is changed")).to_be_visible()
    page.goto(f"{site.address}/w/domain-extraction")
    expect(page.locator("tbody tr").first).to_be_visible()
    expect(page.get_by_role("button", name="Export")).to_have_count(0)
    theirs.close()
    assert complaints == []
    signed_in.goto(f"{site.address}/audit?user={made['id']}")
    expect(signed_in.get_by_role("row", name="change own password")).to_contain_text("done")
    signed_in.get_by_role("button", name="revoke token").click()
    expect(signed_in.locator("tbody tr")).to_have_count(1)
    with signed_in.expect_download() as file:
        signed_in.get_by_role("link", name="CSV").click()
    assert "revoke_token" in file.value.path().read_text()


def test_a_rule_is_checked_while_it_is_written_tried_and_put_to_work(unwatched: Page, site: Site) -> None:
    page = unwatched
    page.goto(f"{site.address}/rules?workflow=domain_extraction")
    page.get_by_role("button", name="New rule").click()
    editor = page.get_by_role("region", name="New rule")
    editor.get_by_role("textbox", name="Name of the rule").fill("Without a city")
    condition = editor.get_by_label("Which rows?")
    at_work = editor.get_by_role("button", name="Put it to work")
    expect(at_work).to_be_disabled()
    expect(editor.get_by_text("Say which rows first, or choose every row.")).to_be_visible()
    every = editor.get_by_role("checkbox", name="Every row of Businesses")
    every.check()
    expect(editor.get_by_role("note")).to_contain_text("This rule will queue every row of Businesses.")
    expect(at_work).to_be_enabled()
    every.uncheck()
    editor.get_by_text("How to write it").click()
    example = editor.get_by_role("button", name="Begin with it")
    expect(example).to_be_visible()
    condition.fill('citty = "nowhere at all"')
    expect(example).to_have_count(0)
    expect(editor.get_by_role("alert")).to_contain_text("Did you mean city?")
    expect(editor.locator("mark")).to_have_text("citty")
    expect(at_work).to_be_disabled()
    condition.fill("")
    condition.press_sequentially("cit")
    condition.press("ArrowDown")
    expect(editor.get_by_role("option", name="city", selected=True)).to_be_visible()
    condition.press("Enter")
    editor.get_by_role("option", name="= is", exact=True).click()
    condition.fill("City is nowhere")
    condition.blur()
    expect(condition).to_have_value('city = "nowhere"')
    condition.fill('city = "nowhere at all"')
    expect(condition).to_have_value('city = "nowhere at all"')
    expect(editor.get_by_role("status")).to_contain_text("It is true for 0 rows now.")
    editor.get_by_label("At most so many rows").fill("3")
    editor.get_by_label("of each").select_option("domain")
    editor.get_by_role("checkbox", name="Pages").check()
    editor.get_by_label("Not all alike: let others go first once enough have the same").select_option("city")
    editor.get_by_label("so many of one").fill("2")
    told = "This rule will queue each row of Businesses for which this is true: City is “nowhere at all”"
    limits = "Once there are 2 of the same City, others go first. It waits until Pages has finished with the domain."
    expect(editor.get_by_role("note")).to_contain_text(f"{told}, but at most 3 of each domain. {limits}")
    site.ask("PUT", "/rules", json={"rules": {"page_curation": [{"name": "Theirs", "when": "score > 101"}]}})
    at_work.click()
    expect(page.get_by_text("The rules were changed by demo since you read them: page_curation")).to_be_visible()
    at_work.click()
    rule = page.get_by_role("listitem").filter(has_text="Without a city")
    expect(rule).to_contain_text('city = "nowhere at all"')
    expect(page.get_by_text("Without a city is at work. 0 rows become Queued.")).to_be_visible()
    theirs, mine = sorted(site.ask("GET", "/rules")["items"], key=lambda each: each["name"])
    assert theirs["name"] == "Theirs"
    assert mine["written"] == {
        "name": "Without a city",
        "when": 'city = "nowhere at all"',
        "at_most": 3,
        "per": "domain",
        "enough": {"city": 2},
        "after": ["page_curation"],
    }
    rule.get_by_role("button", name="Pause Without a city").click()
    expect(rule).to_contain_text("Paused: ")
    rule.get_by_role("button", name="Resume Without a city").click()
    expect(rule.get_by_role("button", name="Pause Without a city")).to_be_visible()
    rule.get_by_role("button", name="More for Without a city").click()
    page.get_by_role("menuitem", name="Remove…").click()
    asked = page.get_by_role("dialog", name="Remove Without a city?")
    expect(asked).to_contain_text("stay as they are")
    asked.get_by_role("button", name="Remove").click()
    expect(rule).to_have_count(0)
    site.ask("PUT", "/rules", json={"rules": {}})


def test_a_search_is_repeated_and_a_budget_is_set(signed_in: Page, site: Site) -> None:
    signed_in.goto(f"{site.address}/rules/schedules")
    repeated = signed_in.get_by_role("region", name="Repeated searches")
    repeated.get_by_label("Every so many days").fill("14")
    repeated.get_by_role("button", name="Repeat it").click()
    expect(repeated.get_by_role("listitem")).to_contain_text("every 14 days")
    repeated.get_by_role("button", name="Repeat no more").click()
    expect(repeated).to_contain_text("No search is repeated.")
    signed_in.get_by_role("link", name="Budgets").click()
    signed_in.get_by_label("Dollars").fill("12.5")
    signed_in.get_by_role("button", name="Set the budget").click()
    expect(signed_in.get_by_role("listitem").filter(has_text="All sources")).to_contain_text("$12.50 a month")
    signed_in.get_by_role("button", name="Remove").click()
    expect(signed_in.get_by_text("Nothing bounds what is spent")).to_be_visible()


def test_a_delivery_target_is_tried_and_its_answer_shown_without_its_secrets(
    signed_in: Page, site: Site, demo_settings: dict[str, str]
) -> None:
    signed_in.goto(f"{site.address}/settings/delivery")
    folder, webhook = (signed_in.get_by_role("region", name=name) for name in ("folder", "webhook"))
    for target in (folder, webhook):
        target.get_by_label("Try it with a made-up contact of the address").fill("test@acme.example")
        target.get_by_role("button", name="Test").click()
    expect(folder.get_by_role("status")).to_contain_text("It arrived")
    assert "test@acme.example" in "".join(file.read_text() for file in Path(demo_settings["DELIVERY_FOLDER"]).iterdir())
    expect(webhook.get_by_role("status")).to_contain_text("It did not arrive")
    setup = signed_in.get_by_role("region", name="Set up a target")
    setup.get_by_label("Where contacts go").select_option("hubspot")
    setup.get_by_label("hubspot token").fill("whsec_of_hubspot")
    setup.get_by_role("button", name="Set up").click()
    hubspot = signed_in.get_by_role("region", name="hubspot")
    expect(hubspot).to_contain_text("Contacts go to https://api.hubapi.com")
    hubspot.get_by_role("button", name="No longer use it").click()
    expect(hubspot).to_have_count(0)
    told = signed_in.get_by_role("main").inner_text()
    assert "a-secret-path" not in told
    assert "whsec_" not in told


def test_contacts_are_sent_by_that_name_after_a_question_and_show_what_was_got(signed_in: Page, site: Site) -> None:
    people = "".join(f"Ann{number} Lee,+49 30 9018200{number:02},cedar.example\n" for number in range(25))
    csv_file = ("people.csv", f"name,phone,website\n{people}".encode())
    assert site.ask("POST", "/imports", data={"into": "contacts"}, files={"file": csv_file})["added"] == 25
    site.prefer(undo_seconds=2)
    signed_in.goto(f"{site.address}/settings/delivery")
    signed_in.get_by_label("Webhook URL (required)").fill("https://hooks.example/")
    signed_in.get_by_role("button", name="Make a secret").click()
    expect(signed_in.get_by_role("button", name="Copy the secret")).to_be_visible()
    expect(signed_in.get_by_text("Copy it now: once it is set up, it is not shown again.")).to_be_visible()
    signed_in.get_by_role("button", name="Set up", exact=True).click()
    webhook = signed_in.get_by_role("region", name="webhook")
    expect(webhook).to_contain_text("Contacts go to https://hooks.example")
    webhook.get_by_label("Try it with a made-up contact").fill("test@cedar.example")
    webhook.get_by_role("button", name="Test", exact=True).click()
    expect(webhook).to_contain_text("Test Contact")

    signed_in.goto(f"{site.address}/w/contact-delivery?q=Lee&status=New")
    expect(signed_in.locator("tbody tr")).to_have_count(25)
    signed_in.keyboard.press("a")
    signed_in.get_by_role("button", name="Send to your webhook and the server's folder").click()
    expect(
        signed_in.get_by_role("heading", name="Send 25 rows to your webhook and the server's folder?")
    ).to_be_visible()
    expect(signed_in.get_by_role("dialog")).to_contain_text("All 25 have no e-mail address.")
    signed_in.get_by_role("button", name="Cancel").click()
    signed_in.get_by_role("button", name="Select nothing").click()

    signed_in.keyboard.press("Enter")
    details = signed_in.get_by_role("region", name=re.compile("Ann"))
    details.get_by_role("button", name="Correct Role").click()
    details.get_by_role("textbox", name="Role").fill("Partner")
    details.get_by_role("button", name="Send", exact=False).click()
    note = signed_in.locator(".toast", has_text="1 row goes to your webhook and the server's folder.")
    expect(note).to_contain_text("It has no e-mail address.")
    expect(note).to_contain_text(re.compile("Contacts: Ann.* Lee"))
    expect(note).to_contain_text(re.compile("Workers wait"))
    expect(note).to_contain_text("What is sent stays sent.")
    sent = details.get_by_role("region", name="Sent")
    expect(sent).to_contain_text("To your webhook")
    expect(sent).to_contain_text("HTTP 200")
    sent.get_by_text("What it got").first.click()
    expect(sent).to_contain_text("Partner")
    details.get_by_role("link", name="all of this run").first.click()
    expect(
        signed_in.get_by_role("region", name="Log of Contacts").get_by_role("link", name=re.compile("Ann"))
    ).to_be_visible()
