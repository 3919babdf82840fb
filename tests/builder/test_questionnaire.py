"""Answers from which no workflow can be made, and what is said to each."""

from collections.abc import Callable
from typing import Any

import pytest

from scrapersky.builder.answers import Answers
from scrapersky.builder.field_rules import Check, FieldRule, SourceField
from scrapersky.builder.new_columns import NewColumn, NewColumnKind
from scrapersky.builder.questionnaire import Question, answer_all, offered, take_default
from scrapersky.builder.wording import BadAnswer
from scrapersky.cli.workflow_new import known_models
from scrapersky.models import Page, PageContent

MODELS = known_models()
GOOD = {
    "name": "menu_extraction",
    "purpose": "Find the menu of a restaurant.",
    "source": "page_contents",
    "destination": "menus",
}
# The specification's own table of questions, its two columns of answers letter by letter.
PRINTED_EXAMPLE = {
    "name": "`contact_extraction`",
    "purpose": "Extract contacts",
    "source": "`pages`",
    "destination": "`contacts`",
    "interface": "Yes",
    "background_only": "No",
    "writes": "Creates new records",
    "seconds_per_row": "> 5 seconds (background)",
    "fields": "page_content, url",
    "validation": "Check for valid email format",
}
PRINTED_ANSWER = {
    "name": "`page_tidying`",
    "purpose": "Select pages for processing",
    "source": "`pages`",
    "destination": "`_(Updates source)_`",
    "interface": "Yes",
    "background_only": "No",
    "writes": "Updates existing (`pages`)",
    "seconds_per_row": "< 1 second (API call/DB update)",
    "fields": "`title`",
    "validation": "None (Standard API validation)",
}


def answered(**changes: str) -> Answers:
    return answer_all(GOOD | changes, MODELS, take_default, "WF10")


def test_what_was_not_given_is_the_default() -> None:
    assert answered() == Answers(
        name="menu_extraction",
        purpose="Find the menu of a restaurant.",
        source=PageContent,
        destination="menus",
        needs=(SourceField("url"),),
        background_only=False,
        seconds_per_row=1.0,
        columns=(
            NewColumn("text", NewColumnKind.TEXT, required=True),
            NewColumn("words", NewColumnKind.NUMBER, required=True),
        ),
        rules=(),
        code="WF10",
    )


def test_the_specifications_sample_is_taken_as_printed() -> None:
    found = answer_all(PRINTED_EXAMPLE, MODELS, take_default, "WF10")
    assert (found.name, found.source, found.destination) == ("contact_extraction", Page, "contacts")
    assert (found.needs, found.seconds_per_row) == ((SourceField("page_content"), SourceField("url")), 5.0)
    assert [(need.model, need.attribute.key) for need in found.needs] == [(PageContent, "body_text"), (Page, "url")]
    assert (found.columns, found.many) == ((NewColumn("email", NewColumnKind.EMAIL, required=True),), True)
    assert found.rules == (FieldRule(None, Check.EMAIL),)


def test_a_workflow_that_updates_existing_rows_is_taken_as_printed() -> None:
    found = answer_all(PRINTED_ANSWER, MODELS, take_default, "WF10")
    assert (found.destination, found.seconds_per_row, found.rules, found.many) == (None, 1.0, (), False)


def test_many_rows_need_a_column_that_tells_them_apart() -> None:
    found = answered(columns="email required, link url required, address email required", rows="many")
    assert found.key == NewColumn("link", NewColumnKind.URL, required=True)
    assert answered(columns="address email required").many
    assert not answered(columns="address email required", rows="one").many
    assert not answered(columns="address email").many


def test_a_table_beside_the_source_is_read_by_its_name_and_fields() -> None:
    found = answered(source="pages", fields="title, page_content.title required, page_content.words", destination="x")
    assert [need.name for need in found.needs] == ["title", "page_content_title", "page_content_words"]


@pytest.mark.parametrize("words", ["updates source", "_(Updates source)_", "Updates existing", "page_contents", ""])
def test_a_workflow_may_update_its_source(words: str) -> None:
    assert answered(destination=words).destination is None


