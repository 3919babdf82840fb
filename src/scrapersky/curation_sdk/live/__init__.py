"""What changes, told to browsers as it happens: one stream of server-sent events each.

It looks at the database while somebody listens. How a stream is asked for is HTTP's.
"""

from scrapersky.curation_sdk.live.events import Event, live_event
from scrapersky.curation_sdk.live.feed import Feed
from scrapersky.curation_sdk.live.hub import Hub, Subscriber
from scrapersky.curation_sdk.live.polling import News, Poll
from scrapersky.curation_sdk.live.stream import EventStream

__all__ = [
    "Event",
    "EventStream",
    "Feed",
    "Hub",
    "News",
    "Poll",
    "Subscriber",
    "live_event",
]
