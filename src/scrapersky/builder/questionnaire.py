"""The questions of the specification's phase 1, in order, each with its default and its check."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scrapersky.builder.answers import (
    UPDATES_SOURCE,
    Answers,
    Models,
    checked_choice,
    checked_columns,
    checked_destination,
    checked_fields,
    checked_name,
    checked_purpose,
    checked_rules,
    checked_seconds,
    checked_source,
    readable_fields,
    text_fields,
)
from scrapersky.builder.bad_answer import BadAnswer
from scrapersky.builder.field_rules import DEFAULT_COLUMNS, Check

Ask = Callable[["Question", str | None, Callable[[str], Any]], Any]
Known = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """`default` and `check` see what was answered before. Without a default an answer is needed."""

    key: str
    words: str
    check: Callable[[str, Known, Models], Any]
    default: Callable[[Known], str | None] = lambda _: None


def _is_new_question(given: Known) -> str:
    return "updates" if given["destination"] is None else "creates"


QUESTIONS = (
    Question("name", "What is the workflow's name? (snake_case)", lambda text, _, models: checked_name(text, models)),
    Question("purpose", "What is it for? (one sentence)", lambda text, _given, _models: checked_purpose(text)),
    Question(
        "source",
        "Which table does it read?",
        lambda text, given, models: checked_source(text, models, given["name"]),
    ),
    Question(
        "destination",
        f"Which table does it write? (a new one is made; or {UPDATES_SOURCE!r})",
        lambda text, given, models: checked_destination(text, models, given["source"]),
        lambda _: UPDATES_SOURCE,
    ),
    Question(
        "interface",
        "Will it have a tab in the browser?",
        lambda text, _given, _models: checked_choice(text),
        lambda _: "yes",
    ),
    Question(
        "background_only",
        "Is it background only?",
        lambda text, given, _models: _checked_background(text, given),
        lambda given: "no" if given["interface"] else "yes",
    ),
    Question(
        "writes",
        "Does it update existing records or create new ones?",
        lambda text, given, _models: _checked_writes(text, given),
        _is_new_question,
    ),
    Question(
        "seconds_per_row",
        "How many seconds does one record take?",
        lambda text, _given, _models: checked_seconds(text),
        lambda _: "1",
    ),
    Question(
        "fields",
        "Which fields of the source does it need? (commas between, 'required' after those a row cannot be without)",
        lambda text, given, _models: checked_fields(text, given["source"], updates_source=given["destination"] is None),
        lambda given: next(iter(text_fields(given["source"]) or readable_fields(given["source"])), None),
    ),
    Question(
        "columns",
        "Which columns does the new table have? (name, kind and perhaps 'required'; commas between)",
        lambda text, given, models: checked_columns(
            text, given["destination"], models, given["source"], given["fields"]
        ),
        lambda given: DEFAULT_COLUMNS if given["is_new"] else "",
    ),
    Question(
        "validation",
        f"What must be true? (none; {', '.join(Check)} anywhere; or by field: website url, title max 200)",
        lambda text, given, _models: checked_rules(text, given["source"], given["fields"]),
        lambda _: "none",
    ),
)
KEYS = tuple(question.key for question in QUESTIONS)


def _checked_background(text: str, given: Known) -> bool:
    background_only = checked_choice(text)
    if background_only == given["interface"]:
        raise BadAnswer("A workflow has a tab or is background only, not both and not neither; type the other.")
    return background_only


def _checked_writes(text: str, given: Known) -> str:
    wanted = _is_new_question(given)
    if text.strip().lower() != wanted:
        where = "no table of its own to write" if wanted == "updates" else f"the table {given['destination']} to write"
        raise BadAnswer(f"It has {where}, so it {wanted} records; type {wanted!r}, or begin again.")
    return wanted


def answer_all(given: Mapping[str, str], models: Models, ask: Ask, code: str) -> Answers:
    """Take what was given, ask for the rest. `ask` gets the default and a check that raises BadAnswer."""
    known: Known = {}
    for question in QUESTIONS:

        def check(text: str, question: Question = question) -> Any:
            return question.check(text, known, models)

        text = given.get(question.key)
        known[question.key] = check(text) if text is not None else _asked(question, known, ask, check)
        if question.key == "destination":
            known["is_new"] = known["destination"] is not None and known["destination"] not in models
    needs, rules = known.pop("fields"), known.pop("validation")
    for key in ("writes", "interface", "is_new"):
        del known[key]
    return Answers(**known, needs=needs, rules=rules, code=code)


def _asked(question: Question, known: Known, ask: Ask, check: Callable[[str], Any]) -> Any:
    """A table that is there has its columns: nobody is asked for them."""
    if question.key == "columns" and not known["is_new"]:
        return ()
    return ask(question, question.default(known), check)


def take_default(question: Question, default: str | None, check: Callable[[str], Any]) -> Any:
    """For scripts: what was not given is the default, and what has none must be given."""
    if default is None:
        raise BadAnswer(f"Missing: {question.key}. {question.words} Give --{question.key.replace('_', '-')}.")
    return check(default)
