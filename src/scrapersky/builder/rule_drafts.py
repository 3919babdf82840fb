"""The lines that fields and rules come to, in a service and its tests."""

import re
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, Text

from scrapersky.builder.answers import Answers
from scrapersky.builder.field_rules import LENGTHS, Check, FieldRule, SourceField
from scrapersky.builder.new_columns import Filling, NewColumn, NewColumnKind

# What a whole field must be.
_WHOLE = {
    Check.EMAIL: r"[^@\s]{1,64}@[^@\s]{1,250}\.[a-z]{2,24}",
    Check.URL: r"https?://\S{3,2000}",
    Check.NUMBER: r"-?\d{1,15}(?:[.,]\d{1,6})?",
    Check.PHONE: r"\+?\d[\d ()./-]{5,28}\d",
}
# What is looked for in a text. Every repeat is bounded: a page may be one long word.
_FOUND = {
    NewColumnKind.EMAIL: r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,40}\.){1,4}[A-Za-z]{2,24}",
    NewColumnKind.URL: r"https?://[^\s<>()\x22']{2,1900}[^\s<>()\x22'.,;:!?]",
    NewColumnKind.NUMBER: r"(?<![0-9])[0-9]{1,9}(?![0-9])",
    NewColumnKind.DECIMAL: r"[0-9]{1,9}(?:\.[0-9]{1,6})?",
    NewColumnKind.PHONE: r"\+?[0-9][0-9 ()./-]{5,26}[0-9]",
}
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
_ANY_SAMPLE = "{number}: info@sample.example, jo@sample.example, +1 512 555 0100, https://{number}.example/"


def annotation_of(column: Column[Any]) -> str:
    known = ((Text, "str"), (Boolean, "bool"), (Integer, "int"), (Float, "float"))
    kind = next((name for sort, name in known if isinstance(column.type, sort)), "object")
    return f"{kind} | None" if kind != "object" else kind


