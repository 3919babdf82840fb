"""A small server beside the work: figures, whether the process lives, and whether it can take up rows."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from scrapersky.errors import ScraperSkyError


class MetricsPortTaken(ScraperSkyError):
    """Nothing of what was asked for would be seen from outside."""

    def __init__(self, host: str, ports: range, reason: str) -> None:
        super().__init__(
            f"Figures cannot be told at {host}, port {ports.start} to {ports.stop - 1}: {reason}."
            " Set METRICS_PORT, or start with --metrics-port."
        )


@asynccontextmanager
async def telling(
    host: str, ports: range, text: Callable[[], bytes], unready: Callable[[], str | None]
) -> AsyncIterator[int]:
    """At the first port that is free: of several processes each finds its own, and one started anew does again."""

    async def health(_: web.Request) -> web.Response:
        return web.json_response({"status": "ok"})

    async def readiness(_: web.Request) -> web.Response:
        reason = unready()
        return web.json_response({"status": reason or "ok"}, status=503 if reason else 200)

    async def figures(_: web.Request) -> web.Response:
        return web.Response(body=text(), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    app = web.Application()
    app.add_routes([web.get("/healthz", health), web.get("/readyz", readiness), web.get("/metrics", figures)])
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=1)
    await runner.setup()
    try:
        yield await _listen(runner, host, ports)
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, ports: range) -> int:
    reason = ""
    for port in ports:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            reason = error.strerror or str(error)
            continue
        (address, *_) = runner.addresses
        return int(address[1])
    raise MetricsPortTaken(host, ports, reason)
