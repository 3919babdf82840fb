"""A condition as a tree: comparisons of fields with values, joined by and, or and not."""

from dataclasses import dataclass

from scrapersky.curation_sdk.lists import SearchOperator
from scrapersky.curation_sdk.rules.problems import RuleProblem
from scrapersky.curation_sdk.rules.text import Part, PartKind, parts_of

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


def read_condition(text: str) -> Node:
    """Nothing written holds for every row.

    >>> read_condition("not (a > 1 or b)").of.parts[1].values[0].value
    'true'
    """
    if not text.strip():
        return AllOf(())
    return _Reader(text, parts_of(text)).whole()


class _Reader:
    def __init__(self, text: str, parts: list[Part]) -> None:
        self.text, self.parts, self.position, self.count = text, parts, 0, 0

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
        field = self.take()
        if field.kind is not PartKind.NAME:
            raise self.problem(field, f"Here the name of a field was expected, not {field.shown}.")
        self.count += 1
        if self.count > MOST_COMPARISONS:
            raise self.problem(field, f"A condition has {MOST_COMPARISONS} comparisons at most.")
        if self.take_if("is"):
            return self.emptiness(field)
        if self.here.is_("not") and self.parts[self.position + 1].is_("in"):
            self.take()
            self.take()
            return Negation(Comparison(field, SearchOperator.IS, self.listed()))
        if self.take_if("in"):
            return Comparison(field, SearchOperator.IS, self.listed())
        if self.here.is_(*_SIGNS):
            sign = self.take().value
            compared = Comparison(field, _SIGNS[sign], (self.value(),))
            return Negation(compared) if sign == "!=" else compared
        if self.here.kind in _VALUES or self.here.kind is PartKind.NAME:
            raise self.problem(self.here, f"Between {field.value} and this a sign is missing: = != < <= > >= ~ or in.")
        return Comparison(field, SearchOperator.IS, (Part(PartKind.WORD, "true", field.at, field.length),))

    def emptiness(self, field: Part) -> Node:
        is_not = self.take_if("not")
        if not self.take_if("empty"):
            raise self.problem(self.here, self._instead_of_is(field, is_not))
        empty = Comparison(field, SearchOperator.EMPTY)
        return Negation(empty) if is_not else empty

    def _instead_of_is(self, field: Part, is_not: bool) -> str:
        sign = "!=" if is_not else "="
        if self.here.kind is PartKind.NAME:
            return f'Write {field.value} {sign} "{self.here.value}": is goes with empty and not empty only.'
        return f"Here empty or not empty was expected, not {self.here.shown}. To compare, write {field.value} {sign}."

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
            raise self.problem(part, f'A text is written in quotes: "{part.value}". Fields are compared with values.')
        raise self.problem(part, f"Here a value was expected, not {part.shown}: a number, a text in quotes, true, 7d.")
