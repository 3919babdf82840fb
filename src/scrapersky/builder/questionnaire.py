"""The questions of the specification's phase 1, in order, each with its default and its check."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scrapersky.builder import answers
from scrapersky.builder.destinations import UPDATES_SOURCE, checked_destination, keeper_of
from scrapersky.builder.field_rules import read_rules
from scrapersky.builder.new_columns import DEFAULT_COLUMNS, key_column
from scrapersky.builder.wording import BadAnswer, plain, read_choice, read_seconds

Ask = Callable[["Question", str | None, Callable[[str], Any], str | None], Any]
Known = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """`default` and `check` see what was answered before. Without a default an answer is needed."""

    key: str
    words: str
    check: Callable[[str, Known, answers.Models], Any]
    default: Callable[[Known], str | None] = lambda _: None


def _has_key(given: Known) -> bool:
    return key_column(given["columns"], given["fields"]) is not None


QUESTIONS = (
    Question(
        "name", "What is the workflow's name? (snake_case)", lambda text, _, models: answers.checked_name(text, models)
    ),
    Question("purpose", "What is it for? (one sentence)", lambda text, _given, _models: answers.checked_purpose(text)),
    Question(
        "source",
        "Which table does it read?",
        lambda text, given, models: answers.checked_source(text, models, given["name"]),
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
        lambda text, _given, _models: read_choice(text),
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
        lambda text, given, _models: answers.checked_writes(text, given["destination"]),
        lambda given: "updates" if given["destination"] is None else "creates",
    ),
    Question(
        "seconds_per_row",
        "How many seconds does one record take?",
        lambda text, _given, _models: read_seconds(text),
        lambda _: "1",
    ),
    Question(
        "fields",
        "Which fields of the source does it need? (commas between, 'required' after those a row cannot be without)",
        lambda text, given, models: answers.checked_fields(
            text, given["source"], models, updates_source=given["destination"] is None
        ),
        lambda given: next(
            iter(answers.text_fields(given["source"]) or answers.readable_fields(given["source"])), None
        ),
    ),
    Question(
        "columns",
        "Which columns does the new table have? (name, kind and perhaps 'required'; commas between)",
        lambda text, given, models: answers.checked_columns(
            text, given["destination"], models, given["source"], given["fields"]
        ),
        lambda given: DEFAULT_COLUMNS if given["is_new"] else "",
    ),
    Question(
        "rows",
        "How many rows does one record give? (one, or many: one for each e-mail address, link or number found)",
        lambda text, given, models: answers.checked_rows(
            text, given["destination"], models, has_key=_has_key(given), keeps=_keeps(given)
        ),
        lambda given: "many" if _has_key(given) else "one",
    ),
    Question(
        "validation",
        "What must be true? (none; email, url, number or phone anywhere; or by field: website url, title max 200)",
        lambda text, given, _models: read_rules(text, given["fields"]),
        lambda _: "none",
    ),
)
KEYS = tuple(question.key for question in QUESTIONS)


def _keeps(given: Known) -> bool:
    return keeper_of(given["destination"], given["source"]) is not None


def _checked_background(text: str, given: Known) -> bool:
    background_only = read_choice(text)
    if background_only == given["interface"]:
        other = "no" if given["interface"] else "yes"
        raise BadAnswer(f"A workflow has a tab or is background only, not both and not neither; type {other!r}.", other)
    return background_only


def answer_all(given: Mapping[str, str], models: answers.Models, ask: Ask, code: str) -> answers.Answers:
    """Take what was given, ask for the rest. `ask` gets the default, a check that raises BadAnswer, and the given."""
    known: Known = {}
    for question in QUESTIONS:

        def check(text: str, question: Question = question) -> Any:
            return question.check(text if question.key == "purpose" else plain(text), known, models)

        known[question.key] = _answer(question, known, ask, check, given.get(question.key))
        if question.key == "destination":
            known["is_new"] = known["destination"] is not None and known["destination"] not in models
    needs, rules, many = known.pop("fields"), known.pop("validation"), known.pop("rows")
    for key in ("writes", "interface", "is_new"):
        del known[key]
    return answers.Answers(**known, needs=needs, rules=rules, many=many, code=code)


def _answer(question: Question, known: Known, ask: Ask, check: Callable[[str], Any], given: str | None) -> Any:
    """A table that is there has its columns and its way of writing: nobody is asked for them."""
    is_settled = question.key in ("columns", "rows") and not known["is_new"]
    if is_settled and given is None:
        return check(question.default(known) or "")
    return ask(question, question.default(known), check, given)


def take_default(question: Question, default: str | None, check: Callable[[str], Any], given: str | None) -> Any:
    """For scripts: what was not given is the default, and what has none must be given."""
    text = default if given is None else given
    if text is None:
        raise BadAnswer(f"Missing: {question.key}. {question.words} Give --{question.key.replace('_', '-')}.")
    return check(text)


def offered(refusal: BadAnswer, default: str | None, check: Callable[[str], Any]) -> str | None:
    """What to propose after a refusal: the nearest answer, else the usual one, if it works."""
    for text in (refusal.nearest, default):
        try:
            if text is not None:
                check(text)
                return text
        except BadAnswer:
            continue
    return None
