"""Answers that stand in for a page."""

import pytest

from scrapersky.extract.pages.facts import read_page_facts


def reason(html: str) -> str | None:
    stand_in = read_page_facts(html, "https://acme.example/x").stand_in
    return stand_in.reason if stand_in else None


@pytest.mark.parametrize(
    "html",
    [
        "<title>Page not found - Acme</title><p>Sorry",
        "<title>404</title>",
        "<title>Acme</title><h1>Error 404</h1>",
        "<title>404 - Not Found</title>",
        "<title>The page you requested cannot be found</title>",
        "<title>Acme</title><h1>Sorry, this page can't be found.</h1>",
        "<title>Acme</title><h1>Página no encontrada</h1>",
        "<title>Страница не найдена</title>",
    ],
)
def test_a_page_may_say_that_it_is_not_there(html: str) -> None:
    assert reason(html) == "not_found"


@pytest.mark.parametrize(
    "html",
    [
        "<title>404 Main Street Dental</title><h1>Welcome",
        "<title>Lost pets</title><h1>Found</h1>",
        "<title>Page not found</title><p>" + "How to mend such links. " * 40,
        "<title>Acme</title><h1>Roofs</h1><form>Log in <input type=password></form>",
        "<title>Sign in</title><p>to our newsletter",
        "<title>Care that cannot be found elsewhere</title>",
        "<title>Входные двери</title><form><input type=password></form>",
    ],
)
def test_other_pages_are_what_they_are(html: str) -> None:
    assert reason(html) is None


def test_a_page_that_asks_for_a_password_is_a_login() -> None:
    assert reason("<title>Anmelden</title><form><input type='PASSWORD'></form>") == "asks_for_login"
