import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.extract.page_strategies import any_text

from scrapersky.extract.html.document import read_document
from scrapersky.extract.structured_data import StructuredItem, flat_fields, read_structured_data
from scrapersky.extract.structured_data.json_ld import parse_leniently


def things(html: str, url: str = "https://acme.example/about/") -> tuple[StructuredItem, ...]:
    return read_structured_data(read_document(html, url))


def fields(html: str) -> dict[str, list[str]]:
    return flat_fields(things(html))


def script(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script>'


def test_linked_data_is_read_with_its_graph_lists_and_nested_things() -> None:
    html = script(
        '{"@context": "https://schema.org", "@graph": [{"@type": ["Dentist", "LocalBusiness"], "telephone": "512",'
        '"address": {"@type": "PostalAddress", "postalCode": 78701, '
        '"addressCountry": {"@type": "Country", "name": "US"}},'
        '"sameAs": ["https://a.example", {"@id": "https://b.example"}], "openingHours": {"@value": "Mo-Fr"}}]}'
    )
    found = fields(html)
    assert found["telephone"] == ["512"]
    assert found["postalCode"] == ["78701"]
    assert found["addressCountry"] == ["US"]
    assert found["openingHours"] == ["Mo-Fr"]
    assert ("Dentist", "LocalBusiness") in [item.types for item in things(html)]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1,}',
        '{"a": 1 /* one */}',
        '{// one\n"a": 1}',
        '// <![CDATA[\n{"a": 1}\n// ]]>',
        '/* <![CDATA[ */{"a": 1}/* ]]> */',
        '<!--\n{"a": 1}\n-->',
        "{&quot;a&quot;: 1}",
        '{"a": 1};',
        ' \n{"a": 1}\n\n',
        '<!-- {"a": 1} -->',
        '\ufeff{"a": 1,}',
        '{"a": 1',
    ],
)
def test_json_that_is_not_quite_json_is_read(text: str) -> None:
    assert parse_leniently(text) == [{"a": 1}]


def test_a_backslash_that_escapes_nothing_is_dropped() -> None:
    assert parse_leniently(r'{"a": "it\'s \" \\ \/ \.", "b": [{"c": 1}') == [{"a": "it's \" \\ / .", "b": [{"c": 1}]}]


def test_lists_within_lists_hold_things_too() -> None:
    assert fields(script('[[{"name": "Acme"}]]')) == {"name": ["Acme"]}


@pytest.mark.parametrize(
    "html", ["<p ItemScope><b ItemProp=name>Acme</b></p>", "<p TypeOf=Thing><b Property=name>Acme</b></p>"]
)
def test_attributes_are_read_in_any_case(html: str) -> None:
    assert fields(html) == {"name": ["Acme"]}


def test_slashes_and_commas_inside_strings_stay() -> None:
    assert parse_leniently('{"a": "https://x.example/ ,] /* no */", "b": [1,],}') == [
        {"a": "https://x.example/ ,] /* no */", "b": [1]}
    ]


def test_several_values_in_one_script_are_all_read() -> None:
    assert parse_leniently('{"a": 1}\n{"b": 2}') == [{"a": 1}, {"b": 2}]


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, '{"a":' * 100_000, "null", "alert(1)", "/*" * 100_000, '"' + "\\" * 100_001]
)
def test_what_is_no_json_gives_nothing_and_takes_no_time(text: str) -> None:
    assert things(script(text)) == ()


def test_microdata_nests_refers_and_reads_values_where_they_are() -> None:
    html = """
    <div itemscope itemtype="https://schema.org/Dentist" itemref="more missing">
      <h1 itemprop="name">Acme <b>Dental</b></h1> <a itemprop="url" href="/home">x</a>
      <meta itemprop="email" content="a@acme.example">
      <p itemprop="address" itemscope itemtype="https://schema.org/PostalAddress">
        <span itemprop="postalCode">78701</span></p>
      <time itemprop="openingHours" datetime="Mo-Fr 9:00-17:00">weekdays</time>
    </div>
    <p id="more">Call <i itemprop="telephone">512-555-0100</i></p>
    """
    (dentist,) = things(html)
    assert dentist.types == ("Dentist",)
    assert dentist.text("name") == "Acme Dental"
    assert dentist.text("url") == "https://acme.example/home"
    assert dentist.text("telephone") == "512-555-0100"
    assert dentist.text("openingHours") == "Mo-Fr 9:00-17:00"
    address = dentist.item("address")
    assert address is not None
    assert address.text("postalCode") == "78701"


def test_an_item_that_refers_to_itself_ends() -> None:
    inner = '<div id="b" itemprop="x" itemscope itemref="a"><i itemprop="y">1</i></div>'
    html = f'<div itemscope id="a" itemref="a b">{inner}</div>'
    assert fields(html)["y"] == ["1"]


def test_rdfa_lite_says_the_same() -> None:
    html = """<div vocab="https://schema.org/" typeof="Person"><span property="name">Jo</span>
    <span property="schema:telephone" content="512">call</span>
    <div property="address" typeof="PostalAddress"><i property="addressLocality">Austin</i></div></div>"""
    assert fields(html) == {"name": ["Jo"], "telephone": ["512"], "addressLocality": ["Austin"]}


def test_a_classic_card_gives_the_fields_schema_org_has() -> None:
    html = """<div class="vcard"><b class="fn">Jo Roe</b>
    <span class="tel"><i class="type">Fax</i><i class="value">512</i></span>
    <span class="tel">513</span><a class="email" href="mailto:jo@acme.example">x</a>
    <p class="adr"><i class="street-address">1 Main St</i> <i class="locality">Austin</i>
    <i class="postal-code">78701</i></p></div>"""
    assert fields(html) == {
        "name": ["Jo Roe"],
        "faxNumber": ["512"],
        "telephone": ["513"],
        "email": ["jo@acme.example"],
        "streetAddress": ["1 Main St"],
        "addressLocality": ["Austin"],
        "postalCode": ["78701"],
    }


def test_a_modern_card_implies_its_name_and_address() -> None:
    (card,) = things('<a class="h-card" href="/jo"><img src="jo.jpg" alt="Jo Roe"></a>')
    assert (card.text("name"), card.text("url"), card.text("photo")) == (
        "Jo Roe",
        "https://acme.example/jo",
        "https://acme.example/about/jo.jpg",
    )


def test_a_card_in_a_card_is_its_property_or_its_child() -> None:
    (card,) = things(
        '<div class="h-card"><b class="p-name">Jo</b><a class="p-org h-card">Acme</a><i class="h-adr">x</i></div>'
    )
    org = card.item("org")
    assert org is not None
    assert org.text("name") == "Acme"
    assert [child.types for child in card.children] == [("h-adr",)]


def test_classic_includes_and_references_are_followed() -> None:
    card = '<div class="vcard" itemref="o"><b class="fn">Jo</b><a class="include" href="#t">x</a></div>'
    html = f'{card}<i id="t" class="tel">5</i><p id="o" class="org">Acme</p>'
    (found,) = things(html)
    assert (found.text("tel"), found.text("org")) == ("5", "Acme")


@given(any_text)
def test_any_string_can_be_read(html: str) -> None:
    for name, values in flat_fields(read_structured_data(read_document(html, html))).items():
        assert isinstance(name, str)
        assert len(values) == len(set(values))


json_values = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["@type", "@id", "@graph", "@value", "@list", "name", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(json_values)
def test_any_json_is_read_as_linked_data(value: object) -> None:
    text = json.dumps(value).replace("<", "\\u003c")
    for item in things(script(text)):
        assert all(one.syntax == "json-ld" for one in item.walk())
