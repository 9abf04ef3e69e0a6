"""Reads of the notifications module."""

from typing import Any
from uuid import UUID

from sqlalchemy import Row, bindparam, select
from sqlalchemy.orm import Session

from modules.notifications.models import DisabledType, Mail


def find_mail(session: Session, mail_id: UUID) -> Row[Any] | None:
    """Return a mail's id, whom it goes to, type, params and state, or None when its member was erased."""
    columns = (Mail.id, Mail.member_id, Mail.contact_id, Mail.type, Mail.params, Mail.state)
    return session.execute(select(*columns).where(Mail.id == mail_id)).one_or_none()


# Built once, because every login asks it.
_DISABLED = select(DisabledType.type, DisabledType.cause).where(DisabledType.member_id == bindparam("member_id"))


def list_disabled(session: Session, member_id: UUID) -> list[Row[Any]]:
    """Return the kinds of notification that a member does not get, with the cause."""
    return list(session.execute(_DISABLED, {"member_id": member_id}))
