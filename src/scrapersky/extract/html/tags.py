"""Tags by what they do to the words in them: part them, stand in a line, hide them."""


def _tags(names: str) -> frozenset[str]:
    return frozenset(names.split())


BLOCKS = _tags(
    "address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre "
    "search section summary table tbody tfoot thead tr ul"
)
LINE_CELLS = _tags("button td th")
GAPS = _tags("img input select textarea")
CELLS = LINE_CELLS | GAPS
HEADINGS = _tags("h1 h2 h3 h4 h5 h6")
TABLES = _tags("dl table")
WITH_OWN_FOOTER = _tags("article blockquote")  # there it names who said it
NO_LINES = _tags("iframe noscript select textarea")
# What the builder is told by name, to enter and to leave; of other blocks it is told that there is one.
STRUCTURE = CELLS | HEADINGS | TABLES | NO_LINES | _tags("address article blockquote br dt footer nav tr")
PLAIN_BLOCKS = BLOCKS - STRUCTURE - {"html"}
INLINE = _tags("a abbr b bdi bdo big cite code em font i mark q s small span strike strong sub sup tt u")
UNSEEN = _tags("audio canvas embed math noframes script style svg template title video")
