"""The lines that fields, rules and columns come to, in a service, a model, SQL and tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, Text

from scrapersky.builder.answers import Answers
from scrapersky.builder.field_rules import Check, FieldKind, NewColumn, Rule, SourceField

_PATTERNS = {
    Check.EMAIL: r'r"[^@\s]{1,64}@[^@\s]{1,250}\.[a-z]{2,24}"',
    Check.URL: r'r"https?://\S{3,2000}"',
    Check.NUMBER: r'r"\d"',
    Check.PHONE: r'r"\+?\d[\d ()./-]{5,28}\d"',
}
_WHOLE = {Check.NUMBER: r'r"-?\d{1,15}(?:[.,]\d{1,6})?"'}
_IN_WORDS = {
    Check.EMAIL: "e-mail address",
    Check.URL: "address of a page",
    Check.NUMBER: "number",
    Check.PHONE: "phone number",
}
_SAMPLES = {
    Check.EMAIL: "info{number}@sample.example",
    Check.URL: "https://sample-{number}.example/",
    Check.NUMBER: "{number}",
    Check.PHONE: "+1 512 555 {number:04}",
}
_ANY_SAMPLE = "Sample {number} of info@sample.example, +1 512 555 0100, at https://sample-{number}.example/"
_COLUMNS = {
    FieldKind.TEXT: ("text", "str"),
    FieldKind.NUMBER: ("integer", "int"),
    FieldKind.DECIMAL: ("double precision", "float"),
    FieldKind.YES_NO: ("boolean", "bool"),
    FieldKind.TIME: ("timestamptz", "datetime"),
    FieldKind.EMAIL: ("text", "str"),
    FieldKind.URL: ("text", "str"),
    FieldKind.PHONE: ("text", "str"),
}
_LONGEST = {FieldKind.EMAIL: 254, FieldKind.URL: 2000, FieldKind.PHONE: 30}


def annotation_of(column: Column[Any]) -> str:
    known = ((Text, "str"), (Boolean, "bool"), (Integer, "int"), (Float, "float"))
    kind = next((name for each, name in known if isinstance(column.type, each)), "object")
    return f"{kind} | None" if kind != "object" else kind


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """What must be true of a row before anything is done with it."""

    answers: Answers

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Those that were answered, and those that the kinds of the new table's columns mean for its fields."""
        fields = self.answers.fields
        meant = (Rule(c.name, c.kind.check) for c in self.answers.columns if c.kind.check and c.name in fields)
        return tuple(dict.fromkeys((*self.answers.rules, *meant)))

    @property
    def required(self) -> list[str]:
        """Fields a row cannot be without; what a new column cannot be without is among them."""
        columns = {column.name for column in self.answers.columns if column.required}
        return [need.name for need in self.answers.needs if need.required or need.name in columns]

    @property
    def is_needed(self) -> bool:
        return bool(self.rules or self.required)

    def patterns(self) -> list[str]:
        """Module-level lines, one for each pattern that is searched or must fit."""
        checks = dict.fromkeys((rule.check, rule.field is None) for rule in self.rules if rule.check in _PATTERNS)
        return [
            f"{_pattern_name(check, anywhere=anywhere)} = re.compile({_pattern(check, anywhere=anywhere)})"
            for check, anywhere in checks
        ]

    def lines(self) -> list[str]:
        """Rows of the table of rules: reason, words, and the claim that must hold."""
        columns = self.answers.source.__table__.c
        found = [(f"no_{name}", f"There is no {name}.", _is_filled(name, columns[name])) for name in self.required]
        found += [(self._reason(rule), self._words(rule), self._claim(rule)) for rule in self.rules]
        return [f'("{reason}", "{words}", lambda given: {claim}),' for reason, words, claim in found]

    def _reason(self, rule: Rule) -> str:
        if rule.field is None:
            return f"no_{rule.check}"
        named = {Check.LONGEST: "too_long", Check.SHORTEST: "too_short"}.get(rule.check, f"no_{rule.check}")
        return f"{rule.field}_{named}"

    def _words(self, rule: Rule) -> str:
        if rule.field is None:
            return f"There is no {_IN_WORDS[rule.check]} in {' or '.join(self.answers.fields)}."
        if rule.check is Check.LONGEST:
            return f"{rule.field} has more than {rule.length} characters."
        if rule.check is Check.SHORTEST:
            return f"{rule.field} has fewer than {rule.length} characters."
        return f"{rule.field} is no {_IN_WORDS[rule.check]}."

    def _claim(self, rule: Rule) -> str:
        if rule.field is None:
            values = ", ".join(f"given.{name}" for name in self.answers.fields)
            if len(self.answers.fields) == 1:
                values += ","
            return (
                f'{_pattern_name(rule.check, anywhere=True)}.search(" ".join(str(each) for each in ({values}) if each))'
            )
        value = f"given.{rule.field}"
        if rule.check is Check.LONGEST:
            return f'len({value} or "") <= {rule.length}'
        if rule.check is Check.SHORTEST:
            return f"not {value} or len({value}) >= {rule.length}"
        return f"not {value} or {_pattern_name(rule.check, anywhere=False)}.fullmatch({value}.strip())"

    def broken_rows(self) -> list[tuple[str, str]]:
        """For tests: the arguments of a row that breaks one rule only, and the reason that is told."""
        good = {need.name: self._good(need) for need in self.answers.needs}
        broken = [(good | {name: "None"}, f"no_{name}") for name in self.required]
        broken += [(self._breaking(rule, good), self._reason(rule)) for rule in self.rules]
        return [(", ".join(row.values()), reason) for row, reason in broken]

    def _breaking(self, rule: Rule, good: dict[str, str]) -> dict[str, str]:
        if rule.field is None:
            texts = {name for name in good if self._is_text(name)}
            return {name: '"nothing of it"' if name in texts else "None" for name in good}
        bad = {Check.LONGEST: f'"x" * {rule.length + 1}', Check.SHORTEST: f'"x" * {rule.length - 1}'}
        return good | {rule.field: bad.get(rule.check, '"nothing of it"')}

    def _good(self, need: SourceField) -> str:
        sample = self.sample(need.name)
        return sample.replace("{number:04}", "0001").replace("{number}", "1").removeprefix("f") if sample else "None"

    def sample(self, name: str) -> str | None:
        """A value that keeps every rule, as an expression in which `number` makes rows differ."""
        column = self.answers.source.__table__.c[name]
        if not self._is_text(name):
            needs_one = name in self.required and column.nullable
            samples = ((Boolean, "True"), (Integer, "{number}"), (Float, "{number}"))
            found = next((text for kind, text in samples if isinstance(column.type, kind)), None)
            return found.strip("{}") if found and needs_one else None
        own = [rule for rule in self.rules if rule.field == name]
        text = next((_SAMPLES[rule.check] for rule in own if rule.check in _SAMPLES), _ANY_SAMPLE)
        longest = min((rule.length for rule in own if rule.check is Check.LONGEST), default=0)
        shortest = max((rule.length for rule in own if rule.check is Check.SHORTEST), default=0)
        if text is _ANY_SAMPLE and longest and longest < len(_ANY_SAMPLE) + 20:
            text = "{number}"
        return f'f"{text}".ljust({shortest}, "x")' if shortest > len(text) else f'f"{text}"'

    def _is_text(self, name: str) -> bool:
        return isinstance(self.answers.source.__table__.c[name].type, Text)


