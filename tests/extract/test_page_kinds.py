"""What a page is about, told from its address."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapersky.extract.pages.kinds import classify_page
from scrapersky.extract.pages.names import naming, scores, words_of

SITE = "https://www.acme-dental.example"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "home"),
        ("/index.html", "home"),
        ("/de/", "home"),
        ("/?utm_source=x", "home"),
        ("/?page_id=12", "other"),
        ("/contact", "contact"),
        ("/Contact_Us.aspx", "contact"),
        ("/ContactUs.html", "contact"),
        ("/en-us/contact-us/", "contact"),
        ("/index.php?page=kontakt", "contact"),
        ("/#contact", "contact"),
        ("/contact-acme-dental", "contact"),
        ("/kontakt-und-anfahrt", "contact"),
        ("/nous-contacter", "contact"),
        ("/contactanos", "contact"),
        ("/cont%C3%A1ctenos", "contact"),
        ("/contatti", "contact"),
        ("/neem-contact-op", "contact"),
        ("/fale-conosco", "contact"),
        ("/kontakta-oss", "contact"),
        ("/yhteystiedot", "contact"),
        ("/ota-yhteytta", "contact"),
        ("/iletisim", "contact"),
        ("/%C4%B0leti%C5%9Fim", "contact"),
        ("/контакты", "contact"),
        ("/kontakt-formular", "contact"),
        ("/copy-of-contact-us-today", "contact"),
        ("/obratnaya-svyaz", "contact"),
        ("/elektronnaya-pochta", "other"),
        ("/lien-he", "contact"),
        ("/hubungi-kami", "contact"),
        ("/%EB%AC%B8%EC%9D%98%ED%95%98%EA%B8%B0", "contact"),
        ("/%D7%A6%D7%95%D7%A8-%D7%A7%D7%A9%D7%A8", "contact"),
        ("/contact-lenses", "other"),
        ("/apie-mus", "about"),
        ("/qui-som", "about"),
        ("/meet-dr-jane-doe", "team"),
        ("/john-doe-dds", "team"),
        ("/dr-smith", "team"),
        ("/prof-dr-max-mustermann", "team"),
        ("/on-line-shop", "shop"),
        ("/meet-dr-xu", "team"),
        ("/dr-martens-boots", "other"),
        ("/dr-oetker-pizza", "other"),
        ("/dr-scholls", "other"),
        ("/how-to-get-phd", "other"),
        ("/what-is-a-dmd", "other"),
        ("/prof-help-online", "other"),
        ("/the-rapists", "other"),
        ("/attorney-fees", "pricing"),
        ("/bio", "other"),
        ("/bio-produkte", "other"),
        ("/trainers", "other"),
        ("/meet-the-dentist", "team"),
        ("/nashi-sotrudniki", "other"),
        ("/sotrudniki", "team"),
        ("/staff-login", "system"),
        ("/company-news", "blog"),
        ("/vakansii", "careers"),
        ("/お問い合わせ", "contact"),
        ("/%C3%BCber-uns", "about"),
        ("/ueber-uns", "about"),
        ("/uber_uns.php", "about"),
        ("/ueberuns", "about"),
        ("/qui-sommes-nous", "about"),
        ("/quienes-somos", "about"),
        ("/chi-siamo", "about"),
        ("/over-ons", "about"),
        ("/o-nas", "about"),
        ("/sobre-nos", "about"),
        ("/om-os", "about"),
        ("/o-spolecnosti", "about"),
        ("/hakkimizda", "about"),
        ("/about/team", "team"),
        ("/team/jane-doe", "team"),
        ("/medarbejdere", "team"),
        ("/impressum", "legal_notice"),
        ("/mentions-legales", "legal_notice"),
        ("/aviso-legal", "legal_notice"),
        ("/datenschutzerklaerung", "privacy"),
        ("/polityka-prywatnosci", "privacy"),
        ("/personvernerklaering", "privacy"),
        ("/karriere/zahnarzt", "careers"),
        ("/leistungen", "services"),
        ("/tarifs", "pricing"),
        ("/aabningstider", "location"),
        ("/oeffnungszeiten", "location"),
        ("/termin-buchen", "booking"),
        ("/faq", "faq"),
        ("/presse", "press"),
        ("/blog", "blog"),
        ("/shop/zahnbuersten", "shop"),
        ("/wp-json/wp/v2/pages", "system"),
        ("/brochure.pdf", "document"),
        ("/logo@2x.png", "media"),
    ],
)
def test_the_address_tells_the_kind(path: str, kind: str) -> None:
    assert classify_page(SITE + path).kind == kind


@pytest.mark.parametrize(
    "path",
    [
        "/contact-lenses",
        "/services/contact-lenses",
        "/blog/contact",
        "/2024/05/contact-us",
        "/product/contact-grill",
        "/how-to-contact-your-insurance",
        "/news/team",
        "/full-contact-karate",
    ],
)
def test_a_page_that_only_mentions_contact_is_not_a_contact_page(path: str) -> None:
    found = classify_page(SITE + path)
    assert found.kind not in {"contact", "team"}
    assert found.score < 40


def test_the_ten_pages_worth_reading_come_first() -> None:
    paths = [
        "/blog/a",
        "/contact",
        "/shop/b",
        "/impressum",
        "/",
        "/services",
        "/team",
        "/x/y/z",
        "/about",
        "/locations",
    ]
    ranked = sorted(paths, key=lambda path: -classify_page(SITE + path).score)
    assert ranked[:6] == ["/contact", "/impressum", "/team", "/locations", "/about", "/"]


def test_deeper_pages_score_less() -> None:
    scores = [classify_page(f"{SITE}{'/x' * depth}/contact").score for depth in range(4)]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4


def test_link_text_and_title_tell_when_the_address_does_not() -> None:
    assert classify_page(f"{SITE}/p17").kind == "other"
    assert classify_page(f"{SITE}/p17", link_text="Kontakt").kind == "contact"
    assert classify_page(f"{SITE}/p17", title="Über uns | Acme Dental").kind == "about"
    assert classify_page(f"{SITE}/p17", title="Contact lenses | Acme Dental").kind == "other"
    assert classify_page(f"{SITE}/blog/p17", title="Contact").kind == "blog"


def test_every_listed_name_is_found_by_its_own_address() -> None:
    known = naming()
    assert set(known.kinds.values()) == set(scores())
    for phrase, kind in known.kinds.items():
        if len(phrase[0]) > 2:
            assert classify_page(f"{SITE}/{'-'.join(phrase)}").kind == kind


@settings(deadline=None)
@given(st.text(max_size=80), st.none() | st.text(max_size=80), st.none() | st.text(max_size=80))
def test_any_text_gets_a_kind_and_a_score_in_range(text: str, title: str | None, link_text: str | None) -> None:
    known = {*scores(), "home", "other", "media", "document"}
    for url in (text, f"{SITE}/{text}"):
        found = classify_page(url, title, link_text)
        assert found.kind in known
        assert 0 <= found.score <= 100


@settings(deadline=None)
@given(st.text(max_size=80))
def test_folded_words_fold_to_themselves(text: str) -> None:
    words = words_of(text)
    assert words_of(" ".join(words)) == words


@pytest.mark.parametrize(
    "path", ["/", "/contact", "/a.pdf", "/team/ana", "/blog/2024/x", "/?page=kontakt", "/x/y/z/w/v/u"]
)
def test_the_reasons_of_a_score_add_up_to_it(path: str) -> None:
    found = classify_page(SITE + path)
    assert sum(reason.points for reason in found.reasons) == found.score
    assert found.reasons


_PLAIN = "".join(map(chr, range(ord("a"), ord("z") + 1))) + "0123456789._~-"
_NAMES = st.one_of(st.sampled_from(["Contact", "team", "2021", "blog", "de", "index.html", "a.pdf"]), st.text(_PLAIN))


@given(st.lists(_NAMES, max_size=14), st.sampled_from(["", "Contact us"]))
def test_a_plain_address_is_what_the_same_address_is_that_has_to_be_parsed(names: list[str], title: str) -> None:
    path = "/".join(names)
    plain, spelled = (classify_page(f"{site}/{path}", title) for site in (SITE, SITE.upper()))
    assert (plain, plain.reasons) == (spelled, spelled.reasons)
