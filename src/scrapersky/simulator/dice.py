"""Draws that are a pure function of what they are named after, on every machine and Python version."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

_MASK = (1 << 64) - 1

Choice = TypeVar("Choice")


def keyed_hash(*key: object) -> int:
    """64 bits that depend on every part of the key and its order."""
    return int.from_bytes(blake2b("\x1f".join(map(str, key)).encode(), digest_size=8).digest(), "big")


class Dice:
    """A stream of draws seeded by a key. Unlike `random.Random`, its draws never change between Python versions."""

    __slots__ = ("_state",)

    def __init__(self, *key: object) -> None:
        self._state = keyed_hash(*key)

    def bits(self) -> int:
        """64 fresh bits (the splitmix64 generator)."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        return state ^ (state >> 31)

    def fraction(self) -> float:
        """At least 0, below 1."""
        return (self.bits() >> 11) / (1 << 53)

    def below(self, limit: int) -> int:
        return (self.bits() * limit) >> 64

    def between(self, low: int, high: int) -> int:
        """Both ends are possible."""
        return low + self.below(high - low + 1)

    def chance(self, probability: float) -> bool:
        return self.fraction() < probability

    def choice(self, options: Sequence[Choice]) -> Choice:
        return options[self.below(len(options))]

    def weighted(self, options: Sequence[tuple[Choice, int]]) -> Choice:
        """One option, each as likely as its whole-number weight."""
        left = self.below(sum(weight for _, weight in options))
        for option, weight in options:
            left -= weight
            if left < 0:
                return option
        raise ValueError("Weights must be positive.")

    def digits(self, count: int) -> str:
        return f"{self.below(10**count):0{count}d}"

    def sample(self, options: Sequence[Choice], count: int) -> tuple[Choice, ...]:
        """Up to `count` different options, in drawn order."""
        pool = list(options)
        return tuple(pool.pop(self.below(len(pool))) for _ in range(min(count, len(pool))))
