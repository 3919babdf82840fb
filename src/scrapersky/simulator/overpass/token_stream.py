"""Tokens one after another, with the questions a parser asks of them."""

from scrapersky.simulator.overpass.tokens import OverpassToken, QueryError


class TokenStream:
    def __init__(self, tokens: list[OverpassToken]) -> None:
        self._tokens = tokens
        self._position = 0

    @property
    def _next(self) -> OverpassToken:
        return self._tokens[self._position]

    def at_end(self) -> bool:
        return self._next.kind == "end"

    def next_is(self, sign: str) -> bool:
        return self._next.kind == "sign" and self._next.value == sign

    def skip(self, sign: str) -> bool:
        """Take the sign if it comes next."""
        if not self.next_is(sign):
            return False
        self._position += 1
        return True

    def skip_word(self, word: str) -> bool:
        if self._next.kind != "word" or self._next.value != word:
            return False
        self._position += 1
        return True

    def expect(self, sign: str) -> None:
        if not self.skip(sign):
            raise self.error(f"'{sign}' expected - '{self._next.value}' found.")

    def word(self) -> str:
        return self._take("word").value

    def text(self) -> str:
        """A quoted text, or a bare word where the real server takes one."""
        if self._next.kind in ("word", "number"):
            return self._take(self._next.kind).value
        return self._take("text").value

    def whole_number(self) -> int:
        value = self._take("number").value
        if not value.isdecimal():
            raise self.error(f"A whole number expected - '{value}' found.")
        return int(value)

    def optional_number(self) -> float | None:
        return float(self._take("number").value) if self._next.kind == "number" else None

    def numbers(self, count: int) -> list[float]:
        found = [float(self._take("number").value)]
        for _ in range(count - 1):
            self.expect(",")
            found.append(float(self._take("number").value))
        return found

    def error(self, message: str) -> QueryError:
        return QueryError(self._next.line, message)

    def _take(self, kind: str) -> OverpassToken:
        token = self._next
        if token.kind != kind:
            raise self.error(f"A {kind} expected - '{token.value}' found.")
        self._position += 1
        return token
