"""How far a token reaches: every operation needs one scope, and which follows from the operation itself."""

from collections.abc import Collection

from scrapersky.errors import ScraperSkyError
from scrapersky.roles import Role, Scope

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
EXPORTS = "/api/v3/exports"

_OF_ROLE = {
    Role.VIEWER: frozenset({Scope.READ, Scope.EXPORT}),
    Role.CURATOR: frozenset({Scope.READ, Scope.EXPORT, Scope.DECIDE}),
    Role.ADMIN: frozenset(Scope),
    Role.OPERATOR: frozenset(Scope),
}


class OutOfScope(ScraperSkyError):
    """The token was made for less than this."""

    http_status = 403

    def __init__(self, needed: Scope, scopes: Collection[Scope]) -> None:
        listed = ", ".join(sorted(scopes)) or "nothing"
        super().__init__(f"This takes a token with the scope {needed.value}; yours has {listed}. Make another one.")


class ScopeTooWide(ScraperSkyError):
    """A token cannot do what its user may not."""

    http_status = 422

    def __init__(self, role: Role, scopes: Collection[Scope]) -> None:
        super().__init__(f"The token of a {role.value} cannot have the scope {', '.join(sorted(scopes))}.")


def scope_needed(method: str, path: str, needed: Role) -> Scope:
    """Of an operation that takes this role.

    >>> [scope_needed(*each, Role.VIEWER).value for each in (("GET", "/api/v3/find"), ("PUT", "/api/v3/prefs"))]
    ['read', 'decide']
    >>> [scope_needed("GET", f"/api/v3/exports/{rest}", Role.VIEWER).value for rest in ("contacts", "jobs")]
    ['export', 'read']
    """
    if needed in (Role.ADMIN, Role.OPERATOR):
        return Scope.ADMIN
    if _takes_files_away(method, path):
        return Scope.EXPORT
    return Scope.READ if method in SAFE_METHODS else Scope.DECIDE


def _takes_files_away(method: str, path: str) -> bool:
    """How far an ordered one is, anybody may see."""
    if not path.startswith(f"{EXPORTS}/"):
        return False
    return method not in SAFE_METHODS or not path.startswith(f"{EXPORTS}/jobs") or path.endswith("/file")


def scopes_of(role: Role) -> frozenset[Scope]:
    return _OF_ROLE[role]


def check_scopes(role: Role, wanted: Collection[Scope]) -> None:
    if too_wide := set(wanted) - scopes_of(role):
        raise ScopeTooWide(role, too_wide)
