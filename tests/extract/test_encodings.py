"""The encoding of a page, by the standard's rules."""

import pytest
import webencodings
import webencodings.labels
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.timing import assert_quick

from scrapersky.extract.encodings.decoding import canonical_name, decode_html


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (b"plain", "windows-1252"),
        ("größer".encode(), "utf-8"),
        ("größer".encode("latin-1"), "windows-1252"),
        (b"\xef\xbb\xbf<meta charset=latin1>", "utf-8"),
        ("\ufeff<p>a".encode("utf-16-le"), "utf-16le"),
        ("<!doctype html><p>a".encode("utf-16-be"), "utf-16be"),
        (b"<META CharSet = 'iso-8859-2' >", "iso-8859-2"),
        (b'<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', "koi8-r"),
        (b'<meta content="text/html; charset=koi8-r">', "windows-1252"),
        (b"<!-- <meta charset=koi8-r> --><meta charset=iso-8859-2>", "iso-8859-2"),
        (b"<!--><meta charset=iso-8859-2>", "iso-8859-2"),
        (b"<meta charset=bogus><meta charset=iso-8859-2>", "iso-8859-2"),
        (b"<p title='<meta charset=koi8-r>'><meta charset=iso-8859-2>", "iso-8859-2"),
        (b"<meta charset=utf-16>", "utf-8"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<meta charset=iso-8859-2", "windows-1252"),
        (b"<?xml version='1.0' encoding='iso-8859-2'?><p>", "iso-8859-2"),
        (b"<!--" + b"x" * 9000 + b"--><meta charset=iso-8859-2>", "iso-8859-2"),
        (b"<p>" + b"x" * 2000 + b"<script>'<meta charset=koi8-r>'</script><meta charset=iso-8859-2>", "iso-8859-2"),
    ],
)
def test_a_page_says_its_encoding(body: bytes, encoding: str) -> None:
    assert decode_html(body).encoding == encoding


@pytest.mark.parametrize(
    ("content_type", "encoding"),
    [
        ("text/html; charset=iso-8859-2", "iso-8859-2"),
        ('text/html;charset="ISO-8859-2"', "iso-8859-2"),
        ("text/html; charset=bogus", "koi8-r"),
        ("text/html", "koi8-r"),
    ],
)
def test_the_transport_goes_before_the_page(content_type: str, encoding: str) -> None:
    assert decode_html(b"<meta charset=koi8-r>", content_type).encoding == encoding


@pytest.mark.parametrize(
    ("language", "text", "encoding"),
    [
        ("ru", "Стоматология в центре города", "windows-1251"),
        ("ja", "歯科医院のご案内", "shift_jis"),
        ("pl", "Usługi dentystyczne, źródło, żółć", "windows-1250"),
        ("tr", "Diş hekimliği İstanbul", "windows-1254"),
        ("el", "Οδοντίατρος", "windows-1253"),
    ],
)
def test_without_a_declaration_the_language_of_the_page_tells(language: str, text: str, encoding: str) -> None:
    decoded = decode_html(f'<html lang="{language}"><p>{text}'.encode(encoding))
    assert decoded.encoding == encoding
    assert text in decoded.text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Стоматология в центре города. Лечение зубов без боли, запись по телефону.", "windows-1251"),
        ("Стоматология в центре города. Лечение зубов без боли, запись по телефону.", "koi8-r"),
        ("Οδοντιατρείο στο κέντρο της πόλης, κλείστε ραντεβού τηλεφωνικά", "windows-1253"),
        ("当院は駅から徒歩三分です。お気軽にお問い合わせください。", "shift_jis"),
        ("当院は駅から徒歩三分です。お気軽にお問い合わせください。", "euc-jp"),
        ("歯科医院のご案内", "iso-2022-jp"),
        ("서울 치과 진료 안내입니다 전화로 예약하세요", "euc-kr"),
        ("我们的牙科诊所位于市中心欢迎电话预约。", "gb18030"),
        ("Größe, Café, Ærø, señor, façade", "windows-1252"),
    ],
)
def test_without_declaration_and_language_the_letters_tell(text: str, encoding: str) -> None:
    body = f"<title>Acme</title><p>{text}</p>".encode(encoding)
    assert decode_html(body).encoding == encoding
    assert text in decode_html(body).text


def test_a_few_wrong_bytes_do_not_make_utf_8_something_else() -> None:
    assert decode_html(("Größe " * 30).encode() + b"\xff").encoding == "utf-8"


def test_a_byte_order_mark_is_not_part_of_the_text() -> None:
    assert decode_html(b"\xef\xbb\xbfa").text == "a"


def test_scripts_without_end_take_no_time() -> None:
    assert_quick(lambda: decode_html(b"<script></script" * 60_000 + b"<a " * 100_000), seconds=2)


@settings(deadline=None)
@given(st.binary(max_size=200), st.none() | st.text(max_size=40))
def test_any_bytes_decode_to_a_known_encoding(body: bytes, content_type: str | None) -> None:
    decoded = decode_html(body, content_type)
    assert canonical_name(decoded.encoding) == decoded.encoding


@settings(deadline=None)
@given(st.sampled_from(sorted(webencodings.labels.LABELS)), st.binary(max_size=60))
def test_every_label_of_the_standard_decodes_any_bytes(label: str, body: bytes) -> None:
    assert isinstance(decode_html(body, f"text/html; charset={label}").text, str)


@settings(deadline=None)
@given(st.text(alphabet="<>!-/='\" \nmetacharsutf8;", max_size=120))
def test_any_markup_is_scanned_without_an_error(text: str) -> None:
    assert decode_html(text.encode()).text == text
