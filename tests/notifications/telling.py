"""Who is told what, for tests of mails."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select, text

from app.kernel import metrics
from app.kernel.db import transaction
from modules.notifications import jobs
from modules.notifications.models import Mail
from modules.notifications.service import settings
from tests.conftest import Client, drain_now
from tests.factories.messaging import write
from tests.notifications.conftest import Postman

SETTINGS = "/api/v1/notification-settings"
Make = Callable[..., Any]
Login = Callable[..., Client]


@pytest.fixture
def pair(make_member: Make) -> tuple[Any, Any]:
    """Somebody who writes and somebody who is told."""
    return make_member(name="Alma"), make_member(name="Bert", language="en")


def subjects(postman: Postman, member: Any) -> list[str]:
    return [str(mail["Subject"]) for mail in postman.to(member.email)]


def change(member: Any, **changes: Any) -> None:
    with transaction() as session:
        settings.change_settings(session, member_id=member.id, changes=changes)


def send(sender: Any, to: Any) -> None:
    with transaction() as session:
        write(session, sender=sender, to=to)
    drain_now()


def disabled(member: Any, login: Login) -> dict[str, str]:
    return {one["type"]: one["cause"] for one in login(member).get("/api/v1/me").get_json()["notifications_disabled"]}


def reported(kind: str) -> float:
    """Return how often a kind of report of mails was counted."""
    return metrics.MAIL_REPORTS.labels(kind)._value.get()  # type: ignore[no-any-return]


def newest_mail(member: Any) -> UUID:
    with transaction(read_only=True) as session:
        found: UUID = session.execute(
            select(Mail.id).where(Mail.member_id == member.id).order_by(Mail.created_at.desc()).limit(1)
        ).scalar_one()
        return found


def let_the_wait_end(member: Any) -> None:
    """Bring the moment until which a member's mails wait into the past."""
    with transaction() as session:
        session.execute(
            text("UPDATE notifications.mail SET not_before = now() WHERE member_id = :id AND not_before IS NOT NULL"),
            {"id": member.id},
        )
    jobs.send_waiting()
    drain_now()
