"""How countries write their streets where no common word tells them to be some."""

import pytest
from tests.extract.readers import extract_addresses

MAIL = "<p><a href='mailto:info@acme.example'>info@acme.example</a></p>"


def found(html: str, region: str) -> list[str]:
    return [finding.value for finding in extract_addresses(html, region)]


@pytest.mark.parametrize(
    ("region", "written", "read"),
    [
        ("SI", "Pod gradom 3<br>4000 Kranj", "Pod gradom 3, Kranj 4000, SI"),
        ("SI", "Zgornji trg 5, 8290 Sevnica", "Zgornji trg 5, Sevnica 8290, SI"),
        ("BA", "Zmaja od Neretve 7, 88000 Mostar", "Zmaja od Neretve 7, Mostar 88000, BA"),
        ("MK", "ул. Партизанска \u0431\u0440.1/1, Тетово 1200", "ул. Партизанска \u0431\u0440.1/1, Тетово 1200, MK"),
        ("MK", "ул. Партизанска \u0431\u0440. 15, 1200 Тетово", "ул. Партизанска \u0431\u0440. 15, Тетово 1200, MK"),
        (
            "MK",
            "ул. Илинденска \u0431\u0440. 12, Скопје 1000 - Карпош",
            "ул. Илинденска \u0431\u0440. 12, Скопје 1000, MK",
        ),
        ("MK", "Адреса: бул. Илинден \u0431\u0440.44<br>Скопје 1000", "бул. Илинден \u0431\u0440.44, Скопје 1000, MK"),
        ("CZ", "Lipová č.p. 1452, 757 01 Hranice", "Lipová č.p. 1452, 757 01 Hranice, CZ"),
        ("RS", "Vojvode Stepe bb, 32000 Pančevo", "Vojvode Stepe bb, Pančevo 32000, RS"),
        ("LV", "Mežaparka 4. līnija 12, Liepāja", "Mežaparka 4. līnija 12, Liepāja, LV"),
        ("ES", "Domicilio: San Roque, 31 bajo, 20400 Tolosa", "San Roque 31, bajo, 20400 Tolosa, ES"),
        ("ES", "Prim, 18, 2º izda., 26001 Logroño", "Prim 18, 2º izda., 26001 Logroño, ES"),
        ("AR", "Alsina 1450, Tandil, Buenos Aires", "Alsina 1450, Tandil, Buenos Aires, AR"),
        ("IL", "14 Dizengoff St., Haifa", "14 Dizengoff St, Haifa, IL"),
        ("RU", "ул. Береговая, д.5/2 ТЦ Восток павильон 7", "ул. Береговая д.5/2, RU"),
        ("JP", "4-7-2 Ebisu, Shibuya-ku, Tokyo 150-0013", "4-7-2 Ebisu, Tokyo 150-0013, JP"),
        ("JP", "2 Chome-5-9 Motomachi, Naka Ward, Yokohama, Kanagawa 231-0861", "2 Chome-5-9 Motomachi"),
        (
            "IN",
            "Vill. Sonpur, Tehsil Kaithal<br>Haryana, India - 136027",
            "Vill. Sonpur, Tehsil Kaithal, Haryana 136027",
        ),
        ("IN", "Lake Palace,<br>Bundi - 323001 (Rajasthan)", "Lake Palace, Bundi"),
        (
            "IN",
            "7, 3, 12th Cross St, Kaveri Nagar, Salem, Tamil Nadu 636004",
            "7, 3, 12th Cross St, Kaveri Nagar, Salem",
        ),
        ("IN", "4/218 B, 9th Street Kamarajapuram, Karur 639 002", "4/218 B, 9th Street, Kamarajapuram, Karur"),
        ("NL", "Molenwerf 7 b 2<br>1911 DB Uitgeest", "Molenwerf 7 b 2, 1911 DB Uitgeest"),
        ("RS", "Vuka Karadžića 14/L2, 21000 Novi Sad", "Vuka Karadžića 14/L2, Novi Sad 21000"),
        ("RU", "город Тверь<br>ул. Волжская набережная, д. 8", "ул. Волжская набережная д. 8, Тверь"),
        ("LV", "Bērzu iela 7, Cēsis, LV 4101", "Bērzu iela 7, Cēsis LV 4101"),
        ("KE", "P.O. Box 20417-00200", "P.O. Box 20417-00200, KE"),
        ("ME", "Njegoševa bb", "Njegoševa bb, ME"),
        ("CZ", "Lhota 312, 739 41", "Lhota 312, 739 41, CZ"),
        ("TH", "41/2 Moo 5<br>Sanpa Road<br>Chiang Mai 50180", "41/2 Moo 5 Sanpa Road, Chiang Mai 50180, TH"),
        ("TH", "99/5 Moo 4, Soi 7, Rawai, Phuket 83130", "99/5 Moo 4 Soi 7, Phuket 83130, TH"),
        ("TH", "12 Moo 3, Tambon Maret, Surat Thani 84310", "12 Moo 3, Surat Thani 84310, TH"),
        ("TH", "Acme Resort<br>55 Moo 1<br>Ban Tai<br>Koh Phangan 84280", "55 Moo 1, Koh Phangan 84280, TH"),
        ("TH", "88 M.2, T. Nong Prue, A. Banglamung, Chonburi 20150", "88 M.2, Chonburi 20150, TH"),
        ("BG", "Сливен, кв. Роза, бл. 62", "кв. Роза, бл. 62, Сливен, BG"),
        (
            "BG",
            "\u0433\u0440. Пловдив, ж.\u0440. Тракия, бл. 142, ап. 3",
            "ж.\u0440. Тракия, бл. 142, ап. 3, Пловдив, BG",
        ),
        ("BG", "ж.к. Люлин 5, бл. 512, партер, 1359 София", "ж.к. Люлин 5, бл. 512, партер, София 1359, BG"),
        ("RU", "Пермь, ул. Ленина, д. 5, кв. 12", "ул. Ленина д. 5, кв. 12, Пермь, RU"),
        ("RO", "Cart. Nord, bl. C4, parter, Focșani", "Cart. Nord, bl. C4, parter, Focșani, RO"),
        ("RO", "Brașov, cartier Florilor, bl. 12, sc. A", "cartier Florilor, bl. 12, sc. A, Brașov, RO"),
        ("SI", "Slovenska c. 5, 1000 Ljubljana", "Slovenska c. 5, Ljubljana 1000, SI"),
        ("LT", "Vilnius, Pašilaičių mkr. 12", "Pašilaičių mkr. 12, Vilnius, LT"),
        ("CN", "ADD:No.6,Mingde Road,Heping District,Tianjin, China", "No.6 Mingde Road, Tianjin, CN"),
        ("CN", "Address: No.18,Renmin Road,Wuxi City,Jiangsu,China", "No.18 Renmin Road"),
        ("IN", "No.24,Gandhi Road,Salem,Tamil Nadu 636007", "No.24, Gandhi Road, Salem"),
        ("VN", "Số 12,đường Lê Lợi,phường Bến Nghé,Quận 1,TP. Huế", "Số 12 đường Lê Lợi, Huế, VN"),
        ("TR", "Atatürk Cad. No:5,Bodrum,Muğla", "Atatürk Cad. No:5, Bodrum"),
        ("BR", "Rua das Flores,123,Centro,Curitiba,PR", "Rua das Flores 123, Curitiba"),
        ("PL", "ul. Lipowa 5,00-950 Warszawa", "ul. Lipowa 5, 00-950 Warszawa, PL"),
        ("RO", "Adresă: Remetea, nr. 118, jud. Bihor", "Remetea nr. 118, RO"),
        ("RU", "Акме, город Пермь,<br>Луначарская 52, тел. (342) 212-56-41, 218-27-73", "Луначарская 52, Пермь"),
        ("BR", "BR 376 n° 1502 Jardim CEP 84045-610 Ponta Grossa", "BR 376 n° 1502, Ponta Grossa 84045-610, BR"),
        ("IT", "Siamo nel bosco, in Via Pieve n.41 a <b>Vecchiano</b> (Pisa).", "Via Pieve n.41, Vecchiano, IT"),
        ("FR", "Notre atelier est au 12 rue des Tanneurs à Cholet.", "12 rue des Tanneurs, Cholet, FR"),
        ("GR", "3 Ακτή Καλλέργη<br>185 35 Πειραιάς", "Ακτή Καλλέργη 3, 185 35 Πειραιάς"),
        ("IT", "12, Via Pieve<br>56019 Vecchiano", "Via Pieve 12, 56019 Vecchiano"),
        ("DE", "<b>Adresse</b> Rehwinkel Str. 6, 83435 Ainring", "Rehwinkel Str. 6, 83435 Ainring, DE"),
    ],
)
def test_streets_are_read_as_their_country_writes_them(region: str, written: str, read: str) -> None:
    (address,) = found(f"<p>{written}</p>{MAIL}", region)
    assert address.startswith(read)


