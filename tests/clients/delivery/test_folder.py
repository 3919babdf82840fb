"""Contacts as files, and which targets an installation has."""

from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from tests.clients.delivery.conftest import CONTACT

from scrapersky.clients.delivery import DeliveryFailed
from scrapersky.clients.delivery.folder import Folder
from scrapersky.clients.extensions.built_in import built_in
from scrapersky.clients.extensions.targets import make_targets
from scrapersky.clients.fetching.fetcher import Fetcher
from scrapersky.config.settings import Settings


async def test_a_contact_is_one_file_however_often_it_is_delivered(tmp_path: Path, web: Fetcher) -> None:
    folder = Folder(tmp_path / "made" / "here")
    for phone in ("+15125550100", "+15125550101"):
        await folder.deliver(replace(CONTACT, phone=phone), "key", web)
    (file,) = (tmp_path / "made" / "here").iterdir()
    assert orjson.loads(file.read_bytes())["phone"] == "+15125550101"


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, web: Fetcher) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DeliveryFailed, match="Check DELIVERY_FOLDER") as failed:
        await Folder(tmp_path / "file").deliver(CONTACT, "key", web)
    assert failed.value.worth_retrying


def test_targets_are_what_the_settings_name(tmp_path: Path) -> None:
    def names(**values: object) -> list[str]:
        settings = Settings.model_validate({"scrapersky_data": tmp_path, **values})
        return [target.name for target in make_targets(built_in().delivery_targets, settings)[0]]

    assert names() == []
    assert names(webhook_url="https://hooks.example/in") == ["webhook"]
    everything = {"hubspot_token": "t", "brevo_api_key": "k", "brevo_list_ids": [1], "delivery_folder": tmp_path}
    assert names(**everything) == ["hubspot", "brevo", "folder"]
