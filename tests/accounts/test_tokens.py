"""Keys and tokens."""

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import jwt
import pytest

from scrapersky.accounts import passwords
from scrapersky.accounts.passwords import BadPassword, check_password, hash_password, password_matches
from scrapersky.accounts.tokens import (
    ALGORITHM,
    KEY_FILE,
    Claims,
    NotSignedIn,
    TokenSigner,
    WeakSecret,
    generation_of,
    make_signer,
)
from scrapersky.accounts.users import OneTimeCode
from scrapersky.config.settings import Settings
from scrapersky.models import User


def someone(since: datetime) -> User:
    return User(id=uuid4(), name="ana", tokens_valid_from=since)


def settings(folder: Path, secret: str | None = None) -> Settings:
    return Settings.model_validate({"scrapersky_data": folder, "jwt_secret": secret})


def test_a_token_speaks_of_its_user_until_they_change() -> None:
    user = someone(datetime(2026, 3, 1, 9, 14, 0, 123456, UTC))
    signer = TokenSigner(b"k" * 32, timedelta(hours=1))
    claims = signer.read(signer.issue(user).value)
    assert claims.are_still_true_of(user)
    user.tokens_valid_from += timedelta(microseconds=1)
    assert not claims.are_still_true_of(user)


def test_a_session_lasts_as_long_as_the_longest_of_its_tokens() -> None:
    user = someone(datetime(2026, 3, 1, tzinfo=UTC))
    signer = TokenSigner(b"k" * 32, timedelta(hours=1))
    long = signer.issue(user, lifetime=timedelta(days=300))
    exchanged = signer.exchange(user, long.value)
    assert exchanged.expires_at < long.expires_at <= signer.read(exchanged.value).session_until


def test_a_session_goes_on_under_its_own_name_for_thirty_days_and_no_longer() -> None:
    user, now = someone(datetime(2026, 3, 1, tzinfo=UTC)), datetime.now(UTC).replace(microsecond=0)
    signer = TokenSigner(b"k" * 32, timedelta(hours=1))
    young = Claims(user.id, generation_of(user), uuid4(), now - timedelta(days=29), now)
    exchanged = signer.read(signer.exchange(user, signer.issue(user, continuing=young).value).value)
    assert (exchanged.session_id, exchanged.signed_in_at) == (young.session_id, young.signed_in_at)
    old = replace(young, signed_in_at=now - timedelta(days=31))
    with pytest.raises(NotSignedIn, match="30 days"):
        signer.exchange(user, signer.issue(user, continuing=old).value)


CLAIMS = ("exp", "iat", "sub", "gen", "sid", "auth_time", "until")
STRANGE = [(claim, value) for claim in CLAIMS for value in (None, "nonsense")]


@pytest.mark.parametrize(
    ("claim", "value"), [*STRANGE, ("sub", 7), ("sid", 7), ("auth_time", 10**30), ("until", 10**30), ("until", [])]
)
def test_a_token_that_lacks_a_claim_or_has_a_strange_one_is_refused(claim: str, value: object) -> None:
    key = b"k" * 32
    signer = TokenSigner(key, timedelta(hours=1))
    claims = jwt.decode(signer.issue(someone(datetime(2026, 3, 1, tzinfo=UTC))).value, key, algorithms=[ALGORITHM])
    del claims[claim]
    changed = claims if value is None else claims | {claim: value}
    with pytest.raises(NotSignedIn):
        signer.read(jwt.encode(changed, key, algorithm=ALGORITHM))


def test_another_key_reads_nothing() -> None:
    user = someone(datetime(2026, 3, 1, tzinfo=UTC))
    token = TokenSigner(b"k" * 32, timedelta(hours=1)).issue(user)
    with pytest.raises(NotSignedIn):
        TokenSigner(b"x" * 32, timedelta(hours=1)).read(token.value)


