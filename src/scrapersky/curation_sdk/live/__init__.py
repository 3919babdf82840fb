"""What changes, told to browsers as it happens: one stream of server-sent events each.

It looks at the database while somebody listens. How a stream is asked for is HTTP's.
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk import late_door

if TYPE_CHECKING:
    from scrapersky.curation_sdk.live.events import Event as Event
    from scrapersky.curation_sdk.live.events import LiveWatch as LiveWatch
    from scrapersky.curation_sdk.live.events import News as News
    from scrapersky.curation_sdk.live.events import Poll as Poll
    from scrapersky.curation_sdk.live.events import live_event as live_event
    from scrapersky.curation_sdk.live.feed import Feed as Feed
    from scrapersky.curation_sdk.live.hub import Hub as Hub
    from scrapersky.curation_sdk.live.hub import Subscriber as Subscriber
    from scrapersky.curation_sdk.live.stream import EventStream as EventStream
else:
    __getattr__ = late_door(__name__, __file__)
