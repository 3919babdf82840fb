"""Kept HTML comes back byte for byte, whichever store took it, and a store that fails says so."""

import os
import stat
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.clients.pretend_bucket import BUCKET, KEY_ID, REGION, SECRET, PretendBucket

from scrapersky.clients.html.bucket import BucketKey, HtmlBucket, open_bucket
from scrapersky.clients.html.configured import BucketNotSetUp, open_shelves, stores
from scrapersky.clients.html.folder import HtmlFolder
from scrapersky.clients.html.store import (
    HtmlElsewhere,
    HtmlMissing,
    HtmlStoreFailed,
    HtmlStores,
    InRow,
    KeptHtml,
    OuterHtmlStore,
    StoredObject,
)
from scrapersky.config.settings import Settings

HASH, PACKED = "ab" + "0" * 62, b"\x28\xb5\x2f\xfd packed"


def a_bucket(pretended: PretendBucket, secret: str = SECRET, bucket: str = BUCKET) -> HtmlBucket:
    return open_bucket(bucket, pretended.endpoint, REGION, BucketKey(KEY_ID, secret))


@pytest.fixture
async def pretended() -> AsyncIterator[PretendBucket]:
    async with PretendBucket() as bucket:
        yield bucket


@pytest.fixture(params=["folder", "bucket"])
async def shelf(
    request: pytest.FixtureRequest, tmp_path: Path, pretended: PretendBucket
) -> AsyncIterator[OuterHtmlStore]:
    if request.param == "folder":
        yield HtmlFolder(tmp_path / "pages")
    else:
        yield a_bucket(pretended)