@pytest.mark.parametrize(
    ("region", "line"), [("RS", "\U0001f4cd Sinđelićeva 40"), ("GR", "Διεύθυνση Κοραή 9"), ("SK", "Adresa Jabloňová 6")]
)
def test_a_pin_and_a_label_without_a_colon_tell_a_street(region: str, line: str) -> None:
    (address,) = found(f"<p>{line}</p>{MAIL}", region)
    assert address == f"{line.partition(' ')[2]}, {region}"


def test_a_street_that_leads_to_a_map_is_one() -> None:
    link = "<a href='https://www.google.com/maps/place/x'>Jabloňová 6</a>"
    assert found(f"<p>{link}</p>", "SK") == ["Jabloňová 6, SK"]
    assert found("<p><a href='https://acme.example/rooms'>Jabloňová 6</a></p>", "SK") == []


@pytest.mark.parametrize("line", ["Lautaro 88, Osorno · 64 2 226 010 · acme.example", "Lautaro 88<br>Osorno"])
def test_numbers_on_a_street_s_own_line_and_its_town_on_the_next_tell_that_it_is_one(line: str) -> None:
    more = "" if "acme" in line else MAIL
    assert found(f"<p>{line}</p>{more}", "CL") == ["Lautaro 88, Osorno, CL"]


