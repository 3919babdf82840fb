"""Strings that look like pages: pieces that extractors react to, in any order, with anything between them."""

from hypothesis import strategies as st

TAGS = ("<p>", "</p>", "<footer>", "<br>", "<svg>", "<table><td>", "<!--", "-->", "<a href='", "'>", "</script>")
CLASSES = ("<div class='vcard'>", '<div class="h-card">', "<span class=tel>", "<b itemprop=telephone>")
MARKED = (
    "<p itemscope itemtype='https://schema.org/Person'>",
    "<span style='direction:rtl'>",
    "data-cfemail='",
    "422b2c24",
)
LINKED_DATA = ("<script type='application/ld+json'>", '{"@type": "Dentist", ', '"telephone": "', '"}', "[[[", "{{")
WORDS = ("info@acme.example", "@", ".", "(at)", " [dot] ", " at ", "Fax ", "Website by ", "mailto:", "tel:", "\n")
NUMBERS = ("512-555-0100", "+49 30 ", "(", ")", "https://facebook.com/acme")
ODD = ("&#64;", "\u200b", "\ud800", "\x00", "\u00e9", "e\u0301")
PIECES = (*TAGS, *CLASSES, *MARKED, *LINKED_DATA, *WORDS, *NUMBERS, *ODD)

pages = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=40).map("".join)
any_text = st.one_of(pages, st.text(max_size=300))
