"""A condition as a tree: comparisons of fields with values, joined by and, or and not."""

from collections.abc import Collection
from dataclasses import dataclass

from scrapersky.curation_sdk.lists import SearchOperator
from scrapersky.curation_sdk.rules.text import Part, PartKind, RuleProblem, parts_of

DEEPEST = 30
MOST_COMPARISONS = 100
_SIGNS = {
    "=": SearchOperator.IS,
    "!=": SearchOperator.IS,
    ">": SearchOperator.ABOVE,
    ">=": SearchOperator.AT_LEAST,
    "<": SearchOperator.BELOW,
    "<=": SearchOperator.AT_MOST,
    "~": SearchOperator.CONTAINS,
}
_SAID_SIGNS = {
    ("at", "least"): ">=",
    ("at", "most"): "<=",
    ("above",): ">",
    ("after",): ">",
    ("below",): "<",
    ("before",): "<",
    ("contains",): "~",
    ("equals",): "=",
}
MOST_LABEL_WORDS = 6
_VALUES = (PartKind.NUMBER, PartKind.TEXT, PartKind.SPAN)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A field with one of `values`; EMPTY has none. A field that is true or false by itself is compared with true."""

    field: Part
    operator: SearchOperator
    values: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Negation:
    of: "Node"


@dataclass(frozen=True, slots=True)
class AllOf:
    """Without parts it always holds."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Without parts it never holds."""

    parts: tuple["Node", ...]


Node = Comparison | Negation | AllOf | AnyOf


def read_condition(text: str, labels: Collection[str] = ()) -> Node:
    """Nothing written holds for every row. `labels`, in small letters, are other names of fields and may have spaces.

    >>> read_condition("not (a > 1 or b)").of.parts[1].values[0].value
    'true'
    >>> read_condition("Found by is not link", {"found by"}).of.field.value
    'Found by'
    """
    if not text.strip():
        return AllOf(())
    return _Reader(text, parts_of(text), labels).whole()


class _Reader:
    def __init__(self, text: str, parts: list[Part], labels: Collection[str]) -> None:
        self.text, self.parts, self.labels, self.position, self.count = text, parts, labels, 0, 0

    @property
    def here(self) -> Part:
        return self.parts[self.position]

    def take(self) -> Part:
        part = self.here
        self.position = min(self.position + 1, len(self.parts) - 1)
        return part

    def take_if(self, *values: str) -> bool:
        if not self.here.is_(*values):
            return False
        self.take()
        return True

    def problem(self, part: Part, complaint: str) -> RuleProblem:
        return RuleProblem(self.text, part.at, part.length, complaint)

    def whole(self) -> Node:
        node = self.any_of(0)
        if self.here.kind is not PartKind.END:
            raise self.problem(self.here, f"Here and, or or the end was expected, not {self.here.shown}.")
        return node

    def any_of(self, depth: int) -> Node:
        parts = [self.all_of(depth)]
        while self.take_if("or"):
            parts.append(self.all_of(depth))
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def all_of(self, depth: int) -> Node:
        parts = [self.unit(depth)]
        while self.take_if("and"):
            parts.append(self.unit(depth))
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def unit(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise self.problem(self.here, f"Brackets and nots go {DEEPEST} deep at most.")
        start = self.here
        if self.take_if("not"):
            return Negation(self.unit(depth + 1))
        if self.take_if("("):
            node = self.any_of(depth + 1)
            if not self.take_if(")"):
                raise self.problem(start, f"This bracket is not closed; before {self.here.shown} a ) is missing.")
            return node
        if self.take_if("true"):
            return AllOf(())
        if self.take_if("false"):
            return AnyOf(())
        return self.comparison()

    def comparison(self) -> Node:
        field = self.field()
        self.count += 1
        if self.count > MOST_COMPARISONS:
            raise self.problem(field, f"A condition has {MOST_COMPARISONS} comparisons at most.")
        is_said = self.take_if("is")
        is_not = self.here.is_("not") and (is_said or self.parts[self.position + 1].is_("in"))
        if is_not:
            self.take()
        compared = self.compared(field, is_said=is_said)
        return Negation(compared) if is_not else compared

    def field(self) -> Part:
        first = self.here
        if first.kind is not PartKind.NAME:
            raise self.problem(first, f"Here the name of a field was expected, not {first.shown}.")
        for count in range(MOST_LABEL_WORDS, 1, -1):
            words = self.parts[self.position : self.position + count]
            label = " ".join(part.value for part in words)
            if label.lower() in self.labels:
                self.position += count
                return Part(PartKind.NAME, label, first.at, words[-1].at + words[-1].length - first.at)
        return self.take()

    def compared(self, field: Part, *, is_said: bool) -> Node:
        if is_said and self.take_if("empty"):
            return Comparison(field, SearchOperator.EMPTY)
        if self.take_if("in"):
            return Comparison(field, SearchOperator.IS, self.listed())
        sign = self.sign() or ("=" if is_said else None)
        if sign is not None:
            compared = Comparison(field, _SIGNS[sign], (self.value(),))
            return Negation(compared) if sign == "!=" else compared
        if self.here.kind in _VALUES or self.here.kind is PartKind.NAME:
            raise self.problem(self.here, f"Between {field.value} and this a sign is missing: = != < <= > >= ~ or in.")
        return Comparison(field, SearchOperator.IS, (Part(PartKind.WORD, "true", field.at, field.length),))

    def sign(self) -> str | None:
        """As a sign, or as a word for one."""
        if self.here.is_(*_SIGNS):
            return self.take().value
        for words, sign in _SAID_SIGNS.items():
            there = self.parts[self.position : self.position + len(words)]
            if tuple(part.value.lower() for part in there if part.kind is PartKind.NAME) == words:
                self.position += len(words)
                return sign
        return None

    def listed(self) -> tuple[Part, ...]:
        start = self.here
        if not self.take_if("("):
            raise self.problem(start, 'After in, values in brackets were expected, as in ("contact", "about").')
        values = [self.value()]
        while self.take_if(","):
            values.append(self.value())
        if not self.take_if(")"):
            raise self.problem(start, f"This list is not closed; before {self.here.shown} a ) or , is missing.")
        return tuple(values)

    def value(self) -> Part:
        part = self.take()
        if part.kind in _VALUES or part.is_("true", "false"):
            return part
        if part.kind is PartKind.NAME:
            return self.bare(part)
        raise self.problem(part, f"Here a value was expected, not {part.shown}: a number, a text in quotes, true, 7d.")

    def bare(self, first: Part) -> Part:
        """A text without its quotes, up to what is no name; where none belongs, its field says so."""
        last = first
        while self.here.kind is PartKind.NAME:
            last = self.take()
        length = last.at + last.length - first.at
        return Part(PartKind.NAME, self.text[first.at : first.at + length], first.at, length)
