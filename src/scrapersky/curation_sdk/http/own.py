"""What an application keeps for itself while it runs. Its routes know nobody's, so that applications can share them."""

from collections.abc import Callable
from typing import Generic, TypeVar

from fastapi import FastAPI, Request

Kept = TypeVar("Kept")


class Own(Generic[Kept]):
    """Gives each application its own: what `make` gave when somebody first asked."""

    def __init__(self, make: Callable[[FastAPI], Kept]) -> None:
        self._make = make

    def __call__(self, request: Request) -> Kept:
        return self.of(request.app)

    def of(self, app: FastAPI) -> Kept:
        if not hasattr(app.state, "own"):
            app.state.own = {}
        kept: dict[Own[Kept], Kept] = app.state.own
        if self not in kept:
            kept[self] = self._make(app)
        return kept[self]
