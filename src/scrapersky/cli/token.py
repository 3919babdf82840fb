"""`scrapersky token`: a bearer token for scripts."""

import sys
from datetime import timedelta

from scrapersky.accounts.tokens import make_signer
from scrapersky.accounts.users import user_named
from scrapersky.app.product import open_product
from scrapersky.cli.running import read_settings, run


def token(*, name: str, hours: float) -> None:

    async def work() -> str:
        settings = read_settings()
        async with open_product(settings) as product, product.sessions() as session:
            user = await user_named(session, name)
            return make_signer(settings).issue(user, lifetime=timedelta(hours=hours)).value

    sys.stdout.write(run(work()) + "\n")
