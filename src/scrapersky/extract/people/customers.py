"""Which lines of a page are customers' words and readers' comments: who is named there is not of the business."""

import re
from collections.abc import Sequence
from itertools import zip_longest

from scrapersky.extract.folding import folded
from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.names import name_of

MAX_LINES = 60
_LONGEST_HEADING = 70
_HEADINGS = re.compile(
    r"\b(?:testimonials?|(?:customer|client|patient|guest|google|our|recent) reviews|reviews|success stories|kind words"
    r"|what (?:our |my )?(?:\w{1,12} )?(?:clients?|customers?|patients?|guests?|people|others|they|families)"
    r" (?:are |have )?sa(?:y|id|ying)"
    r"|kundenstimmen|kundenmeinungen|kundenbewertungen|bewertungen|patientenstimmen|rezensionen|das sagen unsere"
    r"|temoignages?|avis (?:clients?|google|de nos)|ils (?:parlent|temoignent)|testimonios|opiniones|resenas"
    r"|lo que dicen|recensioni|dicono di noi|testimonianze|depoimentos|testemunhos|o que dizem|avaliacoes"
    r"|ervaringen|beoordelingen|klanten over|opinie|referencje klientow|omdomen|kundomdomen|kundeudtalelser"
    r"|anmeldelser|tilbakemeldinger|asiakaspalaute|kommentare|commentaires|comentarios|commenti"
    r"|leave a (?:reply|comment)|(?:\d{1,6}|one|no|reader|visitor|guest|recent|latest|all|post) comments?)\b"
    r"|^comments(?:$| on\b|\W{1,3}(?:$|\d))"
)
_SAYS = re.compile(r"\b(?:says|said|wrote|sagt|schreibt|dit|a ecrit|dice|dijo|ha scritto|disse|pisze|skriver) ?:$")
_STARS = ("\u2605", "\u2b50")


def customers_lines(lines: Sequence[Line]) -> frozenset[int]:
    """The lines below a heading such as "What our clients say", to the next that is neither like it nor a name.

    The page's footer is the business's again.
    """
    headings = [index for index, line in enumerate(lines) if line.is_heading and not line.in_navigation]
    found: set[int] = set()
    left_at = 0
    for index, following in zip_longest(headings, headings[1:], fillvalue=len(lines)):
        if _is_of_customers(lines[index].text):
            left_at = index + MAX_LINES
        elif index > left_at or name_of(lines[index].text) is None:
            left_at = 0
        found.update(range(index, min(following, left_at)))
    return frozenset(index for index in found if not lines[index].in_footer)


def is_customers(text: str) -> bool:
    """`Jane Doe says:`, or a name beside stars."""
    if text.endswith(":"):
        return _SAYS.search(folded(text[-30:])) is not None
    return not text.isascii() and any(star in text for star in _STARS)


def _is_of_customers(heading: str) -> bool:
    return len(heading) <= _LONGEST_HEADING and _HEADINGS.search(folded(heading)) is not None