def test_a_short_number_behind_its_label_is_no_street_of_the_town_before_it() -> None:
    assert found("<p>Acme · Kesk tn 2 · 80010 Pärnu · Tel. 0123</p>", "EE") == ["Kesk tn 2, Pärnu 80010, EE"]


@pytest.mark.parametrize(
    ("region", "line", "read"),
    [
        ("KZ", "Кең Жазира, 18, Город Семей", "Кең Жазира 18, Семей, KZ"),
        ("RS", "Kneza Lazara, 12, Užice", "Kneza Lazara 12, Užice, RS"),
        ("CL", "Los Aromos, 88, Osorno", "Los Aromos 88, Osorno, CL"),
        ("PE", "Los Ficus N° 207- Chincha", "Los Ficus N° 207, Chincha, PE"),
    ],
)
def test_a_name_a_number_and_a_town_are_an_address_where_they_are_a_line_among_contacts(
    region: str, line: str, read: str
) -> None:
    assert found(f"<p>{line}</p>{MAIL}", region) == [read]
    assert found(f"<p>{line.replace('Город ', '')}, Acme</p><p>Hello</p>", region) == []


@pytest.mark.parametrize("thing", ["Handelsregister HRB 4711", "Registergericht HRA 8250", "Unsere Steuer 44"])
def test_the_word_before_a_number_tells_that_it_is_no_house_s(thing: str) -> None:
    assert found(f"<p>{thing}, Amtsgericht Neuburg</p>{MAIL}", "DE") == []


def test_a_year_in_the_sentence_behind_a_street_is_no_code() -> None:
    prose = "Vi har haft klinik på Birkevej 14, siden huset blev bygget. Den blev i 2011 overtaget af Lone Friis."
    assert not any("2011" in address for address in found(f"<p>{prose}</p>", "DK"))


def test_a_firm_that_ends_like_a_house_without_a_number_is_no_street() -> None:
    assert found(f"<p>Titolare: Bottega Merlo snc</p><p>Belluno</p>{MAIL}", "IT") == []


@pytest.mark.parametrize(("street", "count"), [("22th", 0), ("3th", 0), ("22nd", 1), ("11th", 1), ("13th", 1)])
def test_an_american_street_with_an_ordinal_that_english_lacks_is_a_template_s(street: str, count: int) -> None:
    assert len(found(f"<p>40 West {street} Street, Salem, OR 97301</p>", "BR")) == count


def test_a_code_of_zeros_is_a_template_s() -> None:
    assert found("<p>Postbus 0000<br>0000 XX AAAAAA</p>", "NL") == []


@pytest.mark.parametrize(
    ("region", "written", "read"),
    [
        ("BE", "<p>Warandepark, 3290 Diest</p>", "Warandepark, 3290 Diest, BE"),
        ("BE", "<p>Cafe Acme, Warandepark, 3290 Diest</p>", "Warandepark, 3290 Diest, BE"),
        ("BE", "<p>Cafe Acme<br>Stationsplein<br>3290 Diest</p>", "Stationsplein, 3290 Diest, BE"),
        (
            "NL",
            "<a href='https://goo.gl/maps/abc'>Havenplein, 8861 AB Harlingen</a>",
            "Havenplein, 8861 AB Harlingen, NL",
        ),
        ("DK", "<p>Havnepladsen, 5700 Svendborg</p>", "Havnepladsen, 5700 Svendborg, DK"),
        ("AT", "<p>Hauptplatz, 8010 Graz</p>", "Hauptplatz, 8010 Graz, AT"),
        ("DE", "<p>Am Stadtgarten, 59348 Hain</p>", "Am Stadtgarten, 59348 Hain, DE"),
        ("DE", "<p>Seepark<br>Lindenweg 5<br>59348 Hain</p>", "Lindenweg 5, 59348 Hain, DE"),
    ],
)
def test_a_square_before_its_code_and_town_needs_no_number(region: str, written: str, read: str) -> None:
    assert found(written, region) == [read]


@pytest.mark.parametrize("words", ["Unser Spielplatz", "Hotel Seepark", "Tierpark", "Bäckerei Roth", "Schlosscafé"])
def test_what_is_no_square_before_a_code_is_no_street(words: str) -> None:
    assert found(f"<p>{words}, 59348 Hain</p>", "DE") == found(f"<p>{words}<br>59348 Hain</p>", "DE") == []