def _pattern_name(check: Check, *, anywhere: bool) -> str:
    return f"_ANY_{check.name}" if anywhere else f"_{check.name}"


def _pattern(check: Check, *, anywhere: bool) -> str:
    return _PATTERNS[check] if anywhere else _WHOLE.get(check, _PATTERNS[check])


def _is_filled(name: str, column: Column[Any]) -> str:
    return f'(given.{name} or "").strip()' if isinstance(column.type, Text) else f"given.{name} is not None"


def model_lines(columns: Sequence[NewColumn]) -> str:
    """
    >>> model_lines([NewColumn("dish", FieldKind.TEXT, True), NewColumn("price", FieldKind.NUMBER)])
    '    dish: Mapped[str]\\n    price: Mapped[int | None]'
    """
    optional = {True: "", False: " | None"}
    return "\n".join(f"    {c.name}: Mapped[{_COLUMNS[c.kind][1]}{optional[c.required]}]" for c in columns)


def sql_lines(columns: Sequence[NewColumn]) -> str:
    return ",\n".join(f"    {c.name} {_COLUMNS[c.kind][0]}{' NOT NULL' if c.required else ''}" for c in columns)


def limits(table: str, columns: Sequence[NewColumn]) -> list[tuple[str, str]]:
    """Checks of a new table, by name: what is longer than any address or number is none."""
    return [(f"ck_{table}_{c.name}", f"length({c.name}) <= {_LONGEST[c.kind]}") for c in columns if c.kind in _LONGEST]