def files_in(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


async def listed(shelf: OuterHtmlStore) -> list[StoredObject]:
    return [one async for chunk in shelf.objects() for one in chunk]


async def test_what_was_put_comes_back(shelf: OuterHtmlStore) -> None:
    kept = await shelf.put(HASH, PACKED)
    assert kept.html is None
    assert shelf.holds(kept)
    assert await shelf.get(kept) == PACKED


async def test_the_same_page_put_twice_is_kept_once(shelf: OuterHtmlStore) -> None:
    assert await shelf.put(HASH, PACKED) == await shelf.put(HASH, PACKED)
    assert len(await listed(shelf)) == 1


async def test_all_pages_are_listed_however_many_answers_that_takes(shelf: OuterHtmlStore) -> None:
    kept = {(await shelf.put(f"{number:02x}" + "0" * 62, PACKED)).place for number in range(5)}
    found = await listed(shelf)
    assert {one.place for one in found} == kept
    assert all(abs(datetime.now(UTC) - one.changed_at) < timedelta(minutes=5) for one in found)


async def test_a_removed_page_is_missing_and_removing_it_again_is_no_error(shelf: OuterHtmlStore) -> None:
    kept = await shelf.put(HASH, PACKED)
    for _ in range(2):
        await shelf.remove(kept.place or "")
    with pytest.raises(HtmlMissing):
        await shelf.get(kept)


@pytest.mark.parametrize(
    "place",
    [
        "folder:../../etc/passwd",
        "folder:ab/../../x.html.zst",
        "s3://other/pages/x",
        f"s3://{BUCKET}/pages/../../other/key",
        f"s3://{BUCKET}/pages/ab/key?acl",
        "",
    ],
)
async def test_a_place_that_leads_elsewhere_is_neither_read_nor_removed(shelf: OuterHtmlStore, place: str) -> None:
    with pytest.raises(HtmlElsewhere):
        await shelf.get(KeptHtml(place=place))
    with pytest.raises(HtmlElsewhere):
        await shelf.remove(place)


async def test_a_file_appears_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def power_cut(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", power_cut)
    with pytest.raises(HtmlStoreFailed, match="Check HTML_FOLDER"):
        await HtmlFolder(tmp_path).put(HASH, PACKED)
    assert files_in(tmp_path) == []


async def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, not a folder")
    with pytest.raises(HtmlStoreFailed, match="taken"):
        await HtmlFolder(tmp_path / "taken").put(HASH, PACKED)


async def test_kept_files_are_nobody_else_s_to_read(tmp_path: Path) -> None:
    await HtmlFolder(tmp_path).put(HASH, PACKED)
    (file,) = files_in(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_a_wrong_secret_is_refused_and_the_message_says_what_to_look_at(pretended: PretendBucket) -> None:
    for wrong in (a_bucket(pretended, secret="another"), a_bucket(pretended, bucket="others")):
        with pytest.raises(
            HtmlStoreFailed, match=r" 40[34] .*(SignatureD|NoSuchB).*Check HTML_BUCKET, its keys"
        ) as caught:
            await wrong.put(HASH, PACKED)
        assert "another" not in str(caught.value)
    assert not pretended.objects


@pytest.mark.parametrize("is_named", [True, False])
async def test_a_passing_key_sends_its_token_and_nobody_else_s(
    pretended: PretendBucket, monkeypatch: pytest.MonkeyPatch, is_named: bool
) -> None:
    """A key of the settings goes with its own token. Without one, the machine's own is taken, token and all."""
    ours = {"AWS_ACCESS_KEY_ID": KEY_ID, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_SESSION_TOKEN": "of the machine"}
    for name, value in ours.items():
        monkeypatch.setenv(name, value)
    key = BucketKey(KEY_ID, SECRET, "of the key") if is_named else None
    await open_bucket(BUCKET, pretended.endpoint, REGION, key).put(HASH, PACKED)
    assert pretended.tokens == {"of the key" if is_named else "of the machine"}


async def test_a_page_of_any_size_and_any_bytes_is_signed_rightly(pretended: PretendBucket) -> None:
    bucket = a_bucket(pretended)
    kept = await bucket.put(HASH, bytes(range(256)) * 20_000)
    assert await bucket.get(kept) == bytes(range(256)) * 20_000


async def test_a_bucket_in_trouble_or_away_is_worth_another_try(pretended: PretendBucket) -> None:
    pretended.failing = 503
    async with PretendBucket() as gone:
        pass
    for bucket, why in ((a_bucket(pretended), "503 .*SlowDown"), (a_bucket(gone), "error sending request")):
        with pytest.raises(HtmlStoreFailed, match=f"{why}.*That may pass.*check HTML_BUCKET_ENDPOINT") as caught:
            await bucket.put(HASH, PACKED)
        assert caught.value.worth_retrying


async def test_pages_are_read_where_they_are_whatever_the_setting_says_now(tmp_path: Path) -> None:
    folder = HtmlFolder(tmp_path)
    earlier, now = HtmlStores(folder), HtmlStores(InRow(), (folder,))
    in_folder = await earlier.put(HASH, PACKED)
    in_row = await now.put(HASH, PACKED)
    assert (in_row.html, in_row.place) == (PACKED, None)
    assert [await now.get(in_folder), await now.get(in_row), await earlier.get(in_row)] == [PACKED] * 3
    with pytest.raises(HtmlElsewhere, match="no setting leads there"):
        await now.get(KeptHtml(place="s3://gone/pages/x"))


async def test_the_settings_choose_the_store(tmp_path: Path, pretended: PretendBucket) -> None:
    known = {"scrapersky_data": tmp_path, "html_bucket": BUCKET, "html_bucket_endpoint": pretended.endpoint}
    known |= {"html_bucket_key_id": KEY_ID, "html_bucket_secret": SECRET, "html_bucket_region": REGION}
    places = {}
    for chosen in ("database", "folder", "bucket"):
        settings = Settings.model_validate(known | {"html_store": chosen})
        async with open_shelves(settings) as shelves:
            places[chosen] = (await stores(settings, shelves).put(HASH, PACKED)).place
    name = f"ab/{HASH}.html.zst"
    assert places == {"database": None, "folder": f"folder:{name}", "bucket": f"s3://{BUCKET}/pages/{name}"}
    assert (tmp_path / "pages" / name).read_bytes() == PACKED


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"html_store": "bucket"}, "HTML_BUCKET"),
        ({"html_bucket": "b", "html_bucket_secret": "s"}, "HTML_BUCKET_KEY_ID"),
        ({"html_bucket": "b", "html_bucket_endpoint": "minio:9000"}, "HTML_BUCKET_ENDPOINT"),
    ],
)
async def test_a_bucket_half_set_up_is_refused_at_the_start(given: dict[str, str], named: str) -> None:
    with pytest.raises(BucketNotSetUp, match=named):
        async with open_shelves(Settings.model_validate(given)):
            pass