REFUSED = [
    ({"name": "MenuExtraction"}, "is not snake_case; type 'menu_extraction' instead"),
    ({"name": "menu extraction"}, "type 'menu_extraction' instead"),
    ({"name": "ménu"}, "is not snake_case; type 'm_nu' instead"),
    ({"name": "m" * 44}, "PostgreSQL's identifiers end at 63, so use at most 43"),
    ({"name": "page_curation"}, "There is a workflow page_curation already, on pages; type another name"),
    ({"name": "import"}, "is a word of Python; type 'import_work' instead"),
    ({"name": "title"}, "page_contents has something called 'title' already; type another name"),
    ({"purpose": "  "}, "Type in one sentence what the workflow is for"),
    ({"purpose": 'Find "menus"'}, "without double quotes"),
    ({"purpose": "Find\nmenus"}, "on one line"),
    ({"purpose": "Find\rimport os"}, "on one line"),
    ({"purpose": "Find\u2028menus"}, "on one line"),
    ({"purpose": "Find \u202emenus"}, "on one line"),
    ({"purpose": "Find\0menus"}, "on one line"),
    ({"destination": "order"}, "means something else in Python or SQL; type 'the_order' instead"),
    ({"columns": "class"}, "means something else in Python or SQL; type 'the_class' instead"),
    ({"columns": "1x"}, "means something else in Python or SQL; type 'the_1x' instead"),
    ({"columns": "metadata"}, "means something else"),
    ({"columns": "dish); DROP TABLE users"}, "is not short snake_case"),
    ({"source": "page_content"}, "no table 'page_content' that a workflow can read; type 'page_contents' instead"),
    ({"source": "zebra"}, "type one of: "),
    ({"source": "users"}, "no table 'users' that a workflow can read"),
    ({"destination": "Menu Items"}, "is not snake_case; type 'menu_items' instead"),
    ({"destination": "m" * 60}, "has 60 characters; type one of at most 53"),
    ({"source": "places_staging", "destination": "contacts"}, "contacts exists, and needs domain_id, identity, "),
    ({"destination": "page"}, "The class Page of the table 'page' is taken; type another, such as 'page_found'"),
    ({"interface": "perhaps"}, "'perhaps' is neither; type yes or no"),
    ({"interface": "yes", "background_only": "yes"}, "not both and not neither"),
    ({"interface": "no", "background_only": "no"}, "not both and not neither"),
    ({"writes": "updates"}, "It has the table menus to write, so it creates records; type 'creates'"),
    ({"destination": "", "writes": "creates"}, "so it updates records; type 'updates'"),
    ({"seconds_per_row": "soon"}, "'soon' is not a number of seconds"),
    ({"seconds_per_row": "0"}, "type one between 0.1 and 3600"),
    ({"seconds_per_row": "nan"}, "is not a number of seconds"),
    ({"fields": "tilte"}, "page_contents has no field 'tilte'; type 'title' instead"),
    ({"fields": "zebra"}, "page_contents has no field 'zebra'; type some of: "),
    ({"fields": " , "}, "Type one field or more"),
    ({"fields": "html"}, "has no field 'html'"),
    ({"destination": "", "fields": "words"}, "page_contents has no text field 'words'"),
    ({"fields": "title needed"}, "after a field comes 'required', 'optional' or a comma, not 'needed'"),
    ({"fields": "fetched_at required"}, "neither text nor a number nor yes or no; type 'fetched_at' without"),
    ({"validation": "strict"}, "'strict' is not a check; type one of: none, email, url, number, phone, max, min"),
    ({"validation": "max"}, "'max' needs a field and a number; type such as 'title max 200'"),
    ({"validation": "title email"}, "'title email' is not a check"),
    ({"fields": "title", "validation": "title good"}, "after the field comes one of: email, url"),
    ({"fields": "title", "validation": "title max"}, "type 'max' and 'min' with one number"),
    ({"fields": "title", "validation": "title email 7"}, "type 'max' and 'min' with one number"),
    ({"fields": "title", "validation": "title max many"}, "a length is a number from 1 to 10,000"),
    ({"fields": "title", "validation": "title min 0"}, "a length is a number from 1 to 10,000"),
    ({"fields": "title", "validation": "title max 99999"}, "a length is a number from 1 to 10,000"),
    ({"fields": "words, title", "validation": "words number"}, "words is not text, so there is nothing to check"),
    ({"columns": " , "}, "Type one column or more, with commas between, such as: text text required"),
    ({"columns": "Dish Name"}, "Column name 'Dish Name' is not short snake_case; type 'dish_name' instead"),
    ({"columns": "d" * 70}, "is not short snake_case"),
    ({"columns": "tenant_id"}, "There is a column 'tenant_id' already"),
    ({"columns": "page_content_id"}, "There is a column 'page_content_id' already"),
    ({"columns": "dish, dish"}, "There is a column 'dish' already"),
    ({"columns": "dish pudding"}, "after a column's name comes one of: text, number, decimal, yes_no, time"),
    ({"columns": "dish text number"}, "after a column's name comes one of: text"),
    ({"columns": "seen time required"}, "Nothing fills 'seen' yet, so no row could be saved; leave 'required' out"),
    ({"columns": "open yes_no required, x"}, "Nothing fills 'open' yet"),
    ({"columns": "email email", "rows": "many"}, "add a column such as 'email email required', or type 'one'"),
    ({"destination": "contacts", "rows": "one"}, "contacts takes as many as there are; type 'many'"),
    ({"rows": "few"}, "'few' is neither; type one or many"),
    ({"fields": "x" * 3_000}, "The answer has 3,000 characters; type at most 2,000"),
    ({"columns": "url number"}, "url of page_contents is not number; type another kind or name"),
    ({"columns": "url time"}, "url of page_contents is not time"),
    ({"destination": "", "columns": "dish"}, "page_contents has its columns already; leave the answer empty"),
    ({"fields": "words", "validation": "email"}, "None of words is text"),
]
NOTHING_NEAR = ({"name": "title"}, {"purpose": "  "}, {"source": "zebra"}, {"source": "users"})


