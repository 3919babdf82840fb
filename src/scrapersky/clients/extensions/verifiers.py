"""The service that is asked whether a mailbox exists: the first that is set up or named."""

import inspect
import logging
from collections.abc import Mapping

from scrapersky.clients.extensions.extension import Extension, in_words
from scrapersky.clients.mail.verifier import MailVerifier
from scrapersky.config.settings import Settings

log = logging.getLogger(__name__)


def make_verifier(
    registered: Mapping[str, Extension], settings: Settings
) -> tuple[MailVerifier | None, dict[str, str]]:
    """The one of MAIL_VERIFIER, else the first that knows by the settings that it is set up; and what failed."""
    chosen = settings.mail_verifier
    if chosen and chosen not in registered:
        return None, {f"MAIL_VERIFIER: {chosen}": f"There is none of that name; there are: {', '.join(registered)}."}
    faults: dict[str, str] = {}
    for addition in [registered[chosen]] if chosen else registered.values():
        try:
            verifier: MailVerifier | None = addition.make(settings=settings) if addition.takes("settings") else None
            if verifier is None and chosen and not addition.takes("settings"):
                verifier = addition.make()
        except (Exception, SystemExit) as error:  # foreign code may fail in any way, and the product must start
            log.exception("the mail verifier %s is left out", addition)
            faults[str(addition)] = in_words(error)
            continue
        if verifier is not None and not inspect.iscoroutinefunction(getattr(verifier, "ask", None)):
            faults[str(addition)] = f"{type(verifier).__name__} needs `async def ask(self, address, web)`."
        elif verifier is not None:
            return verifier, faults
    return None, faults
