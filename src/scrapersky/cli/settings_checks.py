"""What `doctor` finds in the settings themselves, before anything starts with them."""

import http.client
import importlib.util
import os
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from difflib import get_close_matches
from pathlib import Path

from dotenv import dotenv_values
from pydantic import SecretStr

from scrapersky.accounts.tokens import WeakSecret, signing_secret
from scrapersky.app.product import ENV_FILE, read_schedules
from scrapersky.clients.delivery.errors import why_unusable
from scrapersky.clients.fetching.guard import BadOwnService, OwnServices, own_services
from scrapersky.clients.fetching.policy import BadProxy, read_proxy
from scrapersky.clients.places.settings import PlaceSettings
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import Registry, documented_settings
from scrapersky.monitoring.tracing import is_installed
from scrapersky.services.delivery_targets.seals import MAKE_ONE, BadSealingKey, Seals
from scrapersky.workflows import product_workflows

SHORTEST_KEY = 16
SHORTEST_LEASE = 3.0
_MAKE_ONE = "what this prints: openssl rand -hex 32"

WrongSetting = tuple[str, str, str]


def wrong_settings(settings: Settings) -> Iterator[WrongSetting]:
    """Which setting, what is wrong with it, and what to do. Addresses may carry a key, and are not repeated."""
    try:
        signing_secret(settings)
    except (WeakSecret, OSError) as error:
        yield "JWT_SECRET", str(error), f"Set JWT_SECRET to {_MAKE_ONE}"
    if settings.sealing_keys is not None:
        yield from _wrong_seals(settings)
    try:
        own = own_services(settings.own_services)
    except BadOwnService as error:
        own = frozenset()
        reason, _, remedy = str(error).partition(". ")
        yield "OWN_SERVICES", reason, remedy
    yield from _wrong_webhook("WEBHOOK", settings.webhook_url, settings.webhook_secret, own)
    yield from _wrong_webhook("ALERT_WEBHOOK", settings.alert_webhook_url, settings.alert_webhook_secret, own)
    yield from _wrong_address("REST_URL", settings.rest_url, own)
    yield from _wrong_bucket(settings)
    yield from _wrong_folders(settings)
    yield from _wrong_ways_out(settings)
    yield from _wrong_work(settings)
    yield from _misspelt(ENV_FILE)


def _wrong_bucket(settings: Settings) -> Iterator[WrongSetting]:
    if settings.html_store == "bucket" and not settings.html_bucket:
        yield "HTML_BUCKET", "not set, and HTML_STORE is bucket", "Set HTML_BUCKET, or another HTML_STORE."
    halves = {"HTML_BUCKET_KEY_ID": settings.html_bucket_key_id, "HTML_BUCKET_SECRET": settings.html_bucket_secret}
    missing = [name for name, value in halves.items() if not value]
    if len(missing) == 1:
        yield missing[0], "not set, and its other half is", f"Set {missing[0]} too, or neither for the machine's role."


def _wrong_seals(settings: Settings) -> Iterator[WrongSetting]:
    try:
        Seals(settings).seal(b"")
    except BadSealingKey as error:
        yield "SEALING_KEYS", str(error), f"Set SEALING_KEYS to what this prints: {MAKE_ONE}"


def _wrong_webhook(
    name: str, address: str | None, secret: SecretStr | None, own: OwnServices
) -> Iterator[WrongSetting]:
    if address is None:
        return
    yield from _wrong_address(f"{name}_URL", address, own)
    length = len(secret.get_secret_value()) if secret else 0
    if length < SHORTEST_KEY:
        remedy = f"Set {name}_SECRET, here and at the receiver, to {_MAKE_ONE}"
        yield f"{name}_SECRET", f"{length} characters, at least {SHORTEST_KEY} are needed to sign with", remedy


def _wrong_address(name: str, address: str | None, own: OwnServices) -> Iterator[WrongSetting]:
    if address and (why := why_unusable(address, own)):
        reason, _, remedy = why.partition(". ")
        yield name, reason, remedy or f"Set {name} to an address such as https://crm.example/hook."


def _wrong_folders(settings: Settings) -> Iterator[WrongSetting]:
    if settings.own_pages is not None and not settings.own_pages.is_dir():
        yield "OWN_PAGES", "no such folder", "Set OWN_PAGES to a folder of pages, or leave it out."
    for name in ("delivery_folder", "export_folder", "html_folder"):
        folder: Path | None = getattr(settings, name)
        if folder is not None and (why := _unwritable(folder)):
            yield name.upper(), why, f"Set {name.upper()} to a folder that this user may write to."


