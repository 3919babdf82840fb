"""Answers from which no workflow can be made, and what is said to each."""

from collections.abc import Callable
from typing import Any

import pytest

from scrapersky.builder.answers import Answers
from scrapersky.builder.bad_answer import BadAnswer
from scrapersky.builder.field_rules import Check, FieldKind, NewColumn, Rule, SourceField
from scrapersky.builder.questionnaire import Question, answer_all, take_default
from scrapersky.cli.workflow_new import known_models
from scrapersky.models import PageContent

GOOD = {
    "name": "menu_extraction",
    "purpose": "Find the menu of a restaurant.",
    "source": "page_contents",
    "destination": "menus",
}


def answered(**changes: str) -> Answers:
    return answer_all(GOOD | changes, known_models(), take_default, "WF10")


def test_what_was_not_given_is_the_default() -> None:
    assert answered() == Answers(
        name="menu_extraction",
        purpose="Find the menu of a restaurant.",
        source=PageContent,
        destination="menus",
        needs=(SourceField("url"),),
        background_only=False,
        seconds_per_row=1.0,
        columns=(NewColumn("text", FieldKind.TEXT, required=True), NewColumn("words", FieldKind.NUMBER, required=True)),
        rules=(),
        code="WF10",
    )


@pytest.mark.parametrize("words", ["updates source", "_(Updates source)_", "page_contents", ""])
def test_a_workflow_may_update_its_source(words: str) -> None:
    assert answered(destination=words).destination is None


@pytest.mark.parametrize(
    ("changes", "words"),
    [
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
        ({"destination": "contacts"}, "contacts exists, and needs "),
        ({"destination": "page"}, "The class Page of the table 'page' is taken; type another table"),
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
        ({"columns": "Dish Name"}, "Column name 'Dish' is not short snake_case; type 'dish' instead"),
        ({"columns": "d" * 70}, "is not short snake_case"),
        ({"columns": "tenant_id"}, "There is a column 'tenant_id' already"),
        ({"columns": "page_content_id"}, "There is a column 'page_content_id' already"),
        ({"columns": "dish, dish"}, "There is a column 'dish' already"),
        ({"columns": "dish pudding"}, "after a column's name comes one of: text, number, decimal, yes_no, time"),
        ({"columns": "dish text number"}, "after a column's name comes one of: text"),
        ({"columns": "dish required"}, "Nothing fills 'dish' yet, so no row could be saved; leave 'required' out"),
        ({"columns": "text number required"}, "Nothing fills 'text' yet"),
        ({"columns": "url number"}, "url of page_contents is not number; type another kind or name"),
        ({"columns": "url time"}, "url of page_contents is not time"),
        ({"destination": "", "columns": "dish"}, "page_contents has its columns already; leave the answer empty"),
        ({"fields": "words", "validation": "email"}, "None of words is text"),
    ],
)
def test_each_answer_that_cannot_work_is_told_what_to_type(changes: dict[str, str], words: str) -> None:
    with pytest.raises(BadAnswer) as refused:
        answered(**changes)
    assert words in str(refused.value)


def test_what_has_no_default_must_be_given() -> None:
    with pytest.raises(BadAnswer, match=r"Missing: source\. .* Give --source"):
        answer_all({"name": "menu_extraction", "purpose": "Menus."}, known_models(), take_default, "WF10")


def test_a_table_that_has_all_a_destination_needs_may_feed_it() -> None:
    given = {"name": "page_finding", "purpose": "Pages.", "source": "sitemap_files", "destination": "pages"}
    assert answer_all(given, known_models(), take_default, "WF10").destination == "pages"


def test_only_what_is_missing_is_asked() -> None:
    asked = []

    def ask(question: Question, default: str | None, check: Callable[[str], Any]) -> Any:
        asked.append(question.key)
        assert default is not None
        return check(default)

    answer_all(GOOD | {"fields": "title"}, known_models(), ask, "WF10")
    assert asked == ["interface", "background_only", "writes", "seconds_per_row", "columns", "validation"]
    asked.clear()
    answer_all(GOOD | {"fields": "title", "destination": ""}, known_models(), ask, "WF10")
    assert "columns" not in asked


def test_fields_rules_and_columns_are_read_as_they_are_written() -> None:
    found = answered(
        fields="title required, url, words optional",
        columns="title required, link url, price decimal",
        validation="title max 200, url url, email",
    )
    assert found.needs == (SourceField("title", required=True), SourceField("url"), SourceField("words"))
    assert found.columns == (
        NewColumn("title", FieldKind.TEXT, required=True),
        NewColumn("link", FieldKind.URL),
        NewColumn("price", FieldKind.DECIMAL),
    )
    assert found.rules == (Rule("title", Check.LONGEST, 200), Rule("url", Check.URL), Rule(None, Check.EMAIL))
