"""A business in the making."""

from dataclasses import dataclass

from scrapersky.simulator.dice import Dice
from scrapersky.simulator.numbering import Block
from scrapersky.simulator.vocabulary.cities import City
from scrapersky.simulator.vocabulary.countries import COUNTRIES, Country


@dataclass(frozen=True, slots=True)
class BusinessDraft:
    """What several parts of a business need to know about it."""

    seed: int
    number: int
    block: Block
    chain_number: int | None

    @property
    def city(self) -> City:
        return self.block.city

    @property
    def country(self) -> Country:
        return COUNTRIES[self.block.city.country]

    def dice(self, part: str) -> Dice:
        return Dice(self.seed, part, self.number)
