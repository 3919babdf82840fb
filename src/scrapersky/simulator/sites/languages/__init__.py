"""The languages sites are written in; a site in any other language is written in English."""

from scrapersky.simulator.sites.languages.dutch import DUTCH
from scrapersky.simulator.sites.languages.english import ENGLISH
from scrapersky.simulator.sites.languages.french import FRENCH
from scrapersky.simulator.sites.languages.german import GERMAN
from scrapersky.simulator.sites.languages.italian import ITALIAN
from scrapersky.simulator.sites.languages.language import Language
from scrapersky.simulator.sites.languages.polish import POLISH
from scrapersky.simulator.sites.languages.portuguese import PORTUGUESE
from scrapersky.simulator.sites.languages.spanish import SPANISH
from scrapersky.simulator.sites.languages.swedish import SWEDISH

LANGUAGES: dict[str, Language] = {
    language.code: language
    for language in (ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, DUTCH, PORTUGUESE, POLISH, SWEDISH)
}


def language_of(code: str) -> Language:
    return LANGUAGES.get(code.partition("-")[0].lower(), ENGLISH)


__all__ = ["LANGUAGES", "Language", "language_of"]
