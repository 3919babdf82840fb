"""Postal addresses: parsed from one text, found on pages, read from structured data."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.extract.page_fuzz import dense_page, fuzzed_pages
from tests.extract.readers import extract_addresses
from tests.timing import assert_quick

from scrapersky.extract.addresses.address import Address
from scrapersky.extract.addresses.extraction import address_from_fields
from scrapersky.extract.addresses.parsing import parse_address
from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind

PIECES = (
    "12 Oak Street",
    "Austin, TX 78701",
    "Hauptstr. 5",
    "50667 Köln",
    "Via Roma, 2",
    "SW1A 1AA",
    "P.O. Box 12",
    "Suite 4",
    "Canada",
    "1012 AB",
)


def found(html: str, region: str | None = None) -> list[str]:
    return [finding.value for finding in extract_addresses(html, region)]


@pytest.mark.parametrize(
    ("country", "text", "one_line"),
    [
        ("US", "77 Pine St Apt 9B Springfield CA 90001", "77 Pine St, Apt 9B, Springfield, CA 90001, US"),
        (
            "US",
            "1600 West Oak Ave NW, Suite 300, Springfield, Illinois 62704-1234",
            "1600 West Oak Ave NW, Suite 300, Springfield, IL 62704-1234, US",
        ),
        ("US", "P.O. Box 1234, Springfield, IL 62704", "P.O. Box 1234, Springfield, IL 62704, US"),
        ("US", "950 Highway 10 East, Springfield, AR 72001", "950 Highway 10 East, Springfield, AR 72001, US"),
        (
            "GB",
            "Flat 3, Test Building, 10-12 Plum Lane, London, ec1a1bb",
            "Flat 3, Test Building, 10-12 Plum Lane, London EC1A 1BB, GB",
        ),
        (
            "GB",
            "Mill House, Orchard Walk, Luton, Bedfordshire, LU1 1AA",
            "Mill House, Orchard Walk, Luton, Bedfordshire LU1 1AA, GB",
        ),
        ("CA", "200 Bay St., Suite 300, Toronto, Ontario M5J2J5", "200 Bay St., Suite 300, Toronto, ON M5J 2J5, CA"),
        ("AU", "Shop 4, 12 George Street, Sydney NSW 2000", "12 George Street, Shop 4, Sydney, NSW 2000, AU"),
        ("DE", "Am Alten Markt 3, 50667 Köln", "Am Alten Markt 3, 50667 Köln, DE"),
        ("AT", "Mariahilfer Straße 45/3, A-1060 Wien", "Mariahilfer Straße 45/3, 1060 Wien, AT"),
        ("CH", "Bahnhofstrasse 21\nCH-8001 Zürich", "Bahnhofstrasse 21, 8001 Zürich, CH"),
        ("FR", "12 bis, rue des Lilas, 75011 Paris", "12 bis rue des Lilas, 75011 Paris, FR"),
        ("BE", "Rue de la Loi 16, B-1000 Bruxelles", "Rue de la Loi 16, 1000 Bruxelles, BE"),
        ("ES", "Calle Mayor, 12, 3º B, 28013 Madrid", "Calle Mayor 12, 3º B, 28013 Madrid, ES"),
        ("IT", "Via Garibaldi, 22 - 20121 Milano (MI)", "Via Garibaldi 22, 20121 Milano (MI), IT"),
        ("NL", "Keizersgracht 123-2, 1015cj Amsterdam", "Keizersgracht 123-2, 1015 CJ Amsterdam, NL"),
        ("PL", "ul. Długa 5/7, 00-238 Warszawa", "ul. Długa 5/7, 00-238 Warszawa, PL"),
        ("PT", "Rua Augusta, 25, 1100-053 Lisboa", "Rua Augusta 25, 1100-053 Lisboa, PT"),
        ("SE", "Storgatan 12, 111 22 Stockholm", "Storgatan 12, 111 22 Stockholm, SE"),
        ("NO", "Karl Johans gate 5, 0154 Oslo", "Karl Johans gate 5, 0154 Oslo, NO"),
        ("DK", "Vestergade 10, 8000 Aarhus C", "Vestergade 10, 8000 Aarhus C, DK"),
        ("FI", "Mannerheimintie 14 A, 00100 Helsinki", "Mannerheimintie 14 A, 00100 Helsinki, FI"),
        (None, "8 Abay Avenue, 050010 Almaty, Kazakhstan", "8 Abay Avenue, Almaty 050010, KZ"),
    ],
)
def test_an_address_is_taken_apart_as_its_country_writes_it(country: str | None, text: str, one_line: str) -> None:
    address = parse_address(text, country)
    assert address is not None
    assert address.one_line == one_line


def test_the_country_in_the_text_wins_over_the_one_passed_in() -> None:
    address = parse_address("Hauptstraße 5, 50667 Köln, Germany", "US")
    assert address is not None
    assert address.country == "DE"


@pytest.mark.parametrize(
    "text",
    [
        "We won 3 prizes in 2019",
        "call 512 555 0100",
        "book stores near me",
        "",
        "  ,, ",
        "Monday 9-17",
        "12345",
    ],
)
def test_ordinary_text_is_no_address(text: str) -> None:
    assert parse_address(text, None) is None


@pytest.mark.parametrize(
    ("region", "html", "one_line"),
    [
        ("JP", "<p>〒530-0001<br>大阪府大阪市北区梅田1丁目2-3</p>", "北区梅田1丁目2-3, 大阪市, 大阪府 530-0001, JP"),
        (
            None,
            "<td>〒150-0002 東京都渋谷区渋谷2-21-1 渋谷ビル5F</td>",
            "渋谷2-21-1, 渋谷ビル5F, 渋谷区, 東京都 150-0002, JP",
        ),
        ("CN", "<p>地址: 浙江省温州市龙湾区滨海大道1688号</p>", "龙湾区滨海大道1688号, 温州市, 浙江省, CN"),
        ("KR", "<p>서울특별시 강남구 테헤란로 123, 4층 (06133)</p>", "테헤란로 123, 4층, 강남구, 서울특별시 06133, KR"),
        ("RU", "<p>115114, город Москва, ул. Летниковская, д. 10</p>", "ул. Летниковская д. 10, Москва 115114, RU"),
        ("GR", "<p>Οδός Ερμού 45, 10563 Αθήνα</p>", "Οδός Ερμού 45, 10563 Αθήνα, GR"),
        (
            "TR",
            "<p>Bağdat Caddesi No: 123 D:4, Kad\u0131köy / İstanbul</p>",
            "Bağdat Caddesi No: 123, D:4, Kad\u0131köy, İstanbul, TR",
        ),
        ("HU", "<p>1052 Budapest, Váci utca 12.</p>", "Váci utca 12, 1052 Budapest, HU"),
        ("RO", "<p>Str. Victoriei nr. 10, Cluj-Napoca 400001</p>", "Str. Victoriei nr. 10, Cluj-Napoca 400001, RO"),
        (
            "BR",
            "<p>Av. Paulista, 1578 - São Paulo/SP - CEP 01310-200</p>",
            "Av. Paulista 1578, São Paulo, SP 01310-200, BR",
        ),
        (
            "IN",
            "<p>No. 45, MG Road, Bengaluru - 560001, Karnataka</p>",
            "No. 45, MG Road, Bengaluru, Karnataka 560001, IN",
        ),
        ("SG", "<p>10 Anson Road, #12-08, Singapore 079903</p>", "10 Anson Road, #12-08, Singapore 079903, SG"),
        ("NZ", "<p>45 Queen Street, Auckland 1010</p>", "45 Queen Street, Auckland 1010, NZ"),
        ("ZA", "<p>12 Long Street, Cape Town, 8001</p>", "12 Long Street, Cape Town 8001, ZA"),
        ("IE", "<p>15 Main Street, Naas, Co. Kildare, W91 X2Y3</p>", "15 Main Street, Naas, Co. Kildare W91 X2Y3, IE"),
    ],
)
def test_an_address_is_read_in_the_form_of_its_country(region: str | None, html: str, one_line: str) -> None:
    assert found(html, region) == [one_line]


def test_a_city_with_a_number_is_no_address_in_india() -> None:
    assert found("<p>Founded in 2012, Gurugram 560001 units sold</p><p>Gurugram, Haryana 122015</p>", "IN") == []


@pytest.mark.parametrize(
    ("region", "html"),
    [
        ("US", "<p>Acme Dental<br>12 Oak Street, Suite 4<br>Austin, TX 78701<br>Phone 512 555 0100</p>"),
        ("US", "<div>Acme Dental</div><div>12 Oak Street</div><div>Suite 4</div><div>Austin, TX 78701</div>"),
        ("US", "<p>Visit us at 12 Oak Street, Suite 4, Austin, TX 78701 for a check-up.</p>"),
        ("US", "<table><tr><td>12 Oak Street, Suite 4</td></tr><tr><td>Austin, TX 78701</td></tr></table>"),
        (None, "<footer>Acme | 12 Oak Street, Suite 4, Austin, TX 78701 | Tel 512 555 0100</footer>"),
    ],
)
def test_one_line_and_many_lines_give_the_same_address(region: str | None, html: str) -> None:
    assert found(html, region) == ["12 Oak Street, Suite 4, Austin, TX 78701, US"]


def test_a_street_alone_is_found_with_less_confidence_than_one_with_a_code() -> None:
    (bare,) = extract_addresses("<p>12 Oak Street</p>", "US")
    (coded,) = extract_addresses("<p>12 Oak Street<br>Austin, TX 78701</p>", "US")
    (marked,) = extract_addresses("<address>12 Oak Street<br>Austin, TX 78701</address>", "US")
    assert bare.confidence < coded.confidence < marked.confidence


def test_an_address_seen_twice_is_found_once_and_its_bare_street_not_again() -> None:
    html = "<p>12 Oak Street<br>Austin, TX 78701</p>" * 2 + "<p>12 Oak Street</p>"
    assert len(found(html, "US")) == 1


def test_a_british_address_without_a_number_is_found_by_its_postcode() -> None:
    assert found("<p>Rose Cottage<br>Church Lane<br>Little Town<br>TN12 6AB</p>") == [
        "Rose Cottage, Church Lane, Little Town TN12 6AB, GB"
    ]


def test_an_address_abroad_is_found_on_a_page_from_elsewhere() -> None:
    assert found("<p>Storgatan 12<br>111 22 Stockholm<br>Sweden</p>", "US") == ["Storgatan 12, 111 22 Stockholm, SE"]
    assert found("<p>Am Markt 5<br>50667 Köln<br>Germany</p>", "US") == ["Am Markt 5, 50667 Köln, DE"]
    assert found("<p>Acme Europe, Hauptstraße 5, 50667 Köln</p>", "US") == ["Hauptstraße 5, 50667 Köln, DE"]


def test_the_parts_are_facts_and_the_words_on_the_page_are_kept() -> None:
    (finding,) = extract_addresses("<p>12 Oak Street<br>Austin, TX 78701</p>", "US")
    assert finding.kind is Kind.ADDRESS
    assert finding.raw == "12 Oak Street, Austin, TX 78701"
    assert (finding.fact("house_number"), finding.fact("postal_code"), finding.fact("city")) == (
        "12",
        "78701",
        "Austin",
    )


@pytest.mark.parametrize(
    ("region", "html"),
    [
        (
            "US",
            "<li>16 GB Flash Drive</li><li>3 Easy Steps</li><li>Top 10 Best Street Foods of 2015</li>",
        ),
        ("US", "<p>Chapter 12 The Long Road</p><p>In 2014 we sold 12000 Units. On 5 May 2012 Berlin hosted us.</p>"),
        ("DE", "<p>Artikel 5 12345 Teile</p><p>Version 3 2014 Edition</p><p>Am 12. Mai 2019 Berlin</p>"),
        ("NL", "<p>Sinds 1999 CD Albums</p>"),
        ("GB", "<p>MP3 4GB player, model AB12 3CD</p>"),
        (None, "<p>Copyright 2012 Acme Corporation. All rights reserved. 1 2 3 4 Next</p>"),
    ],
)
def test_numbered_text_gives_no_address(region: str, html: str) -> None:
    assert found(html, region) == []


def test_structured_fields_become_an_address() -> None:
    values = {
        "streetAddress": ["12 High Street, Flat 3"],
        "addressLocality": "Leeds",
        "postalCode": "ls14ab",
        "addressCountry": "GB",
    }
    assert address_from_fields(values) == Address(
        house_number="12", street="High Street", unit="Flat 3", city="Leeds", postal_code="LS1 4AB", country="GB"
    )
    assert address_from_fields({"name": "12 High Street, Leeds LS1 4AB"}) is not None
    assert address_from_fields({"streetAddress": None, "addressLocality": {"x": 1}}) is None


def test_microformats_fields_become_an_address() -> None:
    address = address_from_fields(
        {"street-address": "Hauptstraße 5", "locality": "Köln", "postal-code": "50667", "country-name": "Deutschland"}
    )
    assert address is not None
    assert address.one_line == "Hauptstraße 5, 50667 Köln, DE"


@given(st.text(max_size=300), st.sampled_from([None, "US", "GB", "DE", "xx", ""]))
def test_no_text_raises_and_parts_are_trimmed(text: str, country: str | None) -> None:
    address = parse_address(text, country)
    for finding in extract_addresses(text, country):
        assert finding.value
        assert 0 < finding.confidence <= 1
    if address:
        values = [getattr(address, part.name) for part in fields(address)]
        assert all(value == value.strip() for value in values)


@given(
    st.dictionaries(
        st.sampled_from(["streetAddress", "postalCode", "addressCountry", "name"]),
        st.none() | st.text(max_size=40) | st.lists(st.text(max_size=9)),
    )
)
def test_no_fields_raise(values: dict[str, object]) -> None:
    address_from_fields(values)


@given(
    st.integers(1, 9999),
    st.sampled_from(["Oak", "Elm Tree", "Lake View"]),
    st.sampled_from(["Street", "Ave", "Rd"]),
    st.integers(10000, 99999),
)
def test_parsing_what_was_parsed_changes_nothing(number: int, name: str, kind: str, code: int) -> None:
    address = parse_address(f"{number} {name} {kind}, Springfield, TX {code}", "US")
    assert address is not None
    assert parse_address(address.one_line) == address


def test_fuzzed_pages_neither_raise_nor_take_long() -> None:
    assert_quick(lambda: [extract_addresses(page, "US") for page in fuzzed_pages(PIECES, 300)], seconds=5)


@pytest.mark.parametrize(
    "piece",
    [
        "12 Main Street, Austin, TX 78701 ",
        "<p>12 Main Street</p><p>Austin, TX 78701</p>",
        "<p>Musterstr. 1 12345 Berlin</p>",
        "SW1A 1AA ",
        "12 ",
        "1 A ",
        "via ",
        "Street ",
        "po box 1 ",
    ],
)
def test_five_megabytes_take_under_a_second(piece: str) -> None:
    page = piece * (5_000_000 // len(piece))
    assert_quick(lambda: extract_addresses(page, "US"), seconds=1)


@pytest.mark.parametrize("piece", ["12 Main Street ", "via Roma 5 ", "12345 Berlin ", "12 rue de la "])
def test_a_page_full_of_candidates_takes_under_a_second(piece: str) -> None:
    page = dense_page(piece)
    assert_quick(lambda: extract_addresses(page, "US"), seconds=1)


@pytest.mark.parametrize(
    "parking",
    [
        "<p>Parkhaus: Schlossbergring 5, 79098 Freiburg</p>",
        "<h4>Free parking</h4><p>Schlossbergring 5, 79098 Freiburg</p>",
    ],
)
def test_where_cars_are_left_is_no_address(parking: str) -> None:
    html = f"<p>Eichenweg 7, 79098 Freiburg</p>{parking}"
    assert [one.value for one in extract_addresses(html, "DE")] == ["Eichenweg 7, 79098 Freiburg, DE"]


@pytest.mark.parametrize(
    ("region", "lines", "one_line"),
    [
        ("DE", "Lerchenweg 7<br>72108 - Rottenburg", "Lerchenweg 7, 72108 Rottenburg, DE"),
        ("AT", "Hauptstraße 88a/2/15<br>1070 Wien", "Hauptstraße 88a/2/15, 1070 Wien, AT"),
        ("NL", "Prins Hendrik 2 Laan 21, St. Anna", "Prins Hendrik 2 Laan 21, St. Anna, NL"),
        ("BE", "Steenweg op Gent 112 bus 3<br>9300 Aalst", "Steenweg op Gent 112, bus 3, 9300 Aalst, BE"),
        ("FR", "Le Bourg<br>24250 Daglan", "Le Bourg, 24250 Daglan, FR"),
        ("RO", "📍 Oradea, str. Republicii nr. 18, et. 2", "str. Republicii nr. 18, et. 2, Oradea, RO"),
        ("RU", "Екатеринбург, Малышева 51", "Малышева 51, Екатеринбург, RU"),
        ("UA", "Харківська обл.,<br>м. Чугуїв,<br>вул. Стара<br>дорога, 5", "вул. Стара дорога 5, Чугуїв, UA"),
        ("HU", "Cím: 1137. Budapest Pozsonyi Út 14. 2-es csengő", "Pozsonyi Út 14, 1137 Budapest, HU"),
        ("TR", "Yeni Mah. 1752 Sokak<br>No: 7<br>Nilüfer / BURSA", "Yeni Mah. 1752 Sokak No: 7, Nilüfer, BURSA, TR"),
        ("BR", "Rua XV de Novembro, 88, Centro, Curitiba - PR", "Rua XV de Novembro 88, Curitiba, PR, BR"),
        ("AR", "San Martín 456, Rosario, Santa Fe", "San Martín 456, Rosario, Santa Fe, AR"),
        ("CL", "Los Aromos 567, Temuco", "Los Aromos 567, Temuco, CL"),
        ("VN", "Số 12, phố Huế, phường Lê Lợi, thành phố Vinh, tỉnh Nghệ An", "Số 12 phố Huế, Vinh, tỉnh Nghệ An, VN"),
        ("VN", "7A2 Trần Phú, KĐT mới Bắc Hà,<br>phường Mộ Lao, Hà Nội", "7A2 Trần Phú, Hà Nội, VN"),
        ("ID", "Gg. Mawar Indah II No.5, Kec. Lowokwaru, Malang", "Gg. Mawar Indah II No.5, Malang, ID"),
        ("ID", "Melati Indah 1 No. 5", "Melati Indah 1 No. 5, ID"),
        ("IL", "ביאליק 14 רמת גן", "ביאליק 14, רמת גן, IL"),
        ("MY", "12, Jalan Industri 2, 81100 Johor Bahru", "12 Jalan Industri 2, Johor Bahru 81100, MY"),
        ("NG", "16, Adeola Street,<br>Utako, Abuja", "16, Adeola Street, Utako, Abuja, NG"),
        ("AU", "18 Lygon St Carlton North", "18 Lygon St, Carlton North, AU"),
        ("JP", "所在地<br>〒460-0008<br>愛知県名古屋市中区栄3-4-5", "中区栄3-4-5, 名古屋市, 愛知県 460-0008, JP"),
        (
            "US",
            "4410 Palm Boulevard, Suite 1702, Ocala, FL 34470",
            "4410 Palm Boulevard, Suite 1702, Ocala, FL 34470, US",
        ),
        (
            "ID",
            "Jl. Melati No.21, Kec. Coblong, Kota Bandung, Jawa Barat 40123",
            "Jl. Melati No.21, Bandung, Jawa Barat 40123",
        ),
        ("TW", "台南市東區青年路12號 70151 台灣", "東區青年路12號, 台南市 70151, TW"),
        ("KR", "(06236) 서울특별시 강남구 봉은사로 21", "봉은사로 21, 강남구, 서울특별시 06236, KR"),
        ("TH", "88/12 หมู่ 4 ตำบลบางพระ อำเภอศรีราชา จังหวัดชลบุรี 20110", "88/12 หมู่ 4 ตำบลบางพระ, ศรีราชา, ชลบุรี 20110, TH"),
        ("IN", "4/11, Model Town, Hathras (U.P.)", "4/11, Model Town, Hathras, IN"),
        ("KE", "Simba Plaza, 2nd Floor, Juja Road Limuru", "Simba Plaza, 2nd Floor, Juja Road, Limuru, KE"),
        ("AE", "شارع النخّيل، المنطقة الصناعية 4<br>الشارقة، الإمارات العربية المتحدة", "شارع النخّيل, الشارقة, AE"),
        ("RU", "Омск ул. Садовая 3. к2.", "ул. Садовая 3, к2, Омск, RU"),
        ("PL", "81-310 Gdynia ul. Leśna 14", "ul. Leśna 14, 81-310 Gdynia, PL"),
        ("HR", "Ilica 45 Zagreb", "Ilica 45, Zagreb, HR"),
        ("HU", "Fő utca 3, Budapest 11", "Fő utca 3, Budapest 11, HU"),
        ("UA", "м. Львів, вул. Франка, 12, оф. 4, 79000", "вул. Франка 12, оф. 4, Львів 79000, UA"),
        ("ZA", "12 Protea Street<br>Parow<br>Cape Town<br>7500", "12 Protea Street, Cape Town 7500, ZA"),
        ("KH", "#45, Street 240, Phnom Penh", "#45 Street 240, Phnom Penh, KH"),
        ("MT", "12, Triq il-Kbira, Mosta", "12 Triq il-Kbira, Mosta, MT"),
    ],
)
def test_a_street_among_contacts_is_read_with_its_town(region: str, lines: str, one_line: str) -> None:
    [address] = found(f"<p>{lines}</p><p>info@acme.example</p>", region)
    assert address.startswith(one_line)


@pytest.mark.parametrize(
    ("region", "line"),
    [
        ("SE", "Firman startades den 1 maj 1983 av Karl Berg 1983 och drivs vidare."),
        ("BE", "U kunt betalen via SMS of de 4411 app."),
        ("DE", "Zimmer 12, Frau Berg"),
        ("ES", "Extensión 12, Recepción"),
        ("HR", "Soba 5, Prizemlje"),
        ("CL", "Desde 1998, Temuco"),
    ],
)
def test_a_number_behind_another_word_is_no_street(region: str, line: str) -> None:
    assert found(f"<p>{line}</p><p>info@acme.example</p>", region) == []


def test_a_name_and_a_number_away_from_contacts_are_no_street() -> None:
    assert found("<p>Los Aromos 567, Temuco</p>", "CL") == []


def test_a_number_before_a_name_is_a_street_below_a_label_only() -> None:
    assert found("<h4>Address</h4><p>15 Kauri, Petone</p>", "NZ") == ["15 Kauri, Petone, NZ"]
    assert found("<h4>News</h4><p>15 Kauri, Petone</p><p>info@acme.example</p>", "NZ") == []


def test_a_day_with_a_date_is_no_street() -> None:
    assert found("<p>Subota 18, Zagreb</p><p>info@acme.example</p>", "HR") == []


def test_a_street_in_passing_does_not_count_beside_a_whole_address() -> None:
    praise = "<p>They came on time and cleaned both of our old armchairs at 12 Mill Street in no time.</p>"
    whole = "4 High Street, Leeds LS1 4AB, GB"
    assert found(f"<p>4 High Street, Leeds LS1 4AB</p>{praise}", "GB") == [whole]


def test_what_an_aggregate_rating_is_about_is_the_business() -> None:
    item = '{"@type": "AggregateRating", "itemReviewed": {"@type": "Restaurant", "address": %s}}'
    address = '{"streetAddress": "Building 48, Seta", "addressLocality": "Ain Nour", "addressCountry": "EG"}'
    html = f'<script type="application/ld+json">{item % address}</script>'
    values = [one.value for one in extract_contacts(html, "https://acme.example/", "EG").findings]
    assert values == ["Building 48, Seta, Ain Nour, EG"]
