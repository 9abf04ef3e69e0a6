"""The actor of a request, and the access that an operation requires."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.errors import LoginRequired

if TYPE_CHECKING:
    from flask import Request


@dataclass(frozen=True, slots=True)
class Actor:
    """The person behind a request: a member of a site, or a visitor when `member_id` is None.

    country: the country of their network, from the operator's proxy; None where that is not configured.
    """

    site_id: UUID
    language: str
    network: str
    country: str | None = None
    device: str | None = None
    member_id: UUID | None = None
    session_id: UUID | None = None
    is_confirmed: bool = False
    is_paid: bool = False
    photo_epoch: int = 0

    @property
    def member(self) -> UUID:
        """Return the member's id; raises LoginRequired for a visitor."""
        if self.member_id is None:
            raise LoginRequired()
        return self.member_id

    @property
    def login(self) -> UUID:
        """Return the id of the member's login session; raises LoginRequired for a visitor."""
        if self.session_id is None:
            raise LoginRequired()
        return self.session_id


class Access(Enum):
    """Who may call an operation. The default is MEMBER."""

    PUBLIC = "public"
    MEMBER = "member"


class Identify(Protocol):
    """Returns the actor of a request. app/bootstrap.py provides it, because the kernel imports no module."""

    def __call__(self, session: Session, request: Request) -> Actor: ...


def current_actor() -> Actor:
    """Return the actor of this request."""
    from flask import g

    actor: Actor = g.actor
    return actor