@dataclass(frozen=True, slots=True)
class RuleDraft:
    """What must be true of a row before anything is done with it."""

    answers: Answers

    @property
    def rules(self) -> tuple[FieldRule, ...]:
        """Those that were answered, and those that the columns mean; what must be anywhere comes last."""
        meant = [FieldRule(c.name, c.kind.check) for c in self._filled_by(Filling.FIELD) if c.kind.check]
        meant += [FieldRule(None, c.kind.check or Check.NUMBER) for c in self._filled_by(Filling.FOUND) if c.required]
        return tuple(sorted(dict.fromkeys((*self.answers.rules, *meant)), key=lambda rule: rule.field is None))

    def _filled_by(self, filling: Filling) -> list[NewColumn]:
        return [column for column in self.answers.columns if column.filling(self.answers.needs) is filling]

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
        whole = {
            f"_{rule.check.name}": _WHOLE[rule.check] for rule in self.rules if rule.field and rule.check in _WHOLE
        }
        anywhere = [NewColumnKind(rule.check.value) for rule in self.rules if rule.field is None]
        anywhere += [column.kind for column in self._filled_by(Filling.FOUND)]
        found = {pattern_name(kind): _FOUND[kind] for kind in anywhere}
        return [f'{name} = re.compile(r"{pattern}")' for name, pattern in (whole | found).items()]

    def lines(self) -> list[str]:
        """Rows of the table of rules: reason, words, and the claim that must hold."""
        found = [(f"no_{name}", f"There is no {name}.", self._is_filled(name)) for name in self.required]
        found += [(self._reason(rule), self._words(rule), self._claim(rule)) for rule in self.rules]
        return [f'("{reason}", "{words}", lambda given: {claim}),' for reason, words, claim in found]

    def _reason(self, rule: FieldRule) -> str:
        if rule.field is None:
            return f"no_{rule.check}"
        named = {Check.LONGEST: "too_long", Check.SHORTEST: "too_short"}.get(rule.check, f"no_{rule.check}")
        return f"{rule.field}_{named}"

    def _words(self, rule: FieldRule) -> str:
        if rule.field is None:
            return f"There is no {_IN_WORDS[rule.check]} in {' or '.join(self.answers.fields)}."
        if rule.check is Check.LONGEST:
            return f"{rule.field} has more than {rule.length} characters."
        if rule.check is Check.SHORTEST:
            return f"{rule.field} has fewer than {rule.length} characters."
        return f"{rule.field} is no {_IN_WORDS[rule.check]}."

    def _claim(self, rule: FieldRule) -> str:
        if rule.field is None:
            values = ", ".join(f"given.{name}" for name in self.answers.fields)
            if len(self.answers.fields) == 1:
                values += ","
            pattern = pattern_name(NewColumnKind(rule.check.value))
            return f'{pattern}.search(" ".join(str(each) for each in ({values}) if each))'
        value = f"given.{rule.field}"
        if rule.check is Check.LONGEST:
            return f'len({value} or "") <= {rule.length}'
        if rule.check is Check.SHORTEST:
            return f"not {value} or len({value}) >= {rule.length}"
        return f"not {value} or _{rule.check.name}.fullmatch({value}.strip())"

    def broken_rows(self) -> list[tuple[str, str]]:
        """For tests: the arguments of a row that breaks one rule and none before it, and the reason that is told."""
        good = {need.name: self._good(need) for need in self.answers.needs}
        broken = [(good | {name: "None"}, f"no_{name}") for name in self.required]
        broken += [(good | {rule.field: _bad(rule)}, self._reason(rule)) for rule in self.rules if rule.field]
        anywhere = [rule for rule in self.rules if rule.field is None]
        for number, rule in enumerate(anywhere):
            row = good | self._texts_without(rule.check, [other.check for other in anywhere[:number]])
            texts = " ".join(row[need.name] for need in self.answers.needs if need.is_text)
            found = [
                bool(re.search(_FOUND[NewColumnKind(other.check.value)], texts)) for other in anywhere[: number + 1]
            ]
            if found == [True] * number + [False]:
                broken.append((row, self._reason(rule)))
        return [(", ".join(row.values()), reason) for row, reason in broken]

    def _texts_without(self, check: Check, others: list[Check]) -> dict[str, str]:
        """Texts with only the others in them, for the fields that may say anything; other values are left out."""
        text = " ".join(_SAMPLES[each].format(number=1) for each in others if each is not check) or "nothing of it"
        free = [need.name for need in self.answers.needs if need.is_text and not self._is_bound(need.name)]
        values = [need.name for need in self.answers.needs if not need.is_text and need.name not in self.required]
        return {name: self._fitted(name, text) for name in free} | dict.fromkeys(values, "None")

    def _is_bound(self, name: str) -> bool:
        return any(rule.field == name and rule.check not in LENGTHS for rule in self.rules)

    def _fitted(self, name: str, text: str) -> str:
        """The text as an expression, or one of a length that the field may have."""
        longest = min((r.length for r in self.rules if r.field == name and r.check is Check.LONGEST), default=len(text))
        shortest = max((r.length for r in self.rules if r.field == name and r.check is Check.SHORTEST), default=1)
        return f'"{text}"' if shortest <= len(text) <= longest else f'"x" * {shortest}'

    def _good(self, need: SourceField) -> str:
        sample = self.sample(need.name)
        return sample.replace("{number:04}", "0001").replace("{number}", "1").removeprefix("f") if sample else "None"

    def sample(self, name: str) -> str | None:
        """A value that keeps every rule, as an expression in which `number` makes rows differ."""
        if self._is_text(name):
            text, shortest = self._sample_text(name)
            return f'f"{text}".ljust({shortest}, "x")' if shortest > len(text) else f'f"{text}"'
        column = self._need(name).column
        needs_one = name in self.required and column.nullable
        samples = ((Boolean, "True"), (Integer, "number"), (Float, "number"))
        return next((text for kind, text in samples if needs_one and isinstance(column.type, kind)), None)

    def _sample_text(self, name: str) -> tuple[str, int]:
        """The text, and how long it is made."""
        own = [rule for rule in self.rules if rule.field == name]
        text = next((_SAMPLES[rule.check] for rule in own if rule.check in _SAMPLES), _ANY_SAMPLE)
        longest = min((rule.length for rule in own if rule.check is Check.LONGEST), default=0)
        if text is _ANY_SAMPLE and longest and longest < len(_ANY_SAMPLE) + 20:
            anywhere = [_SAMPLES[rule.check] for rule in self.rules if rule.field is None]
            text = " ".join(anywhere) or "{number}"
        return text, max((rule.length for rule in own if rule.check is Check.SHORTEST), default=0)

    def sample_rows(self) -> int:
        """How many rows a sample gives."""
        key = self.answers.key
        if key is None:
            return 1
        texts = (self._sample_text(need.name)[0] for need in self.answers.needs if need.is_text)
        return len(set(re.findall(_FOUND[key.kind], " ".join(text.format(number=1) for text in texts))))

    def _is_filled(self, name: str) -> str:
        return f'(given.{name} or "").strip()' if self._is_text(name) else f"given.{name} is not None"

    def _need(self, name: str) -> SourceField:
        return next(need for need in self.answers.needs if need.name == name)

    def _is_text(self, name: str) -> bool:
        return self._need(name).is_text


def _bad(rule: FieldRule) -> str:
    """What breaks a rule of a field, as an expression."""
    lengths = {Check.LONGEST: rule.length + 1, Check.SHORTEST: rule.length - 1}
    return f'"x" * {lengths[rule.check]}' if rule.check in lengths else '"nothing of it"'


def pattern_name(kind: NewColumnKind) -> str:
    return f"_ANY_{kind.name}"