@pytest.mark.parametrize(("changes", "words"), REFUSED)
def test_each_answer_that_cannot_work_is_told_what_to_type(changes: dict[str, str], words: str) -> None:
    with pytest.raises(BadAnswer) as refused:
        answered(**changes)
    assert words in str(refused.value)


@pytest.mark.parametrize("changes", [changes for changes, _ in REFUSED if changes not in NOTHING_NEAR])
def test_after_a_refusal_enter_takes_the_nearest_answer_that_works(changes: dict[str, str]) -> None:
    entered: list[str | None] = []

    def press_enter(_: Question, default: str | None, check: Callable[[str], Any], given: str | None) -> Any:
        text = default if given is None else given
        assert text is not None
        try:
            return check(text)
        except BadAnswer as refusal:
            nearest = offered(refusal, default, check)
            entered.append(nearest)
            return check(nearest or "")

    answer_all(GOOD | changes, MODELS, press_enter, "WF10")
    assert len(entered) == 1
    assert entered[0] is not None


@pytest.mark.parametrize(
    ("changes", "nearest"),
    [
        ({"name": "Menu Extraction"}, "menu_extraction"),
        ({"source": "places_staging", "destination": "contacts"}, "found_contacts"),
        ({"writes": "Updates existing"}, "creates"),
        ({"fields": "tilte required, url, zebra"}, "title required, url"),
        ({"columns": "dish, seen time required"}, "dish, seen time"),
        ({"columns": "Dish Name, price number"}, "dish_name, price number"),
        ({"validation": "email please"}, "email"),
    ],
)
def test_the_nearest_answer_keeps_what_was_right(changes: dict[str, str], nearest: str) -> None:
    with pytest.raises(BadAnswer) as refused:
        answered(**changes)
    assert refused.value.nearest == nearest


def test_what_has_no_default_must_be_given() -> None:
    with pytest.raises(BadAnswer, match=r"Missing: source\. .* Give --source"):
        answer_all({"name": "menu_extraction", "purpose": "Menus."}, MODELS, take_default, "WF10")


def test_a_table_that_has_all_a_destination_needs_may_feed_it() -> None:
    given = {"name": "page_finding", "purpose": "Pages.", "source": "sitemap_files", "destination": "pages"}
    assert answer_all(given, MODELS, take_default, "WF10").destination == "pages"


def test_only_what_is_missing_is_asked() -> None:
    asked = []

    def ask(question: Question, default: str | None, check: Callable[[str], Any], given: str | None) -> Any:
        if given is not None:
            return check(given)
        asked.append(question.key)
        assert default is not None
        return check(default)

    answer_all(GOOD | {"fields": "title"}, MODELS, ask, "WF10")
    assert asked == ["interface", "background_only", "writes", "seconds_per_row", "columns", "rows", "validation"]
    asked.clear()
    answer_all(GOOD | {"fields": "title", "destination": ""}, MODELS, ask, "WF10")
    assert "columns" not in asked


def test_fields_rules_and_columns_are_read_as_they_are_written() -> None:
    found = answered(
        fields="title required, url, words optional",
        columns="title required, link url, price decimal",
        validation="title max 200, url url, email",
    )
    assert found.needs == (SourceField("title", required=True), SourceField("url"), SourceField("words"))
    assert found.columns == (
        NewColumn("title", NewColumnKind.TEXT, required=True),
        NewColumn("link", NewColumnKind.URL),
        NewColumn("price", NewColumnKind.DECIMAL),
    )
    assert found.rules == (
        FieldRule("title", Check.LONGEST, 200),
        FieldRule("url", Check.URL),
        FieldRule(None, Check.EMAIL),
    )
