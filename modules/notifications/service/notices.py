"""Telling a member of what happened, as they wish: at once, after their quiet hours, or in the evening."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from app.kernel import clock
from modules.accounts import api as accounts_api
from modules.notifications import policies, queries
from modules.notifications.contracts import MailRhythm, MailType
from modules.notifications.service import mails
from modules.sites import api as sites_api


def tell(session: Session, *, member_id: UUID, type: MailType, cause_key: str, params: Mapping[str, str]) -> None:
    """Queue a mail that a member may refuse, unless they did; with an evening mail it is a part of that."""
    wishes = queries.get_wishes(session, member_id)
    if not policies.may_mail(wishes, type):
        return
    now = _local_now(session, member_id)
    if wishes.mail_rhythm is MailRhythm.DAILY and type in policies.DIGESTED:
        evening = policies.next_digest(now)
        key = f"{member_id} {evening.date()}"
        mails.queue_mail(
            session, member_id=member_id, type=MailType.DIGEST, cause_key=key, params={}, not_before=evening
        )
        return
    quiet = policies.end_of_quiet(now, wishes.quiet_from, wishes.quiet_until)
    mails.queue_mail(
        session, member_id=member_id, type=type, cause_key=cause_key, params=dict(params), not_before=quiet
    )


def _local_now(session: Session, member_id: UUID) -> datetime:
    member = accounts_api.get_member(session, member_id)
    return clock.now().astimezone(ZoneInfo(sites_api.get_site(session, member.site_id).timezone))
