"""Which country a page speaks from, when nobody has said: its numbers without a country code are read by that."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from scrapersky.extract.html.document import Document
from scrapersky.late_modules import phonenumbers

# Country endings that are sold to everybody.
_SOLD_ENDINGS = "AC AI AM BZ CC CO FM GG GL IO IS LA LY ME MS MU NU PW SC SH SO ST TK TO TV VC VG WS"
_OPEN_ENDINGS = frozenset(_SOLD_ENDINGS.split())
_LANGUAGES_OF_ONE_COUNTRY = """
de=DE fr=FR it=IT es=ES pt=PT nl=NL pl=PL cs=CZ sk=SK hu=HU ro=RO bg=BG el=GR sv=SE nb=NO no=NO nn=NO da=DK fi=FI
et=EE lv=LV lt=LT sl=SI hr=HR sr=RS uk=UA ru=RU tr=TR ja=JP ko=KR he=IL
"""
_LANGUAGES = dict(pair.split("=") for pair in _LANGUAGES_OF_ONE_COUNTRY.split())
_NAMES = """
US: usa, united states, united states of america; CA: canada; GB: united kingdom, uk, england, scotland, great britain
IE: ireland; AU: australia; NZ: new zealand; DE: germany, deutschland; AT: austria, österreich; FR: france
CH: switzerland, schweiz, suisse, svizzera; IT: italy, italia; ES: spain, españa; PT: portugal; BR: brasil, brazil
NL: netherlands, the netherlands, nederland; BE: belgium, belgië, belgique; PL: poland, polska; MX: mexico, méxico
IN: india; JP: japan; SE: sweden, sverige; NO: norway, norge; DK: denmark, danmark; FI: finland, suomi; HU: hungary
CZ: czech republic, czechia, česko; ZA: south africa; TR: turkey, türkiye; GR: greece; RO: romania; UA: ukraine
"""
_COUNTRY_NAMES = {
    name.strip(): code.strip()
    for entry in _NAMES.replace("\n", ";").split(";")
    if ":" in entry
    for code, names in [entry.split(":")]
    for name in names.split(",")
}
_CALLING_CODE = re.compile(r"\+(?<![\w+]\+)(\d{1,3})[\s(.-]")


def page_region(document: Document, countries: Iterable[str] = ()) -> str | None:
    """The page's country as two letters: by its address's ending, its structured data, its language, its numbers.

    >>> from scrapersky.extract.html.document import read_document
    >>> [page_region(read_document(f"<html lang='{language}'>")) for language in ("en-GB", "de", "en")]
    ['GB', 'DE', None]
    >>> page_region(read_document("", "https://acme.co.uk/"))
    'GB'
    """
    return (
        region_by_ending(document.url)
        or next((code for country in countries if (code := country_code(country))), None)
        or _by_language_region(document.language)
        or _by_calling_code(document.text)
        or _LANGUAGES.get(document.language.split("-")[0].lower())
    )


def country_code(name: str) -> str | None:
    """A country's two letters from its name or code.

    >>> country_code("United States"), country_code("us"), country_code("Atlantis")
    ('US', 'US', None)
    """
    name = name.strip().rstrip(".")
    upper = {"UK": "GB", "USA": "US", "U.S.A": "US", "U.S": "US"}.get(name.upper(), name.upper())
    return upper if upper in phonenumbers.SUPPORTED_REGIONS else _COUNTRY_NAMES.get(name.lower())


def region_by_ending(url: str) -> str | None:
    try:
        ending = (urlsplit(url).hostname or "").rpartition(".")[2].upper()
    except ValueError:
        return None
    ending = "GB" if ending == "UK" else ending
    return ending if ending in phonenumbers.SUPPORTED_REGIONS and ending not in _OPEN_ENDINGS else None


def _by_language_region(language: str) -> str | None:
    _, _, region = language.replace("_", "-").partition("-")
    region = region.rpartition("-")[2].upper()
    return region if region in phonenumbers.SUPPORTED_REGIONS else None


def _by_calling_code(text: str) -> str | None:
    code = _CALLING_CODE.search(text)
    regions = phonenumbers.COUNTRY_CODE_TO_REGION_CODE.get(int(code[1]), ()) if code is not None else ()
    return next((region for region in regions if region in phonenumbers.SUPPORTED_REGIONS), None)
