"""What a web application holds while it runs; its routes, which applications may share, ask for it at each request."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import FastAPI, Request
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from scrapersky.app.internet import source_names
from scrapersky.app.lifespan import clients_if_running
from scrapersky.app.product import Product
from scrapersky.app.workers import export_shelf
from scrapersky.clients.tiles import Tiles
from scrapersky.config.settings import Settings
from scrapersky.curation_sdk.declaring import Schedule
from scrapersky.curation_sdk.monitor import FullOverviews, Overviews
from scrapersky.curation_sdk.queue import bound_by
from scrapersky.routers.meta import Installation, MapMeta
from scrapersky.routers.sessions import tenant_of
from scrapersky.routers.system import Machine
from scrapersky.services.exports.shelf import ExportFolder
from scrapersky.services.installation import without_secrets
from scrapersky.web.pages import ui_stamp


@dataclass(frozen=True, slots=True)
class AppState:
    product: Product
    full_overviews: FullOverviews
    installation: Installation
    machine: Machine
    shelf: ExportFolder
    sources: Sequence[str]
    schedules: Mapping[str, Schedule]
    tiles: Tiles | None


def hold(app: FastAPI, product: Product, overviews: Overviews) -> AppState:
    settings = product.settings
    background = MapMeta(tiles=bool(settings.map_tiles_url), attribution=settings.map_tiles_attribution or None)
    folder, shown, faults = settings.scrapersky_data, without_secrets(settings), product.faults
    return AppState(
        product=product,
        full_overviews=FullOverviews(product.registry, overviews, faults),
        installation=Installation(app.version, dict(faults), clients_if_running, background),
        machine=Machine(folder, shown, faults, ui_stamp(), time.monotonic()),
        shelf=export_shelf(settings),
        sources=source_names(product.internet),
        schedules={workflow.name: schedule for workflow, schedule in product.schedules.items()},
        tiles=Tiles(settings.map_tiles_url) if settings.map_tiles_url else None,
    )


def app_state(asking: Request) -> AppState:
    held: AppState = asking.app.state.held
    return held


def sessions_of(asking: Request) -> async_sessionmaker[AsyncSession]:
    """For what takes long; of the tenant of whoever asks."""
    patient = app_state(asking).product.patient
    return async_sessionmaker(patient, expire_on_commit=False, **bound_by(lambda: tenant_of(asking)))


def sessions_across_tenants(asking: Request) -> async_sessionmaker[AsyncSession]:
    """For what is told about the whole installation."""
    return app_state(asking).product.sessions


def settings_of(asking: Request) -> Settings:
    return app_state(asking).product.settings


def schedules_of(asking: Request) -> Mapping[str, Schedule]:
    return app_state(asking).schedules
