"""How streets, units, boxes and postal codes are written. Every repeat is bounded."""

import re

from scrapersky.extract.addresses.vocabulary import (
    AU_STATES,
    CA_PROVINCES,
    DIRECTIONS,
    GERMANIC_ENDINGS,
    ROMANCE_TYPES,
    STRONG_TYPES,
    US_STATES,
    WEAK_TYPES,
)
from scrapersky.extract.phrases import first_words, has_word

_I = re.IGNORECASE
HOUSE_NUMBER = r"(?:No\.?\s?)?\d{1,6}(?:\s?[-\u2013/&]\s?\d{1,6}){0,2}(?:[-/]?[A-Za-z](?![\w.'\u2019]))?(?:\s?½|\s1/2)?"
_GRID_NUMBER = r"[NSEW]\s?\d{2,5}(?:\s?[NSEW]\s?\d{2,5})?"
_NUMBER_WORDS = "One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten"
_WORD = r"(?:[A-ZÀ-Þ0-9][\w'\u2019.&/-]{0,24}|of|the|de|la|del|and|y|du|le|van)"
_DIRECTION = rf"(?:(?i:{DIRECTIONS})\b\.?)"
_STRONG = rf"(?:(?i:{STRONG_TYPES})\b\.?)"
_TYPE = rf"(?:(?i:{STRONG_TYPES}|{WEAK_TYPES})\b\.?)"
_NUMBERED_ROAD = (
    r"(?i:(?:u\.?s\.?|state|county|old|business|farm to market|range|township|ranch|forest|rural|concession)?\s?"
    r"(?:highway|hwy|route|rte|rt|road|rd|interstate|fm|cr|sr|co rd|loop|avenue|ave)\.?)\s(?:\d{1,4}[A-Z]?"
    r"|[A-Z]{1,2})\b"
)
_NAMED_ROAD = r"(?i:broadway|avenue of the americas|the embarcadero|park row|bowery|pall mall|piccadilly|strand)\b"
_STREET_END = r"(?=\s?(?:[,#]|$)|\s(?i:ste|suite|apt|unit|fl|bldg)\b)"
# The number, then a name of one to five words, then a kind of street; "Square Street" and "Avenue NW" end later.
STREET = re.compile(
    rf"(?<![\w.,$€£#-])(?P<number>{_GRID_NUMBER}|{HOUSE_NUMBER}|(?:{_NUMBER_WORDS}))(?:,\s(?!\d)|\s{{1,2}})"
    rf"(?P<name>(?:{_DIRECTION}\s)?(?:{_NUMBERED_ROAD}|{_NAMED_ROAD}"
    rf"|(?:{_WORD}\s){{1,5}}?{_TYPE}(?:\s{_TYPE}{_STREET_END})?)(?:,?\s{_DIRECTION}(?=[\s,]|$))?)"
)
# A village's middle, or where its farms stand, has no numbers: `Le Bourg`, `Im Loh`.
_VILLAGE = r"(?:Le|Au)\s(?:Bourg|Village|Hameau|Port)|(?:Im|Am|In der|An der|Auf der)\s[A-ZÀ-Þ][\w-]{2,20}"
_STREET_WITHOUT_NUMBER = re.compile(rf"^(?P<name>(?:{_WORD}\s){{1,4}}{_TYPE}|{_VILLAGE})(?:\s{_DIRECTION})?$")
STRONG_STREET_END = re.compile(rf"\b{_STRONG}(?:,?\s{_DIRECTION})?$|\b{_NUMBERED_ROAD}$")
_KINDS = frozenset(f"{STRONG_TYPES}|{WEAK_TYPES}".split("|"))
_VILLAGE_STARTS = ("Le", "Au", "Im", "Am", "In", "An")


def is_street_without_number(text: str) -> bool:
    """Whether a name ends in a kind of street, with or without a direction; its last words are looked at first."""
    is_kind = not _KINDS.isdisjoint(text.lower().replace(".", "").split()[-2:])
    return (is_kind or text.startswith(_VILLAGE_STARTS)) and _STREET_WITHOUT_NUMBER.match(text) is not None


