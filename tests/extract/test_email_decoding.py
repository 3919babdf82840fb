import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.extract.page_strategies import any_text

from scrapersky.extract.emails.decoding import (
    decode_cloudflare,
    decode_script_link,
    decode_typo3,
    protected_addresses,
)
from scrapersky.extract.html.document import read_document

addresses = st.from_regex(r"[a-z]{1,10}@[a-z]{2,10}\.example", fullmatch=True)


def hidden(html: str) -> list[str]:
    return [address for address, _ in protected_addresses(read_document(html))]


@given(addresses, st.integers(min_value=0, max_value=255))
def test_what_cloudflare_hides_with_any_key_is_read(address: str, key: int) -> None:
    code = bytes([key, *(byte ^ key for byte in address.encode())]).hex()
    assert decode_cloudflare(code) == address


@given(addresses)
def test_rot13_is_undone_only_where_a_plugin_marks_it(address: str) -> None:
    turned = codecs.encode(address, "rot13")
    assert hidden(f'<a data-enc-email="{turned}">x</a>') == [address]
    assert hidden(f'<a title="{turned}" data-other="{turned}">x</a>') == []


@pytest.mark.parametrize("code", ["nbjmup+jogpAbdnf/dpn", "ocknvq,kphqBceog0eqo", "lzhksn9hmenZzbld-bnl"])
def test_typo3_links_are_read_whatever_their_offset(code: str) -> None:
    assert decode_typo3(code) == "info@acme.com"


@pytest.mark.parametrize(
    "href",
    [
        "javascript:location='mailTo:'+'info@acme.com'",
        "javascript:location='MAILTO:info@acme.com'",
        " JavaScript:linkTo_UnCryptMailto('nbjmup+jogpAbdnf/dpn');",
        "\njavascript:open('znvygb:vasb@npzr.pbz')",
    ],
)
def test_a_link_that_runs_a_script_is_known_however_it_is_written(href: str) -> None:
    assert hidden(f'<a href="{href}">x</a>') == ["info@acme.com"]


@given(any_text)
def test_no_string_breaks_a_decoder(text: str) -> None:
    decode_cloudflare(text)
    decode_typo3(text)
    decode_script_link(text)
    list(protected_addresses(read_document(text)))
