"""Strings that look like pages: pieces that extractors react to, in any order, with anything between them."""

from hypothesis import strategies as st

PIECES = (
    "<p>", "</p>", "<div class='vcard'>", "<div class=\"h-card\">", "<span class=tel>", "<b itemprop=telephone>", "<footer>", "<a href='",
    "'>", "mailto:", "tel:", "info@acme.example", "@", ".", "(at)", " [dot] ", " at ", "512-555-0100", "+49 30 ", "(", ")", "\n",
    "<p itemscope itemtype='https://schema.org/Person'>", "<script type='application/ld+json'>", '{"@type": "Dentist", ',
    '"telephone": "', '"}', "</script>", "https://facebook.com/acme", "<!--", "-->", "&#64;", "\u200b", "\ud800", "\x00", "Fax ",
    "<span style='direction:rtl'>", "data-cfemail='", "422b2c24", "<br>", "Website by ", "[[[", "{{", "<svg>", "<table><td>", "é",
)  # fmt: skip

pages = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=40).map("".join)
any_text = st.one_of(pages, st.text(max_size=300))