# Squares and parks as Germanic languages write them: one word, which is an address without any number.
_SQUARES = (
    *("platz", "plein", "plads", "pladsen", "plass", "plassen", "torget", "torvet", "torg", "park", "parken", "allee"),
    *(
        "promenade",
        "ufer",
        "straat",
        "laan",
        "dreef",
        "dijk",
        "kade",
        "kaai",
        "stra\u00dfe",
        "strasse",
        "weg",
        "brinken",
    ),
)
_NO_SQUARES = (
    *(
        "spielplatz",
        "parkplatz",
        "campingplatz",
        "sportplatz",
        "arbeitsplatz",
        "golfplatz",
        "stellplatz",
        "tennisplatz",
    ),
    *("startplatz", "tierpark", "freizeitpark", "wildpark", "fuhrpark", "skatepark", "speelplein", "umweg"),
    *("arbeidsplass", "parkeringsplads", "parkeringsplass", "legeplads", "lekeplass", "campingplads", "arbejdsplads"),
)
_SHORTEST_SQUARE = 7


def is_square(text: str) -> bool:
    """Whether one word names a square, a park or a street: `Hauptplatz`, `Stationsplein`, `Havnepladsen`."""
    if len(text) < _SHORTEST_SQUARE or not (text[0].isupper() and text.isalpha()):
        return False
    word = text.lower()
    return word.endswith(_SQUARES) and not word.endswith(_NO_SQUARES)


_UNIT_WORDS = (
    "suite|ste|apartment|appt|apt|unit|units|room|rm|floor|flr|fl|flat|level|lvl|building|bldg|office|dept"
    "|department|lot|space|spc|studio"
    "|bus|bte"
    "|shop|wing|block|trailer|trlr|penthouse|ph|piso|planta|étage|etage|app|door|mail code|mailstop|stop|hangar|bay"
)
_UNIT_ALONE = "bajo|bajos|bjo|entlo|entresuelo|pral|principal"
UNIT_WORD_BEFORE = re.compile(rf"\b(?:{_UNIT_WORDS})\.?:?\s?#?$", _I)
UNIT = re.compile(
    rf"\b(?:{_UNIT_WORDS})\b\.?:?\s{{0,2}}(?:no\.?\s?"
    rf"|#\s?)?(?:(?:[A-Za-z]{{1,2}}-?)?\d{{1,5}}[A-Za-z]?(?:[-&]\d{{0,5}}[A-Za-z]?|/\d{{0,5}}[A-Za-z]?(?!\d|\s[^\W\d]))?"
    rf"|[A-Za-z]{{1,2}})"
    r"(?![\w'\u2019])(?:\s(?:north|south|east|west)\b(?=,|$))?"
    r"|\b\d{1,3}(?:st|nd|rd|th)\s(?:floor|flr|fl)\b\.?|\b\d{1,2}/?f\b"
    r"|\b(?:ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|top|lower|upper)\s(?:floor|level)\b"
    r"|(?<!\w)#\s?[A-Za-z]?\d{1,5}[A-Za-z]?\b|\b\d{1,2}\s(?:t\.?v\.?|t\.?h\.?|mf\.?)(?=[\s,]|$)"
    r"|\b\d{1,2}[ºª°]\.?(?:\s(?:izq|izd|dch|der|esq|dt)[ao]?\b\.?|\s?[A-Z]?\b)"
    rf"|\b(?:{_UNIT_ALONE})\b\.?(?:\s(?:izq|izd|dch|der|esq|dt)[ao]?\b\.?|\s[A-Z]\b)?(?=\s?(?:,|$))",
    _I,
)
_UNIT_BEGINNINGS = first_words(f"{_UNIT_WORDS}|{_UNIT_ALONE}|floor|level".split("|"))
_UNIT_WITHOUT_WORD = re.compile(r"[#ºª°]|\d(?:/?[fF]\b|\s[tTmM])")


def may_hold_unit(text: str) -> bool:
    """Whether it is worth to look for units, which takes ten times as long."""
    return has_word(text, _UNIT_BEGINNINGS) or _UNIT_WITHOUT_WORD.search(text) is not None


def without_units(text: str) -> str:
    return UNIT.sub("", text) if may_hold_unit(text) else text


