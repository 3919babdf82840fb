"""A response that goes on until the browser leaves, cannot keep up, or has been served long enough."""

import asyncio
import logging

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from scrapersky.curation_sdk.declaring import Actor
from scrapersky.curation_sdk.live.hub import Hub

log = logging.getLogger(__name__)

# Whoever may not listen any more and was not noticed otherwise is so when the browser comes back.
LONGEST_SECONDS = 600.0


class EventStream(StreamingResponse):
    media_type = "text/event-stream"

    def __init__(self, hub: Hub, actor: Actor, last_event_id: str | None = None) -> None:
        super().__init__((), headers={"X-Accel-Buffering": "no"})
        self._hub, self._actor, self._last_event_id = hub, actor, last_event_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        listener = self._hub.join(self._actor.tenant_id, self._last_event_id, self._actor.name)
        self.body_iterator = listener.pieces()
        ends = [
            asyncio.create_task(self.stream_response(send)),
            asyncio.create_task(self.listen_for_disconnect(receive)),
            asyncio.create_task(listener.cut.wait()),
        ]
        ending = asyncio.get_running_loop().call_later(LONGEST_SECONDS, listener.end)
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ending.cancel()
            self._hub.leave(self._actor.tenant_id, listener)
            for task in ends:
                task.cancel()
            for ended in await asyncio.gather(*ends, return_exceptions=True):
                if isinstance(ended, BaseException) and not isinstance(ended, (asyncio.CancelledError, OSError)):
                    log.error("a live stream broke off; the browser comes back", exc_info=ended)