def _unwritable(folder: Path) -> str | None:
    """Folders are made when they are needed, so one that is missing is no trouble where it can be made."""
    nearest = next(path for path in (folder, *folder.parents) if path.exists())
    if not nearest.is_dir():
        return f"{nearest} is no folder"
    return None if os.access(nearest, os.W_OK | os.X_OK) else f"{nearest} cannot be written to"


def _wrong_ways_out(settings: Settings) -> Iterator[WrongSetting]:
    if settings.fetch_proxy is not None:
        try:
            read_proxy(settings.fetch_proxy.get_secret_value())
        except BadProxy:
            yield "FETCH_PROXY", "no address of a proxy", "Set FETCH_PROXY as http://host:3128."
    tiles = settings.map_tiles_url
    if tiles is not None and not all(part in tiles for part in ("{z}", "{x}", "{y}")):
        remedy = "Set MAP_TILES_URL such as https://tiles.example/{z}/{x}/{y}.png."
        yield "MAP_TILES_URL", "does not say where z, x and y go", remedy
    if settings.render_pages and importlib.util.find_spec("playwright") is None:
        yield "RENDER_PAGES", "the browser's library is missing", 'Run: pip install "scrapersky[render]"'
    if settings.render_browser is not None and not settings.render_browser.is_file():
        yield "RENDER_BROWSER", "no such program", "Set RENDER_BROWSER to the path of Chromium, or leave it out."


def _wrong_work(settings: Settings) -> Iterator[WrongSetting]:
    if settings.worker_lease_seconds < SHORTEST_LEASE:
        why = f"{settings.worker_lease_seconds:g} s: a short pause of the machine ends it"
        yield "WORKER_LEASE_SECONDS", why, f"Set WORKER_LEASE_SECONDS to {SHORTEST_LEASE:g} or more; 30 is usual."
    if settings.work_engine == "ray":
        yield from _wrong_cluster(settings.ray_address)
    if settings.otel_exporter_otlp_endpoint is not None and not is_installed():
        remedy = 'Run: pip install "scrapersky[otel]", or leave it out.'
        yield "OTEL_EXPORTER_OTLP_ENDPOINT", "set, and the library that sends traces is missing", remedy
    if settings.metrics_port and (other := _taken(settings.metrics_host, settings.metrics_port)):
        yield "METRICS_PORT", other, "Set METRICS_PORT to a free one, or stop what listens there."
    for workflow, complaint in read_schedules(Registry(product_workflows()))[1].items():
        yield complaint.partition(":")[0], f"{complaint.partition(': ')[2]}; {workflow} does not run", "Correct it."


def _wrong_cluster(address: str) -> Iterator[WrongSetting]:
    if importlib.util.find_spec("ray") is None:
        remedy = 'Run: pip install "scrapersky[ray]", here and on every node.'
        yield "WORK_ENGINE", "ray, which is not installed", remedy
        return
    host, _, port = address.rpartition(":")
    if host and port.isdigit():
        try:
            socket.create_connection((host, int(port)), timeout=3).close()
        except OSError as error:
            remedy = "Start the cluster with `ray start --head`, or correct RAY_ADDRESS."
            yield "RAY_ADDRESS", f"{address}: {error.strerror or error}", remedy


def _taken(host: str, port: int) -> str | None:
    """A worker of ours that runs already may be what listens there; then it answers as one."""
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as error:
        is_ours = b"scrapersky_worker_" in what_answers(host, port, "/metrics")
        return None if is_ours else f"{host} {port}: {error.strerror}"
    return None


def what_answers(host: str, port: int, path: str) -> bytes:
    """The beginning of what is said there; nothing where nobody speaks HTTP."""
    connection = http.client.HTTPConnection(host, port, timeout=3)
    with closing(connection), suppress(OSError, http.client.HTTPException):
        connection.request("GET", path)
        return connection.getresponse().read(100_000)
    return b""


def _misspelt(file: Path) -> Iterator[WrongSetting]:
    """Names in `.env` that nobody reads, and that are nearly one that is read."""
    known = {name.upper() for name in Settings.model_fields | PlaceSettings.model_fields}
    known |= {name for workflow in product_workflows() for name, _, _ in documented_settings(workflow)}
    written = dotenv_values(file, interpolate=False) if file.is_file() else {}
    for name in written:
        if name.upper() not in known and (near := get_close_matches(name.upper(), known, n=1, cutoff=0.85)):
            yield name, f"nobody reads it; {near[0]} is meant?", f"Write {near[0]} in {file}."