PO_BOX = re.compile(
    r"(?<!\w)(?:(?:p\.?\s?o\.?|post(?:al)?\soffice|g\.?p\.?o\.?)\s?(?:box|bx|drawer)|(?:locked|private)\sbag"
    r"|postfach|case\spostale"
    r"|casella\spostale|apartado(?:\sde\scorreos)?|apdo\.?|postbus|postboks|postbox|boîte\spostale"
    r"|caixa\spostal|skr(?:ytka|\.)\spoczt\w{0,4}\.?"
    r"|b\.?p\.?|c\.p\.|(?:rural\s|hc\s|star\s|contract\s)?route\s(?:\d{1,4}\s)?box|(?:r\.?r\.?"
    r"|hcr?)\s(?:#\s)?\d{1,4}\sbox|lock\s?box|pl|box)\s{0,2}(?:no\.?\s?"
    r"|#\s?)?[A-Z]?\d{1,7}[A-Z]?(?:-\d{5}|[\s-]\d{1,4}){0,2}\b",
    _I,
)

GERMANIC_STREET = re.compile(
    rf"(?<!\w)(?P<name>(?:[A-ZÀ-Þ0-9][\w.'\u2019-]{{0,24}}\s){{0,3}}[A-ZÀ-Þ]?[\w'\u2019-]{{0"
    rf",30}}(?i:{GERMANIC_ENDINGS}))\s{{0,2}}"
    r"(?P<number>\d{1,4}(?:\s?[-\u2013/+]\s?\d{1,4}){0,2}"
    r"(?:[-/][IVX]{1,4}(?!\w)|\s?[-/]?[a-zA-Z](?!\w)(?:\s\d{1,3}(?=,|$)|(?:/\d{1,3}){1,2})?)?)(?!\w)"
)
_MARK = r"(?:(?i:n[.°º]{1,2}|nr\.?|no\.|num\.?|č\.|#)\s?)?"
ROMANCE_STREET = re.compile(
    rf"(?<!\w)(?P<name>(?i:{ROMANCE_TYPES})\s?(?:(?:[A-ZÀ-Ž0-9][\w.'\u2019ªº-]{{0,24}}|d[eiu]|del|dell[aeo]"
    rf"|dos?|das?|la|le|les|los|las|des|y|e|d['\u2019]\w{{1,20}}"
    rf"|l['\u2019]\w{{1,20}})\s?){{1,6}}?)(?:,\s?|\s)(?P<number>{_MARK}(?:\d{{1,2}}\.\d{{3}}(?!\d)|\d{{1,4}})"
    rf"(?:\s?[-\u2013/]\s?\d{{1,4}})?(?:\s?[/-]?[a-zA-Z](?!\w))?|s/n)(?!\w)"
)
FRENCH_STREET = re.compile(
    rf"(?<!\w)(?P<number>\d{{1,4}}(?:\s?[-\u2013/]\s?\d{{1,4}})?(?:\s?(?:bis|ter|quater)\b)?(?:\s?[A-D]\b|[-/][A-Z]\b)?),?\s{{1,2}}"
    rf"(?P<name>(?:\d{{1,3}}\s?(?:re|ère|er|e|ième)\s)?(?:{ROMANCE_TYPES})\s(?:(?:[\wÀ-ÿ][\w.'\u2019-]{{0,24}})\s?){{1,6}})",
    _I,
)
TRAILING_NUMBER = re.compile(
    rf"^(?P<name>(?:['\u2019][ts]\s)?[^\W\d](?:[^\W\d]|[.'\u2019/ºª -]){{2,48}}?),?\s(?P<number>{_MARK}"
    r"\d{1,4}(?:\s?[-\u2013/]\s?\d{1,4})?(?:\s?[-/]?[a-zA-Z])?(?:-(?:hs|huis|bg|[IVX]{1,4}))?)$"
)
LEADING_NUMBER = re.compile(
    rf"^(?P<number>{_GRID_NUMBER}|{HOUSE_NUMBER}),?\s(?P<name>[^\W\d_][\w.'\u2019/& -]{{2,48}})$"
)
# What a number follows that is no street.
NUMBERED_THING = re.compile(
    r"^(?:tel\w{0,6}|t[ée]l[ée]phone|fon|phone|mob\w{0,5}|handy|fax|gsm|cell|artikel|article|seite|page|version|kapitel|chapter|band|volume|vol|teil|part|nr|no|art|item|model"
    r"|modell|typ|type|§|steuer|st|ust|hrb|hra|vat|tax|abn|tva|siret|siren|rcs|btw|kvk|nip|regon|krs|i[cč]o|di[cč]|cif|nif|cnpj"
    r"|p\.?\s?iva|iban|bic|konto|blz|reg|registr\w{0,12}|lic\w{0,6})\b(?=[^\n]{0,24}\d)",
    re.IGNORECASE,
)