def test_a_key_of_the_operators_own_is_used_and_nothing_is_written(tmp_path: Path) -> None:
    signer = make_signer(settings(tmp_path, "s" * 40))
    assert signer.secret == b"s" * 40
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_is_too_short_is_refused_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(WeakSecret, match="openssl rand"):
        make_signer(settings(tmp_path, "s" * 31))
    assert make_signer(settings(tmp_path, "s" * 32)).secret == b"s" * 32


def test_two_starts_use_the_same_key(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert make_signer(settings(folder)).secret == make_signer(settings(folder)).secret
    assert len(make_signer(settings(folder)).secret) == 64


def test_of_two_that_start_at_once_both_have_the_key_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make_signer(settings(tmp_path)).secret
    monkeypatch.setattr(Path, "exists", lambda _: False)
    assert make_signer(settings(tmp_path)).secret == first
    (kept,) = tmp_path.iterdir()
    assert (kept.name, kept.stat().st_mode & 0o077) == (KEY_FILE, 0)


@pytest.mark.parametrize("length", [9, 1025])
async def test_a_password_of_the_wrong_length_is_refused(length: int) -> None:
    with pytest.raises(BadPassword, match="characters"):
        await hash_password("x" * length)


@pytest.mark.parametrize("length", [10, 1024])
def test_a_password_of_the_right_length_is_not(length: int) -> None:
    check_password("x" * length)


@pytest.mark.parametrize("hashed", [None, "a hash"])
async def test_of_a_guess_without_end_only_so_much_is_hashed(
    monkeypatch: pytest.MonkeyPatch, hashed: str | None
) -> None:
    lengths: list[int] = []

    class Counting:
        def hash(self, password: str) -> str:
            lengths.append(len(password))
            return ""

        def verify(self, _: str, password: str) -> bool:
            lengths.append(len(password))
            return False

    monkeypatch.setattr(passwords, "_hasher", Counting())
    assert not await password_matches("x" * 5000, hashed)
    assert lengths == [1024]


async def test_only_the_right_password_is_right() -> None:
    hashed = await hash_password("correct horse battery")
    assert hashed.startswith("$argon2id$")
    assert await password_matches("correct horse battery", hashed)
    assert not await password_matches("correct horse batter", hashed)
    assert not await password_matches("correct horse battery", None)
    assert not await password_matches("correct horse battery", "not a hash")


def test_claims_of_one_user_are_not_true_of_another() -> None:
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    user = someone(moment)
    claims = Claims(user.id, generation_of(user), uuid4(), moment, moment)
    assert claims.are_still_true_of(user)
    assert not claims.are_still_true_of(someone(moment))


def test_nothing_that_is_written_down_shows_a_secret(tmp_path: Path) -> None:
    given = {
        "scrapersky_data": tmp_path,
        "jwt_secret": "hunter2" * 6,
        "database_url": "postgresql://me:hunter2@db/sky",
        "webhook_url": "https://hooks.example/hunter2",
        "map_tiles_url": "https://tiles.example/{z}/{x}/{y}?key=hunter2",
        "fetch_proxy": "http://me:hunter2@proxy.example:3128",
        "html_bucket_secret": "hunter2",
    }
    chosen = Settings.model_validate(given)
    signer = make_signer(chosen)
    token = signer.issue(someone(datetime(2026, 3, 1, tzinfo=UTC)))
    written = f"{chosen!r} {chosen} {signer!r} {token!r} {OneTimeCode('hunter2')!r}"
    assert "hunter2" not in written
    assert token.value not in written


async def test_a_crowd_that_guesses_takes_two_cores_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    at_work, most = 0, 0

    class Slow:
        def hash(self, _: str) -> str:
            nonlocal at_work, most
            at_work += 1
            most = max(most, at_work)
            time.sleep(0.02)
            at_work -= 1
            return ""

    monkeypatch.setattr(passwords, "_hasher", Slow())
    assert await asyncio.gather(*(password_matches("a guess", None) for _ in range(12))) == [False] * 12
    assert most == passwords.AT_ONCE
