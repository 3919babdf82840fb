"""email-validator as oracle: what we call an address, it does too, in the same spelling."""

import pytest
from email_validator import EmailNotValidError, validate_email
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapersky.extract.corrections import read_email

SPELLINGS = [
    "ana@acme.com", "Ana.Lopez+news@Acme.co.uk", "o'neill@acme.com", "a_b-c@acme.travel", "info@münchen.de",
    "a@b.io", "x" * 64 + "@acme.com", "first.last@sub.mail.acme.com", "1234@acme.com",
    "", "ana", "@acme.com", "ana@", "ana@acme", "ana@@acme.com", "a na@acme.com", "ana@acme..com", ".ana@acme.com",
    "ana.@acme.com", "ana@-acme.com", "ana@acme.c", "x" * 65 + "@acme.com", "ana@127.0.0.1", "ana@localhost",
]  # fmt: skip


@pytest.mark.parametrize("text", SPELLINGS)
def test_we_take_no_address_that_the_library_refuses(text: str) -> None:
    try:
        ours = read_email(text)
    except ValueError:
        return
    assert validate_email(ours, check_deliverability=False).normalized.lower() == ours or not ours.isascii()


@settings(max_examples=60)
@given(st.from_regex(r"[a-z0-9.+_-]{1,12}@[a-z0-9.-]{1,12}\.(com|de|io)", fullmatch=True))
def test_the_two_agree_on_what_looks_like_one(text: str) -> None:
    def takes(read: object) -> bool:
        try:
            read(text)  # type: ignore[operator]
        except (ValueError, EmailNotValidError):
            return False
        return True

    if takes(read_email):
        assert takes(lambda given: validate_email(given, check_deliverability=False))
