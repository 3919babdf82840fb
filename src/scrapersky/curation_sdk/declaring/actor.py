"""Who asks: a person of a tenant, or what acts for them."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Actor:
    """Who decides, and whose rows they may touch. An operator also sets what holds for all tenants.

    Rules, schedules and stages are machines: the history tells their decisions apart from people's.
    """

    tenant_id: UUID
    name: str
    is_admin: bool = False
    is_operator: bool = False
    is_machine: bool = False
