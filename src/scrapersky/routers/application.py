"""What the application that a request came to holds. Applications may share their routes, so those hold nothing."""

from typing import Annotated

from fastapi import Depends, Request

from scrapersky.clients.clients import Clients
from scrapersky.curation_sdk.declaring import Registry


def registry_of(request: Request) -> Registry:
    registry: Registry = request.app.state.registry
    return registry


def clients_of(request: Request) -> Clients | None:
    """None until the application has started."""
    return getattr(request.app.state, "clients", None)


Workflows = Annotated[Registry, Depends(registry_of)]
RunningClients = Annotated[Clients | None, Depends(clients_of)]
