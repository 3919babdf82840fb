"""Settings of the place sources."""

import pytest

from scrapersky.clients.places.settings import BadPlaceSetting, read_place_settings


def test_an_empty_setting_means_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_CONTENT_DAYS", "")
    monkeypatch.setenv("PLACE_SEARCH_BUDGET_DOLLARS", "")
    settings = read_place_settings()
    assert (settings.google_content_days, settings.place_search_budget_dollars) == (None, None)


def test_a_wrong_setting_is_named_and_no_value_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_PLACES_PER_MINUTE", "secret-in-the-wrong-place")
    with pytest.raises(BadPlaceSetting, match="GOOGLE_PLACES_PER_MINUTE") as raised:
        read_place_settings()
    assert "secret" not in str(raised.value)


def test_a_key_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_PLACES_API_KEY", "AIza-very-secret")
    assert "very-secret" not in repr(read_place_settings())