GERMANIC_WORD_ENDS = tuple(ending.replace("\\", "") for ending in GERMANIC_ENDINGS.split("|"))
_ENGLISH_KINDS = (
    *STRONG_TYPES.split("|"),
    *WEAK_TYPES.split("|"),
    "highway",
    "hwy",
    "route",
    "rte",
    "broadway",
    "americas",
    "embarcadero",
    "bowery",
    "piccadilly",
    "interstate",
    "fm",
    "cr",
    "sr",
)
ENGLISH_WORDS = frozenset(form for kind in _ENGLISH_KINDS for form in (kind, f"{kind}."))
ROMANCE_WORDS = frozenset(kind.replace("\\", "").replace("?", "") for kind in ROMANCE_TYPES.split("|"))


def _regions(names: dict[str, str]) -> str:
    codes = "|".join(sorted(set(names.values())))
    return rf"(?:(?-i:{codes})|{'|'.join(names)})"


US_REGION = rf"(?:{_regions(US_STATES)}|D\.C\.?|N\.Y\.?|N\.J\.?|(?!C\.P\.)[A-Z]\.[A-Z]\.)"
CA_REGION = rf"(?:{_regions(CA_PROVINCES)}|(?-i:PQ|P\.Q\.|B\.C\.|N\.B\.|N\.S\.|P\.E\.I\.))"
AU_REGION = rf"(?:{_regions(AU_STATES)}|(?-i:N\.S\.W\.|Vic|Qld|Tas))"
# Countries whose code stands last: "City, ST 12345".
CODE_LAST: dict[str, re.Pattern[str]] = {
    "US": re.compile(
        rf"\b(?P<region>{US_REGION})[.,]{{0,2}}\s{{0,3}}(?:zip:?\s)?(?P<code>\d{{5}}(?:\s?-\s?\d{{4}})?)(?![\w-])", _I
    ),
    "CA": re.compile(
        rf"(?:\b(?P<region>{CA_REGION}|)[.,]{{0,2}}\s{{0,3}})?\b(?P<code>[ABCEGHJ-NPRSTVXY]\d[A-Z][ -]?\d[A-Z]\d)\b", _I
    ),
    "AU": re.compile(rf"\b(?P<region>{AU_REGION})[.,]{{0,2}}\s{{0,3}}(?P<code>\d{{4}})(?![\w-])", _I),
    "GB": re.compile(r"\b(?P<region>)(?P<code>[A-Z]{1,2}\d[A-Z\d]?\s?\d[ABD-HJLNP-UW-Z]{2})\b", _I),
}
_CITY = r"(?P<city>[^\W\d_](?:[^\W\d_]|[.'\u2019/ -]|(?<=\s)\d{1,2}(?=\s|$)){1,40})(?:\s?\((?P<region>[^()]{1,30})\))?"
# Countries whose code stands first: "12345 City". The letters before the hyphen tell the country.
CODE_FIRST: dict[str, re.Pattern[str]] = {
    "NL": re.compile(
        rf"(?<![\w-])(?:NL-?\s?)?(?P<code>[1-9]\d{{3}}\s?(?!SA|SD|SS)(?:[A-Z]{{2}}|[a-z]{{2}})),?\s{{1,3}}{_CITY}"
    ),
    "PL": re.compile(rf"(?<![\w-])(?:PL-?\s?)?(?P<code>\d{{2}}-\d{{3}}),?\s{{1,3}}{_CITY}"),
    "PT": re.compile(rf"(?<![\w-])(?:P-?\s?|PT-?\s?)?(?P<code>\d{{4}}\s?-\s?\d{{3}}),?\s{{1,3}}{_CITY}"),
    "SE": re.compile(rf"(?<![\w-])(?:SE?-\s?)?(?P<code>\d{{3}}\s\d{{2}}),?\s{{1,3}}{_CITY}"),
    "5": re.compile(
        rf"(?<![\w-])(?:(?P<letters>D|DE|F|FR|I|IT|E|ES|FI|FIN)\s?-\s?)?(?P<code>\d{{5}})(?:,?\s{{1,3}}|\s[-\u2013]\s){_CITY}"
    ),
    "4": re.compile(
        rf"(?<![\w-])(?:(?P<letters>A|AT|CH|B|BE|DK|N|NO|L|LU)\s?-\s?)?(?P<code>[1-9]\d{{3}}"
        rf"|0\d{{3}})(?:,?\s{{1,3}}|\s[-\u2013]\s){_CITY}"
    ),
}
# Letters stand so near before a code; patterns that begin with a digit look back only from there.
_AFTER_LETTERS = "|".join(rf"(?<=[^\W\d][.,:\s]{{{gap}}}DIGITS)" for gap in range(8))
_BEFORE_CITY = r",?\s{1,3}(?:[-\u2013]\s)?[^\W\d_]"
# A look at the digits and what touches them, which is quick, tells which of the patterns above are worth trying.
# Each with how many digits in a row it takes.
CODE_HINTS = {
    family: (least, re.compile(digits))
    for family, (least, digits) in {
        "US": (5, rf"\d{{5}}(?:{_AFTER_LETTERS.replace('DIGITS', '.{5}')})"),
        "CA": (1, r"\d[A-Za-z][ -]?\d[A-Za-z]\d"),
        "AU": (4, rf"\d{{4}}(?![\w-])(?:{_AFTER_LETTERS.replace('DIGITS', '.{4}')})"),
        "GB": (1, r"\d[A-Za-z]{2}\b"),
        "NL": (4, rf"\d{{4}}\s?[A-Za-z]{{2}}{_BEFORE_CITY}"),
        "PL": (3, rf"\d\d-\d{{3}}{_BEFORE_CITY}"),
        "PT": (4, rf"\d{{4}}\s?-\s?\d{{3}}{_BEFORE_CITY}"),
        "SE": (3, rf"\d{{3}}\s\d\d{_BEFORE_CITY}"),
        "5": (5, rf"\d{{5}}{_BEFORE_CITY}"),
        "4": (4, rf"\d{{4}}{_BEFORE_CITY}"),
    }.items()
}
# What any of these takes, by its digits: most lines with numbers, as of telephones, have nothing of the kind.
CODE_LIKE = re.compile(
    r"\d(?:[A-Za-z](?:[A-Za-z]\b|[ -]?\d[A-Za-z]\d)"
    rf"|\d(?:-\d{{3}}{_BEFORE_CITY}|\d(?:\s\d\d{_BEFORE_CITY}|\d(?:\d|{_BEFORE_CITY}|\s?[A-Za-z]{{2}}{_BEFORE_CITY}"
    rf"|\s?-\s?\d{{3}}{_BEFORE_CITY}|(?![\w-])(?:(?<=[^\W\d].{{4}})|(?<=[.,:\s].{{4}}))))))"
)
# Where the country is known but its codes are not: the last number of four to seven digits that stands apart.
ANY_CODE = re.compile(r"(?:[A-Z]{2}-)?\b(?P<code>\d{4,7}|\d{3}[- ]\d{3,4})\b")
US_CITY_AND_CODE = re.compile(r"(?P<city>[A-Z][\w.'\u2019 -]{2,30}),\s(?P<code>\d{5}(?:-\d{4})?)$")
FIVE_DIGITS = ("DE", "FR", "IT", "ES", "FI", "MX")
FOUR_DIGITS = ("AT", "CH", "BE", "DK", "NO", "LU")
COUNTRY_OF_LETTERS = {
    "D": "DE",
    "F": "FR",
    "I": "IT",
    "E": "ES",
    "FIN": "FI",
    "A": "AT",
    "B": "BE",
    "N": "NO",
    "L": "LU",
}
